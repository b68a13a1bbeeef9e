// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// Along is where a bullet is after so many ticks: on the line, raised by the
// arc of its launch angle.
func (e *Effect) Along(ticks int32) wpos.Pos {
	at := wpos.LerpPos(e.From, e.To, ticks, e.Length)
	if e.Angle == 0 {
		return at
	}
	rise := int64(e.To.Sub(e.From).Length()) * int64(wpos.Tangent(e.Angle)) * int64(ticks) * int64(e.Length-ticks)
	at.Z += int32(rise / (1024 * int64(e.Length) * int64(e.Length)))
	return at
}

// BulletHash is what of a bullet is hashed; the last position only since
// 20201213.
func (e *Effect) BulletHash(last bool) int32 {
	h := e.At.Hash() ^ e.To.Hash() ^ e.From.Hash()
	if last {
		h ^= e.Last.Hash()
	}
	return h
}
