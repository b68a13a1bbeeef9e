// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"testing"

	"convertd/internal/corpus"
)

// wholeStarts are starts of every release of ra and cnc, and of d2k and ts, with civilians,
// bridges, tech buildings and players without a faction on their maps.
var wholeStarts = []string{
	"cnc-20200202-antrax-0", "cnc-20200503-hattrix-0", "cnc-20210321-deterring-democracy-plus-0", "cnc-20230225-order-of-battle-0",
	"ra-20200202-hypothermia-0", "ra-20200503-minor-pressure-0", "ra-20210321-chernobyl-0", "ra-20230225-ascent-0",
	"ra-20200202-drop-zone-0", "ra-20210321-drop-zone-0", "ra-20230225-drop-zone-w-0", // rules and weapons of the map
	"ra-20200202-pitfight-0", "cnc-20200503-tactical-advance-0", "cnc-20200503-dead-in-motion-0", "ra-20230225-code-19-0", "ra-20230225-bomber-john-0",
	"ra-20200202-center-of-attention-redux-2-0", "ra-20200503-center-of-attention-redux-2-0", "ra-20200202-doubles-0", "ra-20200503-sidestep-0",
	"cnc-20200202-back-to-basics-0", "cnc-20200202-frigid-pass-0",
	"ts-20200503-2temp7-0", "ts-20200503-rivrrad4-0", "ts-20200503-1ice6-0", "ts-20230225-rivrrad4-0", "ts-20230225-ts_rift-0", "ts-20230225-arivruns-0",
	"d2k-20200503-chin-rock-0", "d2k-20230225-oh-gap-0", "d2k-20200503-arakeen-0", "d2k-20230225-mount-idaho-0",
}

// Whole games of the engine on maps of our own, and some of ra, cnc, d2k and ts on
// stock maps: 2,000 net frames each.
func TestWholeGamesOfTheEngineAreMet(t *testing.T) {
	games, err := findGames(corpus.Dir(t, "engine"), true)
	if err != nil {
		t.Fatal(err)
	}
	played := append(only(games, "ours", "", "", ""), only(games, "long", "", "", "ra-0225-1v1-orelord")...)
	played = append(played, only(games, "long", "", "", "ra-0503-1v1-orelord-heavy")...)   // paths to goals that somebody fills
	played = append(played, only(games, "long", "", "", "d2k-0225-1v1-desert-twister")...) // spice blooms
	played = append(played, only(games, "long", "", "", "cnc-0503-2v2-nocrates")...)
	for _, r := range playAll(t.Context(), append(played, only(games, "long", "", "", "ts-0225-1v1-lowcash-uganda")...)) {
		if !r.whole() {
			t.Error(gameLines([]result{r}))
		}
	}
}

// The games were made without the art of the game: a gun rose in 13 pictures, not in 20.
func TestGamesAreMetWithTheArtTheyWereMadeWith(t *testing.T) {
	for _, withArt := range []bool{true, false} {
		games, err := findGames(corpus.Dir(t, "engine"), withArt)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range playAll(t.Context(), only(games, "long", "", "", "ra-0225-1v1-orelord")) {
			if r.whole() != withArt {
				t.Errorf("with art: %t; %s", withArt, gameLines([]result{r}))
			}
		}
	}
}

func TestStartsOfTheEngineAreMetWhole(t *testing.T) {
	games, err := findGames(corpus.Dir(t, "engine"), true)
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
	games, err := findGames(corpus.Dir(t, "engine"), true)
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
