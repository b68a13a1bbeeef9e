// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"strings"
	"testing"

	"convertd/core/divergence"
)

func TestASparklineShowsTheMostAndNeverHidesTheLeast(t *testing.T) {
	for _, c := range []struct {
		values []uint64
		most   uint64
		want   string
	}{
		{[]uint64{0, 1, 50, 100}, 100, " ▁▄█"},
		{[]uint64{1, 1_000_000}, 1_000_000, "▁█"},
		{[]uint64{0, 0}, 0, "  "},
		{[]uint64{200}, 100, "█"},
		{nil, 5, ""},
	} {
		if got := sparkline(c.values, c.most); got != c.want {
			t.Errorf("%v of %d: %q, want %q", c.values, c.most, got, c.want)
		}
	}
}

func TestATimelineOfAnyLengthFitsALine(t *testing.T) {
	for _, length := range []int{1, 59, 60, 61, 720} {
		points := make([]divergence.TimelinePoint, length)
		for i := range points {
			points[i] = divergence.TimelinePoint{Orders: 2, Rejected: 1}
		}
		orders, misfits := spread(points)
		var sum, rejected uint64
		for i := range orders {
			sum, rejected = sum+orders[i], rejected+misfits[i]
		}
		if len(orders) > sparkWidth || sum != uint64(2*length) || rejected != uint64(length) {
			t.Errorf("%d points: %d steps with %d orders, %d misfits", length, len(orders), sum, rejected)
		}
	}
}

func TestAReportOfAStrangerIsAnErrorAndNoCrash(t *testing.T) {
	for _, text := range []string{`{}`, `[]`, `{"tick_rate":{"num":0,"den":0},"ticks":18446744073709551615}`, `{"timeline":[{"orders":18446744073709551615,"rejected":18446744073709551615}]}`, `{"verdict":7}`} {
		var out strings.Builder
		if err := printReport(&out, "", []byte(text)); err == nil && out.Len() == 0 {
			t.Errorf("%s: neither page nor error", text)
		}
	}
}

// Without rules no order is judged, and yet a recording can contradict itself: the
// page says by what.
func TestWhatSpeaksAgainstAGameIsOnThePage(t *testing.T) {
	var out strings.Builder
	report := `{"tick_rate":{"num":1,"den":1},"counters":{"orders_targeting_foreign_units":206,"orders_targeting_invalid_positions":3}}`
	if err := printReport(&out, "", []byte(report)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"206 units that another player commands", "3 places that are not on the map"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "dead here") {
		t.Errorf("what did not happen is on the page:\n%s", out.String())
	}
}
