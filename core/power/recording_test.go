// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
	"convertd/core/pipeline"
)

// What is held and given again is what a decoder sent: in order, with hashes
// before the orders that are later than they, and damage at the end.
func TestHeldGameIsGivenAgainAsItCame(t *testing.T) {
	g := battle()
	for i := range 3 * batchOrders { // several batches
		g.orders = append(g.orders, ir.Order{Tick: uint64(500 + i), Player: 0, Client: 10, Kind: ir.KindStop, Raw: []byte{byte(i)}, Subjects: []uint32{uint32(i)}})
		if i%5000 == 0 {
			g.hashes = append(g.hashes, ir.SyncSample{Frame: uint64(2 + i), Tick: uint64(500 + i)})
		}
	}
	g.damage = &ir.DecodeError{Code: ir.CodeTruncated, Offset: 7}
	again, err := read(t.Context(), g.stream())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(g.hashes, again.hashes); diff != "" {
		t.Error(diff)
	}
	for i := range g.orders {
		a, b := copied(&g.orders[i]), again.orders[i]
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatalf("order %d of %d: %s", i, len(again.orders), diff)
		}
	}
	if decode, ok := ir.AsDecodeError(again.damage); !ok || decode.Offset != 7 || again.trailer.Ticks != g.trailer.Ticks || len(again.orders) != len(g.orders) {
		t.Errorf("damage %v, trailer %+v", again.damage, again.trailer)
	}
	newest := uint64(0)
	for source := g.stream(); ; {
		event, err := source.Next(t.Context())
		if err != nil {
			break
		}
		for _, sample := range event.Sync {
			if sample.Tick < newest {
				t.Errorf("hash of tick %d after orders of tick %d", sample.Tick, newest)
			}
		}
		var o ir.Order
		for event.Orders != nil && event.Orders.Next(&o) {
			newest = o.Tick
		}
	}
}

// A game that is too large to be held is refused as a limit, not as damage.
func TestGameTooLargeToBeHeldIsALimit(t *testing.T) {
	g := battle()
	raw := make([]byte, 400<<10)
	for n := 0; n*len(raw) <= MaxBytes; n++ {
		g.orders = append(g.orders, ir.Order{Tick: 400, Kind: ir.KindUnknown, Player: 0, Raw: raw})
	}
	_, err := read(t.Context(), g.stream())
	var limit *pipeline.LimitError
	if err == nil || !errors.As(err, &limit) {
		t.Fatalf("the error is %v", err)
	}
	g.orders = g.orders[:len(g.orders)/2]
	if _, err := read(t.Context(), g.stream()); err != nil {
		t.Errorf("half of it: %v", err)
	}
}
