// SPDX-License-Identifier: GPL-3.0-or-later

package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func appendFrame(dst []byte, kind byte, content []byte) []byte {
	begun := len(dst)
	dst = append(BeginFrame(dst), content...)
	EndFrame(dst, begun, kind)
	return dst
}

func TestFramesComeBackHoweverTheyArrive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type frame struct {
			kind byte
			size int
		}
		frames := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) frame {
			return frame{rapid.Byte().Draw(t, "kind"), rapid.IntRange(0, 3*firstFrameBuffer).Draw(t, "size")}
		}), 0, 5).Draw(t, "frames")
		var stream []byte
		for i, f := range frames {
			stream = appendFrame(stream, f.kind, bytes.Repeat([]byte{byte(i)}, f.size))
		}
		var source io.Reader = bytes.NewReader(stream)
		if rapid.Bool().Draw(t, "in halves") {
			source = iotest.HalfReader(source)
		}
		reader := NewFrameReader(source)
		for i, f := range frames {
			kind, content, err := reader.Next()
			if err != nil || kind != f.kind || !bytes.Equal(content, bytes.Repeat([]byte{byte(i)}, f.size)) {
				t.Fatalf("frame %d: kind %d, %d bytes, %v; want %+v", i, kind, len(content), err, f)
			}
		}
		if _, _, err := reader.Next(); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last frame: %v", err)
		}
	})
}

func TestFrameAtTheLimitPassesAndBeyondItIsRefused(t *testing.T) {
	reader := NewFrameReader(bytes.NewReader(appendFrame(nil, 2, make([]byte, MaxPayload))))
	if _, content, err := reader.Next(); err != nil || len(content) != MaxPayload {
		t.Errorf("at the limit: %d bytes and %v", len(content), err)
	}
	reader = NewFrameReader(bytes.NewReader(appendFrame(nil, 2, make([]byte, MaxPayload+1))))
	if _, _, err := reader.Next(); !errors.Is(err, ErrFrameTooLong) {
		t.Errorf("beyond the limit: %v", err)
	}
}

func TestFrameThatClaimsMoreThanItHoldsAllocatesNothing(t *testing.T) {
	head := binary.LittleEndian.AppendUint32(nil, MaxPayload)
	reader := NewFrameReader(bytes.NewReader(append(head, 2, 'a')))
	if _, _, err := reader.Next(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a cut frame: %v", err)
	}
	if len(reader.buffer) != firstFrameBuffer {
		t.Errorf("the buffer grew to %d bytes", len(reader.buffer))
	}
}

func TestReadyMeansThatNextDoesNotRead(t *testing.T) {
	stream := appendFrame(appendFrame(nil, 1, []byte("first")), 2, []byte("second"))
	reader := NewFrameReader(io.MultiReader(bytes.NewReader(stream[:len(stream)-1]), iotest.ErrReader(io.ErrClosedPipe)))
	if reader.Ready() {
		t.Error("ready before anything arrived")
	}
	if _, _, err := reader.Next(); err != nil {
		t.Fatal(err)
	}
	if reader.Ready() {
		t.Error("ready with a cut frame")
	}
	if _, _, err := reader.Next(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a cut frame: %v", err)
	}
}

func FuzzFrameReader(f *testing.F) {
	f.Add(appendFrame(appendFrame(nil, 1, []byte("a")), FrameEnd, nil))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		reader, left := NewFrameReader(bytes.NewReader(data)), len(data)
		for {
			_, content, err := reader.Next()
			if err != nil {
				break
			}
			if left -= FrameHead + len(content); left < 0 {
				t.Fatal("frames hold more than arrived")
			}
		}
		if len(reader.buffer) > max(firstFrameBuffer, 4*len(data)) {
			t.Fatalf("%d bytes made the buffer grow to %d", len(data), len(reader.buffer))
		}
	})
}
