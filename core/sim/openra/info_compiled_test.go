// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"
	"reflect"
	"testing"

	"convertd/core/rules"
)

// A game in which everything fights leaves the types that it shares with other games
// as a compilation of its own has them.
func TestAGameChangesNoTypeThatItShares(t *testing.T) {
	for i, game := range duels {
		t.Run(game.mod+" "+game.version, func(t *testing.T) {
			setup := duel(t, game.mod, game.version, game.one, game.other)
			w, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			other, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			if &w.types[0] != &other.types[0] {
				t.Fatal("two games with the same rules compiled their types twice")
			}
			w.letEverybodyCheat()
			newNoise(w, uint64(i), 7).play(w, 200)
			setup.ownTypes = true
			apart, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			if &w.types[0] == &apart.types[0] {
				t.Fatal("the game to compare with shares the types, too")
			}
			if !reflect.DeepEqual(w.compiledTypes, apart.compiledTypes) {
				t.Error("the game changed types that other games use")
			}
		})
	}
}

func TestTheTypesUsedLastAreKept(t *testing.T) {
	var keeper typeKeeper
	compiled := 0
	take := func(i int) {
		keeper.take(typeKey{set: &rules.Ruleset{}, tileset: fmt.Sprint(i)}, func() *compiledTypes { return &compiledTypes{} })
	}
	set := &rules.Ruleset{}
	again := func() {
		keeper.take(typeKey{set: set}, func() *compiledTypes { compiled++; return &compiledTypes{} })
	}
	again()
	for i := range keptTypes - 1 {
		take(i)
	}
	again()
	for i := range keptTypes - 1 {
		take(i)
	}
	again()
	if compiled != 1 || len(keeper.kept) != keptTypes {
		t.Fatalf("compiled %d times, %d kept; want once, %d", compiled, len(keeper.kept), keptTypes)
	}
	for i := range keptTypes {
		take(i)
	}
	if again(); compiled != 2 {
		t.Fatalf("compiled %d times: what was not used for long is still there", compiled)
	}
}
