// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"

	"convertd/core/rules"
)

// ReleaseSlots lists the hashed traits of a type with their conditions.
func ReleaseSlots(set *rules.Ruleset, nodes []rules.Node) []SyncSlot {
	var slots []SyncSlot
	seen := map[SyncKind]int32{}
	for i := range nodes {
		class := set.Classes.Class(nodes[i].Name())
		if !class.Sync {
			continue
		}
		kind := releaseSyncKinds[nodes[i].Name()]
		if onlyConditions(class) {
			kind = SyncZero
		}
		slot := SyncSlot{Kind: kind, Index: seen[kind], Key: nodes[i].Key}
		seen[kind]++
		var flags SyncFlags
		if class.Conditional > 0 && nodes[i].Name() != "RevealsShroud" && nodes[i].Name() != "CreatesShroud" {
			flags.Requires = CompileExpression(nodes[i].Requires)
		}
		if class.Conditional > 1 {
			flags.Pauses = CompileExpression(nodes[i].Pause)
		}
		if flags.Requires != nil || flags.Pauses != nil {
			slot.Flags = &flags
		}
		slots = append(slots, slot)
	}
	return slots
}

// onlyConditions reports whether all that is hashed of a trait is whether it is disabled
// or paused, as of Hovers until its height was hashed after 2023.
func onlyConditions(class *rules.Class) bool {
	for _, member := range class.Members {
		if member.Class != "ConditionalTrait" && member.Class != "PausableConditionalTrait" {
			return false
		}
	}
	return len(class.Members) > 0
}

// hasNode reports whether a trait is among those of a type.
func hasNode(nodes []rules.Node, name string) bool {
	for i := range nodes {
		if nodes[i].Name() == name {
			return true
		}
	}
	return false
}

// TricklerInfo is the trait that gives its owner money from time to time.
type TricklerInfo struct {
	Interval, Initial, Amount int32
	Enabled                   Expression
}

func newTrickler(trait *rules.Trait) *TricklerInfo {
	return &TricklerInfo{
		Interval: Number(trait, "Interval", 50), Initial: Number(trait, "InitialDelay", 0), Amount: Number(trait, "Amount", 15),
		Enabled: RequirementOf(trait),
	}
}

// countBodies takes the number of infantry bodies from the listed nodes, where
// the type is listed: each draws at creation.
func (t *ActorType) countBodies(nodes []rules.Node) {
	if t.Infantry == nil || nodes == nil {
		return
	}
	t.Infantry.Bodies, t.Infantry.Disguising = 0, 0
	for i := range nodes {
		if nodes[i].Name() == disguisingBody {
			t.Infantry.Disguising++
		}
		if name := nodes[i].Name(); name == "WithInfantryBody" || name == disguisingBody || name == "WithSplitAttackPaletteInfantryBody" {
			t.Infantry.Bodies++
		}
	}
}

const disguisingBody = "WithDisguisingInfantryBody"

// orderBody notes that the body of a spy is constructed behind his AutoTarget,
// as it is until 20230225: it is idle after the look for targets.
func (t *ActorType) orderBody(nodes []rules.Node) {
	if t.Infantry == nil || nodes == nil {
		return
	}
	place := func(name string) int {
		return slices.IndexFunc(nodes, func(n rules.Node) bool { return n.Name() == name })
	}
	look, body := place("AutoTarget"), place(disguisingBody)
	t.Infantry.AfterLook = look >= 0 && look < body
}

// storesForPlayer reports whether StoresResources is a store of the player's:
// until 20231010 that was its meaning, and harvesters had a capacity of their
// own.
func (c *compiler) storesForPlayer() bool { return c.set.Classes.Class("StoresPlayerResources") == nil }
