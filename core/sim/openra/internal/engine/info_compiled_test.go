// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"reflect"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
)

// A game in which everything fights leaves the types that it shares with other games
// as a compilation of its own has them.
func TestAGameChangesNoTypeThatItShares(t *testing.T) {
	for i, game := range enginetest.Duels {
		t.Run(game.Mod+" "+game.Version, func(t *testing.T) {
			setup := game.Setup(t)
			w, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			other, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			if &w.Types[0] != &other.Types[0] {
				t.Fatal("two games with the same rules compiled their types twice")
			}
			enginetest.Cheat(&w.Options, w.Players)
			newNoise(w, uint64(i), 7).Play(200)
			setup.OwnTypes = true
			apart, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			if &w.Types[0] == &apart.Types[0] {
				t.Fatal("the game to compare with shares the types, too")
			}
			if !reflect.DeepEqual(w.CompiledTypes, apart.CompiledTypes) {
				t.Error("the game changed types that other games use")
			}
		})
	}
}
