// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// rememberedPlaces is how many places a flight that may end near its goal looks
// back, stuckDistance how little it must have moved between the first and the
// last to be taken for blocked.
const (
	rememberedPlaces = 5
	stuckDistance    = 64
)

// PassedBy notes where a flight that may end near its goal has been: two
// entries of the path for each place.
func (act *Activity) PassedBy(at wpos.Pos) {
	if act.NearEnough == 0 {
		return
	}
	if len(act.Path) == 2*rememberedPlaces {
		copy(act.Path, act.Path[2:])
		act.Path = act.Path[:2*rememberedPlaces-2]
	}
	act.Path = append(act.Path, wpos.Cell{X: at.X, Y: at.Y}, wpos.Cell{X: at.Z, Y: 0})
}

// Stuck reports whether a flight has hardly moved for some ticks.
func (act *Activity) Stuck() bool {
	if act.NearEnough == 0 || len(act.Path) < 2*rememberedPlaces {
		return false
	}
	first, last := len(act.Path)-2*rememberedPlaces, len(act.Path)-2
	from := wpos.Pos{X: act.Path[first].X, Y: act.Path[first].Y, Z: act.Path[first+1].X}
	to := wpos.Pos{X: act.Path[last].X, Y: act.Path[last].Y, Z: act.Path[last+1].X}
	return to.Sub(from).Squared() < stuckDistance*stuckDistance
}
