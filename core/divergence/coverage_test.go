// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"encoding/json"
	"testing"
)

func TestPlausibleHasToBeEarned(t *testing.T) {
	thresholds := DefaultThresholds()
	thresholds.FloorJudgedOrders, thresholds.FloorJudgedPermille, thresholds.FloorBoundPermille = 10, 500, 600
	for _, test := range []struct {
		name     string
		coverage Coverage
		want     Verdict
	}{
		{"nothing recorded", Coverage{}, VerdictUnjudged},
		{"nothing judged", Coverage{OrdersTotal: 1000}, VerdictUnjudged},
		{"too few orders", Coverage{OrdersJudged: 9, OrdersTotal: 9}, VerdictUnjudged},
		{"just enough orders", Coverage{OrdersJudged: 10, OrdersTotal: 10}, VerdictPlausible},
		{"too small a share", Coverage{OrdersJudged: 499, OrdersTotal: 1000}, VerdictUnjudged},
		{"just enough of a share", Coverage{OrdersJudged: 500, OrdersTotal: 1000}, VerdictPlausible},
		{"too few units known", Coverage{OrdersJudged: 10, OrdersTotal: 10, SubjectsBound: 59, SubjectsNamed: 100}, VerdictUnjudged},
		{"just enough units known", Coverage{OrdersJudged: 10, OrdersTotal: 10, SubjectsBound: 60, SubjectsNamed: 100}, VerdictPlausible},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := Report{Coverage: test.coverage}
			NewTracker(thresholds, rate).Fill(&report)
			if report.Verdict != test.want {
				t.Errorf("verdict %s, want %s", report.Verdict, test.want)
			}
		})
	}
}

func TestTooLittleJudgedHidesNeitherProofNorWhatWasFound(t *testing.T) {
	name := HashOpenRA
	met := Report{Proof: Proof{Judge: &name, Checked: 10, Proven: 10}}
	NewTracker(DefaultThresholds(), rate).Fill(&met)
	if met.Verdict != VerdictProven {
		t.Errorf("every hash met and no order recorded: %s", met.Verdict)
	}
	drift := NewTracker(DefaultThresholds(), rate)
	drift.HashMismatch(HashMismatch{Tick: 0, Frame: 1})
	missed := Report{Proof: Proof{Judge: &name, Checked: 10, FirstMismatch: &HashMismatch{Frame: 1}}}
	drift.Fill(&missed)
	if missed.Verdict != VerdictUnjudged || missed.FirstLikelyDivergence == nil {
		t.Errorf("the first hash missed and no order judged: %s, %+v", missed.Verdict, missed.FirstLikelyDivergence)
	}
	off := NewTracker(DefaultThresholds(), rate)
	feedOrders(off, 1, 300, 2)
	var found Report
	off.Fill(&found)
	if found.Verdict != VerdictDiverged {
		t.Errorf("half of the orders do not fit: %s", found.Verdict)
	}
	desync := Report{SourceSync: SourceSyncReport{Mismatches: 1}}
	NewTracker(DefaultThresholds(), rate).Fill(&desync)
	if desync.Verdict != VerdictSourceDesync {
		t.Errorf("desynced source: %s", desync.Verdict)
	}
}

func TestVerdictsHaveAnOrder(t *testing.T) {
	ranked := []Verdict{VerdictProven, VerdictPlausible, VerdictMinorDrift, VerdictUnjudged, VerdictDiverged}
	for i, a := range ranked {
		for j, b := range ranked {
			if got := a.WorseThan(b); got != (i > j) {
				t.Errorf("%s worse than %s: %v", a, b, got)
			}
		}
		if a.WorseThan(VerdictSourceDesync) || VerdictSourceDesync.WorseThan(a) {
			t.Errorf("%s has a place beside source_desync", a)
		}
	}
	if Verdict("new").WorseThan(VerdictProven) {
		t.Error("a word that is no verdict has a place")
	}
}

func TestCoverageIsWrittenWithAListEvenIfItIsEmpty(t *testing.T) {
	data, err := json.Marshal(&Report{})
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Coverage map[string]json.RawMessage `json:"coverage"`
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	if string(report.Coverage["not_checked"]) != "[]" || len(report.Coverage) != 5 {
		t.Errorf("%s", data)
	}
}

func TestAnOrderThatIsPossibleInAnyStateIsNotJudged(t *testing.T) {
	for _, test := range []struct {
		e    OrderEvidence
		want bool
	}{
		{OrderEvidence{Fit: FitAccepted}, true},
		{OrderEvidence{Fit: FitAccepted, Unconditional: true}, false},
		{OrderEvidence{Fit: FitRejected, Unconditional: true}, true},
		{OrderEvidence{Fit: FitCorrected}, true},
		{OrderEvidence{Fit: FitNotModelled}, false},
		{OrderEvidence{Fit: FitNotGame}, false},
	} {
		if got := test.e.Judged(); got != test.want {
			t.Errorf("%+v: judged %v", test.e, got)
		}
	}
}
