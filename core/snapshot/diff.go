// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"convertd/core/bincode"
	"convertd/core/order"
)

// componentGone is the length that says a component is no longer there.
const componentGone = 0xFFFFFFFF

// Diff returns what changed from baseline to current, both states of one game.
// baselineHash is the baseline's StateHash. The delta is complete in itself: a
// reader seeks with the full snapshot and the chosen delta alone.
//
// The error is a *BaselineMismatchError: the two are not of one game.
func Diff(baseline *SimSnapshot, baselineHash order.StateHash, current *SimSnapshot) (*DeltaSnapshot, error) {
	from, to := &baseline.Core, &current.Core
	if err := sameGame(baseline, current); err != nil {
		return nil, err
	}
	d := &DeltaSnapshot{Core: SimCoreDelta{
		BaselineTick: from.Tick, BaselineHash: baselineHash, Tick: to.Tick,
		CheatsUsed: to.CheatsUsed, CosmeticCheatsUsed: to.CosmeticCheatsUsed,
	}}
	if n := len(from.Names); n < len(to.Names) {
		d.Core.NewNames = &NamesDelta{Start: uint32(n), Entries: to.Names[n:]}
	}
	if from.Random.Algorithm != to.Random.Algorithm || !bytes.Equal(from.Random.State, to.Random.State) {
		d.Core.Random = &to.Random
	}
	for slot := range max(len(from.Generations), len(to.Generations)) {
		if g := to.generation(slot); g != from.generation(slot) || slot >= len(from.Generations) {
			d.Core.Slots = append(d.Core.Slots, SlotDelta{Slot: uint16(slot), Generation: g})
		}
	}
	d.Core.Entities = diffEntities(from.Entities, to.Entities)
	for i := range to.Players {
		if mask, changed := diffPlayer(&from.Players[i], &to.Players[i]); mask != 0 {
			d.Core.Players = append(d.Core.Players, PlayerStateDelta{Player: order.PlayerID(i), ChangeMask: mask, Changed: changed})
		}
	}
	if mask, changed := diffComponents(nil, from.Global, to.Global); mask != 0 {
		d.Core.Global = &ComponentsDelta{ChangeMask: mask, Changed: changed}
	}
	if cells := diffMap(from.Map.Layers, to.Map.Layers); len(cells) > 0 {
		d.Core.Map = &MapStateDelta{Cells: cells}
	}
	if !bytes.Equal(baseline.Campaign, current.Campaign) || (baseline.Campaign == nil) != (current.Campaign == nil) {
		d.Campaign = current.Campaign
	}
	if !bytes.Equal(appendScript(nil, baseline.Script), appendScript(nil, current.Script)) {
		d.Script = current.Script
	}
	return d, nil
}

func sameGame(baseline, current *SimSnapshot) error {
	from, to := &baseline.Core, &current.Core
	mismatch := func(field string) error { return &BaselineMismatchError{Field: field} }
	switch {
	case from.GameSeed != to.GameSeed:
		return mismatch("game seed")
	case from.MapHash != to.MapHash:
		return mismatch("map hash")
	case from.Capacity != to.Capacity:
		return mismatch("pool capacity")
	case len(from.Players) != len(to.Players):
		return mismatch("number of players")
	case len(from.Generations) > len(to.Generations):
		return mismatch("number of slots used")
	case len(from.Names) > len(to.Names) || !slices.Equal(from.Names, to.Names[:len(from.Names)]):
		return mismatch("intern table")
	case len(from.Map.Layers) != len(to.Map.Layers):
		return mismatch("number of map layers")
	case baseline.Campaign != nil && current.Campaign == nil, baseline.Script != nil && current.Script == nil:
		return mismatch("presence of campaign or script state")
	}
	for i := range from.Map.Layers {
		a, b := &from.Map.Layers[i], &to.Map.Layers[i]
		if a.Name != b.Name || a.Width != b.Width || a.Height != b.Height || a.Stride != b.Stride {
			return mismatch(fmt.Sprintf("map layer %d", i))
		}
	}
	return nil
}

// diffEntities walks both lists by slot. Where a slot changed hands, the old
// entity's removal comes before the new one.
func diffEntities(from, to []EntitySnapshot) []EntityDelta {
	var deltas []EntityDelta
	for len(from) > 0 || len(to) > 0 {
		switch {
		case len(to) == 0 || len(from) > 0 && from[0].Tag != to[0].Tag && from[0].Tag.Index <= to[0].Tag.Index:
			deltas = append(deltas, EntityDelta{Entity: from[0].Tag, IsRemoved: true})
			from = from[1:]
		case len(from) == 0 || from[0].Tag != to[0].Tag:
			fresh := EntityDelta{Entity: to[0].Tag, IsNew: true}
			fresh.ChangeMask, fresh.Changed = diffEntity(nil, &to[0])
			deltas = append(deltas, fresh)
			to = to[1:]
		default:
			if mask, changed := diffEntity(&from[0], &to[0]); mask != 0 {
				deltas = append(deltas, EntityDelta{Entity: to[0].Tag, ChangeMask: mask, Changed: changed})
			}
			from, to = from[1:], to[1:]
		}
	}
	return deltas
}

// diffEntity compares with from, or with nothing if from is nil.
func diffEntity(from, to *EntitySnapshot) (mask uint64, changed []byte) {
	var before Components
	if from != nil {
		before = from.Components
		if from.Kind == to.Kind && from.Owner == to.Owner && before.Mask == to.Components.Mask && bytes.Equal(before.Data, to.Components.Data) {
			return 0, nil
		}
	}
	mask, changed = diffComponents(nil, before, to.Components)
	if from == nil || from.Kind != to.Kind {
		mask |= 1 << entityKindBit
		changed = bincode.AppendUint32(changed, to.Kind)
	}
	if from == nil || from.Owner != to.Owner {
		mask |= 1 << entityOwnerBit
		changed = bincode.AppendUint32(changed, uint32(to.Owner))
	}
	return mask, changed
}

func diffPlayer(from, to *PlayerState) (mask uint32, changed []byte) {
	components, changed := diffComponents(nil, from.Components, to.Components)
	mask = uint32(components)
	if from.Kind != to.Kind || from.Faction != to.Faction || from.Team != to.Team || from.Start != to.Start {
		mask |= 1 << playerFixedBit
		changed = appendPlayerFixed(changed, to)
	}
	return mask, changed
}

// diffComponents appends every component of to that differs from from's, and
// marks those that went.
func diffComponents(dst []byte, from, to Components) (mask uint64, changed []byte) {
	if from.Mask == to.Mask && bytes.Equal(from.Data, to.Data) {
		return 0, dst
	}
	before, after := from.cursor(), to.cursor()
	for union := from.Mask | to.Mask; union != 0; union &= union - 1 {
		bit := union & -union
		var old, now []byte
		if from.Mask&bit != 0 {
			_, old, _ = before.next()
		}
		if to.Mask&bit == 0 {
			mask |= bit
			dst = binary.LittleEndian.AppendUint32(dst, componentGone)
			continue
		}
		_, now, _ = after.next()
		if from.Mask&bit != 0 && bytes.Equal(old, now) {
			continue
		}
		mask |= bit
		dst = append(binary.LittleEndian.AppendUint32(dst, uint32(len(now))), now...)
	}
	return mask, dst
}

// diffMap collects runs of changed cells. Two runs closer than the cost of a
// run's head are joined.
func diffMap(from, to []MapLayer) []MapCells {
	var runs []MapCells
	for z := range to {
		a, b, stride := from[z].Data, to[z].Data, int(to[z].Stride)
		if bytes.Equal(a, b) {
			continue
		}
		joined := runHeadBytes/stride + 1
		for cell, cells := 0, len(b)/stride; cell < cells; {
			if bytes.Equal(a[cell*stride:(cell+1)*stride], b[cell*stride:(cell+1)*stride]) {
				cell++
				continue
			}
			end, same := cell+1, 0
			for next := end; next < cells && same < joined; next++ {
				if bytes.Equal(a[next*stride:(next+1)*stride], b[next*stride:(next+1)*stride]) {
					same++
					continue
				}
				end, same = next+1, 0
			}
			width := int(to[z].Width)
			start := order.CellPos{X: int32(cell % width), Y: int32(cell / width), Z: int32(z)}
			runs = append(runs, MapCells{Start: start, Data: b[cell*stride : end*stride]})
			cell = end
		}
	}
	return runs
}

// runHeadBytes is the encoded size of a MapCells without its data.
const runHeadBytes = 12 + 8
