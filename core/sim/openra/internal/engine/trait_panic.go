// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// panicHurt draws whether somebody who is hurt panics. Until 20200503 everybody
// does.
func (w *World) panicHurt(a *Actor) {
	if w.Release.CoarseFacing {
		w.panics(a)
		return
	}
	w.mayPanic(a, a.Type.Panics.Chance)
}

// panicShooting draws whether somebody who shoots panics: until 20200503 one in so
// many, by whole numbers.
func (w *World) panicShooting(a *Actor) {
	chance := a.Type.Panics.AttackChance
	if !w.Release.CoarseFacing {
		w.mayPanic(a, chance)
	} else if w.Random.Below(max(100/max(chance, 1), 1)) == 0 {
		w.panics(a)
	}
}

// mayPanic draws whether somebody panics, by a chance in percent.
func (w *World) mayPanic(a *Actor, chance int32) {
	if w.Random.Below(100) < chance {
		w.panics(a)
	}
}

// panics lets somebody run about; who does not yet drops what he does.
func (w *World) panics(a *Actor) {
	if !a.Panicking() {
		w.cancelAll(a)
	}
	a.PanicSince = w.Ticks
}

// tickPanic lets somebody calm down.
func (w *World) tickPanic(a *Actor) {
	if a.Panicking() && w.Ticks >= a.PanicSince+a.Type.Panics.Duration {
		w.cancelAll(a)
		a.PanicSince = 0
	}
}

// runAbout sends somebody who panics and stands to a cell beside.
func (w *World) runAbout(a *Actor) {
	if !a.Panicking() {
		return
	}
	if c, ok := w.adjacentCellBut(a, w.location(a), a.Type.Panics.Avoid); ok {
		w.order(a, false, w.MoveTo(c, 0, false))
	}
}
