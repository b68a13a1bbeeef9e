// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"io"
	"strings"
	"testing"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/internal/fixtures/oramap"
)

func TestAPausedStartIsReadOffTheEqualLeadingHashes(t *testing.T) {
	frames := func(values ...uint64) []ir.SyncSample {
		var samples []ir.SyncSample
		for i, value := range values {
			samples = append(samples, ir.SyncSample{Frame: uint64(i + 1), Value: value})
		}
		return samples
	}
	late := frames(7, 7, 8)
	late[0].Frame = 2
	for name, test := range map[string]struct {
		hashes []ir.SyncSample
		want   int32
	}{
		"nothing recorded":          {nil, 0},
		"runs from the start":       {frames(7, 8, 8), 0},
		"paused for two frames":     {frames(7, 7, 8), 3},
		"paused to the end":         {frames(7, 7, 7), 4},
		"the first frame is absent": {late, 0},
	} {
		if got := pausedStart(test.hashes); got != test.want {
			t.Errorf("%s: paused until frame %d, want %d", name, got, test.want)
		}
	}
}

// folder is a map folder with one file.
type folder struct{ data []byte }

func (f folder) FindMap(string) ([]byte, bool, error) { return f.data, f.data != nil, nil }

// A game of which we hold no release tables is played by the figures of
// another day, judged by its hashes like any other, and the report says so.
func TestFiguresOfAnotherReleaseAreNamed(t *testing.T) {
	file := oramap.Map{Mod: "d2k", Tileset: "ARRAKIS", Width: 32, Height: 32, Border: 1, Players: []string{"Multi0", "Multi1"}}
	file.Fill(oramap.Tile{Template: 266})
	header := testHeader()
	header.Format, header.Game, header.Version, header.Map.ID = "orarep", "d2k", "release-20231010", file.UID()
	trailer := &ir.Trailer{Complete: true, Ticks: 3}
	f, err := openFeed(t.Context(), &script{events: []Event{{Header: header}, {Trailer: trailer}}, end: io.EOF})
	if err != nil {
		t.Fatal(err)
	}
	game, err := buildGame(t.Context(), f, &Materials{Maps: folder{file.Archive()}})
	if err != nil {
		t.Fatal(err)
	}
	if game.Native.Name != divergence.HashOpenRA || !game.Map.Found || len(game.StandIns) != 1 ||
		game.StandIns[0].Code != divergence.StandInFigures || !strings.Contains(game.StandIns[0].Recorded, "release-20231010") {
		t.Errorf("judge %q, map %v, stand-ins %+v", game.Native.Name, game.Map.Found, game.StandIns)
	}
}

// Nothing at hand proves d2k or ts: a recorded hash that is not met is said to be
// missed in its own frame, and nothing is claimed for the frames before.
func TestAGameOfDuneOrTiberianSunIsJudgedFromItsFirstHashOn(t *testing.T) {
	dune := oramap.Map{Mod: "d2k", Tileset: "ARRAKIS", Width: 32, Height: 32, Border: 1, Players: []string{"Multi0", "Multi1"}}
	dune.Fill(oramap.Tile{Template: 266})
	sun := oramap.Map{Mod: "ts", Tileset: "TEMPERATE", Width: 32, Height: 64, Border: 1, Players: []string{"Multi0", "Multi1"}}
	sun.Fill(oramap.Tile{})
	for _, file := range []*oramap.Map{&dune, &sun} {
		header := testHeader()
		header.Format, header.Game, header.Version, header.Map.ID, header.TicksPerFrame = "orarep", file.Mod, "release-20230225", file.UID(), 3
		var samples []ir.SyncSample
		for frame := range uint64(40) {
			samples = append(samples, ir.SyncSample{Frame: frame + 1, Tick: 3 * frame, Player: ir.NoPlayer, Value: 1000 + frame})
		}
		trailer := &ir.Trailer{Complete: true, Ticks: 120}
		f, err := openFeed(t.Context(), &script{events: []Event{{Header: header}, {Sync: samples}, {Trailer: trailer}}, end: io.EOF})
		if err != nil {
			t.Fatal(err)
		}
		game, err := buildGame(t.Context(), f, &Materials{Maps: folder{file.Archive()}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := newConversion(&Job{Thresholds: divergence.DefaultThresholds()}, f, game, func(icrep.Metadata) (Recording, error) { return &orderLog{}, nil })
		if err != nil {
			t.Fatal(err)
		}
		if err := c.play(t.Context()); err != nil {
			t.Fatal(err)
		}
		proof := c.proof.report
		if proof.FirstMismatch == nil || proof.FirstMismatch.Frame != 1 || proof.Proven != 0 {
			t.Errorf("%s: %+v", file.Mod, proof)
		}
	}
}

func TestWithoutAReadableMapNothingIsProvenAndTheReportSaysWhy(t *testing.T) {
	for name, test := range map[string]struct {
		maps Maps
		says string
	}{
		"no folders":  {nil, "is in no map folder"},
		"not there":   {folder{}, "is in no map folder"},
		"damaged map": {folder{[]byte("PK but no archive")}, "cannot be read"},
	} {
		header := testHeader()
		header.Format, header.Game, header.Version, header.Map.ID = "orarep", "ra", "release-20230225", "0123"
		trailer := &ir.Trailer{Complete: true, Ticks: 3}
		f, err := openFeed(t.Context(), &script{events: []Event{{Header: header}, {Trailer: trailer}}, end: io.EOF})
		if err != nil {
			t.Fatal(err)
		}
		game, err := buildGame(t.Context(), f, &Materials{Maps: test.maps})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// Its rules judge it all the same.
		if game.Native.Computed() || game.Model == ModelNone || game.Map.Found || !strings.Contains(game.Native.NotChecked, test.says) {
			t.Errorf("%s: judge %q, model %d, not checked because %q", name, game.Native.Name, game.Model, game.Native.NotChecked)
		}
	}
}
