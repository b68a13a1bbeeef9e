// SPDX-License-Identifier: GPL-3.0-or-later

package conversion_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/conversion"
	"convertd/core/power"
)

// The game is decoded once and held: what is measured against is what a
// conversion of the file would have said.
func TestPowerIsMeasuredAgainstTheGameAsItIs(t *testing.T) {
	engine := newEngine(t, nil)
	for _, path := range [][]string{
		{"ea", "zerohour.rep"},
		{"ea", "kw.KWReplay"},
		{"orarep", "good", "ra-skirmish.orarep"},
		{"orarep", "good", "ra-spectated-desync.orarep"},
		{"orarep", "partial", "cut-in-packet.orarep"},
		{"murk", "good", "every-kind.murk"},
	} {
		input := conversion.Input{Name: path[len(path)-1], Data: fixture(t, path...)}
		measured, err := engine.Power(t.Context(), input)
		if err != nil {
			t.Fatal(err)
		}
		again, err := engine.Power(t.Context(), input)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(measured, again); diff != "" {
			t.Errorf("%s: not the same twice: %s", input.Name, diff)
		}
		judgement, err := engine.Judge(t.Context(), input)
		if err != nil {
			t.Fatal(err)
		}
		if measured.Judged.Verdict != judgement.Verdict || !cmp.Equal(measured.Judged.FirstEvidence, judgement.FirstEvidence) || !cmp.Equal(measured.Error, judgement.Error) {
			t.Errorf("%s: measured against %+v (%v), judged %s, %+v", input.Name, measured.Judged, measured.Error, judgement.Verdict, judgement.FirstEvidence)
		}
		for i, spoiler := range power.Spoilers() {
			if one := &measured.Spoilt[i]; one.Spoiler != spoiler.Name || one.Applicable() != (one.Judged != nil) || one.Noticed && one.At == nil {
				t.Errorf("%s: %+v", input.Name, one)
			}
		}
		encoded, err := json.Marshal(measured)
		if err != nil {
			t.Fatal(err)
		}
		checkSchema(t, "power", encoded)
	}
}
