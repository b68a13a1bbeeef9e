// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// A player may agree to a handicap in the lobby: what he has shoots weaker, is
// hurt more and takes longer to build (since 20210321, by a trait for each).

// maxHandicap is the highest that the lobby lets a player choose.
const maxHandicap = 95

// handicap says what of a type the handicap of its owner changes.
type handicap uint8

const (
	handicapFire handicap = 1 << iota
	handicapHurt
	handicapTime
)

var handicaps = map[string]handicap{
	"HandicapFirepowerMultiplier": handicapFire, "HandicapDamageMultiplier": handicapHurt, "HandicapProductionTimeMultiplier": handicapTime,
}

// handicappedFire is the percentage of its damage that an actor deals.
func (w *World) handicappedFire(a *Actor) int32 {
	if a.typ.handicaps&handicapFire == 0 {
		return 100
	}
	return 100 - w.players[a.owner].handicap
}

// handicappedHurt is the percentage of damage that an actor takes.
func (w *World) handicappedHurt(a *Actor) int32 {
	if a.typ.handicaps&handicapHurt == 0 {
		return 100
	}
	return 10000 / (100 - w.players[a.owner].handicap)
}

// handicappedTime is the percentage of time that a type takes to build.
func (w *World) handicappedTime(p *player, t *actorType) int32 {
	if t.handicaps&handicapTime == 0 {
		return 100
	}
	return 100 + p.handicap
}
