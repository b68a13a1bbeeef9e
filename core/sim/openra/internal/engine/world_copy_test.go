// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"reflect"
	"testing"
	"unsafe"

	"convertd/internal/fixtures/oramap"
)

// field is a small map of clear ground.
func field() *oramap.Map {
	m := &oramap.Map{Mod: "ra", Tileset: "TEMPERAT", Width: 44, Height: 40, Border: 2, Players: []string{"Multi0", "Multi1"}}
	for _, y := range []int{8, 32} {
		m.Actors = append(m.Actors, oramap.Actor{Type: "mpspawn", Owner: "Neutral", X: 8, Y: y})
	}
	m.Fill(oramap.Tile{Template: 255})
	return m
}

// skirmish is a fight of two sides that has begun: soldiers, tanks, guns that
// throw shells, refineries with their harvesters, production.
func skirmish(tb testing.TB) *World {
	tb.Helper()
	w := play(tb, field(), "{DEV_VERSION}", "allies", "russia")
	for i, player := range []int32{dunePlayer, dunePlayer + 1} {
		side := int32(i)
		for k, name := range []string{"e1", "e3", "2tnk", "arty", "e1", "jeep"} {
			w.put(tb, name, player, Cell{X: 20 + 4*side, Y: 14 + int32(k)})
		}
		w.built(tb, "powr", player, Cell{X: 4 + 30*side, Y: 24})
		w.built(tb, "proc", player, Cell{X: 8 + 20*side, Y: 26})
		w.built(tb, "tent", player, Cell{X: 4 + 30*side, Y: 30})
		w.bid(w.Players[player].Actor, Order{Name: "StartProduction", Text: "e1", Extra: 3, Queued: true})
	}
	w.frames(20)
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
	fill(reflect.ValueOf(&w).Elem(), "", map[string]bool{".scratch": true, ".free": true}, &next)
	var a Actor
	fill(reflect.ValueOf(&a).Elem(), "", nil, &next)
	w.Actors[0] = &a
	w.CopyTo(&to)
	alias(reflect.ValueOf(&w).Elem(), reflect.ValueOf(&to).Elem(), "", "", map[unsafe.Pointer]bool{}, func(what string) { t.Error(what) })
}
