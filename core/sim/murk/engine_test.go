// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// setFieldRecord is a SetField as a replay file holds it.
func setFieldRecord(priority uint8, source, sequence, expires uint64, field, value uint32, coordinate ...int32) []byte {
	payload := binary.LittleEndian.AppendUint32(nil, uint32(len(coordinate)))
	for _, component := range coordinate {
		payload = binary.LittleEndian.AppendUint32(payload, uint32(component))
	}
	payload = binary.LittleEndian.AppendUint32(payload, field)
	payload = binary.LittleEndian.AppendUint32(payload, value)
	record := binary.LittleEndian.AppendUint32([]byte{tagSetField}, uint32(len(payload)))
	record = append(append(record, payload...), priority)
	for _, option := range []uint64{source, sequence} {
		if option == none {
			record = append(record, 0)
			continue
		}
		record = binary.LittleEndian.AppendUint64(append(record, 1), option)
	}
	record = binary.LittleEndian.AppendUint64(record, expires)
	return binary.LittleEndian.AppendUint64(record, 0)
}

func testWorld() *World {
	return &World{
		Space: square{rows: 30, cols: 40}, MaxIngressQueue: 4, CellCount: 1200,
		Fields: []Field{
			{Name: "kept", Components: 1, Mutability: Sparse},
			{Name: "fleeting", Components: 1, Mutability: PerTick},
			{Name: "fixed", Components: 1, Mutability: Static},
			{Name: "arrow", Type: Vector, Components: 3, Mutability: Sparse},
		},
		Propagators: []string{"noop"},
	}
}

func TestCommandsArePlayedByPrioritySourceSequenceAndArrival(t *testing.T) {
	tests := []struct {
		name    string
		records [][]byte
		want    uint32
	}{
		{"lower priority class first", [][]byte{
			setFieldRecord(2, none, none, 9, 0, 22, 0, 0), setFieldRecord(1, none, none, 9, 0, 11, 0, 0),
		}, 22},
		{"no source last", [][]byte{
			setFieldRecord(1, none, none, 9, 0, 11, 0, 0), setFieldRecord(1, 7, none, 9, 0, 22, 0, 0),
		}, 11},
		{"lower source first", [][]byte{
			setFieldRecord(1, 8, none, 9, 0, 11, 0, 0), setFieldRecord(1, 7, none, 9, 0, 22, 0, 0),
		}, 11},
		{"lower sequence first, none last", [][]byte{
			setFieldRecord(1, 7, none, 9, 0, 11, 0, 0), setFieldRecord(1, 7, 3, 9, 0, 22, 0, 0),
		}, 11},
		{"a sequence without a source plays no part", [][]byte{
			setFieldRecord(1, none, 9, 9, 0, 11, 0, 0), setFieldRecord(1, none, 3, 9, 0, 22, 0, 0),
		}, 22},
		{"submission order last", [][]byte{
			setFieldRecord(1, 7, 3, 9, 0, 11, 0, 0), setFieldRecord(1, 7, 3, 9, 0, 22, 0, 0),
		}, 22},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := newEngine(testWorld(), 4)
			for _, record := range test.records {
				if err := e.submit(record); err != nil {
					t.Fatal(err)
				}
			}
			e.step()
			if got := e.fields[0].values[0]; got != test.want {
				t.Fatalf("the last to write wrote %d, want %d", got, test.want)
			}
		})
	}
}

func TestReceipts(t *testing.T) {
	tests := []struct {
		name   string
		record []byte
		want   Receipts
	}{
		{"in its last tick", setFieldRecord(0, none, none, 1, 0, 5, 1, 2), Receipts{Applied: 1}},
		{"expired", setFieldRecord(0, none, none, 0, 0, 5, 1, 2), Receipts{Stale: 1}},
		{"outside", setFieldRecord(0, none, none, 9, 0, 5, 30, 0), Receipts{NotApplied: 1}},
		{"negative", setFieldRecord(0, none, none, 9, 0, 5, -1, 0), Receipts{NotApplied: 1}},
		{"too few components", setFieldRecord(0, none, none, 9, 0, 5, 1), Receipts{NotApplied: 1}},
		{"too many components", setFieldRecord(0, none, none, 9, 0, 5, 1, 1, 1), Receipts{NotApplied: 1}},
		{"no such field", setFieldRecord(0, none, none, 9, 4, 5, 1, 1), Receipts{NotApplied: 1}},
		{"static field", setFieldRecord(0, none, none, 9, 2, 5, 1, 1), Receipts{NotApplied: 1}},
		{"vector field", setFieldRecord(0, none, none, 9, 3, 5, 29, 39), Receipts{Applied: 1}},
		{"another kind", []byte{
			tagDespawn, 8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0,
			9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		}, Receipts{Unsupported: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := newEngine(testWorld(), 4)
			if err := e.submit(test.record); err != nil {
				t.Fatal(err)
			}
			e.step()
			if e.receipts != test.want {
				t.Fatalf("%+v, want %+v", e.receipts, test.want)
			}
		})
	}
}

func TestQueueTakesItsLimitAndNoMore(t *testing.T) {
	e := newEngine(testWorld(), 4)
	for i := range 5 {
		if err := e.submit(setFieldRecord(0, none, none, 9, 0, uint32(i+1), 0, int32(i))); err != nil {
			t.Fatal(err)
		}
	}
	e.step()
	if e.receipts != (Receipts{Applied: 4, QueueFull: 1}) || e.fields[0].values[4] != 0 {
		t.Fatalf("%+v", e.receipts)
	}
}

func TestPerTickFieldsForgetAndSparseFieldsKeep(t *testing.T) {
	e := newEngine(testWorld(), 4)
	for _, field := range []uint32{0, 1} {
		if err := e.submit(setFieldRecord(0, none, none, 9, field, 77, 3, 3)); err != nil {
			t.Fatal(err)
		}
	}
	e.step()
	rank := 3*40 + 3
	if e.fields[0].values[rank] != 77 || e.fields[1].values[rank] != 77 {
		t.Fatal("a value did not arrive")
	}
	e.step()
	if e.fields[0].values[rank] != 77 || e.fields[1].values[rank] != 0 {
		t.Fatal("want the sparse value kept and the per-tick value gone")
	}
}

func TestRememberedHashIsThePlainHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := newEngine(testWorld(), rapid.Uint32Range(0, 6).Draw(t, "fields counted"))
		for range rapid.IntRange(1, 12).Draw(t, "ticks") {
			for range rapid.IntRange(0, 4).Draw(t, "commands") {
				record := setFieldRecord(0, none, none, none,
					rapid.Uint32Range(0, 3).Draw(t, "field"),
					rapid.SampledFrom([]uint32{0, 1, 0x80000000, 0x7fc00001, 0xffffffff}).Draw(t, "value"),
					rapid.Int32Range(0, 29).Draw(t, "row"), rapid.Int32Range(0, 39).Draw(t, "col"))
				if err := e.submit(record); err != nil {
					t.Fatal(err)
				}
			}
			e.step()
			want := plainHash(e)
			for range 2 {
				if got := e.hash(); got != want {
					t.Fatalf("hash %016x, want %016x", got, want)
				}
			}
		}
	})
}

func TestNoFieldsHashToTheOffsetBasis(t *testing.T) {
	if got := newEngine(testWorld(), 0).hash(); got != 0xcbf29ce484222325 {
		t.Fatalf("%016x", got)
	}
}

func TestSteadyTicksDoNotAllocate(t *testing.T) {
	e := newEngine(testWorld(), 4)
	records := [][]byte{
		setFieldRecord(2, 1, 1, none, 0, 9, 1, 1), setFieldRecord(1, none, none, none, 1, 9, 29, 39),
	}
	value := uint32(0)
	tick := func() {
		value++
		binary.LittleEndian.PutUint32(records[0][5+12+4:], value)
		for _, record := range records {
			if err := e.submit(record); err != nil {
				t.Fatal(err)
			}
		}
		e.step()
		e.hash()
	}
	for range 10 {
		tick()
	}
	if allocations := testing.AllocsPerRun(100, tick); allocations != 0 {
		t.Fatalf("%v allocations a tick", allocations)
	}
}

func TestRanksCountEveryCellOnceInOrder(t *testing.T) {
	tests := []struct {
		name  string
		space Space
		// cells lists coordinates in storage order, slowest digit first.
		cells [][]int32
	}{
		{"line", line{3}, [][]int32{{0}, {1}, {2}}},
		{"square", square{2, 2}, [][]int32{{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
		{"hex", axial{rows: 2, cols: 3}, [][]int32{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}},
		{"fcc", fcc{3, 2, 2}, [][]int32{{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {2, 1, 1}}},
		{"product", product{[]Space{line{2}, axial{rows: 2, cols: 1}}}, [][]int32{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.space.Cells(); got != uint64(len(test.cells)) {
				t.Fatalf("%d cells, want %d", got, len(test.cells))
			}
			for want, cell := range test.cells {
				if got, ok := test.space.Rank(cell); !ok || got != uint64(want) {
					t.Errorf("%v has rank %d, %t, want %d", cell, got, ok, want)
				}
			}
		})
	}
	for _, outside := range [][]int32{{1, 0, 0}, {3, 1, 0}, {0, 0, 2}, {-2, 0, 0}} {
		if rank, ok := (fcc{3, 2, 2}).Rank(outside); ok {
			t.Errorf("%v has rank %d, want none", outside, rank)
		}
	}
}

func TestUndecodableCommandEndsTheCheck(t *testing.T) {
	world := testWorld()
	check, err := NewCheck(world, Recorded{CellCount: 1200, FieldCount: 4})
	if err != nil {
		t.Fatal(err)
	}
	check.EndFrame(1, newEngine(world, 4).hash())
	check.Command([]byte{99})
	check.EndFrame(2, 0)
	result := check.Result()
	if result.Verdict != NotCheckable || result.Proven != 1 || result.Checked != 1 || !strings.Contains(result.Reason, "frame 1") {
		t.Fatalf("%+v", result)
	}
}

func TestWorldOfAnotherReplayIsRefused(t *testing.T) {
	for name, recorded := range map[string]Recorded{
		"seed":   {Seed: 1, CellCount: 1200},
		"cells":  {CellCount: 1201},
		"fields": {CellCount: 1200, FieldCount: MaxFields + 1},
	} {
		if _, err := NewCheck(testWorld(), recorded); !errors.Is(err, ErrWorld) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestDescriptionIsStrict(t *testing.T) {
	const fields = `"fields":[{"name":"a","type":"Scalar","mutability":"Sparse"}],"propagators":["noop"]`
	describe := func(space string) string { return `{"space":` + space + `,` + fields + `}` }
	nested := `{"kind":"Line1D","len":2}`
	deep := nested
	for range MaxSpaceDepth + 1 {
		deep = `{"kind":"Product","components":[` + deep + `]}`
	}
	tests := []struct {
		name, text string
		want       string // part of the error, "" for none
	}{
		{"smallest", describe(nested), ""},
		{"edge is ignored", describe(`{"kind":"Square8","rows":1,"cols":1,"edge":"Wrap"}`), ""},
		{"fcc", describe(`{"kind":"Fcc12","w":2,"h":2,"d":2}`), ""},
		{"nested at the limit", describe(strings.Replace(deep, `{"kind":"Product","components":[`, ``, 1)[:len(deep)-len(`{"kind":"Product","components":[`)-2]), ""},
		{"nested too deep", describe(deep), "nested"},
		{"unknown key", describe(`{"kind":"Line1D","len":2,"width":3}`), "unknown field"},
		{"repeated key", `{"seed":1,"seed":1,"space":` + nested + `,` + fields + `}`, "twice"},
		{"unknown kind", describe(`{"kind":"Torus"}`), "Torus"},
		{"missing size", describe(`{"kind":"Hex2D","rows":2}`), `"cols"`},
		{"size of another kind", describe(`{"kind":"Line1D","len":2,"rows":2}`), `"rows"`},
		{"size zero", describe(`{"kind":"Line1D","len":0}`), "len is 0"},
		{"most cells", describe(`{"kind":"Line1D","len":16777216}`), ""},
		{"one cell too many", describe(`{"kind":"Line1D","len":16777217}`), "16777217"},
		{"huge square", describe(`{"kind":"Square4","rows":16777216,"cols":16777216}`), "limit"},
		{"huge fcc", describe(`{"kind":"Fcc12","w":16777216,"h":16777216,"d":16777216}`), "more than"},
		{"huge product", describe(`{"kind":"Product","components":[{"kind":"Line1D","len":16777216},{"kind":"Line1D","len":2}]}`), "more than"},
		{"no space", `{` + fields + `}`, "space is missing"},
		{"no propagator", `{"space":` + nested + `,"fields":[{"name":"a","type":"Scalar","mutability":"Sparse"}]}`, "propagators"},
		{"no field", `{"space":` + nested + `,"propagators":["noop"]}`, "0 fields"},
		{"another cell count", `{"cell_count":3,"space":` + nested + `,` + fields + `}`, "cell_count"},
		{"empty queue", `{"max_ingress_queue":0,"space":` + nested + `,` + fields + `}`, "max_ingress_queue"},
		{"scalar of two", `{"space":` + nested + `,"fields":[{"name":"a","type":"Scalar","components":2,"mutability":"Sparse"}],"propagators":["noop"]}`, "components"},
		{"unknown type", `{"space":` + nested + `,"fields":[{"name":"a","type":"Tensor","mutability":"Sparse"}],"propagators":["noop"]}`, "Tensor"},
		{"unknown mutability", `{"space":` + nested + `,"fields":[{"name":"a","type":"Scalar","mutability":"Never"}],"propagators":["noop"]}`, "Never"},
		{"something behind it", describe(nested) + `{}`, "follows"},
		{"not JSON", `world`, "invalid"},
		{"nothing", ``, "EOF"},
		{"too long", strings.Repeat(" ", MaxDescriptionBytes+1), "limit"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseWorld([]byte(test.text))
			if test.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if !errors.Is(err, ErrWorld) || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want an ErrWorld about %s", err, test.want)
			}
		})
	}
}

func TestVerdictsHaveNames(t *testing.T) {
	for verdict, want := range map[Verdict]string{Exact: "exact", Diverged: "diverged", NotCheckable: "not checkable", 9: "verdict 9"} {
		if got := fmt.Sprint(verdict); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func FuzzParseWorld(f *testing.F) {
	f.Add([]byte(`{"space":{"kind":"Line1D","len":2},"fields":[{"name":"a","type":"Scalar","mutability":"Sparse"}],"propagators":["noop"]}`))
	f.Add([]byte(`{"space":{"kind":"Product","components":[{"kind":"Fcc12","w":2,"h":2,"d":2}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		world, err := ParseWorld(data)
		if err != nil {
			if !errors.Is(err, ErrWorld) {
				t.Fatalf("not an ErrWorld: %v", err)
			}
			return
		}
		if err := world.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzCommand(f *testing.F) {
	f.Add(setFieldRecord(1, 2, 3, 4, 0, 5, 1, 2))
	f.Fuzz(func(_ *testing.T, record []byte) {
		e := newEngine(testWorld(), 4)
		if e.submit(record) == nil {
			e.step()
		}
	})
}
