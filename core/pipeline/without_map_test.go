// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/plugins/orarep"
)

// Games of OpenRA whose map is not at hand are played by their rules alone. Up to
// where divergence is first reported the orders fit, and most do to the end. With -v
// the test prints both.
func TestOrdersOfGamesWithoutTheirMapFitTheRules(t *testing.T) {
	for _, test := range []struct {
		file            string
		bound, accepted int // permille, up to the first evidence
		boundWhole      int // permille, of the whole game
	}{
		{file: "ra-playtest-20201213-1v1-spectated.orarep", bound: 980, accepted: 950, boundWhole: 950},
		{file: "ra-release-20230225-skirmish.orarep", bound: 1000, accepted: 1000, boundWhole: 1000},
	} {
		source, data := decode(t, orarep.New(), filepath.Join(corpus.Dir(t, "orarep"), test.file))
		result, file := convert(t, source, data)
		r := &result.Report
		s := &r.PastProof.ToEvidence
		t.Logf("%s: first reported at tick %d of %d: %d of %d subjects bound, %d of %d orders accepted; whole game %d of %d bound", test.file,
			s.To.Tick, r.Ticks, s.Bound, s.Subjects, s.Accepted, s.Judged(), r.Identity.Bound, r.Identity.Subjects)
		if int(s.BoundPermille()) < test.bound || int(s.AcceptedPermille()) < test.accepted {
			t.Errorf("%s: %d permille of subjects are bound, %d of orders accepted", test.file, s.BoundPermille(), s.AcceptedPermille())
		}
		if whole := int(r.Identity.Bound * 1000 / max(1, r.Identity.Subjects)); whole < test.boundWhole {
			t.Errorf("%s: %d permille of all subjects are bound", test.file, whole)
		}
		resimulate(t, file)
	}
}

// TestWithoutTheMapSubjectsAreFoundAsWithIt compares what subjects are bound to by
// rules alone with what they are: two bots whose orders one client sends. As long
// as nobody has fought nearly all are right; later wrecks and what players had to
// wait for money shift the rest.
func TestWithoutTheMapSubjectsAreFoundAsWithIt(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("a long game twice")
	}
	terrain, err := os.ReadFile(filepath.Join(corpus.Dir(t, "maps"), "singles-a4c43b57c1.oramap"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(corpus.Dir(t, "orarep"), "ra-dev2026-rl-da822cf490a3.orarep")
	play := func(maps pipeline.Maps) map[uint32]pipeline.Named {
		source, _ := decode(t, orarep.New(), path)
		job := &pipeline.Job{Thresholds: divergence.DefaultThresholds(), Materials: pipeline.Materials{Maps: maps}}
		named, err := pipeline.NamedSubjects(t.Context(), job, source)
		if err != nil {
			t.Fatal(err)
		}
		return named
	}
	truth, found := play(mapFile(terrain)), play(nil)
	// The players of the map come first where there is one: two, which are of nobody.
	const mapPlayers = 2
	var kinds, owners, early, all int
	const first = 50
	for n, id := range slices.Sorted(maps.Keys(truth)) {
		want, got := truth[id], found[id]
		if want.Kind == "player" || want.Kind == "" {
			continue
		}
		all++
		if got.Kind == want.Kind {
			kinds++
			if n < first {
				early++
			}
		}
		if got.Kind != "" && got.Owner+mapPlayers == want.Owner {
			owners++
		}
	}
	t.Logf("%d subjects: owner of %d, type of %d right; %d of the first %d", all, owners, kinds, early, first)
	if owners*100 < all*90 || kinds*100 < all*50 || early*100 < first*85 {
		t.Error("too few are right")
	}
}
