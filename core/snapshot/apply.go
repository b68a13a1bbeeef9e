// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"convertd/core/bincode"
	"convertd/core/order"
)

// Apply returns the state that a delta makes of its baseline, which stays as it
// is. A *BaselineMismatchError means another baseline; any other error is an
// *Error about the delta.
func (d *DeltaSnapshot) Apply(baseline *SimSnapshot) (*SimSnapshot, error) {
	from := &baseline.Core
	if from.Tick != d.Core.BaselineTick {
		return nil, &BaselineMismatchError{Field: "tick"}
	}
	if from.StateHash() != d.Core.BaselineHash {
		return nil, &BaselineMismatchError{Field: "state hash"}
	}
	s := &SimSnapshot{Core: *from, Campaign: baseline.Campaign, Script: baseline.Script}
	if err := d.Core.apply(&s.Core, from); err != nil {
		return nil, &Error{Offset: -1, Message: "delta: " + err.Error()}
	}
	if d.Campaign != nil {
		s.Campaign = d.Campaign
	}
	if d.Script != nil {
		s.Script = d.Script
	}
	return s, s.Check()
}

func (d *SimCoreDelta) apply(to, from *SimCoreSnapshot) error {
	to.Tick, to.CheatsUsed, to.CosmeticCheatsUsed = d.Tick, d.CheatsUsed, d.CosmeticCheatsUsed
	if d.NewNames != nil {
		if int64(d.NewNames.Start) != int64(len(from.Names)) {
			return fmt.Errorf("new names start at %d, the baseline has %d", d.NewNames.Start, len(from.Names))
		}
		to.Names = slices.Concat(from.Names, d.NewNames.Entries)
	}
	if d.Random != nil {
		to.Random = *d.Random
	}
	if err := d.applySlots(to); err != nil {
		return err
	}
	if err := d.applyEntities(to, from.Entities); err != nil {
		return err
	}
	to.Players = slices.Clone(from.Players)
	for i := range d.Players {
		p := &d.Players[i]
		if int64(p.Player) >= int64(len(to.Players)) {
			return fmt.Errorf("player %d, the baseline has %d", p.Player, len(to.Players))
		}
		if err := p.apply(&to.Players[p.Player]); err != nil {
			return fmt.Errorf("player %d: %w", p.Player, err)
		}
	}
	if d.Global != nil {
		var err error
		if to.Global, _, err = patch(from.Global, d.Global.ChangeMask, d.Global.Changed); err != nil {
			return fmt.Errorf("global state: %w", err)
		}
	}
	return d.applyMap(to)
}

func (d *SimCoreDelta) applySlots(to *SimCoreSnapshot) error {
	to.Generations = slices.Clone(to.Generations)
	for _, change := range d.Slots {
		if change.Slot >= to.Capacity {
			return fmt.Errorf("slot %d in a pool of %d", change.Slot, to.Capacity)
		}
		for len(to.Generations) <= int(change.Slot) {
			to.Generations = append(to.Generations, FirstGeneration)
		}
		to.Generations[change.Slot] = change.Generation
	}
	return nil
}

// applyEntities merges the changes, which are ascending by slot, into the
// baseline's entities.
func (d *SimCoreDelta) applyEntities(to *SimCoreSnapshot, from []EntitySnapshot) error {
	merged := make([]EntitySnapshot, 0, min(len(from)+len(d.Entities), MaxEntities))
	for i := range d.Entities {
		change := &d.Entities[i]
		for len(from) > 0 && from[0].Tag.Index < change.Entity.Index {
			merged, from = append(merged, from[0]), from[1:]
		}
		known := len(from) > 0 && from[0].Tag == change.Entity
		if known == change.IsNew {
			return fmt.Errorf("entity %s: new is %t, in the baseline %t", change.Entity, change.IsNew, known)
		}
		next := EntitySnapshot{Tag: change.Entity}
		if known {
			next, from = from[0], from[1:]
		}
		if change.IsRemoved {
			if change.ChangeMask != 0 || len(change.Changed) != 0 || change.IsNew {
				return fmt.Errorf("entity %s: removed and changed", change.Entity)
			}
			continue
		}
		if err := change.apply(&next); err != nil {
			return fmt.Errorf("entity %s: %w", change.Entity, err)
		}
		merged = append(merged, next)
	}
	to.Entities = append(merged, from...)
	return nil
}

func (d *EntityDelta) apply(e *EntitySnapshot) error {
	const fixed = 1<<entityKindBit | 1<<entityOwnerBit
	if d.IsNew && d.ChangeMask&fixed != fixed {
		return fmt.Errorf("new without kind and owner")
	}
	components, rest, err := patch(e.Components, d.ChangeMask&^uint64(fixed), d.Changed)
	if err != nil {
		return err
	}
	e.Components = components
	r := bincode.NewReader(rest)
	if d.ChangeMask>>entityKindBit&1 == 1 {
		e.Kind = r.Uint32()
	}
	if d.ChangeMask>>entityOwnerBit&1 == 1 {
		e.Owner = order.PlayerID(r.Uint32())
	}
	r.Finish()
	return r.Err()
}

func (d *PlayerStateDelta) apply(p *PlayerState) error {
	components, rest, err := patch(p.Components, uint64(d.ChangeMask&^(1<<playerFixedBit)), d.Changed)
	if err != nil {
		return err
	}
	p.Components = components
	r := bincode.NewReader(rest)
	if d.ChangeMask>>playerFixedBit == 1 {
		readPlayerFixed(r, p)
	}
	r.Finish()
	return r.Err()
}

// patch replaces, adds and drops the components that mask names and returns
// what is left of changed behind them.
func patch(from Components, mask uint64, changed []byte) (to Components, rest []byte, err error) {
	before := from.cursor()
	to.Data = make([]byte, 0, len(from.Data)+len(changed))
	for union := from.Mask | mask; union != 0; union &= union - 1 {
		bit := union & -union
		var data []byte
		if from.Mask&bit != 0 {
			_, data, _ = before.next()
		}
		if mask&bit != 0 {
			if len(changed) < 4 {
				return to, nil, fmt.Errorf("component %d: its length is cut", bits.TrailingZeros64(bit))
			}
			n := binary.LittleEndian.Uint32(changed)
			changed = changed[4:]
			if n == componentGone {
				if from.Mask&bit == 0 {
					return to, nil, fmt.Errorf("component %d: gone, but was not there", bits.TrailingZeros64(bit))
				}
				continue
			}
			if int64(n) > int64(len(changed)) {
				return to, nil, fmt.Errorf("component %d: %d bytes, have %d", bits.TrailingZeros64(bit), n, len(changed))
			}
			data, changed = changed[:n], changed[n:]
		}
		to.Mask |= bit
		to.Data = append(binary.LittleEndian.AppendUint32(to.Data, uint32(len(data))), data...)
	}
	return to, changed, nil
}

func (d *SimCoreDelta) applyMap(to *SimCoreSnapshot) error {
	if d.Map == nil {
		return nil
	}
	to.Map.Layers = slices.Clone(to.Map.Layers)
	cloned := make([]bool, len(to.Map.Layers))
	for i := range d.Map.Cells {
		run := &d.Map.Cells[i]
		z := run.Start.Z
		if z < 0 || int(z) >= len(to.Map.Layers) {
			return fmt.Errorf("map layer %d, the baseline has %d", z, len(to.Map.Layers))
		}
		layer := &to.Map.Layers[z]
		if run.Start.X < 0 || run.Start.Y < 0 || int64(run.Start.X) >= int64(layer.Width) || int64(run.Start.Y) >= int64(layer.Height) {
			return fmt.Errorf("cell %d,%d outside map layer %d", run.Start.X, run.Start.Y, z)
		}
		at := (int64(run.Start.Y)*int64(layer.Width) + int64(run.Start.X)) * int64(layer.Stride)
		if int64(len(run.Data))%int64(layer.Stride) != 0 || at+int64(len(run.Data)) > int64(len(layer.Data)) {
			return fmt.Errorf("%d bytes of cells from %d,%d do not fit map layer %d", len(run.Data), run.Start.X, run.Start.Y, z)
		}
		if !cloned[z] {
			layer.Data, cloned[z] = slices.Clone(layer.Data), true
		}
		copy(layer.Data[at:], run.Data)
	}
	return nil
}
