// SPDX-License-Identifier: GPL-3.0-or-later

package conversion_test

import (
	"encoding/json"
	"testing"

	"convertd/conversion"
)

// What judging says is what a conversion's report says, and both are of their
// schema.
func TestAJudgementIsThatOfTheReport(t *testing.T) {
	engine := newEngine(t, nil)
	data := fixture(t, "ea", "zerohour.rep")
	judgement, err := engine.Judge(t.Context(), conversion.Input{Name: "zerohour.rep", Data: data})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(judgement)
	if err != nil {
		t.Fatal(err)
	}
	checkSchema(t, "judgement", encoded)
	if judgement.PastProof == nil || judgement.FirstEvidence == nil {
		t.Fatalf("a game of known rules was not judged: %s", encoded)
	}
	outcome, _ := convert(t, engine, request(t, "zerohour.rep", data))
	checkSchema(t, "report", outcome.Report)
	var report struct {
		PastProof json.RawMessage `json:"past_proof"`
	}
	if err := json.Unmarshal(outcome.Report, &report); err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(judgement.PastProof)
	if err != nil {
		t.Fatal(err)
	}
	if string(report.PastProof) != string(want) {
		t.Errorf("the report has %s, judging %s", report.PastProof, want)
	}
}
