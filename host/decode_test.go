// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"testing"

	"convertd/host"
)

func TestDecodingGivesHeaderFirstAndTrailerLast(t *testing.T) {
	h := newHost(t, nil)
	got := decode(t, h, request("good", "a.good", replay(10_000)))
	if got.err != nil {
		t.Fatal(got.err)
	}
	if len(got.orders) != 10_000 || len(got.sync) != 1000 {
		t.Fatalf("got %d orders and %d sync samples", len(got.orders), len(got.sync))
	}
	if got.kinds[0] != host.EventHeader || got.kinds[len(got.kinds)-1] != host.EventTrailer {
		t.Fatalf("events came as %v", got.kinds)
	}
	if !got.trailer.Complete || got.trailer.LastFrame != 9999 {
		t.Fatalf("trailer is %+v", got.trailer)
	}
}
