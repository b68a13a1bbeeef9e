// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// CatalogEntry is what a type of the rules is to a simulation that plays the game
// by other means than the engine's, as where the map is missing.
type CatalogEntry struct {
	Name          string
	Queue         string   // by which it is made, "" for what is not made
	Produces      []string // queues it works for
	Cost          int32
	BuildTicks    int32    // with one factory and enough power
	Prerequisites []string // all of them
	Provides      []string
	Health, Power int32
	Speed         int32 // world units per tick, 0 for what cannot move
	Width, Height int32 // cells that a building takes up, 0 for others
	Deploys       string
	Brings        []string // what comes with a building
	Armed         bool
	Rallies       bool // it has a rally point
}

// Catalog lists the types that somebody can own, in the order of the rules.
func Catalog(set *rules.Ruleset) ([]CatalogEntry, error) {
	w, err := New(Setup{Rules: set})
	if err != nil {
		return nil, err
	}
	provided := make(map[string]bool)
	for _, t := range w.types {
		for i := range t.provides {
			provided[t.provides[i].name] = true
		}
	}
	modifiers := make(map[string]int32)
	for _, info := range queueInfos(set) {
		modifiers[info.kind] = info.modifier
	}
	for _, t := range w.types {
		for i := range t.queues {
			modifiers[t.queues[i].kind] = t.queues[i].modifier
		}
	}
	var list []CatalogEntry
	for _, t := range w.types {
		if t.buildable != nil || t.transforms != nil || t.mobile != nil || t.aircraft != nil || len(t.produces) > 0 {
			list = append(list, t.catalogEntry(provided, modifiers))
		}
	}
	return list, nil
}

func (t *actorType) catalogEntry(provided map[string]bool, modifiers map[string]int32) CatalogEntry {
	e := CatalogEntry{Name: t.name, Cost: t.cost, Health: t.maxHP, Armed: len(t.armaments) > 0 || t.armed, Rallies: t.rallyPoint}
	for _, kind := range t.produces {
		e.Produces = appendOnce(e.Produces, queueFamily(kind))
	}
	for i := range t.provides {
		e.Provides = appendOnce(e.Provides, t.provides[i].name)
	}
	for i := range t.power {
		e.Power += t.power[i].amount
	}
	switch {
	case t.mobile != nil:
		e.Speed = t.mobile.speed
	case t.aircraft != nil:
		e.Speed = t.aircraft.speed
	case t.building != nil:
		e.Width, e.Height = t.building.width, t.building.height
	}
	if t.transforms != nil {
		e.Deploys = t.transforms.into
	}
	for i := range t.freeActors {
		e.Brings = append(e.Brings, t.freeActors[i].actor)
	}
	for i := range t.deliveries {
		e.Brings = append(e.Brings, t.deliveries[i].actor)
	}
	e.Brings = append(e.Brings, t.cargoUnits...)
	if b := t.buildable; b != nil && len(b.queues) > 0 {
		e.Queue = queueFamily(b.queues[0])
		e.BuildTicks = t.cost
		if b.duration != -1 {
			e.BuildTicks = b.duration
		}
		e.BuildTicks = wpos.Percent(e.BuildTicks, b.modifier, modifiers[b.queues[0]])
		e.Prerequisites = b.positive(provided)
	}
	return e
}

// positive lists the prerequisites that some type provides; those of lobby and
// faction and those that must not be there are left out.
func (b *buildableInfo) positive(provided map[string]bool) (names []string) {
	for _, name := range b.prerequisites {
		if name = strings.TrimPrefix(name, "~"); provided[name] {
			names = append(names, name)
		}
	}
	return names
}

// queueFamily is the queue without the faction that some rules write behind it: a
// player has only those of the own one.
func queueFamily(kind string) string {
	family, _, _ := strings.Cut(kind, ".")
	return family
}

func appendOnce(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
