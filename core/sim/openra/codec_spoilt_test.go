// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"errors"
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"
	"convertd/internal/mutate"
)

// throng is the state of a game with actors of every type in the middle of
// everything they can do, and the setup that a file of it names.
func throng(tb testing.TB, duelNumber, frames int) (data []byte, recorded state.Setup) {
	tb.Helper()
	game := enginetest.Duels[duelNumber]
	setup := game.Setup(tb)
	moduleGame := moduleGame{setup: setup}
	simulation, module := moduleGame.start(tb)
	enginetest.Cheat(&module.world.Options, module.world.Players)
	disturbed(tb, simulation, module, newNoise(module.world, uint64(duelNumber), 5), frames)
	return simulation.Snapshot().Append(nil), state.Setup{Rules: setup.Rules}
}

// reopened restores a state that may be anything. Whoever stumbles over it instead of
// refusing it fails the test.
func reopened(tb testing.TB, state *snapshot.SimSnapshot, recorded state.Setup) (*sim.Simulation, error) {
	tb.Helper()
	s, err := sim.Open(state, RecordedModule(recorded))
	wantNoStumble(tb, err)
	return s, err
}

func wantNoStumble(tb testing.TB, err error) {
	tb.Helper()
	var stumbled *sim.UnplayableError
	if errors.As(err, &stumbled) {
		tb.Fatalf("%v\n%s", stumbled, stumbled.Fault.Stack)
	}
}

// The layers of a file have the shape of its map, whatever the file says.
func TestMapLayersOfAnotherShapeAreRefused(t *testing.T) {
	data, recorded := throng(t, 0, 3)
	decode := func() *snapshot.SimSnapshot {
		state, err := snapshot.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	if _, err := reopened(t, decode(), recorded); err != nil {
		t.Fatal(err)
	}
	for i := range decode().Core.Map.Layers {
		for name, change := range map[string]func(*snapshot.MapLayer){
			"short":  func(l *snapshot.MapLayer) { l.Height, l.Data = l.Height/2, l.Data[:int(l.Width)*int(l.Height/2)] },
			"empty":  func(l *snapshot.MapLayer) { l.Width, l.Height, l.Data = 0, 0, nil },
			"turned": func(l *snapshot.MapLayer) { l.Width, l.Height = l.Width*l.Height, 1 },
			"long": func(l *snapshot.MapLayer) {
				l.Height *= 2
				l.Data = append(append([]byte(nil), l.Data...), l.Data...)
			},
			"wide cells": func(l *snapshot.MapLayer) {
				l.Stride = 2
				l.Data = append(append([]byte(nil), l.Data...), l.Data...)
			},
		} {
			state := decode()
			change(&state.Core.Map.Layers[i])
			if _, err := reopened(t, state, recorded); !errors.Is(err, codec.ErrState) {
				t.Errorf("layer %d %s: %v", i, name, err)
			}
		}
		state := decode()
		state.Core.Map.Layers = append(state.Core.Map.Layers[:i:i], state.Core.Map.Layers[i+1:]...)
		if _, err := reopened(t, state, recorded); !errors.Is(err, codec.ErrState) {
			t.Errorf("without layer %d: %v", i, err)
		}
	}
}

// FuzzRestore plays on from states whose figures are spoilt and whose hashes are
// right: a recording comes from strangers.
func FuzzRestore(f *testing.F) {
	type base struct {
		data     []byte
		recorded state.Setup
	}
	var bases []base
	for _, number := range []int{0, 3} {
		data, recorded := throng(f, number, 40)
		bases = append(bases, base{data, recorded})
	}
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		from := bases[seed%uint64(len(bases))]
		state, err := snapshot.Decode(from.data)
		if err != nil {
			t.Fatal(err)
		}
		mutate.State(mutate.NewRandom(seed), state)
		s, err := reopened(t, state, from.recorded)
		for range 9 {
			if err != nil {
				return
			}
			_, err = s.Apply(&order.TickOrders{Tick: s.Tick()})
			wantNoStumble(t, err)
		}
	})
}
