package openra

import (
	"strings"

	"convertd/core/rules"
)

// cloakInfo is the trait that hides a unit while it does nothing loud. Its
// timer is hashed even where the trait is off.
type cloakInfo struct {
	initial, delay int32
	uncloakOn      string
	condition      string // granted while it hides
	requires       expression
	pauses         expression
}

// Occasions on which a unit shows itself.
const (
	loudAttack = "Attack"
	loudDock   = "Dock"
)

// loudDefault is what shows a unit unless the rules say otherwise.
const loudDefault = "Attack, Unload, Infiltrate, Demolish, Dock"

func newCloak(trait *rules.Trait) *cloakInfo {
	info := &cloakInfo{
		initial: number(trait, "InitialDelay", 10), delay: number(trait, "CloakDelay", 30), uncloakOn: trait.Text("UncloakOn"), condition: trait.Text("CloakedCondition"),
		requires: compileExpression(trait.Text("RequiresCondition")), pauses: compileExpression(trait.Text("PauseOnCondition")),
	}
	if info.uncloakOn == "" {
		info.uncloakOn = strings.Join(trait.Texts("UncloakOn"), ", ")
	}
	if info.uncloakOn == "" {
		info.uncloakOn = loudDefault
	}
	return info
}

// uncloak shows a unit after something loud.
func (w *World) uncloak(a *Actor, occasion string) {
	if info := a.typ.cloak; info != nil && strings.Contains(info.uncloakOn, occasion) {
		a.cloakTicks = max(a.cloakTicks, info.delay)
	}
}

// underwater reports whether a submarine has dived.
func (a *Actor) underwater() bool {
	return a.typ.cloak != nil && a.typ.cloak.condition == "underwater" && a.cloakTicks <= 0
}

// tickCloak counts the rest of a unit's time in sight down.
func (w *World) tickCloak(a *Actor) {
	info := a.typ.cloak
	if a.cloakTicks == 0 || !w.holds(a, info.requires) || len(info.pauses) > 0 && w.holds(a, info.pauses) {
		return
	}
	if a.docking() {
		return
	}
	a.cloakTicks--
}

// docking reports whether a harvester is at a refinery.
func (a *Actor) docking() bool {
	for act := a.current(); act != nil; act = skipDone(act.child) {
		if act.kind == actDock {
			return act.flag[flagInitiated]
		}
	}
	return false
}
