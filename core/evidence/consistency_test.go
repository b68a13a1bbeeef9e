// SPDX-License-Identifier: GPL-3.0-or-later

package evidence_test

import (
	"strings"
	"testing"

	"convertd/core/divergence"
	"convertd/core/evidence"
	"convertd/core/ir"
	"convertd/core/order"
)

// recording is a recording that is looked at, and what came of it.
type recording struct {
	tracker *divergence.Tracker
	look    *evidence.Consistency
}

func newRecording(facts evidence.Facts) *recording {
	tracker := divergence.NewTracker(divergence.DefaultThresholds(), rate)
	return &recording{tracker: tracker, look: evidence.NewConsistency(facts, tracker, rate)}
}

func (r *recording) order(tick order.Tick, player order.PlayerID, subjects ...uint32) (others int) {
	return r.look.Order(tick, &ir.Order{Kind: ir.KindMove, Subjects: subjects}, player)
}

// fell says why the confidence fell, "" if it did not.
func (r *recording) fell() string {
	var report divergence.Report
	r.tracker.Fill(&report)
	if report.FirstEvidence == nil {
		return ""
	}
	return string(report.Confidence) + ": " + report.FirstEvidence.Reason
}

func TestUnitsHaveOneOwnerAtATime(t *testing.T) {
	r := newRecording(evidence.Facts{Teams: []int32{1, 1, 2, 0, 0}})
	for _, step := range []struct {
		name     string
		player   order.PlayerID
		subjects []uint32
		want     int
	}{
		{"the first to command it owns it", 0, []uint32{7, 8}, 0},
		{"and goes on", 0, []uint32{7}, 0},
		{"an ally may share control", 1, []uint32{7}, 0},
		{"somebody of another team may not", 2, []uint32{7, 8, 9}, 2},
		{"who then owns it, as if it was captured", 2, []uint32{7, 8, 9}, 0},
		{"without teams everybody is on his own", 3, []uint32{20}, 0},
		{"so that these two are no allies", 4, []uint32{20}, 1},
		{"observers own nothing", order.NoPlayer, []uint32{20}, 0},
		{"an order that names nobody says nothing", 2, nil, 0},
	} {
		if got := r.order(1, step.player, step.subjects...); got != step.want {
			t.Errorf("%s: %d of others, want %d", step.name, got, step.want)
		}
	}
}

// Players command what they make soon after it is made, some of it late, and in
// groups: that is how ids of real games come.
func TestIDsOfARealGameRise(t *testing.T) {
	r := newRecording(evidence.Facts{IDsRise: true})
	for i := range uint32(300) {
		switch i % 4 {
		case 0, 1:
			r.order(order.Tick(i), 0, 1000+10*i)
		case 2: // left at home until now
			r.order(order.Tick(i), 0, 900+5*i, 901+5*i)
		case 3:
			r.order(order.Tick(i), 0, 1000, 1000+10*(i-2))
		}
	}
	if why := r.fell(); why != "" {
		t.Error(why)
	}
}

func TestIDsWithoutOrderAreEvidence(t *testing.T) {
	shuffled := func(facts evidence.Facts) *recording {
		r := newRecording(facts)
		id := uint32(1)
		for i := range 200 {
			id = id * 48271 % 65521 // every number once, in no order
			r.order(order.Tick(i), 0, id)
		}
		return r
	}
	if why := shuffled(evidence.Facts{IDsRise: true}).fell(); !strings.HasPrefix(why, "diverged: of 64 orders to new units only ") {
		t.Errorf("fell for %q", why)
	}
	if why := shuffled(evidence.Facts{}).fell(); why != "" {
		t.Errorf("of an engine that numbers as it likes: %s", why)
	}
}

func TestPlayersBeginInTheOrderOfTheLobby(t *testing.T) {
	for name, test := range map[string]struct {
		facts  evidence.Facts
		starts [][]uint32 // of each player
		late   bool       // the first order comes when more may be there
		want   string
	}{
		"in order":              {evidence.Facts{StartsInOrder: true}, [][]uint32{{100, 105}, {101}, {110, 102}}, false, ""},
		"who waits is left out": {evidence.Facts{StartsInOrder: true}, [][]uint32{{100}, nil, {102}}, false, ""},
		"exchanged":             {evidence.Facts{StartsInOrder: true}, [][]uint32{{101}, {100}, {102}}, false, "diverged: player 0 begins with unit 101, player 1 with unit 100"},
		"other engines":         {evidence.Facts{}, [][]uint32{{101}, {100}}, false, ""},
		"later":                 {evidence.Facts{StartsInOrder: true}, [][]uint32{{101}, {100}}, true, ""},
	} {
		r := newRecording(test.facts)
		tick := order.Tick(25)
		if test.late {
			tick = 250
		}
		for player, ids := range test.starts {
			if len(ids) > 0 {
				r.order(tick, order.PlayerID(player), ids...)
			}
		}
		r.order(251, 0, 500)
		if why := r.fell(); test.want == "" && why != "" || !strings.HasPrefix(why, test.want) {
			t.Errorf("%s: fell for %q", name, why)
		}
	}
}
