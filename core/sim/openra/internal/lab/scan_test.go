// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"strings"
	"testing"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/core/sim/openra/internal/engine"
)

// deviation is something that goes otherwise in a game that was recorded than
// it does here. It is made with means of its own, not with those of a scan.
type deviation struct {
	engine.Onlooker
	tick   int32
	actor  uint32
	made   bool
	before func(w *engine.World)                                               // before that tick
	act    func(w *engine.World, a *state.Actor, part engine.TurnPart) bool    // whether the turn of that actor is run
	fly    func(w *engine.World, i int) bool                                   // whether an effect has its turn
	step   func(w *engine.World, a *state.Actor, to wpos.Cell) wpos.Cell       // what that actor takes
	aim    func(target uint32) uint32                                          // what it finds
	hit    func(source *state.Actor, amount int32) (*state.Actor, int32, bool) // what becomes of a hit on it
	orders func(frame int) []state.Order                                       // what is executed instead of what is recorded
	also   *twiceMore                                                          // draws at the beginning of ticks
}

func (d *deviation) Turn(w *engine.World, a *state.Actor, part engine.TurnPart) {
	if d.act == nil || d.made || w.Ticks != d.tick || a.ID != d.actor || d.act(w, a, part) {
		w.RunTurn(a, part)
	}
}

func (d *deviation) EffectTurn(w *engine.World, i int) {
	if d.fly == nil || d.made || w.Ticks != d.tick || d.fly(w, i) {
		w.RunEffect(i)
		return
	}
	d.made = true
}

func (d *deviation) Steps(w *engine.World, a *state.Actor, _ *state.Activity, to wpos.Cell, sub grid.SubCell) (wpos.Cell, grid.SubCell) {
	if d.step == nil || d.made || w.Ticks != d.tick || a.ID != d.actor {
		return to, sub
	}
	d.made = true
	return d.step(w, a, to), sub
}

func (d *deviation) Aims(w *engine.World, a *state.Actor, target uint32) uint32 {
	if d.aim == nil || d.made || w.Ticks != d.tick || a.ID != d.actor {
		return target
	}
	d.made = true
	return d.aim(target)
}

func (d *deviation) Hits(w *engine.World, victim, source *state.Actor, amount int32, _ []string) (*state.Actor, int32, bool) {
	if d.hit == nil || d.made || w.Ticks != d.tick || victim.ID != d.actor {
		return source, amount, true
	}
	d.made = true
	return d.hit(source, amount)
}

const (
	plantedFrame  = 6 // deviations are made in its ticks
	plantedFrames = 20
)

// marches are the orders of the recorded games: the sides walk about.
func marches(w *engine.World, frame int) []state.Order {
	name, third := "AttackMove", uint32(1)
	switch frame {
	case plantedFrame - 4:
		name, third = "Move", 0
	case plantedFrame:
	default:
		return nil
	}
	var orders []state.Order
	for _, a := range w.Actors {
		if a != nil && a.Type.Mobile != nil && a.Type.Harvester == nil && a.Type.Name != "mcv" && a.ID%3 == third {
			orders = append(orders, state.Order{
				Name: name, Client: w.Players[a.Owner].Client, Subject: a.ID, HasSubject: true,
				Target: state.TargetCell, Cell: wpos.Cell{X: a.To.X, Y: a.To.Y + 5},
			})
		}
	}
	return orders
}

// record plays a game with a deviation and, beside it, the same without one
// that keeps a journal.
func record(start *engine.World, d *deviation) *Journal {
	there, here := &engine.World{}, &engine.World{}
	start.CopyTo(there)
	start.CopyTo(here)
	there.Observe(d)
	j := NewJournal()
	same := true
	for frame := range plantedFrames {
		orders := marches(start, frame)
		executed := orders
		if d.orders != nil {
			executed = d.orders(frame)
		}
		recorded := RecordedFrame{Orders: orders, Hash: there.BeginFrame(executed), Hashed: true}
		for range state.TicksPerFrame {
			if d.also != nil {
				d.also.beforeTick(there)
			}
			if d.before != nil && there.Ticks+1 == d.tick {
				d.before(there)
			}
			there.Step()
		}
		if !same {
			j.Follow(recorded)
			continue
		}
		j.Before(here, recorded)
		same = here.BeginFrame(orders) == recorded.Hash
		for range state.TicksPerFrame {
			here.ForgetEnds()
			here.Step()
			j.After(here)
		}
	}
	return j
}

// dry is the log of the middle of a game that nothing goes otherwise in, and the
// world before the ticks of plantedFrame.
func dry(start *engine.World) (*tickLog, *engine.World) {
	w, at := &engine.World{}, &engine.World{}
	start.CopyTo(w)
	g := &logger{log: &tickLog{}}
	for frame := range plantedFrames - 3 {
		w.BeginFrame(marches(start, frame))
		if frame == plantedFrame {
			w.CopyTo(at)
		}
		if frame == plantedFrame-3 {
			w.Observe(g)
		}
		ticks(w)
	}
	return g.log, at
}

func butLast(orders []state.Order) []state.Order { return orders[:len(orders)-1] }

func TestAScanNamesWhatWentOtherwise(t *testing.T) {
	start := skirmish(t)
	log, at := dry(start)
	second := at.Ticks + 2
	stepOf := func() *stepEntry {
		for i := range log.steps {
			if a := at.Peek(log.steps[i].actor); a != nil && log.steps[i].to.Y < 24 && log.steps[i].tick%state.TicksPerFrame == 0 {
				return &log.steps[i]
			}
		}
		t.Fatal("nobody takes a cell of the battlefield")
		return nil
	}
	hit, step := &log.hits[0], stepOf()
	mover := step.actor
	var aim *aimEntry
	for i := range log.aims {
		if log.aims[i].target != state.None {
			aim = &log.aims[i]
			break
		}
	}
	var flight *flightEntry
	for i := range log.flight {
		if f := &log.flight[i]; (f.kind == state.EffectBullet || f.kind == state.EffectMissile) && f.tick%state.TicksPerFrame == 0 {
			flight = f
			break
		}
	}
	if aim == nil || flight == nil {
		t.Fatal("the game has no look around or no shell to change")
	}
	enemy := func(w *engine.World, id uint32) uint32 {
		for _, a := range w.Actors {
			if a != nil && a.Type.Name == "arty" && a.Owner != w.Actor(id).Owner {
				return a.ID
			}
		}
		return state.None
	}
	var elsewhere wpos.Cell
	name := func(id uint32) string { return called(at, id) }
	for _, test := range []struct {
		what string
		d    deviation
		want func() string // one of the trials that lead says this
	}{
		{"a draw more", deviation{tick: second, actor: mover, act: func(w *engine.World, _ *state.Actor, part engine.TurnPart) bool {
			if part == engine.PartTraits {
				w.Random.Raw()
			}
			return true
		}}, func() string { return "1 more numbers are drawn" }},
		{"an activity a tick later", deviation{tick: step.tick + 1, actor: mover, act: func(_ *engine.World, _ *state.Actor, part engine.TurnPart) bool {
			return part != engine.PartActivities
		}}, func() string {
			return name(mover) + ": its activities run not at all in tick " + fmt.Sprint(step.tick+1)
		}},
		{"an activity a tick earlier", deviation{tick: step.tick + 1, actor: mover, act: func(w *engine.World, a *state.Actor, part engine.TurnPart) bool {
			if part == engine.PartActivities {
				w.TickActor(a)
			}
			return true
		}}, func() string { return name(mover) + ": its activities run twice in tick " + fmt.Sprint(step.tick+1) }},
		{"another cell", deviation{tick: step.tick, actor: mover, step: func(w *engine.World, a *state.Actor, to wpos.Cell) wpos.Cell {
			for _, d := range wpos.Directions {
				if c := a.To.Add(d); c != to && w.CanEnter(a, c, state.None, path.ByAll) {
					elsewhere = c
				}
			}
			return elsewhere
		}}, func() string { return fmt.Sprintf("%s takes cell %d,%d", name(mover), elsewhere.X, elsewhere.Y) }},
		{
			"no target",
			deviation{tick: aim.tick, actor: aim.actor, aim: func(uint32) uint32 { return state.None }},
			func() string { return name(aim.actor) + " finds nobody when it looks around" },
		},
		{
			"a projectile a tick later",
			deviation{tick: flight.tick, fly: func(_ *engine.World, i int) bool { return i != int(flight.effect) }},
			func() string {
				return fmt.Sprintf("the %s of %s stands still in tick %d", flight.weapon, name(flight.actor), flight.tick)
			},
		},
		{
			"no hit",
			deviation{tick: hit.tick, actor: hit.victim, hit: func(*state.Actor, int32) (*state.Actor, int32, bool) { return nil, 0, false }},
			func() string { return "on " + name(hit.victim) + ", does not happen" },
		},
		{
			"half a hit",
			deviation{tick: hit.tick, actor: hit.victim, hit: func(s *state.Actor, n int32) (*state.Actor, int32, bool) { return s, n / 2, true }},
			func() string { return "on " + name(hit.victim) + ", does 50% of its damage" },
		},
		{
			"a death",
			deviation{tick: second, before: func(w *engine.World) { w.Destroy(w.Actor(hit.victim), nil, nil) }},
			func() string { return name(hit.victim) + " dies before tick" },
		},
		{
			"somebody else to blame",
			deviation{tick: second + 1, before: func(w *engine.World) { w.Actor(mover).Aggressor = enemy(w, mover) }},
			func() string { return "its attacker is arty" },
		},
		{"two values at once", deviation{tick: second + 1, before: func(w *engine.World) {
			w.Actor(mover).Aggressor = enemy(w, mover)
			w.Actor(hit.victim).Aggressor = enemy(w, hit.victim)
		}}, func() string { return "its attacker is arty" }},
		{"an order a frame later", deviation{orders: func(frame int) []state.Order {
			switch frame {
			case plantedFrame:
				return butLast(marches(start, frame))
			case plantedFrame + 1:
				orders := marches(start, frame-1)
				return orders[len(orders)-1:]
			}
			return marches(start, frame)
		}}, func() string { return "is executed a net frame later" }},
		{"an order that is not executed", deviation{orders: func(frame int) []state.Order {
			if frame == plantedFrame {
				return butLast(marches(start, frame))
			}
			return marches(start, frame)
		}}, func() string { return "is not executed" }},
	} {
		t.Run(test.what, func(t *testing.T) {
			j := record(start, &test.d)
			lab, err := NewLaboratory(j, 4)
			if err != nil {
				t.Fatal(err)
			}
			scan := lab.Scan(ScanLimits{})
			for i := range scan.Trials {
				trial := &scan.Trials[i]
				said := strings.Join(append(append([]string(nil), trial.Edits...), trial.Same...), "; ")
				if strings.Contains(said, test.want()) && trial.Met >= scan.Trials[0].Met {
					return
				}
			}
			t.Errorf("found no %q:\n%+v", test.want(), scan)
		})
	}
}
