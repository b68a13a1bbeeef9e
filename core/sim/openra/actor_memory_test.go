// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"
	"unsafe"
)

// TestWhatLiesSideBySideIsSpreadOverTheCache is about the layout of 64-bit machines.
func TestWhatLiesSideBySideIsSpreadOverTheCache(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("pointers are shorter here: nobody counts on the layout")
	}
	for _, one := range []struct {
		what string
		size uintptr
	}{{"an Actor", unsafe.Sizeof(Actor{})}, {"an Activity", unsafe.Sizeof(Activity{})}} {
		if one.size%lineBytes != 0 || one.size/lineBytes%2 == 0 {
			t.Errorf("%s takes %d bytes: make it an odd number of lines of %d", one.what, one.size, lineBytes)
		}
	}
	var r arena
	if first, second := r.actor(), r.actor(); uintptr(unsafe.Pointer(first))%lineBytes != 0 || uintptr(unsafe.Pointer(second))-uintptr(unsafe.Pointer(first)) != unsafe.Sizeof(*first) {
		t.Errorf("actors at %p and %p do not lie side by side from a line on", first, second)
	}
	if first := r.activity(); uintptr(unsafe.Pointer(first))%lineBytes != 0 {
		t.Errorf("an activity at %p does not begin on a line", first)
	}
}

func TestRoomIsNeverHandedOutTwice(t *testing.T) {
	var r arena
	actors, activities := map[*Actor]bool{}, map[*Activity]bool{}
	for range 3 * activitiesAtOnce {
		actors[r.actor()], activities[r.activity()] = true, true
	}
	if len(actors) != 3*activitiesAtOnce || len(activities) != 3*activitiesAtOnce {
		t.Errorf("%d actors and %d activities, of %d each", len(actors), len(activities), 3*activitiesAtOnce)
	}
}

func TestACopyHasRoomOfItsOwn(t *testing.T) {
	w, to := skirmish(t), &World{}
	for range 2 {
		w.copyTo(to)
		if w.room.actor() == to.room.actor() || w.room.activity() == to.room.activity() {
			t.Fatal("a world and its copy are given the same place")
		}
	}
}
