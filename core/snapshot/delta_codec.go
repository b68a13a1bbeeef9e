// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"convertd/core/bincode"
	"convertd/core/order"
)

// Append appends the bincode form of a delta: the core's fields in declaration
// order, option of the campaign bytes, option of the script state.
func (d *DeltaSnapshot) Append(dst []byte) []byte {
	c := &d.Core
	dst = bincode.AppendUint64(dst, uint64(c.BaselineTick))
	dst = append(dst, c.BaselineHash[:]...)
	dst = bincode.AppendUint64(dst, uint64(c.Tick))
	dst = bincode.AppendOption(dst, c.NewNames != nil)
	if c.NewNames != nil {
		dst = AppendNames(bincode.AppendUint32(dst, c.NewNames.Start), c.NewNames.Entries)
	}
	dst = bincode.AppendLength(dst, len(c.Entities))
	for i := range c.Entities {
		e := &c.Entities[i]
		dst = order.AppendUnitTag(dst, e.Entity)
		dst = bincode.AppendBytes(bincode.AppendUint64(dst, e.ChangeMask), e.Changed)
		dst = bincode.AppendBool(bincode.AppendBool(dst, e.IsNew), e.IsRemoved)
	}
	dst = bincode.AppendLength(dst, len(c.Players))
	for i := range c.Players {
		p := &c.Players[i]
		dst = bincode.AppendUint32(bincode.AppendUint32(dst, uint32(p.Player)), p.ChangeMask)
		dst = bincode.AppendBytes(dst, p.Changed)
	}
	dst = bincode.AppendOption(dst, c.Map != nil)
	if c.Map != nil {
		dst = bincode.AppendLength(dst, len(c.Map.Cells))
		for i := range c.Map.Cells {
			run := &c.Map.Cells[i]
			dst = bincode.AppendBytes(order.AppendWorldPos(dst, order.WorldPos(run.Start)), run.Data)
		}
	}
	dst = bincode.AppendOption(dst, c.Random != nil)
	if c.Random != nil {
		dst = AppendRandomState(dst, c.Random)
	}
	dst = bincode.AppendLength(dst, len(c.Slots))
	for _, slot := range c.Slots {
		dst = bincode.AppendUint16(bincode.AppendUint16(dst, slot.Slot), slot.Generation)
	}
	dst = bincode.AppendOption(dst, c.Global != nil)
	if c.Global != nil {
		dst = bincode.AppendBytes(bincode.AppendUint64(dst, c.Global.ChangeMask), c.Global.Changed)
	}
	dst = bincode.AppendBool(bincode.AppendBool(dst, c.CheatsUsed), c.CosmeticCheatsUsed)
	return appendScript(appendCampaign(dst, d.Campaign), d.Script)
}

const (
	leastEntityDelta = 4 + 8 + 8 + 2
	leastPlayerDelta = 4 + 4 + 8
	leastSlotDelta   = 4
	// maxRuns bounds the runs of a map delta: one for every other cell of the
	// largest map, far above what a delta that fits MaxBytes can hold.
	maxRuns = MaxBytes / runHeadBytes
)

// DecodeDelta reads a whole delta. Whether it fits a baseline only Apply can
// tell. Byte slices of the result alias data; the error is an *Error.
func DecodeDelta(data []byte) (*DeltaSnapshot, error) {
	r, err := newReader(data)
	if err != nil {
		return nil, err
	}
	d := &DeltaSnapshot{}
	readDeltaCore(r, &d.Core)
	d.Campaign = readCampaign(r)
	d.Script = readScript(r)
	r.Finish()
	if err := readError(r); err != nil {
		return nil, err
	}
	if d.Script != nil {
		if err := d.Script.check(); err != nil {
			return nil, &Error{Offset: -1, Message: err.Error()}
		}
	}
	return d, nil
}

func readDeltaCore(r *bincode.Reader, c *SimCoreDelta) {
	c.BaselineTick, c.BaselineHash, c.Tick = order.Tick(r.Uint64()), readHash(r), order.Tick(r.Uint64())
	if r.Option() {
		c.NewNames = &NamesDelta{Start: r.Uint32(), Entries: readNames(r)}
	}
	// Twice the entities: every slot may have changed hands.
	if n := r.Length(leastEntityDelta, 2*MaxEntities); n > 0 {
		c.Entities = make([]EntityDelta, n)
		for i := range c.Entities {
			c.Entities[i] = EntityDelta{
				Entity: order.ReadUnitTag(r), ChangeMask: r.Uint64(), Changed: r.Bytes(MaxBytes), IsNew: r.Bool(), IsRemoved: r.Bool(),
			}
		}
	}
	if n := r.Length(leastPlayerDelta, MaxPlayers); n > 0 {
		c.Players = make([]PlayerStateDelta, n)
		for i := range c.Players {
			c.Players[i] = PlayerStateDelta{Player: order.PlayerID(r.Uint32()), ChangeMask: r.Uint32(), Changed: r.Bytes(MaxBytes)}
		}
	}
	if r.Option() {
		c.Map = &MapStateDelta{}
		for range r.Length(runHeadBytes, maxRuns) {
			c.Map.Cells = append(c.Map.Cells, MapCells{Start: order.CellPos(order.ReadWorldPos(r)), Data: r.Bytes(MaxBytes)})
		}
	}
	if r.Option() {
		random := readRandomState(r)
		c.Random = &random
	}
	if n := r.Length(leastSlotDelta, MaxSlots); n > 0 {
		c.Slots = make([]SlotDelta, n)
		for i := range c.Slots {
			c.Slots[i] = SlotDelta{Slot: r.Uint16(), Generation: r.Uint16()}
		}
	}
	if r.Option() {
		c.Global = &ComponentsDelta{ChangeMask: r.Uint64(), Changed: r.Bytes(MaxBytes)}
	}
	c.CheatsUsed, c.CosmeticCheatsUsed = r.Bool(), r.Bool()
}
