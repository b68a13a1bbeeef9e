// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"convertd/core/order"
	"convertd/core/sim/openra/internal/info"
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
	var due actorTimers
	setAll(reflect.ValueOf(&a.actorTimers).Elem(), 7)
	setAll(reflect.ValueOf(&due).Elem(), 107)
	due.animation.then = a.animation.then
	left := a.actorTimers
	if a.noteTimers(100, true); a.due != due {
		t.Errorf("a field of actorTimers is not in noteTimers: %+v", a.due)
	}
	a.actorTimers = actorTimers{}
	if a.readTimers(100); a.actorTimers != left {
		t.Errorf("a field of actorTimers is not in readTimers: %+v", a.actorTimers)
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

func differs(last *lastLook, a *Actor, tick int32) bool {
	rest, motion := last.changed(a, tick)
	return rest || motion
}

// TestEveryPartOfAnActorIsLookedAt names every field of an actor beside what
// is digested as a whole: a new one must be added to lastLook.changed, or it
// would be recorded late.
func TestEveryPartOfAnActorIsLookedAt(t *testing.T) {
	set := map[string]func(*Actor){
		"actorPlace":   func(a *Actor) { a.facing++ },
		"actorFigures": func(a *Actor) { a.hp++ },
		"actorTimers":  func(a *Actor) { a.nextScan++ },
		"activity":     func(a *Actor) { a.activity = &Activity{} },
		"faction":      func(a *Actor) { a.faction += "x" },
		"sight":        func(a *Actor) { a.sight.Cells = append(a.sight.Cells, Cell{}) },
		"rally":        func(a *Actor) { a.rally = append(a.rally, Cell{}) },
		"rallyPath":    func(a *Actor) { a.rallyPath = append(a.rallyPath, Cell{}) },
		"dockReserved": func(a *Actor) { a.dockReserved = append(a.dockReserved, 1) },
		"shots":        func(a *Actor) { a.shots = append(a.shots, delayedShot{}) },
		"passengers":   func(a *Actor) { a.passengers = append(a.passengers, 1) },
		"queues":       func(a *Actor) { a.queues = append(a.queues, queue{}) },
		"due":          nil, // follows from the timers
		"woken":        nil, // not state
		"loaded":       nil, // follows from the weapons
		"_":            nil,
		"typ":          nil, // is the entity's kind
	}
	actor := reflect.TypeFor[Actor]()
	for i := range actor.NumField() {
		name := actor.Field(i).Name
		change, known := set[name]
		if !known {
			t.Errorf("Actor.%s: add it to lastLook.changed and to this list", name)
		}
		if change == nil {
			continue
		}
		var a Actor
		var last lastLook
		if last.changed(&a, 1); differs(&last, &a, 1) {
			t.Fatal("an actor that is the same counts as changed")
		}
		if change(&a); !differs(&last, &a, 1) {
			t.Errorf("Actor.%s changed and nobody noticed", name)
		}
	}
	sight := reflect.TypeFor[info.SightSource]()
	for i := range sight.NumField() {
		var a Actor
		var last lastLook
		last.changed(&a, 1)
		field := reflect.ValueOf(&a.sight).Elem().Field(i)
		fill(field, "", nil, new(int))
		if !differs(&last, &a, 1) {
			t.Errorf("sightSource.%s changed and nobody noticed", sight.Field(i).Name)
		}
	}
}

func TestAnActorThatOnlyWaitsIsNotRecordedAgain(t *testing.T) {
	const frame = ticksPerFrame
	a := Actor{actorTimers: actorTimers{nextScan: 9, idleDelay: 30}}
	var last lastLook
	last.changed(&a, 100)
	a.nextScan, a.idleDelay = 9-frame, 30-frame
	if differs(&last, &a, 100+frame) {
		t.Error("timers went down by one in each tick, and that counts as a change")
	}
	a.nextScan--
	if !differs(&last, &a, 100+frame) {
		t.Error("a timer that lost a tick more does not count as a change")
	}
	a.idleDelay -= frame
	if last.changed(&a, 100+2*frame); a.nextScan != 8-frame {
		t.Fatal("looking changed the actor")
	}
	for tick := int32(100 + 3*frame); tick < 100+9*frame; tick += frame {
		if a.idleDelay -= frame; differs(&last, &a, tick) {
			t.Errorf("tick %d: a timer that stands still counts as a change", tick)
		}
	}
	left := a.nextScan - 1
	if a.nextScan, a.idleDelay = left, a.idleDelay-frame; !differs(&last, &a, 100+9*frame) {
		t.Error("a timer that goes on does not count as a change")
	}
	if a.readTimers(100 + 9*frame); a.nextScan != left {
		t.Errorf("a timer that went on comes back as %d", a.nextScan)
	}
}

// TestNothingThatChangesIsMissed plays games twice: once the kernel is told of
// what changed, once of every actor in every tick. The recorded state must be
// the same at every moment.
func TestNothingThatChangesIsMissed(t *testing.T) {
	for _, one := range []struct {
		replay, terrain string
		ticks           order.Tick
	}{
		{longGame, longMap, 9000},
		{"ra-dev2026-rl-normal-vs-easy.orarep", longMap, 9000},
		{"ra-release-20230225-skirmish.orarep", "ascent-c57b015da5.oramap", 4000},
		{"cnc-release-20200202-skirmish.orarep", "the-new-mandarins-033f847a8e.oramap", 1440},
		{"cnc-playtest-20201213-skirmish.orarep", "tiberium-rift-14ee1a6ebc.oramap", 1482},
	} {
		t.Run(one.replay, func(t *testing.T) {
			t.Parallel()
			game := loadGame(t, one.replay, one.terrain)
			told, module := game.start(t)
			all, other := game.start(t)
			other.touchAll = true
			for told.Tick() < one.ticks {
				game.apply(t, told, module)
				game.apply(t, all, other)
				if told.SyncHash() != all.SyncHash() {
					t.Fatalf("tick %d: something changed that the kernel was not told of", told.Tick())
				}
			}
		})
	}
}

func TestEveryPartOfWhatIsRememberedIsLookedAt(t *testing.T) {
	fixed := map[string]bool{
		"cells": true, "low": true, "high": true, // an actor's footprint
		"typ": true, "cell": true, "center": true, "facing": true, // what it is, and where
		"shadow": true, // not state
	}
	kind := reflect.TypeFor[frozenActor]()
	for i := range kind.NumField() {
		var before, after frozenActor
		fill(reflect.ValueOf(&after).Elem().Field(i), "", nil, new(int))
		if name := kind.Field(i).Name; after.sameAs(&before) != fixed[name] {
			t.Errorf("frozenActor.%s: add it to sameAs, or to this list if it cannot change", name)
		}
	}
}

func TestEveryPartOfAnActivityIsLookedAt(t *testing.T) {
	kind := reflect.TypeFor[Activity]()
	for i := range kind.NumField() {
		name := kind.Field(i).Name
		if name == "recorded" { // not state
			continue
		}
		a := Actor{activity: &Activity{child: &Activity{}}}
		var last lastLook
		written := func() (rest, motion []byte) {
			c := coder{types: &info.CompiledTypes{}}
			codedActivity(&c, &a.activity, 0)
			p := coder{types: &info.CompiledTypes{}}
			codedProgress(&p, a.activity)
			return c.data, p.data
		}
		last.changed(&a, 1)
		restBefore, motionBefore := written()
		if differs(&last, &a, 1) {
			t.Fatal("activities that are the same count as changed")
		}
		switch name {
		case "child":
			a.activity.child = nil
		case "next":
			a.activity.next = &Activity{}
		default:
			fill(reflect.ValueOf(a.activity).Elem().Field(i), "", nil, new(int))
		}
		rest, motion := last.changed(&a, 1)
		restAfter, motionAfter := written()
		if rest == bytes.Equal(restBefore, restAfter) || motion == bytes.Equal(motionBefore, motionAfter) {
			t.Errorf("Activity.%s: add it to activityLook and to what is written, or to this list", name)
		}
	}
}

// TestActivitiesThatChangePlacesAreRecordedAnew covers changes of the tree in which
// all activities are as before.
func TestActivitiesThatChangePlacesAreRecordedAnew(t *testing.T) {
	one, two, three := &Activity{}, &Activity{}, &Activity{}
	for _, act := range []*Activity{one, two, three} {
		act.kind = actWait
	}
	var last lastLook
	a := Actor{activity: one}
	link := func(oneChild, oneNext, twoChild, twoNext *Activity) {
		one.child, one.next, two.child, two.next = oneChild, oneNext, twoChild, twoNext
	}
	for i, arrange := range []func(){
		func() { link(two, nil, nil, three) },
		func() { link(two, nil, three, nil) },
		func() { link(two, three, nil, nil) },
		func() { link(nil, two, nil, three) },
		func() { link(nil, two, three, nil) },
		func() { link(nil, two, nil, nil) },
	} {
		arrange()
		if rest, _ := last.changed(&a, 1); !rest {
			t.Errorf("arrangement %d: nobody noticed", i)
		}
		if differs(&last, &a, 1) {
			t.Errorf("arrangement %d: it counts as changed twice", i)
		}
	}
}

// TestAPathFoundAnewIsRecorded finds paths of the same length to one goal after
// another: the path itself is then all that differs.
func TestAPathFoundAnewIsRecorded(t *testing.T) {
	w := skirmish(t)
	tank := w.put(t, "1tnk", 1, Cell{X: 20, Y: 20})
	move := w.moveTo(Cell{X: 20, Y: 26}, 0, false)
	tank.activity = move
	w.evalPath(tank, move, byNone)
	first := slices.Clone(move.path)
	var last lastLook
	last.changed(tank, 1)
	move.target = Cell{X: 26, Y: 20}
	w.evalPath(tank, move, byNone)
	move.target = Cell{X: 20, Y: 26}
	if len(move.path) != len(first) || slices.Equal(move.path, first) {
		t.Fatalf("paths of %d and %d steps: nothing is tested", len(first), len(move.path))
	}
	if !differs(&last, tank, 1) {
		t.Error("another path of the same length counts as the same")
	}
	if differs(&last, tank, 1) {
		t.Error("a path counts as found anew for ever")
	}
}

// TestAListOfTheSameLengthIsLookedInto changes one entry of a list that is as long as
// before.
func TestAListOfTheSameLengthIsLookedInto(t *testing.T) {
	for name, change := range map[string]func(*Actor){
		"rally":        func(a *Actor) { a.rally[0].X++ },
		"rallyPath":    func(a *Actor) { a.rallyPath[0].Y++ },
		"dockReserved": func(a *Actor) { a.dockReserved[0]++ },
		"passengers":   func(a *Actor) { a.passengers[0]++ },
		"faction":      func(a *Actor) { a.faction = "other" },
	} {
		a := Actor{rally: make([]Cell, 1), rallyPath: make([]Cell, 1), dockReserved: make([]uint32, 1), passengers: make([]uint32, 1), faction: "one"}
		var last lastLook
		if last.changed(&a, 1); differs(&last, &a, 1) {
			t.Fatal("an actor with lists that is the same counts as changed")
		}
		if change(&a); !differs(&last, &a, 1) {
			t.Errorf("%s changed and nobody noticed", name)
		}
		if differs(&last, &a, 1) {
			t.Errorf("%s counts as changed twice", name)
		}
	}
}
