// SPDX-License-Identifier: GPL-3.0-or-later

package icreptest

import (
	"crypto/sha256"
	"encoding/binary"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Seed is the game seed of the invented game. It needs more than 53 bits.
const Seed = 1<<60 + 1

// Ticks at which something happens that a delta must carry.
const (
	birthTick = 100 // an entity appears
	namesTick = 350 // the intern table grows, one of the new kind appears
	deathTick = 450 // an entity goes, its slot's generation rises
)

// State is the state in which a tick of the invented game begins. It has at
// least five entities; more are added for benchmarks.
func State(tick uint64, entities int) *snapshot.SimSnapshot {
	core := snapshot.SimCoreSnapshot{
		Tick: order.Tick(tick), GameSeed: Seed, MapHash: sha256.Sum256([]byte("map")),
		Random:   snapshot.RandomState{Algorithm: "xoshiro256**", State: randomBytes(tick)},
		Names:    []string{"allies", "soviet", "e1", "harv", "ore"},
		Capacity: uint16(max(32, entities+8)),
	}
	if tick >= namesTick {
		core.Names = append(core.Names, "3tnk")
	}
	count := max(5, entities)
	core.Generations = make([]uint16, count)
	for slot := range count {
		core.Generations[slot] = 1
		if e, lives := entity(tick, slot, &core); lives {
			core.Entities = append(core.Entities, e)
		}
	}
	core.Players = []snapshot.PlayerState{player(0, tick), player(1, tick)}
	core.Map.Layers = []snapshot.MapLayer{{Name: 4, Width: 16, Height: 16, Stride: 1, Data: oreLayer(tick)}}
	return &snapshot.SimSnapshot{Core: core}
}

// randomBytes stands for the state of a generator.
func randomBytes(tick uint64) []byte {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("random"), tick))
	return sum[:]
}

func entity(tick uint64, slot int, core *snapshot.SimCoreSnapshot) (snapshot.EntitySnapshot, bool) {
	e := snapshot.EntitySnapshot{
		Tag: order.UnitTag{Index: uint16(slot), Generation: 1}, Kind: 2, Owner: order.PlayerID(slot % 2),
	}
	switch {
	case slot == 2 && tick < birthTick, slot == 3 && tick < namesTick:
		return e, false
	case slot == 1 && tick >= deathTick:
		core.Generations[slot] = 2
		return e, false
	case slot == 3:
		e.Kind = 5
	case slot == 4:
		e.Kind = 3
	}
	moved := int32(tick) * int32(slot%7)
	var w snapshot.ComponentWriter
	w.Reset(nil)
	w.Set(snapshot.EntityPosition, order.AppendWorldPos(w.Start(snapshot.EntityPosition), order.WorldPos{X: 1024*int32(slot) + moved, Y: 512 + moved/3}))
	w.Set(snapshot.EntityHealth, bincode.AppendInt32(bincode.AppendInt32(w.Start(snapshot.EntityHealth), 100-int32(tick/50)%40), 100))
	w.Set(snapshot.EntityNative, bincode.AppendUint32(w.Start(snapshot.EntityNative), uint32(slot)+1000))
	w.Set(snapshot.EntityFlags, bincode.AppendUint32(w.Start(snapshot.EntityFlags), uint32(snapshot.FlagInWorld|snapshot.FlagMobile)))
	e.Components = snapshot.Components{Mask: w.Mask(), Data: w.Buffer()}
	return e, true
}

func player(id int, tick uint64) snapshot.PlayerState {
	var w snapshot.ComponentWriter
	w.Reset(nil)
	money := bincode.AppendInt64(w.Start(snapshot.PlayerMoney), 5000+int64(tick)*3)
	w.Set(snapshot.PlayerMoney, bincode.AppendInt64(bincode.AppendInt64(money, int64(tick)), 2000))
	return snapshot.PlayerState{
		ID: order.PlayerID(id), Kind: snapshot.PlayerKind(id), Faction: uint32(id), Team: int32(id + 1), Start: int32(id + 1),
		Components: snapshot.Components{Mask: w.Mask(), Data: w.Buffer()},
	}
}

// oreLayer loses a cell of ore every 20 ticks.
func oreLayer(tick uint64) []byte {
	data := make([]byte, 256)
	for i := range data {
		if uint64(i) >= tick/20 {
			data[i] = 12
		}
	}
	return data
}
