package openra

import (
	"reflect"
	"testing"
	"unsafe"

	"convertd/core/order"
)

// setAll sets every number below v to n.
func setAll(v reflect.Value, n int64) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			setAll(v.Field(i), n)
		}
	case v.CanInt():
		v.SetInt(n)
	case v.CanUint():
		v.SetUint(uint64(n))
	}
}

func TestEveryTimerIsRecordedAsTheTickItIsDue(t *testing.T) {
	var left, due actorTimers
	setAll(reflect.ValueOf(&left).Elem(), 7)
	setAll(reflect.ValueOf(&due).Elem(), 107)
	due.animation.then = left.animation.then
	if got := left.due(100); got != due {
		t.Errorf("a field of actorTimers is not in due: %+v", got)
	}
	if got := due.due(-100); got != left {
		t.Errorf("the way back gives %+v", got)
	}
	var none actorTimers
	if got := none.due(100); got != none {
		t.Errorf("timers at zero become %+v", got)
	}
}

// TestEveryPartOfAnActorIsLookedAt names every field of an actor beside what
// == compares as a whole: a new one must be added to lastLook.changed, or it
// would be recorded late.
func TestEveryPartOfAnActorIsLookedAt(t *testing.T) {
	set := map[string]func(*Actor){
		"actorFigures": func(a *Actor) { a.hp++ },
		"actorTimers":  func(a *Actor) { a.nextScan++ },
		"activity":     func(a *Actor) { a.activity = &Activity{} },
		"sight":        func(a *Actor) { a.sight.cells = append(a.sight.cells, Cell{}) },
		"rally":        func(a *Actor) { a.rally = append(a.rally, Cell{}) },
		"rallyPath":    func(a *Actor) { a.rallyPath = append(a.rallyPath, Cell{}) },
		"dockReserved": func(a *Actor) { a.dockReserved = append(a.dockReserved, 1) },
		"shots":        func(a *Actor) { a.shots = append(a.shots, delayedShot{}) },
		"passengers":   func(a *Actor) { a.passengers = append(a.passengers, 1) },
		"queues":       func(a *Actor) { a.queues = append(a.queues, queue{}) },
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
		if last.changed(&a, 1); last.changed(&a, 1) {
			t.Fatal("an actor that is the same counts as changed")
		}
		if change(&a); !last.changed(&a, 1) {
			t.Errorf("Actor.%s changed and nobody noticed", name)
		}
	}
	sight := reflect.TypeFor[sightSource]()
	for i := range sight.NumField() {
		var a Actor
		var last lastLook
		last.changed(&a, 1)
		field := reflect.ValueOf(&a.sight).Elem().Field(i)
		fill(field, "", nil, new(int))
		if !last.changed(&a, 1) {
			t.Errorf("sightSource.%s changed and nobody noticed", sight.Field(i).Name)
		}
	}
}

func TestAnActorThatOnlyWaitsIsNotRecordedAgain(t *testing.T) {
	a := Actor{actorTimers: actorTimers{nextScan: 9, idleDelay: 30}}
	var last lastLook
	last.changed(&a, 100)
	a.nextScan, a.idleDelay = 8, 29
	if last.changed(&a, 101) {
		t.Error("timers went down by one in one tick, and that counts as a change")
	}
	a.nextScan = 7
	if !last.changed(&a, 101) {
		t.Error("a timer that lost a tick more does not count as a change")
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
