// SPDX-License-Identifier: GPL-3.0-or-later

package gamepage

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/internal/corpus"
	"convertd/web/library"
)

func golden(t *testing.T, name string) *icrep.File {
	t.Helper()
	file, err := icrep.OpenFile(filepath.Join(corpus.Repository, "testdata", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	return file
}

func side(file *icrep.File, verdict divergence.Verdict, rejections ...divergence.ReasonCount) Side {
	return Side{Game: &library.Game{Verdict: verdict}, File: file.Reader, Report: &divergence.Report{Rejections: rejections}}
}

func TestARecordingComparedWithItselfIsTheSame(t *testing.T) {
	file := golden(t, "icrep-v1-everything.icrep")
	c, err := Compare(side(file, divergence.VerdictProven), side(file, divergence.VerdictProven))
	if err != nil {
		t.Fatal(err)
	}
	if c.FirstDifference != "none" || c.FirstDifferentTick != nil || c.Orders.OnlyA+c.Orders.OnlyB != 0 || c.Orders.Same == 0 ||
		c.TicksCompared == 0 || c.VerdictChange != "same" || len(c.Fields) != 0 {
		t.Errorf("it differs from itself: %+v", c)
	}
}

func TestTwoRecordingsDifferFromTheFirstTickThatDiffers(t *testing.T) {
	a, b := golden(t, "icrep-v1-everything.icrep"), golden(t, "icrep-v1-all-orders.icrep")
	c, err := Compare(
		side(a, divergence.VerdictDiverged, divergence.ReasonCount{Reason: "no_credits", Count: 3}),
		side(b, divergence.VerdictProven, divergence.ReasonCount{Reason: "no_credits", Count: 1}, divergence.ReasonCount{Reason: "dead_unit", Count: 9}),
	)
	if err != nil {
		t.Fatal(err)
	}
	if c.FirstDifference == "none" || c.FirstDifferentTick == nil || c.VerdictChange != "better" {
		t.Errorf("two different games: %+v", c)
	}
	want := []ReasonPair{{"dead_unit", "dead unit", 0, 9}, {"no_credits", "no credits", 3, 1}}
	if !slices.Equal(c.Rejections, want) {
		t.Errorf("rejections are %+v", c.Rejections)
	}
	// Seen from the other side it is the mirror.
	d, err := Compare(side(b, divergence.VerdictProven), side(a, divergence.VerdictDiverged))
	if err != nil {
		t.Fatal(err)
	}
	if *d.FirstDifferentTick != *c.FirstDifferentTick || d.Orders.OnlyA != c.Orders.OnlyB || d.Orders.Same != c.Orders.Same || d.VerdictChange != "worse" {
		t.Errorf("the mirror is %+v", d)
	}
}

// Every kind of event is read, and what the file does not know is left out.
func TestTheCourseOfAGameHasItsMarkers(t *testing.T) {
	file := golden(t, "icrep-v1-all-events.icrep")
	report := &divergence.Report{
		Verdict: divergence.VerdictMinorDrift, TickRate: order.TickRate{Num: 25, Den: 1},
		Timeline: []divergence.TimelinePoint{{Tick: 9, TimeMS: 360, Orders: 5, Confidence: "plausible"}, {Tick: 19, TimeMS: 760, Orders: 4, Rejected: 2, Confidence: "minor_drift"}},
		Proof:    divergence.Proof{Judge: new(string), Checked: 5, Proven: 3, FirstMismatch: &divergence.HashMismatch{Tick: 10}},
	}
	timeline, err := ReadTimeline(file.Reader, report)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	last := order.Tick(0)
	for _, m := range timeline.Markers {
		kinds[m.Kind]++
		if m.Tick < last {
			t.Errorf("marker %+v is not in the order of time", m)
		}
		last = m.Tick
	}
	for _, kind := range []string{MarkerFight, MarkerArmyLost, MarkerBaseLost, MarkerSuperweapon, MarkerTurn, MarkerPause, MarkerMatchEnd, MarkerFirstMismatch, MarkerRejectedOrders} {
		if kinds[kind] == 0 {
			t.Errorf("no marker %s in %v", kind, kinds)
		}
	}
	if timeline.ProvenUntilMS == nil || *timeline.ProvenUntilMS != clockOf(file.Reader).ms(10) {
		t.Errorf("proven until %v", timeline.ProvenUntilMS)
	}
	if got := timeline.Confidence[0].Confidence; got != "proven" {
		t.Errorf("before the first mismatch it is %s", got)
	}
}

func TestChartsLeaveOutWhatIsNotKnown(t *testing.T) {
	for _, name := range []string{"icrep-v1-everything.icrep", "icrep-v1-all-events.icrep", "icrep-v1-tiny.icrep", "icrep-v1-incomplete.icrep"} {
		file := golden(t, name)
		series, err := ReadSeries(file.Reader, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, group := range Groups() {
			for _, line := range series.Groups[group].Series {
				if len(line.Values) != len(series.Groups[group].TimesMS) {
					t.Errorf("%s: %s has %d values at %d times", name, line.Name, len(line.Values), len(series.Groups[group].TimesMS))
				}
				if slices.Contains(series.Unknown, line.Name) {
					t.Errorf("%s: %s is unknown and drawn", name, line.Name)
				}
			}
		}
	}
}

func TestWordsSayHowMuchAVerdictRestsOn(t *testing.T) {
	judge := "openra-sync-hash"
	trust := TrustOf(&library.Game{
		Verdict: divergence.VerdictMinorDrift, Proof: &divergence.Proof{Judge: &judge, Checked: 9, Proven: 4, FirstMismatch: &divergence.HashMismatch{}},
		Coverage: &divergence.Coverage{OrdersJudged: 3, OrdersTotal: 4, SubjectsBound: 2, SubjectsNamed: 2, NotChecked: []string{"the map is missing"}},
	}, nil)
	text := strings.Join(append(trust.Coverage, trust.Reservations...), " ")
	for _, want := range []string{"first 4 of 9 checksums", "3 of 4 orders could be judged", "All 2 units", "the map is missing"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	for _, verdict := range divergence.Verdicts() {
		if trust := TrustOf(&library.Game{Verdict: verdict}, nil); trust.Title == "" || trust.Meaning == "" {
			t.Errorf("%s has no words", verdict)
		}
	}
	if trust := TrustOf(&library.Game{}, nil); trust.Verdict != "" || trust.Meaning == "" {
		t.Errorf("what is no conversion is %+v", trust)
	}
}
