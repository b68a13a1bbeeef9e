// SPDX-License-Identifier: GPL-3.0-or-later

package openra

func (a *Actor) panicking() bool { return a.panicSince > 0 }

// panicHurt draws whether somebody who is hurt panics. Until 20200503 everybody
// does.
func (w *World) panicHurt(a *Actor) {
	if w.behaviour.CoarseFacing {
		w.panics(a)
		return
	}
	w.mayPanic(a, a.typ.Panics.Chance)
}

// panicShooting draws whether somebody who shoots panics: until 20200503 one in so
// many, by whole numbers.
func (w *World) panicShooting(a *Actor) {
	chance := a.typ.Panics.AttackChance
	if !w.behaviour.CoarseFacing {
		w.mayPanic(a, chance)
	} else if w.random.below(max(100/max(chance, 1), 1)) == 0 {
		w.panics(a)
	}
}

// mayPanic draws whether somebody panics, by a chance in percent.
func (w *World) mayPanic(a *Actor, chance int32) {
	if w.random.below(100) < chance {
		w.panics(a)
	}
}

// panics lets somebody run about; who does not yet drops what he does.
func (w *World) panics(a *Actor) {
	if !a.panicking() {
		w.cancelAll(a)
	}
	a.panicSince = w.tick
}

// tickPanic lets somebody calm down.
func (w *World) tickPanic(a *Actor) {
	if a.panicking() && w.tick >= a.panicSince+a.typ.Panics.Duration {
		w.cancelAll(a)
		a.panicSince = 0
	}
}

// runAbout sends somebody who panics and stands to a cell beside.
func (w *World) runAbout(a *Actor) {
	if !a.panicking() {
		return
	}
	if c, ok := w.adjacentCellBut(a, w.location(a), a.typ.Panics.Avoid); ok {
		w.order(a, false, w.moveTo(c, 0, false))
	}
}

// panicSpeed is the percentage of its speed somebody runs at.
func (a *Actor) panicSpeed() int32 {
	if a.panicking() {
		return a.typ.Panics.Speed
	}
	return 100
}
