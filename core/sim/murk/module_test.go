// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"encoding/binary"
	"errors"
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/internal/corpus"
	"convertd/internal/mutate"
)

func worldConfig(seed uint64) sim.Config {
	return sim.Config{Seed: seed, Players: []sim.PlayerConfig{{Kind: snapshot.PlayerNeutral}}}
}

func recordOrder(record []byte) order.TimestampedOrder {
	payload := order.AppendCommand(nil, &order.Command{Raw: record})
	return order.TimestampedOrder{Order: order.PlayerOrder{
		Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagSetField, Payload: payload},
	}}
}

// apply plays a frame in the next tick of s.
func apply(t testing.TB, s *sim.Simulation, records [][]byte) []sim.Verdict {
	t.Helper()
	orders := order.TickOrders{Tick: s.Tick()}
	for _, record := range records {
		orders.Orders = append(orders.Orders, recordOrder(record))
	}
	verdicts, err := s.Apply(&orders)
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

func TestModuleMeetsEveryHashOfEngineRuns(t *testing.T) {
	for _, run := range engineRuns(t) {
		if run.Run == nil || run.Run.Compare != nil {
			continue
		}
		t.Run(run.File, func(t *testing.T) {
			module, err := NewModule(run.Run.World, run.recorded(t))
			if err != nil {
				t.Fatal(err)
			}
			s, err := sim.New(worldConfig(run.recorded(t).Seed), module)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, s, nil)
			if _, _, ok := module.NativeHash(); ok {
				t.Fatal("tick 0 has a native hash")
			}
			frames := framesOf(t, corpus.Read(t, "murk", run.File))
			for i, frame := range frames {
				for n, verdict := range apply(t, s, frame.records) {
					if verdict.Outcome != sim.OutcomeAccepted {
						t.Fatalf("frame %d, command %d: %+v", i, n, verdict)
					}
				}
				hash, index, ok := module.NativeHash()
				if !ok || hash != frame.hash || index != uint64(i) {
					t.Fatalf("frame %d: hash %016x of frame %d, %t, want %016x", i, hash, index, ok, frame.hash)
				}
				if i == len(frames)/2 {
					s, module = reopen(t, s)
				}
			}
		})
	}
}

// reopen goes through the bytes of a snapshot to a module that knows nothing.
func reopen(t *testing.T, s *sim.Simulation) (*sim.Simulation, *Module) {
	t.Helper()
	state, err := snapshot.Decode(s.Snapshot().Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	module := RecordedModule()
	opened, err := sim.Open(state, module)
	if err != nil {
		t.Fatal(err)
	}
	if opened.StateHash() != s.StateHash() {
		t.Fatal("the opened state is another")
	}
	return opened, module
}

const smallWorld = `{"space": {"kind": "Line1D", "len": 4}, "fields": [
	{"name": "kept", "type": "Scalar", "mutability": "Sparse"},
	{"name": "fleeting", "type": "Scalar", "mutability": "PerTick"}], "propagators": ["noop"]}`

func smallSimulation(t testing.TB) (*sim.Simulation, *Module) {
	t.Helper()
	module, err := NewModule([]byte(smallWorld), Recorded{CellCount: 4, FieldCount: 2})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(worldConfig(0), module)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, s, nil)
	return s, module
}

func TestLayersHoldTheFields(t *testing.T) {
	s, module := smallSimulation(t)
	apply(t, s, [][]byte{setFieldRecord(0, none, none, 9, 0, 7, 2), setFieldRecord(0, none, none, 9, 1, 8, 3)})
	values := func(field, at int) uint32 { return binary.LittleEndian.Uint32(module.layers[field].Data()[4*at:]) }
	if values(0, 2) != 7 || values(1, 3) != 8 {
		t.Fatal("a value is not in its layer")
	}
	apply(t, s, nil)
	if values(0, 2) != 7 || values(1, 3) != 0 {
		t.Fatal("want the sparse value kept and the per-tick value gone")
	}
}

func TestSeekingBackForgetsWhatCameAfter(t *testing.T) {
	s, module := smallSimulation(t)
	apply(t, s, [][]byte{setFieldRecord(0, none, none, 9, 1, 8, 3)})
	state, before := s.Snapshot(), module.hash
	apply(t, s, [][]byte{setFieldRecord(0, none, none, 9, 0, 1, 0), setFieldRecord(0, none, none, 9, 1, 2, 1)})
	after := module.hash
	for range 2 {
		if err := s.Restore(state); err != nil {
			t.Fatal(err)
		}
		if got := module.engine.hash(); got != before {
			t.Fatalf("restored hash %016x, want %016x", got, before)
		}
		apply(t, s, [][]byte{setFieldRecord(0, none, none, 9, 0, 1, 0), setFieldRecord(0, none, none, 9, 1, 2, 1)})
		if module.hash != after {
			t.Fatalf("hash %016x after seeking, want %016x", module.hash, after)
		}
	}
}

func TestCommandsWithoutEffectFailLate(t *testing.T) {
	s, _ := smallSimulation(t)
	apply(t, s, [][]byte{
		setFieldRecord(0, none, none, 9, 0, 1, 0), setFieldRecord(0, none, none, 0, 0, 1, 0), setFieldRecord(0, none, none, 9, 7, 1, 0),
	})
	late := s.LateFailures()
	if len(late) != 2 || late[0].Detail == late[1].Detail || late[0].Index+late[1].Index != 1+2 {
		t.Fatalf("%+v", late)
	}
}

func TestModuleWithoutAPlayableWorldModelsNothing(t *testing.T) {
	diffusion := []byte(`{"space": {"kind": "Line1D", "len": 4}, "fields": [
		{"name": "heat", "type": "Scalar", "mutability": "PerTick"}], "propagators": ["diffusion"]}`)
	for name, description := range map[string][]byte{"unknown": nil, "diffusion": diffusion} {
		t.Run(name, func(t *testing.T) {
			module, err := NewModule(description, Recorded{CellCount: 4, FieldCount: 1})
			if err != nil {
				t.Fatal(err)
			}
			if reason, ok := module.Playable(); ok || reason == "" {
				t.Fatalf("playable %t, reason %q", ok, reason)
			}
			s, err := sim.New(worldConfig(0), module)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, s, nil)
			verdicts := apply(t, s, [][]byte{setFieldRecord(0, none, none, 9, 0, 1, 0)})
			if _, _, ok := module.NativeHash(); ok || verdicts[0].Outcome != sim.OutcomeNotModelled {
				t.Fatalf("%+v", verdicts)
			}
			reopen(t, s)
		})
	}
}

func TestOrdersThatAreNoMurkCommandsAreRejected(t *testing.T) {
	s, _ := smallSimulation(t)
	for _, raw := range [][]byte{nil, {99}} {
		if verdicts := apply(t, s, [][]byte{raw}); verdicts[0].Outcome != sim.OutcomeRejected {
			t.Errorf("%x: %+v", raw, verdicts[0])
		}
	}
}

func TestStateOfAnotherWorldIsRefused(t *testing.T) {
	s, _ := smallSimulation(t)
	state := s.Snapshot()
	other, err := NewModule([]byte(`{"space": {"kind": "Ring1D", "len": 4}, "fields": [
		{"name": "kept", "type": "Scalar", "mutability": "Sparse"}], "propagators": ["noop"]}`), Recorded{CellCount: 4, FieldCount: 2})
	if err != nil {
		t.Fatal(err)
	}
	var refused *sim.ModuleError
	if _, err := sim.Open(state, other); !errors.As(err, &refused) {
		t.Fatalf("got %v", err)
	}
}

// FuzzRestore plays on from states whose figures are spoilt and whose hashes are
// right.
func FuzzRestore(f *testing.F) {
	s, _ := smallSimulation(f)
	apply(f, s, [][]byte{setFieldRecord(1, 0, 0, 99, 0, 7, 2)})
	base := s.Snapshot().Append(nil)
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		state, err := snapshot.Decode(base)
		if err != nil {
			t.Fatal(err)
		}
		mutate.State(mutate.NewRandom(seed), state)
		s, err := sim.Open(state, RecordedModule())
		for tick := range 4 {
			var stumbled *sim.UnplayableError
			if errors.As(err, &stumbled) {
				t.Fatalf("%v\n%s", stumbled, stumbled.Fault.Stack)
			}
			if err != nil {
				return
			}
			record := recordOrder(setFieldRecord(1, 0, uint64(tick), 99, uint32(tick%3), 7, int32(tick)))
			_, err = s.Apply(&order.TickOrders{Tick: s.Tick(), Orders: []order.TimestampedOrder{record}})
		}
	})
}
