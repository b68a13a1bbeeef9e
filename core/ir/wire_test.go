// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import (
	"bytes"
	"errors"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func drawKeyValues(t *rapid.T, label string) []KeyValue {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) KeyValue {
		return KeyValue{Key: rapid.String().Draw(t, "key"), Value: rapid.String().Draw(t, "value")}
	}), 0, 4).Draw(t, label)
}

func drawTarget(t *rapid.T, label string) Target {
	target := Target{Kind: TargetKind(rapid.IntRange(0, int(targetKinds)-1).Draw(t, label))}
	switch target.Kind {
	case TargetPosition, TargetCell:
		target.X, target.Y, target.Z = rapid.Int32().Draw(t, "x"), rapid.Int32().Draw(t, "y"), rapid.Int32().Draw(t, "z")
		if target.Kind == TargetCell {
			target.Sub = rapid.Uint8().Draw(t, "sub")
		}
	case TargetEntity:
		target.ID, target.Generation = rapid.Uint32().Draw(t, "id"), rapid.Int32().Draw(t, "generation")
	case TargetFrozen:
		target.ID, target.Owner = rapid.Uint32().Draw(t, "id"), rapid.Uint32().Draw(t, "owner")
	case TargetNone, TargetInvalid, targetKinds:
	}
	return target
}

func drawOrder(t *rapid.T) Order {
	return Order{
		Frame: rapid.Uint64().Draw(t, "frame"), Tick: rapid.Uint64().Draw(t, "tick"), Offset: rapid.Uint64().Draw(t, "offset"),
		Player: rapid.Int32().Draw(t, "player"), Client: rapid.Int32().Draw(t, "client"),
		Kind:     Kind(rapid.IntRange(0, int(kindCount)-1).Draw(t, "kind")),
		NativeID: rapid.Uint32().Draw(t, "native id"), NativeName: rapid.String().Draw(t, "name"),
		Present: Presence(rapid.IntRange(0, 31).Draw(t, "present")),
		Count:   rapid.Int32().Draw(t, "count"), ItemID: rapid.Uint32().Draw(t, "item id"), Data: rapid.Uint32().Draw(t, "data"),
		Item: rapid.SampledFrom([]string{"", "powr", "e1"}).Draw(t, "item"), Text: rapid.String().Draw(t, "text"),
		Subjects: rapid.SliceOfN(rapid.Uint32(), 0, 5).Draw(t, "subjects"),
		Entities: rapid.SliceOfN(rapid.Uint32(), 0, 5).Draw(t, "entities"),
		Target:   drawTarget(t, "target"), Target2: drawTarget(t, "target2"),
		Raw: rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "raw"),
	}
}

func TestOrdersComeBackAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		orders := rapid.SliceOfN(rapid.Custom(drawOrder), 0, 20).Draw(t, "orders")
		var writer OrderBatchWriter
		sort.SliceStable(orders, func(i, k int) bool { return orders[i].Tick < orders[k].Tick })
		for i := range orders {
			if _, err := writer.Add(&orders[i]); err != nil {
				t.Fatal(err)
			}
		}
		var reader OrderBatchReader
		if err := reader.Reset(writer.Flush(nil)); err != nil {
			t.Fatal(err)
		}
		var got []Order
		for {
			var o Order
			if !reader.Next(&o) {
				break
			}
			got = append(got, o)
		}
		if reader.Err() != nil {
			t.Fatal(reader.Err())
		}
		if diff := cmp.Diff(orders, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestTextThatIsNotUTF8IsReadWithAMark(t *testing.T) {
	var writer OrderBatchWriter
	if _, err := writer.Add(&Order{Text: "g\xffg"}); err != nil {
		t.Fatal(err)
	}
	batch := writer.Flush(nil)
	var reader OrderBatchReader
	for range 2 { // the second time the text is known
		var o Order
		if err := reader.Reset(batch); err != nil || !reader.Next(&o) || o.Text != "g\uFFFDg" {
			t.Fatalf("text %q, %v", o.Text, err)
		}
	}
	data, err := AppendHeader(nil, &Header{
		Format: "orarep", Map: Map{Name: "a\xfe"}, TickRate: Rational{Num: 25, Den: 1}, TicksPerFrame: 1, LocalPlayer: NoPlayer,
	})
	if err != nil {
		t.Fatal(err)
	}
	if header, err := DecodeHeader(data); err != nil || header.Map.Name != "a\uFFFD" {
		t.Fatalf("header %+v, %v", header, err)
	}
}

func TestBatchesOfOneWriterKnowNothingOfEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var writer OrderBatchWriter
		var reader OrderBatchReader
		for range rapid.IntRange(2, 4).Draw(t, "batches") {
			var fresh OrderBatchWriter
			names := rapid.SliceOfN(rapid.StringN(0, 3, -1), 0, 2*recentStrings).Draw(t, "names")
			for _, name := range names {
				order := &Order{NativeName: name, Item: name, Text: "text"}
				for _, w := range []*OrderBatchWriter{&writer, &fresh} {
					if _, err := w.Add(order); err != nil {
						t.Fatal(err)
					}
				}
			}
			batch := writer.Flush(nil)
			if want := fresh.Flush(nil); !bytes.Equal(batch, want) {
				t.Fatalf("written % x, by a new writer % x", batch, want)
			}
			if err := reader.Reset(batch); err != nil {
				t.Fatal(err)
			}
			var got Order
			for _, name := range names {
				if !reader.Next(&got) || got.NativeName != name || got.Item != name || got.Text != "text" {
					t.Fatalf("read %q, %q and %q of %q, %v", got.NativeName, got.Item, got.Text, name, reader.Err())
				}
			}
		}
	})
}

func TestWriterForgetsMoreStringsThanAreWorthKeeping(t *testing.T) {
	var writer OrderBatchWriter
	add := func(n int) {
		for i := range n {
			if _, err := writer.Add(&Order{Text: strconv.Itoa(i)}); err != nil {
				t.Fatal(err)
			}
		}
		writer.Flush(nil)
	}
	if add(MaxKeptStrings); len(writer.strings.known) != MaxKeptStrings {
		t.Errorf("%d strings are known, want %d", len(writer.strings.known), MaxKeptStrings)
	}
	if add(MaxKeptStrings + 1); len(writer.strings.known) != 0 {
		t.Errorf("%d strings are known, want none", len(writer.strings.known))
	}
	for _, size := range []int{MaxKeptBytes, MaxKeptBytes + 1} {
		writer = OrderBatchWriter{}
		if _, err := writer.Add(&Order{Text: strings.Repeat("x", size)}); err != nil {
			t.Fatal(err)
		}
		writer.Flush(nil)
		if kept := len(writer.strings.known) == 1; kept != (size == MaxKeptBytes) {
			t.Errorf("a string of %d bytes is kept: %v", size, kept)
		}
	}
}

func TestSamplesComeBackAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sync := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) SyncSample {
			return SyncSample{
				Frame: rapid.Uint64().Draw(t, "f"), Tick: rapid.Uint64().Draw(t, "t"), Reporter: rapid.Int32().Draw(t, "r"),
				Player: rapid.Int32().Draw(t, "p"), Value: rapid.Uint64().Draw(t, "v"), Extra: rapid.Uint64().Draw(t, "x"),
			}
		}), 0, 9).Draw(t, "sync")
		gotSync, err := DecodeSyncBatch(nil, AppendSyncBatch(nil, sync))
		if err != nil || !cmp.Equal(sync, gotSync, cmpopts.EquateEmpty()) {
			t.Fatal(err, cmp.Diff(sync, gotSync))
		}
		camera := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) CameraSample {
			return CameraSample{Frame: rapid.Uint64().Draw(t, "f"), X: rapid.Int32().Draw(t, "x"), Angle: rapid.Int32().Draw(t, "a"), Player: rapid.Int32().Draw(t, "p")}
		}), 0, 9).Draw(t, "camera")
		gotCamera, err := DecodeCameraBatch(nil, AppendCameraBatch(nil, camera))
		if err != nil || !cmp.Equal(camera, gotCamera, cmpopts.EquateEmpty()) {
			t.Fatal(err, cmp.Diff(camera, gotCamera))
		}
	})
}

func TestHeaderTrailerAndDiagnosticComeBackAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		header := &Header{
			Format: "orarep", Game: rapid.String().Draw(t, "game"), Unverified: rapid.Bool().Draw(t, "unverified"),
			Map: Map{Name: rapid.String().Draw(t, "map"), ID: "id"}, TickRate: Rational{Num: 25, Den: 1}, TicksPerFrame: 3,
			Seed: rapid.Int64().Draw(t, "seed"), HasSeed: true, LocalPlayer: NoPlayer, PositionUnit: PositionWorld1024,
			Options: drawKeyValues(t, "options"), Details: drawKeyValues(t, "details"),
			Players: []Player{{Slot: 1, Client: -1, Name: rapid.String().Draw(t, "name"), Kind: PlayerAI, Outcome: OutcomeLost, Details: drawKeyValues(t, "player")}},
		}
		data, err := AppendHeader(nil, header)
		if err != nil {
			t.Fatal(err)
		}
		gotHeader, err := DecodeHeader(data)
		if err != nil || !cmp.Equal(header, gotHeader, cmpopts.EquateEmpty()) {
			t.Fatal(err, cmp.Diff(header, gotHeader))
		}
		trailer := &Trailer{
			Complete: rapid.Bool().Draw(t, "complete"), BytesConsumed: rapid.Uint64().Draw(t, "bytes"), Winner: NoPlayer,
			CommandsByType: []Count{{Name: "Move", N: rapid.Uint64().Draw(t, "n")}},
			Outcomes:       []PlayerOutcome{{Player: 1, Outcome: OutcomeWon, Frame: 7, Hint: true}},
			Scores:         []Score{{Player: 1, Name: "unitScore", Value: rapid.Int64().Draw(t, "score")}},
		}
		data, err = AppendTrailer(nil, trailer)
		if err != nil {
			t.Fatal(err)
		}
		gotTrailer, err := DecodeTrailer(data)
		if err != nil || !cmp.Equal(trailer, gotTrailer, cmpopts.EquateEmpty()) {
			t.Fatal(err, cmp.Diff(trailer, gotTrailer))
		}
		diagnostic := Diagnostic{Severity: SeverityWarning, Code: "c", Summary: rapid.String().Draw(t, "s"), Offset: 9, HasOffset: true}
		data, err = AppendDiagnostic(nil, &diagnostic)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeDiagnostic(data); err != nil || got != diagnostic {
			t.Fatal(err, got)
		}
	})
}

func TestInvalidHeadersAreRefused(t *testing.T) {
	valid := Header{Format: "f", TickRate: Rational{1, 1}, TicksPerFrame: 1, LocalPlayer: NoPlayer}
	for _, test := range []struct {
		name   string
		change func(*Header)
		want   error
	}{
		{"no format", func(h *Header) { h.Format = "" }, ErrNoFormat},
		{"no tick rate", func(h *Header) { h.TickRate.Den = 0 }, ErrNoTickRate},
		{"no frame size", func(h *Header) { h.TicksPerFrame = 0 }, ErrNoFrameSize},
		{"local player beyond the list", func(h *Header) { h.LocalPlayer = 0 }, ErrLocalPlayer},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := valid
			test.change(&h)
			if err := h.Validate(); !errors.Is(err, test.want) {
				t.Errorf("Validate() = %v, want %v", err, test.want)
			}
			data, err := AppendHeader(nil, &h)
			if err != nil {
				t.Fatal(err)
			}
			var wire *WireError
			if _, err := DecodeHeader(data); !errors.As(err, &wire) {
				t.Errorf("DecodeHeader = %v, want a WireError", err)
			}
		})
	}
	if err := valid.Validate(); err != nil {
		t.Errorf("valid header: %v", err)
	}
}

func TestOrdersAtTheSizeLimitPassAndBeyondItAreRefused(t *testing.T) {
	var writer OrderBatchWriter
	order := Order{Raw: make([]byte, MaxOrderBytes-128)}
	if full, err := writer.Add(&order); err != nil || !full {
		t.Fatalf("at the limit: full %v, %v", full, err)
	}
	batch := writer.Flush(nil)
	if len(batch) > MaxBatchBytes {
		t.Fatalf("batch of %d bytes", len(batch))
	}
	var reader OrderBatchReader
	if err := reader.Reset(batch); err != nil {
		t.Fatal(err)
	}
	order.Raw = append(order.Raw, 0)
	if _, err := writer.Add(&order); !errors.Is(err, ErrTooLarge) || writer.Len() != 0 {
		t.Fatalf("beyond the limit: %v, %d orders", err, writer.Len())
	}
}

func TestFullBatchesNeverExceedTheLimit(t *testing.T) {
	var writer OrderBatchWriter
	order := Order{Text: string(bytes.Repeat([]byte("x"), 1000))}
	for i := 0; ; i++ {
		order.Text = order.Text[1:] + string(rune('a'+i%26))
		full, err := writer.Add(&order)
		if err != nil {
			t.Fatal(err)
		}
		if full {
			break
		}
	}
	if batch := writer.Flush(nil); len(batch) > MaxBatchBytes {
		t.Fatalf("batch of %d bytes", len(batch))
	}
}

func TestBatchesClaimingMoreThanTheyHoldAreRefusedWithoutAllocating(t *testing.T) {
	for name, data := range map[string][]byte{
		"rows beyond bytes":    {0x95, 1, 2, 0xcd, 0xff, 0xff, 0x90, 0xc4, 1, 0},
		"strings beyond bytes": {0x95, 1, 2, 1, 0xdd, 0xff, 0xff, 0xff, 0xff},
		"bin beyond bytes":     {0x95, 1, 2, 1, 0x90, 0xc6, 0x7f, 0xff, 0xff, 0xff},
		"wrong version":        {0x95, 9, 2, 0, 0x90, 0xc4, 0},
		"wrong kind":           {0x95, 1, 3, 0, 0x90, 0xc4, 0},
		"bytes left over":      {0x95, 1, 2, 0, 0x90, 0xc4, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var reader OrderBatchReader
			var wire *WireError
			if err := reader.Reset(data); !errors.As(err, &wire) {
				t.Fatalf("Reset = %v, want a WireError", err)
			}
			var o Order
			if reader.Next(&o) {
				t.Fatal("an order came out of an invalid batch")
			}
		})
	}
}

func FuzzOrderBatch(f *testing.F) {
	var writer OrderBatchWriter
	for _, o := range benchmarkOrders(3) {
		if _, err := writer.Add(&o); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(writer.Flush(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var reader OrderBatchReader
		if reader.Reset(data) != nil {
			return
		}
		var o Order
		n := 0
		for reader.Next(&o) {
			n++
		}
		if reader.Err() == nil && n != reader.Len() {
			t.Fatalf("%d orders of %d without an error", n, reader.Len())
		}
	})
}

func FuzzHeaderAndTrailer(f *testing.F) {
	header, _ := AppendHeader(nil, &Header{Format: "f", TickRate: Rational{1, 1}, TicksPerFrame: 1, LocalPlayer: NoPlayer, Players: []Player{{}}})
	trailer, _ := AppendTrailer(nil, &Trailer{Scores: []Score{{}}})
	f.Add(header)
	f.Add(trailer)
	f.Add(AppendSyncBatch(nil, []SyncSample{{Frame: 1}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, err := DecodeHeader(data); err == nil && h.Validate() != nil {
			t.Fatal("an invalid header was decoded")
		}
		_, _ = DecodeTrailer(data)
		_, _ = DecodeDiagnostic(data)
		_, _ = DecodeSyncBatch(nil, data)
		_, _ = DecodeCameraBatch(nil, data)
	})
}

func benchmarkOrders(n int) []Order {
	names := []string{"Move", "AttackMove", "StartProduction", "PlaceBuilding", "Attack"}
	items := []string{"", "", "e1", "powr", ""}
	orders := make([]Order, n)
	for i := range orders {
		k := i % len(names)
		orders[i] = Order{
			Frame: uint64(i / 3), Tick: uint64(i/3) * 3, Offset: uint64(i) * 37, Player: int32(i % 4), Client: int32(i % 4),
			Kind: Kind(1 + k), NativeName: names[k], Item: items[k],
			Subjects: []uint32{uint32(100 + i%50)}, Target: Target{Kind: TargetCell, X: int32(i % 128), Y: int32(i % 90)},
		}
	}
	return orders
}

func BenchmarkOrderBatchWrite(b *testing.B) {
	orders := benchmarkOrders(10000)
	var writer OrderBatchWriter
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		for i := range orders {
			if _, err := writer.Add(&orders[i]); err != nil {
				b.Fatal(err)
			}
		}
		out = writer.Flush(out[:0])
	}
	b.ReportMetric(float64(len(out))/float64(len(orders)), "B/order")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(orders)), "ns/order")
}

func BenchmarkOrderBatchRead(b *testing.B) {
	orders := benchmarkOrders(10000)
	var writer OrderBatchWriter
	for i := range orders {
		if _, err := writer.Add(&orders[i]); err != nil {
			b.Fatal(err)
		}
	}
	batch := writer.Flush(nil)
	var reader OrderBatchReader
	var o Order
	b.ReportAllocs()
	for b.Loop() {
		if err := reader.Reset(batch); err != nil {
			b.Fatal(err)
		}
		for reader.Next(&o) {
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(orders)), "ns/order")
}

func TestABatchWhoseTicksGoBackIsRefused(t *testing.T) {
	for name, ticks := range map[string][2]uint64{"by one": {7, 6}, "to the beginning": {1 << 40, 0}, "over the end": {^uint64(0), 1}} {
		var writer OrderBatchWriter
		for _, tick := range ticks {
			if _, err := writer.Add(&Order{Tick: tick}); err != nil {
				t.Fatal(err)
			}
		}
		var reader OrderBatchReader
		if err := reader.Reset(writer.Flush(nil)); err != nil {
			t.Fatal(err)
		}
		var o Order
		if !reader.Next(&o) || o.Tick != ticks[0] {
			t.Errorf("%s: what came before is lost", name)
		}
		if reader.Next(&o) || reader.Err() == nil {
			t.Errorf("%s: it was taken, as tick %d", name, o.Tick)
		}
	}
}
