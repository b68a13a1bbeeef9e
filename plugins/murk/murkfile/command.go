// SPDX-License-Identifier: GPL-3.0-or-later

package murkfile

import (
	"encoding/binary"

	"convertd/core/ir"
)

// Tag is the number of a command's kind (Murk specification, "Payload Type
// Tags").
type Tag uint8

// Tags.
const (
	TagMove Tag = iota
	TagSpawn
	TagDespawn
	TagSetField
	TagCustom
	TagSetParameter
	TagSetParameterBatch
)

// Command is one recorded command. Record and Payload point into the file.
type Command struct {
	Offset  int    // of Record in the bytes it was read from
	Record  []byte // the whole command, tag to arrival_seq
	Tag     Tag
	Payload []byte

	Priority         uint8  // lower goes first
	HasSourceID      bool   //
	HasSourceSeq     bool   //
	SourceID         uint64 // valid if HasSourceID
	SourceSeq        uint64 // valid if HasSourceSeq
	ExpiresAfterTick uint64
	ArrivalSeq       uint64
}

// ParseCommand reads one whole command record, as Command.Record and the Raw
// bytes of Murk orders hold it. Bytes after the record are an error.
func ParseCommand(record []byte) (Command, error) {
	end, err := skipCommands(record, 0, 1)
	if err != nil {
		return Command{}, err
	}
	if end != len(record) {
		return Command{}, fault(ir.CodeMalformed, SectionCommand, end, "bytes after the command")
	}
	var command Command
	command.parse(record, 0)
	return command, nil
}

// parse reads the command at at, which skipCommands has found sound, and
// returns where it ends.
func (c *Command) parse(data []byte, at int) int {
	length := int(binary.LittleEndian.Uint32(data[at+1:]))
	payloadEnd := at + 5 + length
	c.Offset = at
	c.Tag = Tag(data[at])
	c.Payload = data[at+5 : payloadEnd : payloadEnd]
	c.Priority = data[payloadEnd]
	end := payloadEnd + 1
	c.HasSourceID, c.SourceID, end = optional(data, end)
	c.HasSourceSeq, c.SourceSeq, end = optional(data, end)
	tail := data[end : end+16]
	c.ExpiresAfterTick = binary.LittleEndian.Uint64(tail)
	c.ArrivalSeq = binary.LittleEndian.Uint64(tail[8:])
	end += 16
	c.Record = data[at:end:end]
	return end
}

// optional reads a presence flag and the value it announces.
func optional(data []byte, at int) (present bool, value uint64, end int) {
	if data[at] == 0 {
		return false, 0, at + 1
	}
	return true, binary.LittleEndian.Uint64(data[at+1:]), at + 9
}
