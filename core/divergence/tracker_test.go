// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"testing"

	"convertd/core/order"
)

var rate = order.TickRate{Num: 25, Den: 1}

func judge(t *Tracker) Report {
	report := Report{Coverage: Coverage{OrdersJudged: 1000, OrdersTotal: 1000}}
	t.Fill(&report)
	return report
}

// feedOrders gives one order a tick; every nth does not fit.
func feedOrders(t *Tracker, from, to order.Tick, everyNth int) {
	for tick := from; tick < to; tick++ {
		e := OrderEvidence{Tick: tick, Subjects: 1}
		if everyNth > 0 && int(tick)%everyNth == 0 {
			e.Fit, e.Reason, e.Dead = FitRejected, "no_subjects", 1
		}
		t.Order(&e)
	}
}

func TestConfidenceFollowsTheShareOfOrdersThatDoNotFit(t *testing.T) {
	for _, test := range []struct {
		name     string
		everyNth int
		want     Verdict
	}{
		{"all fit", 0, VerdictPlausible},
		{"one in a hundred is ordinary play", 100, VerdictPlausible},
		{"one in twenty drifts", 20, VerdictMinorDrift},
		{"every second has diverged", 2, VerdictDiverged},
	} {
		t.Run(test.name, func(t *testing.T) {
			tracker := NewTracker(DefaultThresholds(), rate)
			feedOrders(tracker, 1, 3000, test.everyNth)
			report := judge(tracker)
			if report.Verdict != test.want {
				t.Errorf("verdict %s, want %s (onset %+v)", report.Verdict, test.want, report.FirstLikelyDivergence)
			}
		})
	}
}

func TestOneOrderThatDoesNotFitMayJustBeLate(t *testing.T) {
	for _, test := range []struct {
		odd  int
		want Verdict
	}{{0, VerdictPlausible}, {1, VerdictPlausible}, {2, VerdictMinorDrift}} {
		tracker := NewTracker(DefaultThresholds(), rate)
		feedOrders(tracker, 0, 20, 0)
		for i := range test.odd {
			tracker.Order(&OrderEvidence{Tick: order.Tick(20 + i), Subjects: 1, Dead: 1})
			tracker.Order(&OrderEvidence{Tick: order.Tick(20 + i), Subjects: 1})
		}
		if report := judge(tracker); report.Verdict != test.want {
			t.Errorf("%d odd orders: verdict %s, want %s", test.odd, report.Verdict, test.want)
		}
	}
}

func TestConfidenceNeverRisesAgain(t *testing.T) {
	tracker := NewTracker(DefaultThresholds(), rate)
	feedOrders(tracker, 1, 1000, 2)
	onset := *judge(tracker).FirstLikelyDivergence
	feedOrders(tracker, 1000, 9000, 0)
	report := judge(tracker)
	if report.Verdict != VerdictDiverged || *report.FirstLikelyDivergence != onset {
		t.Errorf("verdict %s, onset %+v", report.Verdict, report.FirstLikelyDivergence)
	}
}

func TestOrdersOutsideTheGameAreNoEvidence(t *testing.T) {
	tracker := NewTracker(DefaultThresholds(), rate)
	for tick := range order.Tick(500) {
		tracker.Order(&OrderEvidence{Tick: tick, Fit: FitNotGame, Unbound: 1, Subjects: 1})
	}
	if report := judge(tracker); report.Verdict != VerdictPlausible {
		t.Errorf("verdict %s", report.Verdict)
	}
}

func TestAPlayerWhoseOrdersAllFailHasDivergedWhateverTheShare(t *testing.T) {
	thresholds := DefaultThresholds()
	tracker := NewTracker(thresholds, rate)
	for tick := range order.Tick(3000) {
		tracker.Order(&OrderEvidence{Tick: tick, Player: 0, Subjects: 1})
		if tick%100 == 0 {
			tracker.Order(&OrderEvidence{Tick: tick, Player: 1, Subjects: 1, Unbound: 1, Fit: FitRejected})
		}
	}
	if report := judge(tracker); report.Verdict != VerdictDiverged {
		t.Errorf("verdict %s", report.Verdict)
	}
}

func TestVerdictPutsProofAboveEvidenceAndSourceDesyncAboveAll(t *testing.T) {
	name := HashOpenRA
	tracker := NewTracker(DefaultThresholds(), rate)
	feedOrders(tracker, 1, 1000, 2)
	proven := Report{Proof: Proof{Judge: &name, Checked: 10, Proven: 10}}
	tracker.Fill(&proven)
	if proven.Verdict != VerdictProven || proven.Confidence != "proven" {
		t.Errorf("with every hash met: %s, %s", proven.Verdict, proven.Confidence)
	}
	broken := Report{Proof: Proof{Judge: &name, Checked: 10, Proven: 9, FirstMismatch: &HashMismatch{}}}
	tracker.Fill(&broken)
	if broken.Verdict != VerdictDiverged {
		t.Errorf("with a hash not met: %s", broken.Verdict)
	}
	desync := Report{Proof: proven.Proof, SourceSync: SourceSyncReport{Mismatches: 1}}
	tracker.Fill(&desync)
	if desync.Verdict != VerdictSourceDesync {
		t.Errorf("with a desynced source: %s", desync.Verdict)
	}
}

func TestAHashMismatchIsADriftAtItsTick(t *testing.T) {
	tracker := NewTracker(DefaultThresholds(), rate)
	tracker.HashMismatch(HashMismatch{Tick: 750, Frame: 251})
	report := judge(tracker)
	if report.Verdict != VerdictMinorDrift || report.FirstLikelyDivergence.Tick != 750 || report.FirstLikelyDivergence.TimeMS != 30_000 {
		t.Errorf("%s, %+v", report.Verdict, report.FirstLikelyDivergence)
	}
}

func TestTimelineStaysBoundedAndKeepsItsSums(t *testing.T) {
	tracker := NewTracker(DefaultThresholds(), rate)
	const ticks = 25 * 60 * 60 * 20
	for tick := order.Tick(0); tick < ticks; tick += 10 {
		tracker.Order(&OrderEvidence{Tick: tick, Subjects: 1})
	}
	report := judge(tracker)
	if len(report.Timeline) > maxTimelinePoints {
		t.Errorf("%d points, the limit is %d", len(report.Timeline), maxTimelinePoints)
	}
	var orders uint64
	for i, point := range report.Timeline {
		orders += point.Orders
		if i > 0 && point.Tick <= report.Timeline[i-1].Tick {
			t.Fatalf("point %d is at tick %d after %d", i, point.Tick, report.Timeline[i-1].Tick)
		}
	}
	if orders != ticks/10 {
		t.Errorf("%d orders in the timeline, want %d", orders, ticks/10)
	}
}

func TestThresholdsThatMakeNoSenseAreRefused(t *testing.T) {
	if err := DefaultThresholds().Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
	for name, change := range map[string]func(*Thresholds){
		"no window":            func(t *Thresholds) { t.WindowMilliseconds = 0 },
		"drift above diverged": func(t *Thresholds) { t.DriftPermille = 500 },
		"more than everything": func(t *Thresholds) { t.DivergedPermille = 1001 },
		"nothing to diverge":   func(t *Thresholds) { t.DivergedRejected = 0 },
		"overall and more":     func(t *Thresholds) { t.OverallPermille = 1001 },
		"no floor":             func(t *Thresholds) { t.FloorJudgedOrders = 0 },
		"judged and more":      func(t *Thresholds) { t.FloorJudgedPermille = 1001 },
		"bound and more":       func(t *Thresholds) { t.FloorBoundPermille = 1001 },
		"no minimum":           func(t *Thresholds) { t.MinimumOrders = 0 },
		"no odd order at all":  func(t *Thresholds) { t.MinimumRejected = 0 },
		"lasting and more":     func(t *Thresholds) { t.LastingPermille = 1001 },
	} {
		thresholds := DefaultThresholds()
		change(&thresholds)
		if thresholds.Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// What contradicts the recording itself is evidence even where nothing of the world is
// known; the orders that were looked at stand beside it.
func TestContradictionsCountWhereTheWorldIsNotKnown(t *testing.T) {
	for name, test := range map[string]struct {
		odd  func(i int, e *OrderEvidence)
		want Confidence
		fits bool // the others were looked at
	}{
		"nobody looked":            {func(int, *OrderEvidence) {}, Plausible, false},
		"nothing was found":        {func(int, *OrderEvidence) {}, Plausible, true},
		"off the map":              {func(_ int, e *OrderEvidence) { e.OffMap = true }, Diverged, true},
		"off the map now and then": {func(i int, e *OrderEvidence) { e.OffMap = i%30 == 0 }, MinorDrift, true},
		"units of others":          {func(_ int, e *OrderEvidence) { e.Others = 3 }, Diverged, true},
		"some of a group":          {func(_ int, e *OrderEvidence) { e.Others = 2 }, Plausible, true},
		"one captured in a hundred": {func(i int, e *OrderEvidence) {
			if i%100 == 0 {
				e.Others = 3
			}
		}, Plausible, true},
	} {
		tracker := NewTracker(DefaultThresholds(), rate)
		for i := range 400 {
			e := OrderEvidence{Tick: order.Tick(5 * i), Fit: FitNotGame, Subjects: 3, Unbound: 3, Looked: test.fits}
			test.odd(i, &e)
			tracker.Order(&e)
		}
		if got := tracker.Confidence(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Rules that do not hold vouch for nothing, however much was judged by them.
func TestBrokenRulesLeaveAGameUnjudged(t *testing.T) {
	tracker := NewTracker(DefaultThresholds(), rate)
	feedOrders(tracker, 0, 500, 0)
	report := Report{Coverage: Coverage{OrdersJudged: 500, OrdersTotal: 500, RulesBroken: "why"}}
	if tracker.Fill(&report); report.Verdict != VerdictUnjudged {
		t.Errorf("verdict %s", report.Verdict)
	}
}
