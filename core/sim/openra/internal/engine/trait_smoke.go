// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// The smoke of what is damaged, and the flames of trees. Their length is drawn
// from the generator that is hashed since 2025 (WithDamageOverlay): the first
// hit within the bounds of the state draws it, and so does the first after it
// has gone. It rises once, hangs there for some loops, and may have an end.

// smokeAfter lets smoke rise from what was just damaged.
func (w *World) smokeAfter(a *Actor, amount int32) {
	for i := range a.Type.Smokes {
		s := &a.Type.Smokes[i]
		switch {
		case a.DamageState()&s.States == 0:
			a.Smoke[i] = min(a.Smoke[i], 0)
		case amount < 0 || a.Smoke[i] != 0:
		case s.Delay[1] > 0:
			if a.Smoke[i] = -w.Random.Between(s.Delay[0], s.Delay[1]); a.Smoke[i] == 0 {
				w.startSmoke(a, i)
			}
		default:
			w.startSmoke(a, i)
		}
	}
}

// startSmoke draws how long the smoke is seen.
func (w *World) startSmoke(a *Actor, i int) {
	s := &a.Type.Smokes[i]
	a.Smoke[i] = s.Start + w.Random.Between(s.Loops[0], s.Loops[1])*s.Loop + s.End
}

// tickSmoke counts down how long the smoke is seen and, below zero, how long it
// is until it rises. It does not if its actor is in another state by then.
func (w *World) tickSmoke(a *Actor) {
	for i := range a.Type.Smokes {
		switch {
		case a.Smoke[i] > 0:
			a.Smoke[i]--
		case a.Smoke[i] == 0:
		case a.DamageState()&a.Type.Smokes[i].States == 0:
			a.Smoke[i] = 0
		default:
			if a.Smoke[i]++; a.Smoke[i] == 0 {
				w.startSmoke(a, i)
			}
		}
	}
}
