// SPDX-License-Identifier: GPL-3.0-or-later

package murkfile

import (
	"encoding/binary"

	"convertd/core/ir"
)

// Reader walks the frames of a file. The zero Reader is not usable; make one
// with NewReader.
type Reader struct {
	data  []byte
	at    int
	index uint64
	err   error
}

// NewReader returns a reader of the frames of data, whose header ends at the
// offset that ParseHeader returned.
func NewReader(data []byte, firstFrame int) *Reader {
	return &Reader{data: data, at: firstFrame}
}

// Frame is one recorded tick. Its commands point into the file.
type Frame struct {
	Index    uint64 // 0 for the first frame of the file
	Offset   int    // of the frame in the file
	Tick     uint64 // as recorded: may repeat, go backwards or jump
	Commands uint32
	Hash     uint64 // snapshot_hash after the tick

	data []byte // the file
	at   int    // offset of the first command
}

// Next reads the next frame into frame. It returns false at the clean end of
// the file and at an error, which Err then returns. A frame is returned only
// when all of it is there and its skeleton (lengths, limits, presence flags)
// is sound; the insides of payloads are not looked at. As in the real reader
// the first error is final.
func (r *Reader) Next(frame *Frame) bool {
	if r.err != nil || r.at == len(r.data) {
		return false
	}
	start := r.at
	left := len(r.data) - start
	if left < tickBytes {
		return r.fail(fault(ir.CodeMalformed, SectionFrame, start,
			"truncated frame header: got %d of %d bytes for tick_id", left, tickBytes))
	}
	if left < tickBytes+countBytes {
		return r.fail(fault(ir.CodeTruncated, SectionFrame, start+tickBytes, unexpectedEnd))
	}
	count := binary.LittleEndian.Uint32(r.data[start+tickBytes:])
	if count > MaxFrameCommands {
		return r.fail(fault(ir.CodeMalformed, SectionFrame, start+tickBytes,
			"command count %d exceeds limit %d", count, MaxFrameCommands))
	}
	first := start + tickBytes + countBytes
	end, err := skipCommands(r.data, first, count)
	if err != nil {
		return r.fail(err)
	}
	if len(r.data)-end < hashBytes {
		return r.fail(fault(ir.CodeTruncated, SectionFrame, end, unexpectedEnd))
	}
	*frame = Frame{
		Index: r.index, Offset: start,
		Tick:     binary.LittleEndian.Uint64(r.data[start:]),
		Commands: count,
		Hash:     binary.LittleEndian.Uint64(r.data[end:]),
		data:     r.data, at: first,
	}
	r.at = end + hashBytes
	r.index++
	return true
}

// Err returns why Next stopped: nil at a clean end, else a *ir.DecodeError.
func (r *Reader) Err() error { return r.err }

// Offset is where the next frame begins: how much of the file was understood.
func (r *Reader) Offset() int { return r.at }

func (r *Reader) fail(err error) bool {
	r.err = err
	return false
}

// Survey is what one walk over all frames finds.
type Survey struct {
	Frames  uint64 // whole ones
	Largest uint32 // commands of the largest frame
	End     int    // offset behind the last whole frame
	Err     error  // why the walk ended: nil at a clean end, else a *ir.DecodeError
}

// SurveyFrames walks the frames of data, whose header ends at firstFrame.
func SurveyFrames(data []byte, firstFrame int) Survey {
	reader := NewReader(data, firstFrame)
	var survey Survey
	for frame := (Frame{}); reader.Next(&frame); {
		survey.Largest = max(survey.Largest, frame.Commands)
	}
	survey.Frames, survey.End, survey.Err = reader.index, reader.at, reader.err
	return survey
}

// Open sets f to the frame at offset at, which a Survey has counted. Its Hash
// is set by Close, because it stands behind the commands.
func (f *Frame) Open(data []byte, at int, index uint64) {
	*f = Frame{
		Index: index, Offset: at,
		Tick:     binary.LittleEndian.Uint64(data[at:]),
		Commands: binary.LittleEndian.Uint32(data[at+tickBytes:]),
		data:     data, at: at + tickBytes + countBytes,
	}
}

// Skip returns the position behind the last command.
func (f *Frame) Skip() int {
	end, _ := skipCommands(f.data, f.at, f.Commands) // the frame is whole
	return end
}

// Close reads the hash at the position behind the last command, and returns
// where the next frame begins.
func (f *Frame) Close(at int) (next int) {
	f.Hash = binary.LittleEndian.Uint64(f.data[at:])
	return at + hashBytes
}

// First returns a position before the first command of the frame.
func (f *Frame) First() int { return f.at }

// Command reads the command at a position that First or Command returned, and
// returns the position of the one after it. It must be called no more than
// Frame.Commands times.
func (f *Frame) Command(at int, command *Command) int {
	return command.parse(f.data, at)
}

// skipCommands walks count commands from at and returns where they end.
func skipCommands(data []byte, at int, count uint32) (int, error) {
	for range count {
		// One look covers the usual command: everything fixed is there, both
		// flags are sound.
		if len(data)-at < MinCommandBytes {
			return 0, explainCommand(data, at)
		}
		length := binary.LittleEndian.Uint32(data[at+1:])
		if length > MaxBlobBytes || int(length) > len(data)-at-MinCommandBytes {
			return 0, explainCommand(data, at)
		}
		flagAt := at + 6 + int(length)
		source := data[flagAt]
		if source > 1 || len(data)-flagAt < 2+16+8*int(source) {
			return 0, explainCommand(data, at)
		}
		flagAt += 1 + 8*int(source)
		sequence := data[flagAt]
		end := flagAt + 1 + 8*int(sequence) + 16
		if sequence > 1 || end > len(data) {
			return 0, explainCommand(data, at)
		}
		at = end
	}
	return at, nil
}

// explainCommand says what is wrong with the command at at, field by field in
// the order of the real reader.
func explainCommand(data []byte, at int) error {
	cut := func(at int) error { return fault(ir.CodeTruncated, SectionCommand, at, unexpectedEnd) }
	left := func() int { return len(data) - at }
	if left() < 1 {
		return cut(at)
	}
	at++
	if left() < 4 {
		return cut(at)
	}
	length := binary.LittleEndian.Uint32(data[at:])
	if length > MaxBlobBytes {
		return fault(ir.CodeMalformed, SectionCommand, at,
			"payload length %d exceeds limit %d", length, MaxBlobBytes)
	}
	at += 4
	if left() < int(length) {
		return cut(at)
	}
	at += int(length)
	if left() < 1 {
		return cut(at)
	}
	at++
	for _, name := range [...]string{"source_id", "source_seq"} {
		if left() < 1 {
			return cut(at)
		}
		flag := data[at]
		if flag > 1 {
			return fault(ir.CodeMalformed, SectionCommand, at, "invalid %s presence flag: %d", name, flag)
		}
		at++
		if left() < 8*int(flag) {
			return cut(at)
		}
		at += 8 * int(flag)
	}
	if left() >= 8 {
		at += 8 // expires_after_tick is whole, so arrival_seq is what is cut
	}
	return cut(at)
}
