// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"

	"convertd/core/rules"
)

// ironCurtain is the condition of what cannot be hurt.
const ironCurtain = "invulnerability"

// CloakCrate is the condition of what hides because of a crate.
const CloakCrate = "cloak-crate-collected"

// trainedInfo is a trait that lets actors begin with ranks while their owner has
// what it needs (ProducibleWithLevel).
type trainedInfo struct {
	Levels        int32
	Prerequisites []string
}

// GivesUnits reports whether an action makes units around the finder.
func (action *CrateAction) GivesUnits() bool {
	switch action.Kind {
	case "DuplicateUnitCrateAction", "GiveUnitCrateAction", "GiveBaseBuilderCrateAction", "GiveMcvCrateAction":
		return true
	}
	return false
}

// CrateAction is one thing that may be in a crate. Until 20230225 the one that
// gives a new base is called GiveMcvCrateAction, and in 20200202 and 20200503
// the one that heals HealUnitsCrateAction; they do the same.
type CrateAction struct {
	Key           string // of the trait, with what tells it from others of its kind
	Kind          string
	Shares        int32
	NoBase        int32
	Amount        int32
	MaxValue      int32
	MaxAmount     int32
	Radius        int32
	After         int32
	Units         []string
	Factions      []string
	Prerequisites []string
	Excluded      []string
	Targets       []string
	Weapon        *Weapon
	Levels        int32
	Reach         int32  // how near others stand who get it too
	Others        int32  // how many of them at most, -1: all
	Condition     string // granted
	Owner         string // whose units it gives, the finder's if empty
	Allies        bool   // it changes the map for his whole side
	Duration      int32
}

func (c *compiler) crateAction(trait *rules.Trait) CrateAction {
	return CrateAction{
		Weapon: c.weaponNamed(trait.Text("Weapon")),
		Key:    trait.Key, Kind: trait.Name, Shares: Number(trait, "SelectionShares", 10), NoBase: Number(trait, "NoBaseSelectionShares", 0),
		Amount: Number(trait, "Amount", 0), MaxValue: Number(trait, "MaxDuplicateValue", -1),
		MaxAmount: Number(trait, "MaxAmount", 2), Radius: Number(trait, "MaxRadius", 4), After: Number(trait, "TimeDelay", 0),
		Units: trait.Texts("Units"), Factions: trait.Texts("ValidFactions"), Prerequisites: trait.Texts("Prerequisites"),
		Excluded: trait.Texts("ExcludedActorTypes"), Targets: trait.Texts("ValidTargets"),
		Levels: Number(trait, "Levels", 1), Reach: Number(trait, "Range", 3), Others: Number(trait, "MaxExtraCollectors", 4),
		Condition: trait.Text("Condition"), Owner: trait.Text("Owner"), Allies: trait.Bool("IncludeAllies"), Duration: Number(trait, "Duration", 0),
	}
}

// orderContents puts what may be in a crate in the order the rule files list it
// in: one draw over all shares decides, so the order tells which it is.
func (t *ActorType) orderContents(nodes []rules.Node) {
	if t.Crate == nil {
		return
	}
	place := func(key string) int {
		return slices.IndexFunc(nodes, func(n rules.Node) bool { return n.Key == key })
	}
	slices.SortStableFunc(t.Crate.Actions, func(a, b CrateAction) int { return place(a.Key) - place(b.Key) })
}
