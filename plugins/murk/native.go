// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"strconv"

	"convertd/plugins/murk/murkfile"
)

// lines sends the current frame as the oracle's canonical text: one line for
// the frame, then two for each command, the record and its decoded form.
// Undecodable payloads are lines, not diagnostics: nothing of them is lost.
func (s *stream) lines() (next int, err error) {
	next = s.frame.Close(s.frame.Skip())
	line := append(s.line[:0], 'F', ' ')
	line = strconv.AppendUint(line, s.frame.Tick, 10)
	line = append(line, ' ')
	line = strconv.AppendUint(line, uint64(s.frame.Commands), 10)
	line = append(line, ' ')
	line = appendBits(line, s.frame.Hash, 64)
	if err := s.sink.Native(line); err != nil {
		return 0, err
	}
	at := s.frame.First()
	for range s.frame.Commands {
		at = s.frame.Command(at, &s.command)
		s.tally.tags[s.command.Tag]++
		line = appendCommandLine(line[:0], &s.command)
		if err := s.sink.Native(line); err != nil {
			return 0, err
		}
		fault := s.payload.Decode(s.command.Tag, s.command.Payload)
		line = appendPayloadLine(line[:0], s.command.Tag, &s.payload, fault)
		if err := s.sink.Native(line); err != nil {
			return 0, err
		}
	}
	s.line = line
	return next, nil
}

// appendCommandLine writes "C tag payload priority source_id source_seq
// expires arrival_seq"; "-" stands for what is absent or empty.
func appendCommandLine(line []byte, command *murkfile.Command) []byte {
	line = append(line, 'C', ' ')
	line = strconv.AppendUint(line, uint64(command.Tag), 10)
	line = append(line, ' ')
	line = appendHex(line, command.Payload)
	line = append(line, ' ')
	line = strconv.AppendUint(line, uint64(command.Priority), 10)
	line = appendOptional(line, command.HasSourceID, command.SourceID)
	line = appendOptional(line, command.HasSourceSeq, command.SourceSeq)
	line = append(line, ' ')
	line = strconv.AppendUint(line, command.ExpiresAfterTick, 10)
	line = append(line, ' ')
	return strconv.AppendUint(line, command.ArrivalSeq, 10)
}

// appendPayloadLine writes "D" and the decoded form.
func appendPayloadLine(line []byte, tag murkfile.Tag, payload *murkfile.Payload, fault murkfile.Fault) []byte {
	switch fault {
	case murkfile.FaultNone:
	case murkfile.FaultUnknownTag:
		return append(line, "D error UnknownPayloadType"...)
	default:
		return append(line, "D error MalformedFrame"...)
	}
	switch tag {
	case murkfile.TagMove:
		line = append(line, "D move "...)
		line = strconv.AppendUint(line, payload.Entity, 10)
		line = append(line, ' ')
		return appendCoordinate(line, payload.Coordinate)
	case murkfile.TagSpawn:
		line = append(line, "D spawn "...)
		line = appendCoordinate(line, payload.Coordinate)
		line = append(line, ' ')
		return appendEntries(line, payload, 32)
	case murkfile.TagDespawn:
		line = append(line, "D despawn "...)
		return strconv.AppendUint(line, payload.Entity, 10)
	case murkfile.TagSetField:
		line = append(line, "D setfield "...)
		line = appendCoordinate(line, payload.Coordinate)
		line = append(line, ' ')
		line = strconv.AppendUint(line, uint64(payload.Key), 10)
		line = append(line, ' ')
		return appendBits(line, payload.Bits, 32)
	case murkfile.TagCustom:
		line = append(line, "D custom "...)
		line = strconv.AppendUint(line, uint64(payload.Key), 10)
		line = append(line, ' ')
		return appendHex(line, payload.Data)
	case murkfile.TagSetParameter:
		line = append(line, "D setparam "...)
		line = strconv.AppendUint(line, uint64(payload.Key), 10)
		line = append(line, ' ')
		return appendBits(line, payload.Bits, 64)
	case murkfile.TagSetParameterBatch:
		line = append(line, "D setparambatch "...)
		return appendEntries(line, payload, 64)
	default:
		return append(line, "D error UnknownPayloadType"...)
	}
}

const hexDigits = "0123456789abcdef"

func appendHex(line, content []byte) []byte {
	if len(content) == 0 {
		return append(line, '-')
	}
	for _, b := range content {
		line = append(line, hexDigits[b>>4], hexDigits[b&15])
	}
	return line
}

// appendBits writes the lowest width bits, most significant digit first.
func appendBits(line []byte, bits uint64, width int) []byte {
	for shift := width - 4; shift >= 0; shift -= 4 {
		line = append(line, hexDigits[bits>>shift&15])
	}
	return line
}

func appendOptional(line []byte, present bool, value uint64) []byte {
	if !present {
		return append(line, " -"...)
	}
	line = append(line, ' ')
	return strconv.AppendUint(line, value, 10)
}

func appendCoordinate(line []byte, coordinate murkfile.Coordinate) []byte {
	if coordinate.Len() == 0 {
		return append(line, '-')
	}
	for i := range coordinate.Len() {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendInt(line, int64(coordinate.At(i)), 10)
	}
	return line
}

func appendEntries(line []byte, payload *murkfile.Payload, width int) []byte {
	if payload.EntryCount() == 0 {
		return append(line, '-')
	}
	separator := false
	for key, bits := range payload.Entries() {
		if separator {
			line = append(line, ',')
		}
		separator = true
		line = strconv.AppendUint(line, uint64(key), 10)
		line = append(line, '=')
		line = appendBits(line, bits, width)
	}
	return line
}
