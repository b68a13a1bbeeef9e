// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"sort"
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// hasPrerequisites tests a list: "~" only hides, "!" means absent
// (docs/engine/rules.md#actor-facts).
func (w *World) hasPrerequisites(p *state.Player, list []string) bool {
	if w.techDirty {
		w.updateTech()
	}
	for _, entry := range list {
		name := strings.ToLower(strings.TrimPrefix(entry, "~"))
		absent := strings.HasPrefix(name, "!")
		name = strings.TrimPrefix(name, "!")
		if p.Provides(name) == absent {
			return false
		}
	}
	return true
}

// holdsTech is 1 if a player has such a prerequisite, else 0.
func (w *World) holdsTech(p *state.Player, condition state.TechCondition) int32 {
	if w.techDirty {
		w.updateTech()
	}
	return info.Boolean(p.TechConditions>>condition&1 == 1)
}

// updateTech collects what every player's buildings provide.
func (w *World) updateTech() {
	w.techDirty = false
	for i := range w.Players {
		p := &w.Players[i]
		p.Tech = append(p.Tech[:0], w.Options.Prerequisites...)
		for j := range w.playerProvides {
			provide := &w.playerProvides[j]
			if (len(provide.Factions) == 0 || info.Contains(provide.Factions, p.Faction)) && w.Holds(w.Actors[p.Actor], provide.Condition) {
				p.Tech = append(p.Tech, provide.Name)
			}
		}
	}
	for _, a := range w.Actors {
		if a == nil || !a.InWorld {
			continue
		}
		p := &w.Players[a.Owner]
		for j := range a.Type.Provides {
			if a.Provided&(1<<uint(j)) != 0 {
				p.Tech = append(p.Tech, a.Type.Provides[j].Name)
			}
		}
	}
	for i := range w.Players {
		sort.Strings(w.Players[i].Tech)
		w.Players[i].FindTechConditions()
	}
}

func (w *World) readPlayerProvides() {
	for i := range w.Rules.World.PlayerTraits {
		trait := &w.Rules.World.PlayerTraits[i]
		if trait.Name == "ProvidesPrerequisite" {
			w.playerProvides = append(w.playerProvides, state.PlayerProvide{
				Name: strings.ToLower(trait.Text("Prerequisite")), Factions: trait.Texts("Factions"),
				Condition: info.RequirementOf(trait),
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
	a.Provided = 0
	for i := range a.Type.Provides {
		provide := &a.Type.Provides[i]
		if i < maxProvides && (len(provide.Factions) == 0 || info.Contains(provide.Factions, a.Faction)) &&
			w.hasPrerequisites(&w.Players[a.Owner], provide.Requires) {
			a.Provided |= 1 << uint(i)
		}
	}
}
