// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"errors"
	"path/filepath"
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"
	"convertd/internal/corpus"
)

// moduleGame is a recorded game ready to be played in the kernel.
type moduleGame struct {
	setup  state.Setup
	frames [][]state.Order
	hashes []int32
}

func loadGame(t testing.TB, name, mapName string) moduleGame {
	t.Helper()
	replay := enginetest.ReadRecording(t, filepath.Join(corpus.Dir(t, "orarep"), name))
	setup := replay.Setup(t, enginetest.ReadMap(t, filepath.Join(corpus.Dir(t, "maps"), mapName)))
	return moduleGame{setup: setup, frames: replay.Frames, hashes: replay.Hashes}
}

// orders makes canonical orders of what the engine recorded for a tick.
func (g *moduleGame) orders(m *Module, tick order.Tick) []order.TimestampedOrder {
	if tick%state.TicksPerFrame != 0 || int(tick/state.TicksPerFrame) >= len(g.frames) {
		return nil
	}
	var out []order.TimestampedOrder
	for i, o := range g.frames[tick/state.TicksPerFrame] {
		c := order.Command{Queued: o.Queued, Item: o.Text, Data: o.Extra, Name: o.Name}
		ids := o.Grouped
		if len(ids) == 0 && o.HasSubject {
			ids = []uint32{o.Subject}
		}
		player := order.PlayerID(len(m.world.Players) - 1)
		for _, id := range ids {
			if tag, ok := m.TagOf(id); ok {
				c.Units = append(c.Units, tag)
				player = order.PlayerID(m.world.Actors[id].Owner)
			}
		}
		switch o.Target {
		case state.TargetCell:
			c.Target = order.Target{Kind: order.TargetCell, Cell: order.CellPos{X: o.Cell.X, Y: o.Cell.Y}}
		case state.TargetActor, state.TargetFrozen:
			tag, _ := m.TagOf(o.Actor)
			c.Target = order.Target{Kind: order.TargetUnit, Unit: tag}
		case state.TargetPosition:
			c.Target = order.Target{Kind: order.TargetPosition, Position: order.WorldPos(o.Position)}
		case state.TargetNone:
		}
		out = append(out, order.TimestampedOrder{Player: player, SubTick: uint32(i), Order: order.PlayerOrder{
			Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagForeign, Payload: order.AppendCommand(nil, &c)},
		}})
	}
	return out
}

func (g *moduleGame) start(t testing.TB) (*sim.Simulation, *Module) {
	t.Helper()
	module, err := NewModule(g.setup)
	if err != nil {
		t.Fatal(err)
	}
	simulation, err := sim.New(sim.Config{Seed: uint64(uint32(g.setup.Seed)), Capacity: Capacity, Players: module.Players()}, module)
	if err != nil {
		t.Fatal(err)
	}
	return simulation, module
}

func (g *moduleGame) apply(t testing.TB, s *sim.Simulation, m *Module) {
	t.Helper()
	if _, err := s.Apply(&order.TickOrders{Tick: s.Tick(), Orders: g.orders(m, s.Tick())}); err != nil {
		t.Fatal(err)
	}
}

const longGame, longMap = "ra-dev2026-rl-da822cf490a3.orarep", "singles-a4c43b57c1.oramap"

func TestTheKernelSeesTheSameHashesAsTheWorldAlone(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, module := game.start(t)
	for frame := range 250 {
		for range state.TicksPerFrame {
			game.apply(t, simulation, module)
			hash, number, ok := simulation.View().NativeHash()
			if ok && (number != uint64(frame+1) || uint32(hash) != uint32(game.hashes[frame])) {
				t.Fatalf("frame %d: hash %08x of frame %d, recorded %08x", frame+1, hash, number, uint32(game.hashes[frame]))
			}
		}
	}
}

// TestARestoredGameGoesOnAsTheOriginal goes to several moments, takes a
// snapshot, restores it elsewhere and lets both play on: every hash must agree,
// the recorded state's as well as the engine's.
func TestARestoredGameGoesOnAsTheOriginal(t *testing.T) {
	for _, one := range []struct {
		replay, terrain string
		moments         []order.Tick
	}{
		{longGame, longMap, []order.Tick{0, 1, 24, 100, 901, 1500, 1502}},
		{"cnc-release-20200202-skirmish.orarep", "the-new-mandarins-033f847a8e.oramap", []order.Tick{0, 1, 20, 114, 378, 456}},
		{"cnc-playtest-20201213-skirmish.orarep", "tiberium-rift-14ee1a6ebc.oramap", []order.Tick{0, 35, 139, 437}},
		{"ra-release-20230225-skirmish.orarep", "ascent-c57b015da5.oramap", []order.Tick{0, 20, 404, 628, 1125, 1240}},
	} {
		t.Run(one.replay, func(t *testing.T) { restoresAlike(t, loadGame(t, one.replay, one.terrain), one.moments) })
	}
}

func restoresAlike(t *testing.T, game moduleGame, moments []order.Tick) {
	t.Helper()
	simulation, module := game.start(t)
	for _, moment := range moments {
		for simulation.Tick() < moment {
			game.apply(t, simulation, module)
		}
		data := simulation.Snapshot().Append(nil)
		now, err := snapshot.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		copied := RecordedModule(state.Setup{Rules: game.setup.Rules, Map: game.setup.Map})
		twin, err := sim.Open(now, copied)
		if err != nil {
			t.Fatalf("tick %d: %v", moment, err)
		}
		for range 60 {
			game.apply(t, simulation, module)
			game.apply(t, twin, copied)
			if a, b := simulation.SyncHash(), twin.SyncHash(); a != b {
				difference := snapshot.Compare(&simulation.Snapshot().Core, &twin.Snapshot().Core)
				t.Fatalf("restored at tick %d, differs at tick %d: %s", moment, simulation.Tick(), difference)
			}
			if a, b := module.world.NativeHash(), copied.world.NativeHash(); a != b {
				t.Fatalf("restored at tick %d: native hash at tick %d is %08x, want %08x", moment, simulation.Tick(), uint32(b), uint32(a))
			}
		}
	}
}

func TestDamagedStateIsAnErrorAndNeverAPanic(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, _ := game.start(t)
	data := simulation.Snapshot().Append(nil)
	step := max(1, len(data)/40)
	for at := 0; at < len(data); at += step {
		broken := append([]byte(nil), data...)
		broken[at] ^= 0x55
		now, err := snapshot.Decode(broken)
		if err != nil {
			continue
		}
		_, err = sim.Open(now, RecordedModule(state.Setup{Rules: game.setup.Rules, Map: game.setup.Map}))
		var mismatch *sim.RestoreMismatchError
		var module *sim.ModuleError
		if err != nil && !errors.As(err, &module) && !errors.As(err, &mismatch) {
			t.Errorf("byte %d: %T: %v", at, err, err)
		}
	}
}

// BenchmarkModuleTick plays a whole recorded game in the kernel.
func BenchmarkModuleTick(b *testing.B) {
	game := loadGame(b, longGame, longMap)
	simulation, module := game.start(b)
	b.ReportAllocs()
	for b.Loop() {
		game.apply(b, simulation, module)
	}
	b.ReportMetric(float64(simulation.View().Len()), "entities")
}

func TestTheDeadAreToldFromWhatNeverWas(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, module := game.start(t)
	const vehicle = 119 // the first starting unit: it becomes a construction yard
	tag, ok := module.TagOf(vehicle)
	if _, dead := module.LastTagOf(vehicle); !ok || dead {
		t.Fatalf("at the start the unit has tag %v, %v, and is dead: %v", tag, ok, dead)
	}
	owner, _ := module.OwnerOf(vehicle)
	for simulation.Tick() < 750 {
		game.apply(t, simulation, module)
	}
	if _, ok := module.TagOf(vehicle); ok {
		t.Fatal("the unit is still there")
	}
	if last, ok := module.LastTagOf(vehicle); !ok || last != tag {
		t.Errorf("last tag %v, %v, want %v", last, ok, tag)
	}
	if last, ok := module.OwnerOf(vehicle); !ok || last != owner {
		t.Errorf("last owner %d, %v, want %d", last, ok, owner)
	}
	if _, ok := module.LastTagOf(1 << 20); ok {
		t.Error("an actor that never was has a tag")
	}
	if _, ok := module.OwnerOf(1 << 20); ok {
		t.Error("an actor that never was has an owner")
	}
}
