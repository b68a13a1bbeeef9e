// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
)

// eventList is a Recording that keeps events.
type eventList struct {
	discard
	events []icrep.Event
}

func (l *eventList) Event(e icrep.Event) error {
	l.events = append(l.events, e)
	return nil
}

func tags(indexes ...uint16) []order.UnitTag {
	var list []order.UnitTag
	for _, index := range indexes {
		list = append(list, order.UnitTag{Index: index, Generation: 1})
	}
	return list
}

// found knows all ids below 100.
func found(native uint32) (order.UnitTag, bool) {
	return order.UnitTag{Index: uint16(native), Generation: 1}, native < 100
}

func TestSelectionsAreReportedAsWhatChanged(t *testing.T) {
	s := newSeen(2, order.TickRate{Num: 10, Den: 1})
	var got eventList
	for _, o := range []ir.Order{
		{Tick: 1, Kind: ir.KindSelect, Subjects: []uint32{3, 1, 2, 500}},
		{Tick: 2, Kind: ir.KindSelect, Subjects: []uint32{4}, Present: ir.PresentData, Data: 0}, // adds
		{Tick: 3, Kind: ir.KindSelect, Subjects: []uint32{4, 1, 2, 3}},                          // nothing changes
		{Tick: 4, Kind: ir.KindDeselect, Subjects: []uint32{1}},
		{Tick: 5, Kind: ir.KindGroupAssign, Present: ir.PresentCount, Count: 7},
		{Tick: 6, Kind: ir.KindGroupSelect, Present: ir.PresentCount | ir.PresentData, Count: 7, Data: 1, Subjects: []uint32{9}},
		{Tick: 7, Kind: ir.KindGroupSelect, Present: ir.PresentData, Data: 3}, // whom, nobody knows
		{Tick: 8, Kind: ir.KindDeselect},
	} {
		s.order(order.Tick(o.Tick), &o, 1, found)
		if err := s.write(order.Tick(o.Tick), &got); err != nil {
			t.Fatal(err)
		}
	}
	want := []icrep.Event{
		&icrep.SelectionChanged{Tick: 1, Player: 1, Added: tags(1, 2, 3)},
		&icrep.SelectionChanged{Tick: 2, Player: 1, Added: tags(4)},
		&icrep.SelectionChanged{Tick: 4, Player: 1, Removed: tags(1)},
		&icrep.ControlGroup{Tick: 5, Player: 1, Group: 7, Action: icrep.GroupAssign},
		&icrep.ControlGroup{Tick: 6, Player: 1, Group: 7, Action: icrep.GroupRecall},
		&icrep.SelectionChanged{Tick: 6, Player: 1, Added: tags(9), Removed: tags(2, 3, 4)},
		&icrep.ControlGroup{Tick: 7, Player: 1, Group: 3, Action: icrep.GroupRecall},
		&icrep.SelectionChanged{Tick: 8, Player: 1, Removed: tags(9)},
	}
	if diff := cmp.Diff(want, got.events); diff != "" {
		t.Error(diff)
	}
}

func TestACameraIsSampledTwiceASecondAtMost(t *testing.T) {
	s := newSeen(1, order.TickRate{Num: 10, Den: 1})
	var got eventList
	for tick := range uint64(100) {
		x := int32(tick)
		if tick >= 50 {
			x = 7 // it rests
		}
		s.camera(&ir.CameraSample{Tick: tick, X: x}, 0)
	}
	s.camera(&ir.CameraSample{Tick: 99, X: 1}, order.NoPlayer)
	for tick := range order.Tick(100) {
		if err := s.write(tick, &got); err != nil {
			t.Fatal(err)
		}
	}
	if len(got.events) != 11 {
		t.Errorf("%d samples, want one for each half second of five and one where it rests", len(got.events))
	}
	last := order.Tick(0)
	for i, e := range got.events {
		if i > 0 && e.EventTick() < last+5 {
			t.Errorf("samples at ticks %d and %d", last, e.EventTick())
		}
		last = e.EventTick()
	}
}
