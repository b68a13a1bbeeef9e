// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"sort"
	"strings"

	"convertd/core/sim/openra/internal/info"
)

// hasPrerequisites tests a list: "~" only hides, "!" means absent
// (docs/engine/rules.md#actor-facts).
func (w *World) hasPrerequisites(p *player, list []string) bool {
	if w.techDirty {
		w.updateTech()
	}
	for _, entry := range list {
		name := strings.ToLower(strings.TrimPrefix(entry, "~"))
		absent := strings.HasPrefix(name, "!")
		name = strings.TrimPrefix(name, "!")
		if p.provides(name) == absent {
			return false
		}
	}
	return true
}

// techCondition is a prerequisite that grants a condition: actors ask for it in every
// tick.
type techCondition uint8

const (
	techUndeploy techCondition = iota
	techBounty
	techHospital
	techEngineers
)

var techConditionNames = [...]string{
	techUndeploy: "global-factundeploy", techBounty: "global-bounty", techHospital: "hosp", techEngineers: "global-reusable-engineers",
}

// holdsTech is 1 if a player has such a prerequisite, else 0.
func (w *World) holdsTech(p *player, condition techCondition) int32 {
	if w.techDirty {
		w.updateTech()
	}
	return info.Boolean(p.techConditions>>condition&1 == 1)
}

// findTechConditions finds which of them are among what is provided.
func (p *player) findTechConditions() {
	p.techConditions = 0
	for i, name := range techConditionNames {
		if p.provides(name) {
			p.techConditions |= 1 << i
		}
	}
}

func (p *player) provides(name string) bool {
	at := sort.SearchStrings(p.tech, name)
	return at < len(p.tech) && p.tech[at] == name
}

// updateTech collects what every player's buildings provide.
func (w *World) updateTech() {
	w.techDirty = false
	for i := range w.players {
		p := &w.players[i]
		p.tech = append(p.tech[:0], w.options.prerequisites...)
		for j := range w.playerProvides {
			provide := &w.playerProvides[j]
			if (len(provide.factions) == 0 || info.Contains(provide.factions, p.faction)) && w.holds(w.actors[p.actor], provide.condition) {
				p.tech = append(p.tech, provide.name)
			}
		}
	}
	for _, a := range w.actors {
		if a == nil || !a.inWorld {
			continue
		}
		p := &w.players[a.owner]
		for j := range a.typ.Provides {
			if a.provided&(1<<uint(j)) != 0 {
				p.tech = append(p.tech, a.typ.Provides[j].Name)
			}
		}
	}
	for i := range w.players {
		sort.Strings(w.players[i].tech)
		w.players[i].findTechConditions()
	}
}

// playerProvide is a prerequisite that players have without a building.
type playerProvide struct {
	name      string
	factions  []string
	condition info.Expression
}

func (w *World) readPlayerProvides() {
	for i := range w.set.World.PlayerTraits {
		trait := &w.set.World.PlayerTraits[i]
		if trait.Name == "ProvidesPrerequisite" {
			w.playerProvides = append(w.playerProvides, playerProvide{
				name: strings.ToLower(trait.Text("Prerequisite")), factions: trait.Texts("Factions"),
				condition: info.RequirementOf(trait),
			})
		}
	}
}

// maxProvides is how many prerequisites one type may provide: a bit each. The
// rule files need nineteen.
const maxProvides = 32

// settleProvided decides which prerequisites an actor provides: that depends on
// its faction and on what its owner has at this moment, and stays.
func (w *World) settleProvided(a *Actor) {
	a.provided = 0
	for i := range a.typ.Provides {
		provide := &a.typ.Provides[i]
		if i < maxProvides && (len(provide.Factions) == 0 || info.Contains(provide.Factions, a.faction)) &&
			w.hasPrerequisites(&w.players[a.owner], provide.Requires) {
			a.provided |= 1 << uint(i)
		}
	}
}
