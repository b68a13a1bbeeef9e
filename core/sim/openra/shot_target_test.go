// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/wpos"
)

// TestBinsPassedOverHoldNobodyLookedFor plays a game and looks for the actors
// of everybody's enemies with and without passing bins over.
func TestBinsPassedOverHoldNobodyLookedFor(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, module := game.start(t)
	w := module.world
	found := 0
	for simulation.Tick() < 3000 {
		game.apply(t, simulation, module)
		if simulation.Tick()%25 != 0 {
			continue
		}
		for i := range w.Players {
			enemies := w.Players[i].Enemies
			look := func(owners uint32) (ids []uint32) {
				w.InBox(wpos.Pos{}, wpos.Pos{X: 1 << 20, Y: 1 << 20, Z: 0}, owners, func(a *state.Actor) {
					if enemies&(1<<uint32(a.Owner)) != 0 {
						ids = append(ids, a.ID)
					}
				})
				return ids
			}
			got, want := look(enemies), look(engine.Everybody)
			found += len(got)
			if !slices.Equal(got, want) {
				t.Fatalf("tick %d: enemies of player %d are %v, want %v", simulation.Tick(), i, got, want)
			}
		}
	}
	if found == 0 {
		t.Fatal("nobody has an enemy")
	}
}
