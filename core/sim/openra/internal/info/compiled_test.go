// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"fmt"
	"slices"
	"testing"

	"convertd/core/rules"
)

func TestTheTypesUsedLastAreKept(t *testing.T) {
	var keeper TypeKeeper
	compiled := 0
	take := func(i int) {
		keeper.Take(TypeKey{Set: &rules.Ruleset{}, Tileset: fmt.Sprint(i)}, func() *CompiledTypes { return &CompiledTypes{} })
	}
	set := &rules.Ruleset{}
	again := func() {
		keeper.Take(TypeKey{Set: set}, func() *CompiledTypes { compiled++; return &CompiledTypes{} })
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

// cnc-0225-ffa of the engine's games, net frame 1971: what heals by itself is hashed in the
// order of the engine's own list.
func TestWhatHealsStandsInTheOrderOfTheHashedTraits(t *testing.T) {
	for version, want := range map[string][]string{
		"release-20200503": {"ChangesHealth@HOSPITAL", "ChangesHealth@ELITE"}, // SelfHealing there
		"release-20230225": {"ChangesHealth@HOSPITAL", "ChangesHealth@ELITE"},
	} {
		set, err := rules.Load("cnc", version)
		if err != nil {
			t.Fatal(err)
		}
		behaviour := ReleaseBehaviour(set.Release)
		soldier := CompileTypes(set, "", nil, false, &behaviour).ByName["e1"]
		var got []string
		for i := range soldier.Heals {
			if key := soldier.Heals[i].Key; slices.Contains(want, key) {
				got = append(got, key)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", version, got, want)
		}
	}
}
