// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"convertd/core/order"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/internal/filled"
	"convertd/internal/fixtures/oramap"
)

func differs(last *lastLook, a *state.Actor, tick int32) bool {
	rest, motion := last.changed(a, tick)
	return rest || motion
}

// TestEveryPartOfAnActorIsLookedAt names every field of an actor beside what
// is digested as a whole: a new one must be added to lastLook.changed, or it
// would be recorded late.
func TestEveryPartOfAnActorIsLookedAt(t *testing.T) {
	set := map[string]func(*state.Actor){
		"ActorPlace":   func(a *state.Actor) { a.Facing++ },
		"ActorFigures": func(a *state.Actor) { a.HP++ },
		"ActorTimers":  func(a *state.Actor) { a.NextScan++ },
		"Activity":     func(a *state.Actor) { a.Activity = &state.Activity{} },
		"Faction":      func(a *state.Actor) { a.Faction += "x" },
		"Sight":        func(a *state.Actor) { a.Sight.Cells = append(a.Sight.Cells, wpos.Cell{}) },
		"Rally":        func(a *state.Actor) { a.Rally = append(a.Rally, wpos.Cell{}) },
		"RallyPath":    func(a *state.Actor) { a.RallyPath = append(a.RallyPath, wpos.Cell{}) },
		"DockReserved": func(a *state.Actor) { a.DockReserved = append(a.DockReserved, 1) },
		"Shots":        func(a *state.Actor) { a.Shots = append(a.Shots, state.DelayedShot{}) },
		"Passengers":   func(a *state.Actor) { a.Passengers = append(a.Passengers, 1) },
		"Queues":       func(a *state.Actor) { a.Queues = append(a.Queues, state.Queue{}) },
		"Due":          nil, // follows from the timers
		"Woken":        nil, // not state
		"Loaded":       nil, // follows from the weapons
		"OneSided":     nil, // changes with the health alone
		"_":            nil,
		"Type":         nil, // is the entity's kind
	}
	actor := reflect.TypeFor[state.Actor]()
	for i := range actor.NumField() {
		name := actor.Field(i).Name
		change, known := set[name]
		if !known {
			t.Errorf("Actor.%s: add it to lastLook.changed and to this list", name)
		}
		if change == nil {
			continue
		}
		var a state.Actor
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
		var a state.Actor
		var last lastLook
		last.changed(&a, 1)
		field := reflect.ValueOf(&a.Sight).Elem().Field(i)
		filled.Fill(field, "", nil, new(int))
		if !differs(&last, &a, 1) {
			t.Errorf("sightSource.%s changed and nobody noticed", sight.Field(i).Name)
		}
	}
}

func TestAnActorThatOnlyWaitsIsNotRecordedAgain(t *testing.T) {
	const frame = state.TicksPerFrame
	a := state.Actor{ActorTimers: state.ActorTimers{NextScan: 9, IdleDelay: 30}}
	var last lastLook
	last.changed(&a, 100)
	a.NextScan, a.IdleDelay = 9-frame, 30-frame
	if differs(&last, &a, 100+frame) {
		t.Error("timers went down by one in each tick, and that counts as a change")
	}
	a.NextScan--
	if !differs(&last, &a, 100+frame) {
		t.Error("a timer that lost a tick more does not count as a change")
	}
	a.IdleDelay -= frame
	if last.changed(&a, 100+2*frame); a.NextScan != 8-frame {
		t.Fatal("looking changed the actor")
	}
	for tick := int32(100 + 3*frame); tick < 100+9*frame; tick += frame {
		if a.IdleDelay -= frame; differs(&last, &a, tick) {
			t.Errorf("tick %d: a timer that stands still counts as a change", tick)
		}
	}
	left := a.NextScan - 1
	if a.NextScan, a.IdleDelay = left, a.IdleDelay-frame; !differs(&last, &a, 100+9*frame) {
		t.Error("a timer that goes on does not count as a change")
	}
	if a.ReadTimers(100 + 9*frame); a.NextScan != left {
		t.Errorf("a timer that went on comes back as %d", a.NextScan)
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

func TestEveryPartOfAnActivityIsLookedAt(t *testing.T) {
	kind := reflect.TypeFor[state.Activity]()
	for i := range kind.NumField() {
		name := kind.Field(i).Name
		if name == "Recorded" { // not state
			continue
		}
		a := state.Actor{Activity: &state.Activity{Child: &state.Activity{}}}
		var last lastLook
		written := func() (rest, motion []byte) {
			c := codec.Coder{Types: &info.CompiledTypes{}}
			state.CodedActivity(&c, &a.Activity, 0)
			p := codec.Coder{Types: &info.CompiledTypes{}}
			state.CodedProgress(&p, a.Activity)
			return c.Data, p.Data
		}
		last.changed(&a, 1)
		restBefore, motionBefore := written()
		if differs(&last, &a, 1) {
			t.Fatal("activities that are the same count as changed")
		}
		switch name {
		case "Child":
			a.Activity.Child = nil
		case "Next":
			a.Activity.Next = &state.Activity{}
		default:
			filled.Fill(reflect.ValueOf(a.Activity).Elem().Field(i), "", nil, new(int))
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
	one, two, three := &state.Activity{}, &state.Activity{}, &state.Activity{}
	for _, act := range []*state.Activity{one, two, three} {
		act.Kind = state.ActWait
	}
	var last lastLook
	a := state.Actor{Activity: one}
	link := func(oneChild, oneNext, twoChild, twoNext *state.Activity) {
		one.Child, one.Next, two.Child, two.Next = oneChild, oneNext, twoChild, twoNext
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
	w := enginetest.Start(t, engine.New, enginetest.OnMap(t, "ra", oramap.Field(), "{DEV_VERSION}", "allies", "russia"))
	enginetest.Skirmish(t, w, w.Players)
	tank := enginetest.Put(t, w, "1tnk", 1, wpos.Cell{X: 20, Y: 20})
	move := w.MoveTo(wpos.Cell{X: 20, Y: 26}, 0, false)
	tank.Activity = move
	w.EvalPath(tank, move, path.ByNone)
	first := slices.Clone(move.Path)
	var last lastLook
	last.changed(tank, 1)
	move.Target = wpos.Cell{X: 26, Y: 20}
	w.EvalPath(tank, move, path.ByNone)
	move.Target = wpos.Cell{X: 20, Y: 26}
	if len(move.Path) != len(first) || slices.Equal(move.Path, first) {
		t.Fatalf("paths of %d and %d steps: nothing is tested", len(first), len(move.Path))
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
	for name, change := range map[string]func(*state.Actor){
		"rally":        func(a *state.Actor) { a.Rally[0].X++ },
		"rallyPath":    func(a *state.Actor) { a.RallyPath[0].Y++ },
		"dockReserved": func(a *state.Actor) { a.DockReserved[0]++ },
		"passengers":   func(a *state.Actor) { a.Passengers[0]++ },
		"faction":      func(a *state.Actor) { a.Faction = "other" },
	} {
		a := state.Actor{Rally: make([]wpos.Cell, 1), RallyPath: make([]wpos.Cell, 1), DockReserved: make([]uint32, 1), Passengers: make([]uint32, 1), Faction: "one"}
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
