// SPDX-License-Identifier: GPL-3.0-or-later

package recorder

import (
	"convertd/core/bincode"
	"convertd/core/icrep"
)

// OrderLog keeps the last frames, encoded, so that a capture can show what led
// to a desync. The zero value keeps none; make one with NewOrderLog.
type OrderLog struct {
	frames [][]byte // ring
	next   int
}

// NewOrderLog keeps the last n frames.
func NewOrderLog(n int) *OrderLog { return &OrderLog{frames: make([][]byte, n)} }

// Add appends an encoded frame, as icrep.AppendFrame gives it. It keeps a copy.
func (l *OrderLog) Add(frame []byte) {
	if len(l.frames) == 0 {
		return
	}
	l.frames[l.next] = append(l.frames[l.next][:0], frame...)
	l.next = (l.next + 1) % len(l.frames)
}

// Encoded returns the frames, oldest first, one after another.
func (l *OrderLog) Encoded() []byte {
	var out []byte
	for i := range l.frames {
		out = append(out, l.frames[(l.next+i)%len(l.frames)]...)
	}
	return out
}

// decodeFrames reads frames that follow each other.
func decodeFrames(data []byte) ([]icrep.TickFrame, error) {
	r := bincode.NewReader(data)
	var frames []icrep.TickFrame
	for r.Remaining() > 0 && r.Err() == nil {
		var f icrep.TickFrame
		f.ReadFrom(r)
		frames = append(frames, f)
	}
	return frames, r.Err()
}
