// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// targetState is what of an actor's state decides what it counts as for
// weapons: infantry that hangs from a parachute is no infantry, only the hurt
// can be mended, submarines and aircraft change with where they are.
type targetState uint8

const (
	targetDamaged targetState = 1 << iota
	targetAirborne
	targetParachute
	targetUnderwater

	targetStates = 1 << iota
)

var targetConditions = map[conditionKind]targetState{
	conditionDamaged: targetDamaged, conditionAirborne: targetAirborne, conditionParachute: targetParachute, conditionUnderwater: targetUnderwater,
}

// targetInfo is a Targetable with a condition.
type targetInfo struct {
	types []string
	// holdsIn has a bit for each state in which the condition holds; requires
	// is set instead where the condition asks for something else.
	holdsIn  uint32
	requires expression
}

func (t *actorType) targetable(trait *rules.Trait) {
	types, requires := trait.Texts("TargetTypes"), requirementOf(trait)
	t.onlyForced = t.onlyForced || trait.Bool("RequiresForceFire")
	if len(requires) == 0 {
		t.targetTypes = append(t.targetTypes, types...)
		return
	}
	info := targetInfo{types: types}
	for i := range requires {
		if requires[i].op == opCondition && targetConditions[requires[i].kind] == 0 {
			info.requires = requires
		}
	}
	for state := range targetStates {
		if requires.holdsIn(targetState(state)) {
			info.holdsIn |= 1 << state
		}
	}
	t.targets = append(t.targets, info)
}

// holdsIn evaluates an expression of nothing but target states.
func (e expression) holdsIn(state targetState) bool {
	var stack []int32
	for i := range e {
		if step := &e[i]; step.op == opCondition {
			stack = append(stack, boolean(targetConditions[step.kind]&state != 0))
		} else if stack = step.applied(stack); stack == nil {
			return false
		}
	}
	return len(stack) == 1 && stack[0] != 0
}

func (w *World) targetStateOf(a *Actor) targetState {
	var state targetState
	if a.hp < a.typ.maxHP {
		state |= targetDamaged
	}
	if a.typ.aircraft != nil && a.center.Z > 0 {
		state |= targetAirborne
	}
	if a.parachuting() {
		state |= targetParachute
	}
	if a.dived {
		state |= targetUnderwater
	}
	return state
}

// parachuting reports whether an actor hangs from a parachute: not yet at the end
// of the tick in which it leaves the plane, for its fall grants that when it begins.
func (a *Actor) parachuting() bool {
	act := a.current()
	for act != nil && (act.kind == actLeaveProduction || act.kind == actReturnToCell) {
		act = skipDone(act.child)
	}
	return act != nil && act.kind == actParachute && act.state != stateQueued
}

// countsAs reports whether an actor now is one of these types of target.
func (w *World) countsAs(a *Actor, types []string) bool {
	if overlaps(types, a.typ.targetTypes) {
		return true
	}
	if len(a.typ.targets) == 0 {
		return false
	}
	state := w.targetStateOf(a)
	for i := range a.typ.targets {
		info := &a.typ.targets[i]
		if info.requires != nil {
			if overlaps(types, info.types) && w.holds(a, info.requires) {
				return true
			}
			continue
		}
		if info.holdsIn>>state&1 != 0 && overlaps(types, info.types) {
			return true
		}
	}
	return false
}

// worksOn reports whether a weapon may be fired at an actor as it is now.
func (w *World) worksOn(weapon *weapon, a *Actor) bool {
	if !w.countsAs(a, weapon.targets) || len(weapon.invalid) > 0 && w.countsAs(a, weapon.invalid) {
		return false
	}
	for i := range weapon.warheads {
		if w.hits(&weapon.warheads[i], a) {
			return true
		}
	}
	return false
}

// hits reports whether a warhead works on an actor as it is now. Only damage
// needs health.
func (w *World) hits(h *warhead, a *Actor) bool {
	switch h.kind {
	case warheadSpread, warheadTarget, warheadPercentage:
		return a.typ.maxHP > 0 && w.countsAs(a, h.targets) && (len(h.invalid) == 0 || !w.countsAs(a, h.invalid))
	case warheadOther, warheadPuff, warheadSow, warheadRaze, warheadCluster:
	}
	return false
}
