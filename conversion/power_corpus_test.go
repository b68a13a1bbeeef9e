// SPDX-License-Identifier: GPL-3.0-or-later

package conversion_test

import (
	"os"
	"path/filepath"
	"testing"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/internal/corpus"
)

// Of real games that are vouched for, every spoilt version gets a worse verdict. Two of
// them, so that the test takes seconds; the figures over the whole corpus are in
// docs/divergence.md.
func TestSpoiltRealGamesGetAWorseVerdict(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	engine := newEngine(t, nil)
	for _, digest := range []string{"20511714", "be3a803a"} {
		found, err := filepath.Glob(filepath.Join(corpus.Dir(t, "ea", "zerohour"), digest+"*"))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %d files, %v", digest, len(found), err)
		}
		data, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		measured, err := engine.Power(t.Context(), conversion.Input{Name: digest + ".rep", Data: data})
		if err != nil {
			t.Fatal(err)
		}
		if v := measured.Judged.Verdict; v != divergence.VerdictPlausible && v != divergence.VerdictMinorDrift {
			t.Errorf("%s: %s", digest, v)
		}
		for i := range measured.Spoilt {
			if one := &measured.Spoilt[i]; one.Applicable() && !one.Worse {
				t.Errorf("%s: %s is %s, the game itself %s", digest, one.Spoiler, one.Judged.Verdict, measured.Judged.Verdict)
			}
		}
	}
}
