// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// TargetState is what of an actor's state decides what it counts as for
// weapons: infantry that hangs from a parachute is no infantry, only the hurt
// can be mended, submarines and aircraft change with where they are.
type TargetState uint8

// What of an actor's state decides what it counts as, a bit each.
const (
	TargetDamaged TargetState = 1 << iota
	TargetAirborne
	TargetParachute
	TargetUnderwater

	targetStates = 1 << iota
)

var targetConditions = map[ConditionKind]TargetState{
	ConditionDamaged: TargetDamaged, ConditionAirborne: TargetAirborne, ConditionParachute: TargetParachute, ConditionUnderwater: TargetUnderwater,
}

// targetInfo is a Targetable with a condition.
type targetInfo struct {
	Types []string
	// HoldsIn has a bit for each state in which the condition holds; requires
	// is set instead where the condition asks for something else.
	HoldsIn  uint32
	Requires Expression
}

func (t *ActorType) targetable(trait *rules.Trait) {
	types, requires := trait.Texts("TargetTypes"), RequirementOf(trait)
	t.OnlyForced = t.OnlyForced || trait.Bool("RequiresForceFire")
	if len(requires) == 0 {
		t.TargetTypes = append(t.TargetTypes, types...)
		return
	}
	info := targetInfo{Types: types}
	for i := range requires {
		if requires[i].Op == OpCondition && targetConditions[requires[i].Kind] == 0 {
			info.Requires = requires
		}
	}
	for state := range targetStates {
		if requires.holdsIn(TargetState(state)) {
			info.HoldsIn |= 1 << state
		}
	}
	t.Targets = append(t.Targets, info)
}

// HoldsIn evaluates an expression of nothing but target states.
func (e Expression) holdsIn(state TargetState) bool {
	var stack []int32
	for i := range e {
		if step := &e[i]; step.Op == OpCondition {
			stack = append(stack, Boolean(targetConditions[step.Kind]&state != 0))
		} else if stack = step.Applied(stack); stack == nil {
			return false
		}
	}
	return len(stack) == 1 && stack[0] != 0
}
