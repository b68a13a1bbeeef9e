// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"

	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/plugins/orarep"
)

// mapFile finds one map under any id.
type mapFile []byte

func (m mapFile) FindMap(string) ([]byte, bool, error) { return m, true, nil }

// The long OpenRA games are proven whole. Where one were not, from the first hash
// that is not met to where divergence is first reported nearly all subjects are
// bound and nearly all orders accepted. With -v the test prints both.
func TestPastTheirProofOrdersOfLongOpenRAGamesFit(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("three long games take most of a minute")
	}
	terrain, err := os.ReadFile(filepath.Join(corpus.Dir(t, "maps"), "singles-a4c43b57c1.oramap"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(corpus.Dir(t, "orarep"), "ra-dev2026-rl-*.orarep"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no long games: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, _ := decode(t, orarep.New(), path)
			judgement, err := pipeline.Judge(t.Context(), &pipeline.Job{
				Thresholds: divergence.DefaultThresholds(), Materials: pipeline.Materials{Maps: mapFile(terrain)},
			}, source)
			if err != nil {
				t.Fatal(err)
			}
			past := judgement.PastProof
			if past == nil {
				if proof := judgement.Proof; proof.Checked == 0 || proof.Proven != proof.Checked || judgement.Verdict != divergence.VerdictProven {
					t.Errorf("nothing is past the proof, but %d of %d frames are proven, verdict %s", proof.Proven, proof.Checked, judgement.Verdict)
				}
				return
			}
			s := &past.ToEvidence
			t.Logf("proven up to tick %d, divergence first reported at %d of %d: %d of %d subjects bound, %d of %d orders accepted",
				s.From.Tick, s.To.Tick, judgement.Ticks, s.Bound, s.Subjects, s.Accepted, s.Judged())
			if s.BoundPermille() < 980 || s.AcceptedPermille() < 950 {
				t.Errorf("%d permille of subjects are bound, %d of orders accepted", s.BoundPermille(), s.AcceptedPermille())
			}
		})
	}
}
