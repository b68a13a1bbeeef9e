// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// Place is where a unit is after some way along a part.
func (act *Activity) Place(progress int32) wpos.Pos {
	at := wpos.LerpPos(act.From, act.To, progress, act.Distance)
	if act.Arc {
		yaw := wpos.LerpAngle(act.ArcFrom[1], act.ArcTo[1], progress, act.Distance)
		length := wpos.Lerp(act.ArcFrom[0], act.ArcTo[0], progress, act.Distance)
		height := wpos.Lerp(act.From.Z, act.To.Z, progress, act.Distance)
		at = act.ArcCenter.Add(wpos.Pos{X: 0, Y: length, Z: height}.Rotate(yaw))
	}
	at.Z = 0
	return at
}
