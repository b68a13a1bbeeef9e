// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// A player may agree to a handicap in the lobby: what he has shoots weaker, is
// hurt more and takes longer to build (since 20210321, by a trait for each).

// handicappedFire is the percentage of its damage that an actor deals.
func (w *World) handicappedFire(a *Actor) int32 {
	if a.Type.Handicaps&info.HandicapFire == 0 {
		return 100
	}
	return 100 - w.Players[a.Owner].Handicap
}

// handicappedHurt is the percentage of damage that an actor takes.
func (w *World) handicappedHurt(a *Actor) int32 {
	if a.Type.Handicaps&info.HandicapHurt == 0 {
		return 100
	}
	return 10000 / (100 - w.Players[a.Owner].Handicap)
}

// handicappedTime is the percentage of time that a type takes to build.
func (w *World) handicappedTime(p *state.Player, t *info.ActorType) int32 {
	if t.Handicaps&info.HandicapTime == 0 {
		return 100
	}
	return 100 + p.Handicap
}
