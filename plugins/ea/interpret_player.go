// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import "convertd/core/ir"

// beaconText: one wide character each.
func (b *body) beaconText() (whole bool) {
	b.text = appendUTF8(b.text[:0], b.args.wide)
	b.order.Text = string(b.text)
	return b.args.total == b.args.wides
}

// viewpoint: location, angle, pitch, zoom, cursor, mouse. Angle and zoom go
// with the camera sample. The rest decides nothing and would double the size
// of a stream that is mostly cameras.
func (b *body) viewpoint() (whole bool) {
	a := &b.args
	b.place(&b.order.Target, 0)
	return a.locations == 1 && a.reals == 3 && a.total == 6
}

// selfDestruct: a bool, whether allies get what is left.
func (b *body) selfDestruct(c *command) (whole bool) {
	a := &b.args
	b.data(a.flags & 1)
	b.outcomes.gaveUp(b.order.Player, c.frame, a.flags&1 != 0)
	return a.total == 1 && a.bools == 1
}

// destroyed: the lobby slot of a player who is out, reported by somebody else.
// The order is the one of the player it is about.
func (b *body) destroyed(c *command) (whole bool) {
	a := &b.args
	if a.integers > 0 {
		b.order.Player = b.replay.slotPlayer(a.integer[0])
		b.outcomes.destroyed(b.order.Player, c.frame)
	}
	return false
}

// cameraOf is the camera that SET_REPLAY_CAMERA describes: location, angle,
// pitch, zoom (docs/formats/ea.md#camera-command).
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
