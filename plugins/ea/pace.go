// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/binary"
	"fmt"

	"convertd/core/ir"
)

// Frames never go back, and no recording stays silent for long: Generals to Rise
// of the Witch-king record a checksum every hundred frames, the later games a
// heartbeat every second. The longest silences of 109 real recordings were 5,020
// frames and 15. A number beyond these bounds is a damaged one, and playing up
// to it would cost what no byte of the file has paid for.
const (
	silenceOfRecords = 18_000 // ten minutes at 30 frames a second
	silenceOfChunks  = 4_500  // five minutes at 15
	// framesPerByte bounds the length of a game by the bytes recorded of it, beside
	// one silence. Real recordings have six at most.
	framesPerByte = 16
)

// silence is how many frames may pass between two records or chunks.
func (b *body) silence() uint64 {
	if b.replay.container == containerChunks {
		return silenceOfChunks
	}
	return silenceOfRecords
}

// frame notes the frame of a record or chunk. at is where it stands in the file;
// next begins with the frame of what follows, as far as the file holds that. Of
// two frames that contradict each other the one is wrong that does not fit its
// other neighbour.
func (b *body) frame(frame uint32, at int, next []byte) *ir.DecodeError {
	last, bytes := b.lastFrame, uint64(max(0, at-b.replay.bodyStart))
	switch {
	case frame < last:
		return wrongFrame(at, "frame %d after frame %d", frame, last)
	case uint64(frame-last) > b.silence():
		return wrongFrame(at, "frame %d after frame %d: nobody records nothing for %d frames", frame, last, frame-last)
	case uint64(frame) > b.silence()+framesPerByte*bytes:
		return wrongFrame(at, "frame %d after %d bytes of the game, which hold no more than %d", frame, bytes, b.silence()+framesPerByte*bytes)
	case len(next) >= 4:
		if follows := binary.LittleEndian.Uint32(next); follows < frame && follows >= last {
			return wrongFrame(at, "frame %d between frames %d and %d", frame, last, follows)
		}
	}
	b.lastFrame = frame
	return nil
}

func wrongFrame(at int, format string, args ...any) *ir.DecodeError {
	return &ir.DecodeError{Code: ir.CodeMalformed, Section: "frame", Offset: uint64(at), Message: fmt.Sprintf(format, args...)}
}
