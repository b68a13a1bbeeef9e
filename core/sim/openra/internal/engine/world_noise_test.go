// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
)

// newNoise makes noise for a world, by chance of a seed.
func newNoise(w *World, a, b uint64) *enginetest.Noise {
	stage := enginetest.Stage{World: w, Types: &w.CompiledTypes, Paths: &w.Paths, Actors: &w.Actors, Players: &w.Players}
	return enginetest.NewNoise(stage, rand.New(rand.NewPCG(a, b)))
}

func TestNoOrdersBreakTheWorld(t *testing.T) {
	for i, game := range enginetest.Duels {
		t.Run(game.Mod+" "+game.Version, func(t *testing.T) {
			w, err := New(game.Setup(t))
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Cheat(&w.Options, w.Players)
			newNoise(w, uint64(i), 1).Play(200)
			if w.Tick() != 600 {
				t.Errorf("stopped at tick %d", w.Tick())
			}
		})
	}
}

// All games of a process share the rules.
func TestPlayingChangesNoRules(t *testing.T) {
	set, err := rules.Load("ra", "{DEV_VERSION}")
	if err != nil {
		t.Fatal(err)
	}
	written := func() string {
		var text strings.Builder
		for _, actor := range set.Actors {
			fmt.Fprint(&text, *actor)
		}
		for _, weapon := range set.Weapons {
			fmt.Fprint(&text, *weapon)
		}
		fmt.Fprint(&text, set.World)
		return text.String()
	}
	before := written()
	w := plain(t)
	enginetest.Cheat(&w.Options, w.Players)
	newNoise(w, 3, 1).Play(60)
	if written() != before {
		t.Error("a game changed the rules it is played by")
	}
}

func FuzzOrders(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		w := plain(t)
		newNoise(w, a, b).Play(60)
	})
}
