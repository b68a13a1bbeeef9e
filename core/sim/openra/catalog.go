// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/core/sim/openra/internal/engine"
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
	w, err := engine.New(state.Setup{Rules: set})
	if err != nil {
		return nil, err
	}
	provided := make(map[string]bool)
	for _, t := range w.Types {
		for i := range t.Provides {
			provided[t.Provides[i].Name] = true
		}
	}
	modifiers := make(map[string]int32)
	for _, info := range engine.QueueInfos(set) {
		modifiers[info.Kind] = info.Modifier
	}
	for _, t := range w.Types {
		for i := range t.Queues {
			modifiers[t.Queues[i].Kind] = t.Queues[i].Modifier
		}
	}
	var list []CatalogEntry
	for _, t := range w.Types {
		if t.Buildable != nil || t.Transforms != nil || t.Mobile != nil || t.Aircraft != nil || len(t.Produces) > 0 {
			list = append(list, catalogEntryOf(t, provided, modifiers))
		}
	}
	return list, nil
}

func catalogEntryOf(t *info.ActorType, provided map[string]bool, modifiers map[string]int32) CatalogEntry {
	e := CatalogEntry{Name: t.Name, Cost: t.Cost, Health: t.MaxHP, Armed: len(t.Armaments) > 0 || t.Armed, Rallies: t.RallyPoint}
	for _, kind := range t.Produces {
		e.Produces = appendOnce(e.Produces, queueFamily(kind))
	}
	for i := range t.Provides {
		e.Provides = appendOnce(e.Provides, t.Provides[i].Name)
	}
	for i := range t.Power {
		e.Power += t.Power[i].Amount
	}
	switch {
	case t.Mobile != nil:
		e.Speed = t.Mobile.Speed
	case t.Aircraft != nil:
		e.Speed = t.Aircraft.Speed
	case t.Building != nil:
		e.Width, e.Height = t.Building.Width, t.Building.Height
	}
	if t.Transforms != nil {
		e.Deploys = t.Transforms.Into
	}
	for i := range t.FreeActors {
		e.Brings = append(e.Brings, t.FreeActors[i].Actor)
	}
	for i := range t.Deliveries {
		e.Brings = append(e.Brings, t.Deliveries[i].Actor)
	}
	e.Brings = append(e.Brings, t.CargoUnits...)
	if b := t.Buildable; b != nil && len(b.Queues) > 0 {
		e.Queue = queueFamily(b.Queues[0])
		e.BuildTicks = t.Cost
		if b.Duration != -1 {
			e.BuildTicks = b.Duration
		}
		e.BuildTicks = wpos.Percent(e.BuildTicks, b.Modifier, modifiers[b.Queues[0]])
		e.Prerequisites = b.Positive(provided)
	}
	return e
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
