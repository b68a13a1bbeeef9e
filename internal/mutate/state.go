// SPDX-License-Identifier: GPL-3.0-or-later

package mutate

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// State spoils a recorded state: figures of entities, players and the world, map
// layers, the pool. Its hash is computed from it by whoever records it, so that
// only what checks the values themselves can notice. Most results pass
// SimSnapshot.Check.
func State(r *Random, state *snapshot.SimSnapshot) {
	for range 1 + r.Below(3) {
		spoilState(r, &state.Core)
	}
}

func spoilState(r *Random, core *snapshot.SimCoreSnapshot) {
	switch r.Below(10) {
	case 0, 1, 2, 3:
		if len(core.Entities) > 0 {
			spoilEntity(r, core, &core.Entities[r.Below(len(core.Entities))])
		}
	case 4:
		if len(core.Players) > 0 {
			spoilPlayer(r, core, &core.Players[r.Below(len(core.Players))])
		}
	case 5, 6:
		core.Global = Components(r, core.Global)
	case 7:
		if len(core.Map.Layers) > 0 {
			spoilLayer(r, core, &core.Map.Layers[r.Below(len(core.Map.Layers))])
		}
	case 8:
		spoilPool(r, core)
	case 9:
		spoilRest(r, core)
	}
}

func spoilEntity(r *Random, core *snapshot.SimCoreSnapshot, e *snapshot.EntitySnapshot) {
	switch r.Below(8) {
	case 0:
		e.Kind = uint32(r.Below(len(core.Names)))
	case 1:
		e.Owner = order.PlayerID(r.Below(len(core.Players) + 1))
		if int(e.Owner) == len(core.Players) {
			e.Owner = order.NoPlayer
		}
	default:
		e.Components = Components(r, e.Components)
	}
}

func spoilPlayer(r *Random, core *snapshot.SimCoreSnapshot, p *snapshot.PlayerState) {
	switch r.Below(6) {
	case 0:
		p.Faction = uint32(r.Below(len(core.Names)))
	case 1:
		p.Team, p.Start = int32(r.Number()), int32(r.Number())
	default:
		p.Components = Components(r, p.Components)
	}
}

func spoilLayer(r *Random, core *snapshot.SimCoreSnapshot, l *snapshot.MapLayer) {
	switch r.Below(5) {
	case 0: // another shape over fewer bytes
		l.Width = uint32(r.Below(int(l.Width) + 2))
		l.Height = uint32(r.Below(int(l.Height) + 2))
		size := int(l.Width) * int(l.Height) * int(l.Stride)
		l.Data = append(slices.Clone(l.Data[:min(size, len(l.Data))]), make([]byte, max(0, size-len(l.Data)))...)
	case 1:
		l.Name = uint32(r.Below(len(core.Names)))
	case 2:
		core.Map.Layers = slices.DeleteFunc(core.Map.Layers, func(other snapshot.MapLayer) bool { return other.Name == l.Name })
	default:
		l.Data = slices.Clone(l.Data)
		for range 1 + r.Below(16) {
			if len(l.Data) > 0 {
				l.Data[r.Below(len(l.Data))] = byte(r.Number())
			}
		}
	}
}

// spoilPool loses an entity, or moves it to another slot.
func spoilPool(r *Random, core *snapshot.SimCoreSnapshot) {
	if len(core.Entities) == 0 {
		return
	}
	at := r.Below(len(core.Entities))
	switch r.Below(3) {
	case 0:
		core.Entities = slices.Delete(core.Entities, at, at+1)
	case 1: // another's figures under this name
		core.Entities[at].Components = core.Entities[r.Below(len(core.Entities))].Components
	case 2:
		e := &core.Entities[at]
		if slot := int(e.Tag.Index); slot < len(core.Generations) && core.Generations[slot] < snapshot.RetiredGeneration-1 {
			core.Generations[slot]++
			e.Tag.Generation++
		}
	}
}

func spoilRest(r *Random, core *snapshot.SimCoreSnapshot) {
	switch r.Below(5) {
	case 0:
		core.Tick = order.Tick(r.Number())
	case 1:
		core.Random.State = Bytes(r, core.Random.State, nil)
	case 2:
		core.Capacity = uint16(max(int(core.Capacity)+r.Below(65)-32, len(core.Generations), 1))
	case 3:
		core.GameSeed = r.Number()
	case 4:
		if len(core.Names) > 0 {
			core.Names[r.Below(len(core.Names))] += "x"
		}
	}
}

// Components spoils one of the parts, or loses it.
func Components(r *Random, c snapshot.Components) snapshot.Components {
	count := bits.OnesCount64(c.Mask)
	if count == 0 {
		return c
	}
	parts := make([][]byte, 0, count)
	for mask := c.Mask; mask != 0; mask &= mask - 1 {
		data, ok := c.Get(snapshot.ComponentID(bits.TrailingZeros64(mask)))
		if !ok {
			return c
		}
		parts = append(parts, data)
	}
	chosen, mask := r.Below(count), c.Mask
	if r.Once(12) {
		for range chosen {
			mask &= mask - 1
		}
		mask = c.Mask &^ (mask & -mask)
		parts = slices.Delete(parts, chosen, chosen+1)
	} else {
		parts[chosen] = figures(r, parts[chosen])
	}
	out := snapshot.Components{Mask: mask}
	for _, data := range parts {
		out.Data = append(binary.LittleEndian.AppendUint32(out.Data, uint32(len(data))), data...)
	}
	return out
}

// figures changes numbers in place more often than it changes how many there are:
// what does not decode any more tests nothing behind.
func figures(r *Random, data []byte) []byte {
	if r.Once(4) {
		return Bytes(r, data, nil)
	}
	out := slices.Clone(data)
	for range 1 + r.Below(3) {
		if len(out) == 0 {
			break
		}
		at := r.Below(len(out))
		switch r.Below(4) {
		case 0: // keeps the length of a number in groups of seven bits
			out[at] = out[at]&0x80 | byte(r.Uint64())&0x7F
		case 1:
			out[at] ^= 1 << r.Below(7)
		case 2: // a larger number of that kind
			if out[at] < 0x80 {
				out = slices.Replace(out, at, at+1, binary.AppendUvarint(nil, r.Number()&0xFFFFFFFF)...)
			}
		case 3:
			setNumber(r, out, at)
		}
	}
	return out
}
