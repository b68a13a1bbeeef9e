// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"

	"convertd/core/rules"
)

// auraInfo is the trait.
type auraInfo struct {
	Condition string
	Reach     int32
	Towards   Relations
	Itself    bool // it grants the condition to its own actor, too
	Requires  Expression
}

func newAura(trait *rules.Trait) *auraInfo {
	info := &auraInfo{
		Condition: trait.Text("Condition"), Reach: Number(trait, "Range", 3072), Towards: Relations{Ally: true},
		Itself: trait.Bool("AffectsParent"), Requires: RequirementOf(trait),
	}
	if trait.Has("ValidRelationships") {
		info.Towards = relationsOf(trait.Text("ValidRelationships"))
	}
	return info
}

// keepBorne leaves of the conditions that others may grant an actor those that
// an aura of the rules grants. Whoever bears one is no scenery: nobody tells him
// when he is granted it.
func (k *CompiledTypes) keepBorne() {
	var granted []string
	for _, t := range k.Types {
		if t.Aura != nil {
			granted = append(granted, t.Aura.Condition)
		}
	}
	for _, t := range k.Types {
		t.Bears = slices.DeleteFunc(t.Bears, func(name string) bool { return !Contains(granted, name) })
		t.Scenery = t.Scenery && len(t.Bears) == 0
	}
}
