// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"reflect"
	"testing"
	"unsafe"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/internal/filled"
	"convertd/internal/fixtures/oramap"
)

// skirmish is a fight of two sides that has begun.
func skirmish(tb testing.TB) *World {
	tb.Helper()
	w := play(tb, oramap.Field(), "{DEV_VERSION}", "allies", "russia")
	enginetest.Skirmish(tb, w, w.Players)
	return w
}

// sharedByCopies are the types of what a copy shares with its world: what comes
// from rules, map and lobby, and lists that are never changed once made.
var sharedByCopies = map[string]bool{
	"ActorType": true, "Weapon": true, "Ruleset": true, "Ground": true, "QueueInfo": true, "ResourceInfo": true,
	"World.CompiledTypes": true, "World.Options": true, "World.Clients": true,
	"World.CrateRules": true, "World.creatureRules": true, "World.playerProvides": true, "Spawn.Rally": true, "Spawn.Cargo": true,
	"FrozenActor.Cells": true, "FrozenActor.Believed": true, "FrozenActor.Shadow": true, "BridgeSpan.Cells": true, "Locomotor.Cost": true, "Locomotor.Speed": true, "Locomotor.Crushes": true, "Hierarchy.CopyOf": true, "Hierarchy.Copied": true, "Hierarchy.Nodes": true,
	"Activity.Recorded": true, "World.scratch": true, "Finder.searchMemory": true, "Finder.Surroundings": true, "World.free": true, "World.Room": true, "World.Observer": true, "Twister.Watch": true, "ResourceLayer.Infos": true,
}

// alias walks through two values of a type and names memory that both have.
func alias(a, b reflect.Value, path, field string, seen map[unsafe.Pointer]bool, found func(string)) {
	if sharedByCopies[field] || a.Kind() == reflect.Pointer && sharedByCopies[a.Type().Elem().Name()] {
		return
	}
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				found(path + " is in one only")
			}
			return
		}
		if a.UnsafePointer() == b.UnsafePointer() {
			found(path)
			return
		}
		if !seen[a.UnsafePointer()] {
			seen[a.UnsafePointer()] = true
			alias(a.Elem(), b.Elem(), path, "", seen, found)
		}
	case reflect.Slice:
		if a.Len() != b.Len() || a.IsNil() != b.IsNil() && field != "Activity.Path" {
			found(fmt.Sprintf("%s has %d and %d", path, a.Len(), b.Len()))
			return
		}
		if a.Cap() > 0 && a.UnsafePointer() == b.UnsafePointer() && a.Type().Elem().Size() > 0 {
			found(path)
			return
		}
		for i := range a.Len() {
			alias(a.Index(i), b.Index(i), path+"[]", "", seen, found)
		}
	case reflect.Array:
		for i := range a.Len() {
			alias(a.Index(i), b.Index(i), path+"[]", "", seen, found)
		}
	case reflect.Struct:
		for i := range a.NumField() {
			name := a.Type().Field(i).Name
			alias(a.Field(i), b.Field(i), path+"."+name, a.Type().Name()+"."+name, seen, found)
		}
	case reflect.Map, reflect.Func, reflect.Chan, reflect.Interface:
		if !a.IsNil() {
			found(path + " is a " + a.Kind().String())
		}
	default:
		if !a.Equal(b) {
			found(path + " has another value")
		}
	}
}

func TestACopySharesNothingThatChanges(t *testing.T) {
	w, to := skirmish(t), &World{}
	for range 3 { // into no memory, into that of an earlier copy, and once more
		w.CopyTo(to)
		told := map[string]bool{}
		alias(reflect.ValueOf(w).Elem(), reflect.ValueOf(to).Elem(), "", "", map[unsafe.Pointer]bool{}, func(what string) {
			if !told[what] {
				told[what] = true
				t.Error(what)
			}
		})
		to.frames(4)
		w.frames(1)
	}
}

func TestACopyPlaysOnAsTheOriginal(t *testing.T) {
	w, to := skirmish(t), &World{}
	for range 5 {
		w.CopyTo(to)
		var there []int32
		for range 12 {
			there = append(there, to.Frame(nil))
		}
		// What the copy did does not show here.
		for i := range there {
			if h := w.Frame(nil); h != there[i] {
				t.Fatalf("frame %d after the copy: %d here, %d in the copy", i+1, h, there[i])
			}
		}
	}
}

func TestCopiesInTheSameMemoryCostNoMore(t *testing.T) {
	w, to := skirmish(t), &World{}
	w.CopyTo(to)
	if n := testing.AllocsPerRun(10, func() { w.CopyTo(to) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCopyOfAWorld(b *testing.B) {
	w, to := skirmish(b), &World{}
	w.CopyTo(to)
	b.ReportAllocs()
	for b.Loop() {
		w.CopyTo(to)
	}
}

// Every list of the state is filled, also those that no game at hand uses.
func TestEveryListIsCopied(t *testing.T) {
	var w, to World
	next := 0
	filled.Fill(reflect.ValueOf(&w).Elem(), "", map[string]bool{".scratch": true, ".free": true}, &next)
	var a Actor
	filled.Fill(reflect.ValueOf(&a).Elem(), "", nil, &next)
	w.Actors[0] = &a
	w.CopyTo(&to)
	alias(reflect.ValueOf(&w).Elem(), reflect.ValueOf(&to).Elem(), "", "", map[unsafe.Pointer]bool{}, func(what string) { t.Error(what) })
}
