// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"testing"

	"convertd/internal/corpus"
)

// wholeStarts are starts of every release of ra and cnc, and of ts, with civilians, bridges,
// tech buildings and players without a faction on their maps.
var wholeStarts = []string{
	"cnc-20200202-antrax-0", "cnc-20200503-hattrix-0", "cnc-20210321-deterring-democracy-plus-0", "cnc-20230225-order-of-battle-0",
	"ra-20200202-hypothermia-0", "ra-20200503-minor-pressure-0", "ra-20210321-chernobyl-0", "ra-20230225-ascent-0",
	"ra-20200202-drop-zone-0", "ra-20210321-drop-zone-0", "ra-20230225-drop-zone-w-0", // rules and weapons of the map
	"ra-20200202-pitfight-0", "cnc-20200503-tactical-advance-0", "cnc-20200503-dead-in-motion-0", "ra-20230225-code-19-0", "ra-20230225-bomber-john-0",
	"ts-20200503-2temp7-0", "ts-20200503-rivrrad4-0",
}

func TestStartsOfTheEngineAreMetWhole(t *testing.T) {
	games, err := findGames(corpus.Dir(t, "engine"))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range wholeStarts {
		for _, r := range playAll(t.Context(), only(games, "starts", "", "", id)) {
			if !r.whole() || r.Comparison.Met < 50 {
				t.Errorf("%s: %s", id, gameLines([]result{r}))
			}
		}
	}
}

// A trace tells which map it is of.
func TestATraceOfAnotherMapIsRefused(t *testing.T) {
	games, err := findGames(corpus.Dir(t, "engine"))
	if err != nil {
		t.Fatal(err)
	}
	found := only(games, "starts", "", "", "d2k-20200503-arakeen-0")
	if len(found) != 1 {
		t.Fatalf("%d games", len(found))
	}
	other := only(games, "starts", "", "", "d2k-20200503-chin-rock-0")
	found[0].Trace = other[0].Trace
	if _, err := play(t.Context(), &found[0]); err == nil {
		t.Error("the trace of another map is taken")
	}
}
