// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot_test

import (
	"encoding/binary"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// drawComponents draws a block with numbers up to highest, the common ones of
// an entity left to the caller.
func drawComponents(t *rapid.T, first, highest snapshot.ComponentID, common func(*snapshot.ComponentWriter)) snapshot.Components {
	var w snapshot.ComponentWriter
	w.Reset(nil)
	if common != nil {
		common(&w)
	}
	for id := first; id <= highest; id++ {
		if rapid.IntRange(0, 9).Draw(t, "present") == 0 {
			w.Add(id, rapid.SliceOfN(rapid.Byte(), 0, 5).Draw(t, "bytes"))
		}
	}
	return snapshot.Components{Mask: w.Mask(), Data: w.Buffer()}
}

func drawEntity(t *rapid.T, tag order.UnitTag, names, players int) snapshot.EntitySnapshot {
	return snapshot.EntitySnapshot{
		Tag: tag, Kind: uint32(rapid.IntRange(0, names-1).Draw(t, "kind")),
		Owner: order.PlayerID(rapid.IntRange(0, players-1).Draw(t, "owner")),
		Components: drawComponents(t, snapshot.FirstModuleComponent, snapshot.MaxEntityComponent, func(w *snapshot.ComponentWriter) {
			if rapid.Bool().Draw(t, "placed") {
				x := rapid.Int32Range(-snapshot.MaxCoordinate, snapshot.MaxCoordinate).Draw(t, "x")
				w.Set(snapshot.EntityPosition, order.AppendWorldPos(w.Start(snapshot.EntityPosition), order.WorldPos{X: x, Y: 2, Z: 3}))
			}
			w.Set(snapshot.EntityFlags, binary.LittleEndian.AppendUint32(w.Start(snapshot.EntityFlags), 3))
		}),
	}
}

// drawState draws a state that passes the schema.
func drawState(t *rapid.T) *snapshot.SimSnapshot {
	s := &snapshot.SimSnapshot{Core: snapshot.SimCoreSnapshot{
		Tick: order.Tick(rapid.Uint32().Draw(t, "tick")), GameSeed: rapid.Uint64().Draw(t, "seed"),
		Random:   snapshot.RandomState{Algorithm: "test", State: rapid.SliceOfN(rapid.Byte(), 1, 9).Draw(t, "random")},
		Capacity: uint16(rapid.IntRange(1, 70).Draw(t, "capacity")),
	}}
	core := &s.Core
	for i := range rapid.IntRange(1, 4).Draw(t, "names") {
		core.Names = append(core.Names, fmt.Sprintf("name %d", i))
	}
	players := rapid.IntRange(1, 4).Draw(t, "players")
	for i := range players {
		core.Players = append(core.Players, snapshot.PlayerState{
			ID: order.PlayerID(i), Team: int32(i),
			Components: drawComponents(t, snapshot.FirstPlayerModuleComponent, snapshot.MaxPlayerComponent, nil),
		})
	}
	for z := range rapid.IntRange(0, 3).Draw(t, "layers") {
		l := snapshot.MapLayer{Width: uint32(rapid.IntRange(0, 40).Draw(t, "w")), Height: uint32(rapid.IntRange(0, 40).Draw(t, "h")), Stride: uint32(z + 1)}
		l.Data = make([]byte, l.Width*l.Height*l.Stride)
		core.Map.Layers = append(core.Map.Layers, l)
	}
	core.Global = drawComponents(t, 0, snapshot.MaxGlobalComponent, nil)
	drawPool(t, core)
	return s
}

func drawPool(t *rapid.T, core *snapshot.SimCoreSnapshot) {
	for slot := range rapid.IntRange(0, int(core.Capacity)).Draw(t, "used") {
		generation := uint16(rapid.IntRange(1, 3).Draw(t, "generation"))
		core.Generations = append(core.Generations, generation)
		if rapid.Bool().Draw(t, "alive") {
			tag := order.UnitTag{Index: uint16(slot), Generation: generation}
			core.Entities = append(core.Entities, drawEntity(t, tag, len(core.Names), len(core.Players)))
		}
	}
}

// drawLater draws another state of the same game.
func drawLater(t *rapid.T, from *snapshot.SimSnapshot) *snapshot.SimSnapshot {
	to := *from
	core := &to.Core
	core.Tick += order.Tick(rapid.IntRange(0, 400).Draw(t, "ticks"))
	core.Names = slices.Clone(core.Names)
	for i := range rapid.IntRange(0, 2).Draw(t, "new names") {
		core.Names = append(core.Names, fmt.Sprintf("later %d", i))
	}
	if rapid.Bool().Draw(t, "draws") {
		core.Random.State = rapid.SliceOfN(rapid.Byte(), 1, 9).Draw(t, "random")
	}
	if rapid.Bool().Draw(t, "global") {
		core.Global = drawComponents(t, 0, snapshot.MaxGlobalComponent, nil)
	}
	core.Players = slices.Clone(core.Players)
	for i := range core.Players {
		if rapid.Bool().Draw(t, "player changes") {
			core.Players[i].Team = rapid.Int32().Draw(t, "team")
			core.Players[i].Components = drawComponents(t, snapshot.FirstPlayerModuleComponent, snapshot.MaxPlayerComponent, nil)
		}
	}
	core.Map.Layers = slices.Clone(core.Map.Layers)
	for i := range core.Map.Layers {
		l := &core.Map.Layers[i]
		l.Data = slices.Clone(l.Data)
		for range rapid.IntRange(0, 5).Draw(t, "cells") {
			if len(l.Data) > 0 {
				l.Data[rapid.IntRange(0, len(l.Data)-1).Draw(t, "at")]++
			}
		}
	}
	laterPool(t, core)
	return &to
}

// laterPool lets entities change, go and come, some into slots of others.
func laterPool(t *rapid.T, core *snapshot.SimCoreSnapshot) {
	old := core.Entities
	core.Entities, core.Generations = nil, slices.Clone(core.Generations)
	for len(core.Generations) < int(core.Capacity) && rapid.Bool().Draw(t, "more slots") {
		core.Generations = append(core.Generations, 1)
	}
	for slot := range core.Generations {
		var was *snapshot.EntitySnapshot
		if len(old) > 0 && int(old[0].Tag.Index) == slot {
			was, old = &old[0], old[1:]
		}
		tag := order.UnitTag{Index: uint16(slot), Generation: core.Generations[slot]}
		switch what := rapid.IntRange(0, 3).Draw(t, "what"); {
		case was != nil && what == 0: // gone
			core.Generations[slot]++
		case was != nil && what == 1: // replaced
			core.Generations[slot]++
			tag.Generation++
			core.Entities = append(core.Entities, drawEntity(t, tag, len(core.Names), len(core.Players)))
		case was != nil && what == 2: // as it was
			core.Entities = append(core.Entities, *was)
		case was != nil || what == 0: // changed, or new
			core.Entities = append(core.Entities, drawEntity(t, tag, len(core.Names), len(core.Players)))
		}
	}
}
