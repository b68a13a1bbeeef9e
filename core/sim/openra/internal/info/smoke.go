// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"

	"convertd/core/rules"
)

// MaxSmokes is how many kinds of smoke a type has at most: trees burn more
// with every state.
const MaxSmokes = 3

// chainTicks is how much longer than its frames a sequence is shown that
// follows another: the frame it begins with stays a tick more.
const chainTicks = 1

// smokeInfo is one kind of smoke over what is damaged.
type smokeInfo struct {
	States           DamageState // in which it is seen
	Delay            [2]int32    // ticks until it rises, at least and the bound above; zeros: at once
	Start, Loop, End int32       // lengths in ticks, with what chaining adds
	Loops            [2]int32    // how often the loop is shown, at least and the bound above
}

// compileSmokes finds the kinds of smoke of a type; those of the releases draw
// nothing that is hashed.
func (c *compiler) compileSmokes(t *ActorType) {
	if c.set.Release.Name != rules.Fork2026 {
		return
	}
	for i := range c.set.Extra.Smokes {
		s := &c.set.Extra.Smokes[i]
		if !s.Of(t.Name, t.Category) && !Contains(t.TargetTypes, s.Targets) || len(t.Smokes) == MaxSmokes {
			continue
		}
		info := smokeInfo{States: statesBetween(s.From, s.To), Start: int32(s.Start), Loop: int32(s.Loop) + chainTicks}
		if len(s.Delay) == len(info.Delay) {
			info.Delay = [2]int32{int32(s.Delay[0]), int32(s.Delay[1])}
		}
		if len(s.Loops) == len(info.Loops) {
			info.Loops = [2]int32{int32(s.Loops[0]), int32(s.Loops[1])}
		}
		if s.End > 0 {
			info.End = int32(s.End) + chainTicks
		}
		t.Smokes = append(t.Smokes, info)
	}
}

// statesBetween are the states of damage from one to another, by their names.
func statesBetween(from, to string) (states DamageState) {
	for i := slices.Index(damageStateNames, from); i >= 0 && i < len(damageStateNames); i++ {
		if states |= 1 << i; damageStateNames[i] == to {
			break
		}
	}
	return states
}
