// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"reflect"
	"testing"
	"unsafe"
)

// setAll sets every number below v to n.
func setAll(v reflect.Value, n int64) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			setAll(v.Field(i), n)
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			setAll(v.Index(i), n)
		}
	case v.CanInt():
		v.SetInt(n)
	case v.CanUint():
		v.SetUint(uint64(n))
	}
}

func TestEveryTimerIsRecordedAsTheTickItIsDue(t *testing.T) {
	var a Actor
	var due ActorTimers
	setAll(reflect.ValueOf(&a.ActorTimers).Elem(), 7)
	setAll(reflect.ValueOf(&due).Elem(), 107)
	due.Animation.Then = a.Animation.Then
	left := a.ActorTimers
	if a.NoteTimers(100, true); a.Due != due {
		t.Errorf("a field of actorTimers is not in noteTimers: %+v", a.Due)
	}
	a.ActorTimers = ActorTimers{}
	if a.ReadTimers(100); a.ActorTimers != left {
		t.Errorf("a field of actorTimers is not in readTimers: %+v", a.ActorTimers)
	}
}

func TestATimerKeepsWhenItCameToZero(t *testing.T) {
	for _, one := range []struct{ left, noted, tick, want int32 }{
		{0, 0, 100, 0},                          // never set
		{3, 0, 100, 103},                        // runs
		{0, 100, 100, 100},                      // has just come to zero
		{0, 100, 150, 100},                      // came to zero long ago
		{0, 130, 100, 0},                        // was stopped
		{-2, 130, 100, -2},                      // below zero
		{0, -2, 100, 0},                         // not any more
		{12, 100, 150, 162},                     // set again
		{12, 162, 153, standing - 12},           // stands still
		{12, standing - 12, 160, standing - 12}, // still does
		{11, standing - 12, 161, 172},           // goes on
		{0, standing - 12, 161, 0},              // was stopped
		{-2, standing - 12, 161, -2},
	} {
		got := one.noted
		noteDue(&got, one.left, one.tick)
		if got != one.want {
			t.Errorf("%d ticks left in tick %d, noted before %d: noted is %d, want %d", one.left, one.tick, one.noted, got, one.want)
		}
		if left := ticksLeft(got, one.tick); left != one.left {
			t.Errorf("%d ticks left in tick %d come back as %d", one.left, one.tick, left)
		}
	}
}
