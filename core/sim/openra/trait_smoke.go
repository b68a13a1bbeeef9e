// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/rules"
)

// The smoke of what is damaged, and the flames of trees. Their length is drawn
// from the generator that is hashed since 2025 (WithDamageOverlay): the first
// hit within the bounds of the state draws it, and so does the first after it
// has gone. It rises once, hangs there for some loops, and may have an end.

// maxSmokes is how many kinds of smoke a type has at most: trees burn more
// with every state.
const maxSmokes = 3

// chainTicks is how much longer than its frames a sequence is shown that
// follows another: the frame it begins with stays a tick more.
const chainTicks = 1

// smokeInfo is one kind of smoke over what is damaged.
type smokeInfo struct {
	states           damageState // in which it is seen
	delay            [2]int32    // ticks until it rises, at least and the bound above; zeros: at once
	start, loop, end int32       // lengths in ticks, with what chaining adds
	loops            [2]int32    // how often the loop is shown, at least and the bound above
}

// compileSmokes finds the kinds of smoke of a type; those of the releases draw
// nothing that is hashed.
func (c *compiler) compileSmokes(t *actorType) {
	if c.set.Release.Name != rules.Fork2026 {
		return
	}
	for i := range c.set.Extra.Smokes {
		s := &c.set.Extra.Smokes[i]
		if !s.Of(t.name, t.category) && !contains(t.targetTypes, s.Targets) || len(t.smokes) == maxSmokes {
			continue
		}
		info := smokeInfo{states: statesBetween(s.From, s.To), start: int32(s.Start), loop: int32(s.Loop) + chainTicks}
		if len(s.Delay) == len(info.delay) {
			info.delay = [2]int32{int32(s.Delay[0]), int32(s.Delay[1])}
		}
		if len(s.Loops) == len(info.loops) {
			info.loops = [2]int32{int32(s.Loops[0]), int32(s.Loops[1])}
		}
		if s.End > 0 {
			info.end = int32(s.End) + chainTicks
		}
		t.smokes = append(t.smokes, info)
	}
}

// statesBetween are the states of damage from one to another, by their names.
func statesBetween(from, to string) (states damageState) {
	for i := slices.Index(damageStateNames, from); i >= 0 && i < len(damageStateNames); i++ {
		if states |= 1 << i; damageStateNames[i] == to {
			break
		}
	}
	return states
}

// smokeAfter lets smoke rise from what was just damaged.
func (w *World) smokeAfter(a *Actor, amount int32) {
	for i := range a.typ.smokes {
		s := &a.typ.smokes[i]
		switch {
		case a.damageState()&s.states == 0:
			a.smoke[i] = min(a.smoke[i], 0)
		case amount < 0 || a.smoke[i] != 0:
		case s.delay[1] > 0:
			if a.smoke[i] = -w.random.between(s.delay[0], s.delay[1]); a.smoke[i] == 0 {
				w.startSmoke(a, i)
			}
		default:
			w.startSmoke(a, i)
		}
	}
}

// startSmoke draws how long the smoke is seen.
func (w *World) startSmoke(a *Actor, i int) {
	s := &a.typ.smokes[i]
	a.smoke[i] = s.start + w.random.between(s.loops[0], s.loops[1])*s.loop + s.end
}

// tickSmoke counts down how long the smoke is seen and, below zero, how long it
// is until it rises. It does not if its actor is in another state by then.
func (w *World) tickSmoke(a *Actor) {
	for i := range a.typ.smokes {
		switch {
		case a.smoke[i] > 0:
			a.smoke[i]--
		case a.smoke[i] == 0:
		case a.damageState()&a.typ.smokes[i].states == 0:
			a.smoke[i] = 0
		default:
			if a.smoke[i]++; a.smoke[i] == 0 {
				w.startSmoke(a, i)
			}
		}
	}
}
