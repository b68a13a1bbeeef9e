package ea

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"convertd/core/ir"
)

// interpretPlayer fills commands of a player as such: settings, texts, giving
// up, checksums and the end.
func (b *body) interpretPlayer(c *command, m *meaning) (whole bool) {
	a, o := &b.args, &b.order
	switch m.plan {
	case planNumber:
		o.Subjects = b.selection(c.native).subjects()
		if a.integers > 0 {
			b.data(a.integer[0])
		}
		return a.total == 1 && a.integers == 1
	case planPlayerNumber:
		if a.integers > 0 {
			b.data(a.integer[0])
		}
		return a.total == 1 && a.integers == 1
	case planBeaconText:
		b.text = appendUTF8(b.text[:0], a.wide)
		o.Text = string(b.text)
		return a.total == a.wides
	case planCamera:
		b.place(&o.Target, 0)
		// Angle and zoom go with the camera sample. The rest, pitch, cursor and
		// mouse, decides nothing and would double the size of a stream that is
		// mostly cameras.
		return a.locations == 1 && a.reals == 3 && a.total == 6
	case planSelfDestruct:
		b.data(a.flags & 1)
		b.outcomes.gaveUp(o.Player, c.frame, a.flags&1 != 0)
		return a.total == 1 && a.bools == 1
	case planDestroyed:
		if a.integers > 0 {
			o.Player = b.replay.slotPlayer(a.integer[0])
			b.outcomes.destroyed(o.Player, c.frame)
		}
	case planChecksum:
		if a.integers > 0 {
			b.data(a.integer[0])
		}
	case planEnd:
		b.ended = true
		if a.integers > 0 {
			b.data(a.integer[0])
		}
		return a.total == a.integers && a.integers <= 1
	}
	return false
}

// appendUTF8 appends UTF-16LE units as UTF-8; a lone surrogate becomes U+FFFD.
func appendUTF8(text, units []byte) []byte {
	for len(units) >= 2 {
		r := rune(binary.LittleEndian.Uint16(units))
		units = units[2:]
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if len(units) >= 2 {
				low = rune(binary.LittleEndian.Uint16(units))
			}
			r = utf16.DecodeRune(r, low)
			if r != utf8.RuneError {
				units = units[2:]
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return text
}

// cameraOf is the camera that SET_REPLAY_CAMERA describes: location, angle,
// pitch, zoom (ea.md §1).
func (b *body) cameraOf(c *command) ir.CameraSample {
	a := &b.args
	sample := ir.CameraSample{
		Frame: uint64(c.frame), Tick: uint64(c.frame), Player: b.player(c.native),
		X: a.location[0][0], Y: a.location[0][1], Z: a.location[0][2],
	}
	if a.reals >= 3 {
		sample.Angle, sample.Zoom = int32(a.real[0]), int32(a.real[2])
	}
	return sample
}
