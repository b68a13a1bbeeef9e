// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"errors"
	"fmt"
	"strconv"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/plugins/rts/protocol"
)

// scenarioKind and scenarioSchema mark a scenario of the protocol.
const (
	scenarioKind   = "labScenario"
	scenarioSchema = 1
	// maxScenarioEntities bounds what is imported.
	maxScenarioEntities = 5000
)

// editable lists what a lab may change: what can be put on the map.
func (r *room) editable(visit func(*sim.Entity, *kind)) {
	can := make(map[string]bool)
	for _, id := range r.spawnable() {
		can[id] = true
	}
	view, all := r.view(), sight{}
	r.scene.onStage(view, &all, func(e *sim.Entity, k *kind) {
		if can[k.ID] {
			visit(e, k)
		}
	})
}

// exportScenario is the present setup: who has what where. Kinds are the game's own.
func (r *room) exportScenario(name *string) any {
	view := r.view()
	s := protocol.LabScenario{
		SchemaVersion: scenarioSchema, Kind: scenarioKind, Name: "lab", Seed: uint32(r.scene.metadata.InitialRNGSeed), Map: r.scenarioMap(),
		Players: []protocol.LabScenarioPlayer{}, Entities: []protocol.LabScenarioEntity{},
	}
	if name != nil {
		s.Name = shownName(*name)
	}
	s.Metadata.ExportedTick = uint32(view.Tick())
	s.Metadata.Lab.Vision = r.lab.vision
	for _, p := range r.scene.startPlayers(view) {
		id, _ := playerID(p.ID)
		player, _ := view.Player(id)
		s.Players = append(s.Players, protocol.LabScenarioPlayer{
			ID: p.ID, TeamID: p.TeamID, FactionID: player.Faction, Name: p.Name, Color: p.Color, Steel: clampU32(player.Credits), Upgrades: []string{},
		})
	}
	r.editable(func(e *sim.Entity, k *kind) {
		if !r.scene.plays(e.Owner) {
			return
		}
		at := point(e.Position)
		s.Entities = append(s.Entities, protocol.LabScenarioEntity{
			ID: wireID(e.Tag), Owner: playerNumber(e.Owner), Kind: k.ID, X: float32(at.X), Y: float32(at.Y), HP: uint32(max(e.Health, 0)),
			Completed: true,
		})
	})
	return map[string]any{"scenario": s}
}

func (r *room) scenarioMap() protocol.LabScenarioMap {
	return protocol.LabScenarioMap{
		Name: r.scene.metadata.MapName, SchemaVersion: artifactSchema, ContentHash: digestOf(r.scene.metadata.MapHash),
	}
}

// importScenario puts up a setup in place of the present one. What has no place is left
// out, and said.
func (r *room) importScenario(s *protocol.LabScenario) (outcome any, err error) {
	switch want := r.scenarioMap(); {
	case s.SchemaVersion != scenarioSchema || s.Kind != scenarioKind:
		return nil, fmt.Errorf("this is no scenario of version %d", scenarioSchema)
	case s.Map.ContentHash != want.ContentHash || s.Map.Name != want.Name:
		return nil, errOtherMap
	case len(s.Entities) > maxScenarioEntities:
		return nil, fmt.Errorf("%d entities, the limit is %d", len(s.Entities), maxScenarioEntities)
	}
	for i := range s.Players {
		if _, err := r.player(s.Players[i].ID); err != nil {
			return nil, err
		}
	}
	for i := range s.Entities {
		if _, err := r.player(s.Entities[i].Owner); err != nil {
			return nil, err
		}
	}
	var gone []order.UnitTag
	r.editable(func(e *sim.Entity, _ *kind) {
		if r.scene.plays(e.Owner) {
			gone = append(gone, e.Tag)
		}
	})
	moved, left := make(map[string]uint32), []string{}
	before := r.stage.Simulation().Snapshot()
	err = r.lab.stage.change(func(editor sim.Editor) error {
		for _, tag := range gone {
			if err := editor.Take(tag); err != nil {
				return err
			}
		}
		for i := range s.Entities {
			e := &s.Entities[i]
			owner, _ := playerID(e.Owner)
			tag, err := editor.Put(r.itemNamed(e.Kind), owner, order.WorldPos{X: units(e.X), Y: units(e.Y)}, e.Completed)
			if err != nil {
				left = append(left, fmt.Sprintf("%s %d: %v", e.Kind, e.ID, err))
				continue
			}
			moved[strconv.FormatUint(uint64(e.ID), 10)] = wireID(tag)
		}
		for i := range s.Players {
			id, _ := playerID(s.Players[i].ID)
			if err := editor.SetCredits(id, int64(s.Players[i].Steel)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, r.lab.stage.restore(before)) // half a scenario is none
	}
	return map[string]any{"entityIdMap": moved, "leftOut": left}, nil
}
