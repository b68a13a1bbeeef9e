// SPDX-License-Identifier: GPL-3.0-or-later

package murkfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// ErrTooLarge is what the writer returns for a part that its own reader would
// refuse: split the part or leave it out. (The real writer lets strings above
// 1 MiB through, and cannot read them back.)
var ErrTooLarge = errors.New("too large for a Murk file")

// AppendHeader appends the file form of header to dst.
func AppendHeader(dst []byte, header *Header) ([]byte, error) {
	dst = append(dst, Magic...)
	dst = append(dst, Version)
	for _, text := range [...]string{header.Toolchain, header.TargetTriple, header.MurkVersion, header.CompileFlags} {
		if len(text) > MaxStringBytes {
			return nil, fmt.Errorf("header text of %d bytes, limit %d: %w", len(text), MaxStringBytes, ErrTooLarge)
		}
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(text)))
		dst = append(dst, text...)
	}
	dst = binary.LittleEndian.AppendUint64(dst, header.Seed)
	dst = binary.LittleEndian.AppendUint64(dst, header.ConfigHash)
	dst = binary.LittleEndian.AppendUint32(dst, header.FieldCount)
	dst = binary.LittleEndian.AppendUint64(dst, header.CellCount)
	return appendBlob(dst, "space descriptor", header.SpaceDescriptor)
}

// AppendCommand appends the record of command to dst. It takes Tag, Payload
// and the fields behind them; Record and Offset play no part.
func AppendCommand(dst []byte, command *Command) ([]byte, error) {
	dst = append(dst, byte(command.Tag))
	dst, err := appendBlob(dst, "payload", command.Payload)
	if err != nil {
		return nil, err
	}
	dst = append(dst, command.Priority)
	dst = appendOptional(dst, command.HasSourceID, command.SourceID)
	dst = appendOptional(dst, command.HasSourceSeq, command.SourceSeq)
	dst = binary.LittleEndian.AppendUint64(dst, command.ExpiresAfterTick)
	return binary.LittleEndian.AppendUint64(dst, command.ArrivalSeq), nil
}

func appendBlob(dst []byte, name string, content []byte) ([]byte, error) {
	if len(content) > MaxBlobBytes {
		return nil, fmt.Errorf("%s of %d bytes, limit %d: %w", name, len(content), MaxBlobBytes, ErrTooLarge)
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(content)))
	return append(dst, content...), nil
}

func appendOptional(dst []byte, present bool, value uint64) []byte {
	if !present {
		return append(dst, 0)
	}
	return binary.LittleEndian.AppendUint64(append(dst, 1), value)
}

// AppendMove appends the payload of a Move.
func AppendMove(dst []byte, entity uint64, coordinate []int32) []byte {
	return appendCoordinate(binary.LittleEndian.AppendUint64(dst, entity), coordinate)
}

// FieldValue is one entry of a Spawn: a field and the value it starts with.
type FieldValue struct {
	Field uint32
	Value float32
}

// AppendSpawn appends the payload of a Spawn.
func AppendSpawn(dst []byte, coordinate []int32, values []FieldValue) []byte {
	dst = appendCoordinate(dst, coordinate)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(values)))
	for _, each := range values {
		dst = binary.LittleEndian.AppendUint32(dst, each.Field)
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(each.Value))
	}
	return dst
}

// AppendDespawn appends the payload of a Despawn.
func AppendDespawn(dst []byte, entity uint64) []byte {
	return binary.LittleEndian.AppendUint64(dst, entity)
}

// AppendSetField appends the payload of a SetField; bits are those of the
// float32 value, so that every NaN stays itself.
func AppendSetField(dst []byte, coordinate []int32, field, bits uint32) []byte {
	dst = appendCoordinate(dst, coordinate)
	dst = binary.LittleEndian.AppendUint32(dst, field)
	return binary.LittleEndian.AppendUint32(dst, bits)
}

func appendCoordinate(dst []byte, coordinate []int32) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(coordinate)))
	for _, component := range coordinate {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(component))
	}
	return dst
}

// Writer writes a file frame by frame.
type Writer struct {
	out   io.Writer
	frame []byte
	count int
	err   error
}

// NewWriter writes header to out and returns a writer of the frames. Flushing
// and closing out stay with the caller.
func NewWriter(out io.Writer, header *Header) (*Writer, error) {
	encoded, err := AppendHeader(nil, header)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(encoded); err != nil {
		return nil, err
	}
	w := &Writer{out: out}
	w.open()
	return w, nil
}

// open leaves room for the tick and the count, which only EndFrame knows.
func (w *Writer) open() {
	w.frame = append(w.frame[:0], make([]byte, tickBytes+countBytes)...)
	w.count = 0
}

// Record adds a whole command record, as Command.Record holds it, to the open
// frame.
func (w *Writer) Record(record []byte) error {
	if err := w.room(); err != nil {
		return err
	}
	w.frame = append(w.frame, record...)
	w.count++
	return nil
}

// Command adds a command to the open frame.
func (w *Writer) Command(command *Command) error {
	if err := w.room(); err != nil {
		return err
	}
	frame, err := AppendCommand(w.frame, command)
	if err != nil {
		return err
	}
	w.frame = frame
	w.count++
	return nil
}

func (w *Writer) room() error {
	if w.count == MaxFrameCommands {
		return fmt.Errorf("more than %d commands in a frame: %w", MaxFrameCommands, ErrTooLarge)
	}
	return nil
}

// Open returns how many commands the open frame holds.
func (w *Writer) Open() int { return w.count }

// EndFrame writes the open frame and opens the next one. The first error of
// the underlying writer is final.
func (w *Writer) EndFrame(tick, hash uint64) error {
	if w.err != nil {
		return w.err
	}
	binary.LittleEndian.PutUint64(w.frame, tick)
	binary.LittleEndian.PutUint32(w.frame[tickBytes:], uint32(w.count))
	w.frame = binary.LittleEndian.AppendUint64(w.frame, hash)
	_, w.err = w.out.Write(w.frame)
	w.open()
	return w.err
}
