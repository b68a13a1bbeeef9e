// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"testing"

	"convertd/core/order"
)

// missing is an order to a unit that is not here; again says that it was told so
// before.
func missing(tick order.Tick, again bool) *OrderEvidence {
	return &OrderEvidence{Tick: tick, Subjects: 1, Unbound: 1, Fit: FitRejected, Reason: "no_subjects", NothingNew: again}
}

// Fifty clicks on one unit that our rules do not know are one thing that is not
// right, not fifty.
func TestABurstOfOrdersToOneMissingUnitDriftsAndDoesNotDiverge(t *testing.T) {
	for _, test := range []struct {
		name  string
		again bool
		want  Verdict
	}{{"one unit", true, VerdictMinorDrift}, {"another one each time", false, VerdictDiverged}} {
		tracker := NewTracker(DefaultThresholds(), rate)
		feedOrders(tracker, 0, 100, 0)
		for i := range order.Tick(60) {
			tracker.Order(missing(100+i, test.again && i > 0))
			tracker.Order(&OrderEvidence{Tick: 100 + i, Subjects: 1})
		}
		if report := judge(tracker); report.Verdict != test.want {
			t.Errorf("%s: %s, %+v", test.name, report.Verdict, report.FirstLikelyDivergence)
		}
	}
}

func TestARepeatedOrderThatFailsForAnotherReasonIsNews(t *testing.T) {
	for _, test := range []struct {
		name string
		e    OrderEvidence
		want bool
	}{
		{"nobody there, as before", OrderEvidence{NothingNew: true, Fit: FitRejected, Reason: "no_subjects"}, true},
		{"nobody there, not modelled", OrderEvidence{NothingNew: true, Fit: FitNotModelled}, true},
		{"a new one", OrderEvidence{Fit: FitRejected, Reason: "no_subjects"}, false},
		{"of another owner", OrderEvidence{NothingNew: true, Fit: FitRejected, Reason: "no_subjects", NotOwned: 1}, false},
		{"beside the map", OrderEvidence{NothingNew: true, Fit: FitRejected, Reason: "no_subjects", InvalidPosition: true}, false},
		{"no prerequisite", OrderEvidence{NothingNew: true, Fit: FitRejected, Reason: "missing_prerequisite"}, false},
		{"corrected", OrderEvidence{NothingNew: true, Fit: FitCorrected, Reason: "no_subjects"}, false},
	} {
		if got := test.e.repeats(); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestMisfitsSpreadOverTheWholeGameAddUp(t *testing.T) {
	for _, test := range []struct {
		everyNth int
		want     Verdict
	}{{11, VerdictMinorDrift}, {9, VerdictDiverged}} {
		tracker := NewTracker(DefaultThresholds(), rate)
		feedOrders(tracker, 1, 3000, test.everyNth)
		if report := judge(tracker); report.Verdict != test.want {
			t.Errorf("every %dth: %s, %+v", test.everyNth, report.Verdict, report.FirstLikelyDivergence)
		}
	}
}

func TestWhatWasProvenDoesNotHideWhatCameAfter(t *testing.T) {
	tracker := NewTracker(DefaultThresholds(), rate)
	feedOrders(tracker, 1, 30_000, 0)
	tracker.HashMismatch(HashMismatch{Tick: 30_000, Frame: 1})
	feedOrders(tracker, 30_001, 32_000, 9)
	if report := judge(tracker); report.Verdict != VerdictDiverged {
		t.Errorf("%s, %+v", report.Verdict, report.FirstLikelyDivergence)
	}
}

func TestAFewOrdersThatDoNotFitAreNoDivergence(t *testing.T) {
	for _, test := range []struct {
		odd  int
		want Verdict
	}{{4, VerdictMinorDrift}, {5, VerdictDiverged}} {
		tracker := NewTracker(DefaultThresholds(), rate)
		feedOrders(tracker, 0, 12, 0)
		for i := range test.odd {
			tracker.Order(missing(12+order.Tick(i), false))
		}
		if report := judge(tracker); report.Verdict != test.want {
			t.Errorf("%d of %d: %s", test.odd, test.odd+12, report.Verdict)
		}
	}
}
