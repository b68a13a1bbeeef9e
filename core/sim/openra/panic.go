package openra

import "convertd/core/rules"

// panicInfo is how civilians run about when they are hurt (ScaredyCat).
type panicInfo struct {
	chance, attackChance int32 // percent: when hurt, when they shoot
	duration             int32
	speed                int32    // percent
	avoid                []string // terrain they don't run to
}

func newPanic(trait *rules.Trait) *panicInfo {
	return &panicInfo{
		chance: number(trait, "PanicChance", 100), attackChance: number(trait, "AttackPanicChance", 20),
		duration: number(trait, "PanicDuration", 250), speed: number(trait, "PanicSpeedModifier", 200), avoid: trait.Texts("AvoidTerrainTypes"),
	}
}

func (a *Actor) panicking() bool { return a.panicSince > 0 }

// mayPanic draws whether somebody panics; who does not yet drops what he does.
func (w *World) mayPanic(a *Actor, chance int32) {
	if !w.chance(chance) {
		return
	}
	if !a.panicking() {
		w.cancelAll(a)
	}
	a.panicSince = w.tick
}

// tickPanic lets somebody calm down.
func (w *World) tickPanic(a *Actor) {
	if a.panicking() && w.tick >= a.panicSince+a.typ.panics.duration {
		w.cancelAll(a)
		a.panicSince = 0
	}
}

// runAbout sends somebody who panics and stands to a cell beside.
func (w *World) runAbout(a *Actor) {
	if !a.panicking() {
		return
	}
	if c, ok := w.adjacentCellBut(a, w.location(a), a.typ.panics.avoid); ok {
		w.order(a, false, w.moveTo(c, 0, false))
	}
}

// panicSpeed is the percentage of its speed somebody runs at.
func (a *Actor) panicSpeed() int32 {
	if a.panicking() {
		return a.typ.panics.speed
	}
	return 100
}
