// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// What a player knows of the ground, changed at once for the whole map:
// satellites, crates and developers do that.

// exploreAll lets a player know all the ground.
func (w *World) exploreAll(p *state.Player) {
	for at := range p.Explored {
		if !p.Explored[at] {
			p.Explored[at] = true
			p.Touch(int32(at))
		}
	}
}

// forgetGround leaves a player only the ground that he sees.
func (w *World) forgetGround(p *state.Player) {
	for at := range p.Explored {
		if seen := p.Visible[at] > 0; p.Explored[at] != seen {
			p.Explored[at] = seen
			p.Touch(int32(at))
		}
	}
}

// knowsForGood reports whether nothing hides the ground from a player again:
// he knew it from the start, or has a satellite.
func (w *World) knowsForGood(owner int32) bool { return w.Options.Explored || w.gpsServes(owner) }

// changeGround is what a crate does with the map, for its finder or his side.
func (w *World) changeGround(owner int32, allies bool, change func(*World, *state.Player)) {
	for i := range w.Players {
		if int32(i) == owner || allies && w.Allied(owner, int32(i)) {
			change(w, &w.Players[i])
		}
	}
}

// takeGround lets a spy's player know the ground that his victim knows, who
// forgets what he does not see.
func (w *World) takeGround(spy, victim int32) {
	own, other := &w.Players[spy], &w.Players[victim]
	for at := range other.Explored {
		if other.Explored[at] && !own.Explored[at] {
			own.Explored[at] = true
			own.Touch(int32(at))
		}
	}
	if !w.gpsServes(victim) {
		w.forgetGround(other)
	}
}
