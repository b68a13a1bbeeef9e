// SPDX-License-Identifier: GPL-3.0-or-later

package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Frames carry direct calls (docs/plugins.md#direct-calls): four bytes of
// length, lowest first, one byte of kind, then the content.

// FrameHead is how many bytes stand before the content of a frame.
const FrameHead = 4 + 1

// Kinds of frames that are no events. The kind of every other frame is that of
// the event.
const (
	// FrameEnd ends an answer. It has no content.
	FrameEnd = 0
	// FrameStart is what a host sends to have a source decoded: a DecodeStart.
	FrameStart = 1
	// FrameProbe is what it sends to ask what an input is: a ProbeRequest. The
	// answer is one frame of the same kind: a ProbeResponse.
	FrameProbe = 2
)

// firstFrameBuffer is how much a FrameReader reads at once, until a frame is
// longer.
const firstFrameBuffer = 64 << 10

// ErrFrameTooLong is a frame longer than the contract allows. The other side
// does not keep to it: do not read on.
var ErrFrameTooLong = errors.New("wire: frame is too long")

// BeginFrame appends the place of a frame's head. The content is appended to
// what it returns; EndFrame fills in the head.
func BeginFrame(dst []byte) []byte { return append(dst, make([]byte, FrameHead)...) }

// EndFrame completes the frame that BeginFrame began when dst had begun bytes.
func EndFrame(dst []byte, begun int, kind byte) {
	binary.LittleEndian.PutUint32(dst[begun:], uint32(len(dst)-begun-FrameHead))
	dst[begun+FrameHead-1] = kind
}

// FrameReader reads frames. It holds at most one frame of MaxPayload and what
// came with it, and grows by what arrives, never by what a head claims.
type FrameReader struct {
	source   io.Reader
	buffer   []byte
	from, to int // what of the buffer was read from the source and not handed out
}

// NewFrameReader reads frames from a connection.
func NewFrameReader(source io.Reader) *FrameReader {
	return &FrameReader{source: source, buffer: make([]byte, firstFrameBuffer)}
}

// Buffered is how many bytes arrived and were not handed out.
func (r *FrameReader) Buffered() int { return r.to - r.from }

// Ready reports whether Next can answer without reading from the source.
func (r *FrameReader) Ready() bool {
	size, err := r.frameSize()
	return err != nil || size > 0 && r.Buffered() >= size
}

// frameSize is the size of the frame that arrives, 0 if that is not yet known.
func (r *FrameReader) frameSize() (int, error) {
	if r.Buffered() < FrameHead {
		return 0, nil
	}
	length := binary.LittleEndian.Uint32(r.buffer[r.from:])
	if length > MaxPayload {
		return 0, fmt.Errorf("%w: %d bytes, the limit is %d", ErrFrameTooLong, length, MaxPayload)
	}
	return FrameHead + int(length), nil
}

// Next returns the next frame; content is valid until the next call. The error
// is io.EOF between two frames, io.ErrUnexpectedEOF inside of one,
// ErrFrameTooLong, or one of the source.
func (r *FrameReader) Next() (kind byte, content []byte, err error) {
	for {
		size, err := r.frameSize()
		if err != nil {
			return 0, nil, err
		}
		if size > 0 && r.Buffered() >= size {
			frame := r.buffer[r.from : r.from+size : r.from+size]
			r.from += size
			return frame[FrameHead-1], frame[FrameHead:], nil
		}
		if err := r.fill(); err != nil {
			if errors.Is(err, io.EOF) && r.Buffered() > 0 {
				err = io.ErrUnexpectedEOF
			}
			return 0, nil, err
		}
	}
}

// fill reads what there is, after making room for it.
func (r *FrameReader) fill() error {
	switch {
	case r.from == r.to:
		r.from, r.to = 0, 0
	case r.to == len(r.buffer) && r.from > 0:
		r.to = copy(r.buffer, r.buffer[r.from:r.to])
		r.from = 0
	case r.to == len(r.buffer):
		larger := make([]byte, 2*len(r.buffer))
		copy(larger, r.buffer)
		r.buffer = larger
	}
	n, err := r.source.Read(r.buffer[r.to:])
	r.to += n
	if n > 0 {
		return nil // an error with bytes comes again
	}
	return err
}
