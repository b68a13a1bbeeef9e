// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
	"unsafe"

	"convertd/core/sim/openra/internal/state"
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
	var r state.Arena
	if first, second := r.Actor(), r.Actor(); uintptr(unsafe.Pointer(first))%lineBytes != 0 || uintptr(unsafe.Pointer(second))-uintptr(unsafe.Pointer(first)) != unsafe.Sizeof(*first) {
		t.Errorf("actors at %p and %p do not lie side by side from a line on", first, second)
	}
	if first := r.Activity(); uintptr(unsafe.Pointer(first))%lineBytes != 0 {
		t.Errorf("an activity at %p does not begin on a line", first)
	}
}

func TestACopyHasRoomOfItsOwn(t *testing.T) {
	w, to := skirmish(t), &World{}
	for range 2 {
		w.CopyTo(to)
		if w.Room.Actor() == to.Room.Actor() || w.Room.Activity() == to.Room.Activity() {
			t.Fatal("a world and its copy are given the same place")
		}
	}
}
