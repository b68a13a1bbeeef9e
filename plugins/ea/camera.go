// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/binary"

	"convertd/core/ir"
)

// A camera entry: slot, type, timecode, flags, then what the flags say
// (docs/formats/ea.md#cameras).
const (
	cameraEntry     = 10
	cameraExtraWord = 0x40 // bit of the type: one more word follows
	cameraPosition  = 1 << 0
	cameraRotation  = 1 << 1
)

// cameraChunk reads the camera entries of one chunk. The camera decides
// nothing in the game: an entry that does not fit its layout is reported and
// the rest of the chunk left.
func (b *body) cameraChunk(c *chunk) error {
	p := c.payload
	if len(p) < 2 {
		b.notes.skip("camera-layout", "camera chunks that do not fit the layout", c.offset, len(p))
		return nil
	}
	count := binary.LittleEndian.Uint16(p)
	p = p[2:]
	for range count {
		if len(p) < cameraEntry {
			b.notes.skip("camera-layout", "camera chunks that do not fit the layout", c.offset, len(p))
			return nil
		}
		slot := binary.LittleEndian.Uint32(p)
		size := cameraEntry
		if p[4]&cameraExtraWord != 0 {
			size += 4
		}
		flags := p[9]
		rest := p[min(size, len(p)):]
		need := 0
		if flags&cameraPosition != 0 {
			need += 12
		}
		if flags&cameraRotation != 0 {
			need += 16
		}
		if len(rest) < need {
			b.notes.skip("camera-layout", "camera chunks that do not fit the layout", c.offset, len(p))
			return nil
		}
		if !b.native {
			if err := b.camera(c.timecode, slot, flags, rest); err != nil {
				return err
			}
		}
		p = rest[need:]
	}
	if len(p) > 0 {
		b.notes.skip("camera-layout", "camera chunks that do not fit the layout", c.offset, len(p))
	}
	return nil
}

// camera sends one sample. Position and rotation come together or alone; what
// is missing keeps its last value, zero before the first. Of the rotation, a
// quaternion x y z w, the sample carries z as Angle and w as Zoom: the heading
// is 2·atan2(z, w), and the pitch stays as it was.
func (b *body) camera(timecode, slot uint32, flags uint8, values []byte) error {
	sample := ir.CameraSample{
		Frame: uint64(timecode), Tick: uint64(timecode), Player: b.replay.slotPlayer(slot),
	}
	var view *view
	if slot < maxSlots {
		view = &b.views[slot]
	} else {
		view = &b.strayView
		*view = noView
	}
	if flags&cameraPosition != 0 {
		view.at = locationOf(values)
		values = values[12:]
	}
	if flags&cameraRotation != 0 {
		view.angle = int32(binary.LittleEndian.Uint32(values[8:]))
		view.zoom = int32(binary.LittleEndian.Uint32(values[12:]))
	}
	sample.X, sample.Y, sample.Z = view.at[0], view.at[1], view.at[2]
	sample.Angle, sample.Zoom = view.angle, view.zoom
	return b.stop(b.sink.Camera(sample))
}

// view is where a camera was last.
type view struct {
	at          location
	angle, zoom int32
}

var noView view
