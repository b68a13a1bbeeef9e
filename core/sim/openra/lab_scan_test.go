// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"
	"strings"
	"testing"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// deviation is something that goes otherwise in a game that was recorded than
// it does here. It is made with means of its own, not with those of a scan.
type deviation struct {
	onlooker
	tick   int32
	actor  uint32
	made   bool
	before func(w *World)                                          // before that tick
	act    func(w *World, a *Actor, part turnPart) bool            // whether the turn of that actor is run
	fly    func(w *World, i int) bool                              // whether an effect has its turn
	step   func(w *World, a *Actor, to Cell) Cell                  // what that actor takes
	aim    func(target uint32) uint32                              // what it finds
	hit    func(source *Actor, amount int32) (*Actor, int32, bool) // what becomes of a hit on it
	orders func(frame int) []Order                                 // what is executed instead of what is recorded
	also   *twiceMore                                              // draws at the beginning of ticks
}

func (d *deviation) turn(w *World, a *Actor, part turnPart) {
	if d.act == nil || d.made || w.tick != d.tick || a.ID != d.actor || d.act(w, a, part) {
		w.runTurn(a, part)
	}
}

func (d *deviation) effectTurn(w *World, i int) {
	if d.fly == nil || d.made || w.tick != d.tick || d.fly(w, i) {
		w.runEffect(i)
		return
	}
	d.made = true
}

func (d *deviation) steps(w *World, a *Actor, _ *Activity, to Cell, sub grid.SubCell) (Cell, grid.SubCell) {
	if d.step == nil || d.made || w.tick != d.tick || a.ID != d.actor {
		return to, sub
	}
	d.made = true
	return d.step(w, a, to), sub
}

func (d *deviation) aims(w *World, a *Actor, target uint32) uint32 {
	if d.aim == nil || d.made || w.tick != d.tick || a.ID != d.actor {
		return target
	}
	d.made = true
	return d.aim(target)
}

func (d *deviation) hits(w *World, victim, source *Actor, amount int32, _ []string) (*Actor, int32, bool) {
	if d.hit == nil || d.made || w.tick != d.tick || victim.ID != d.actor {
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
func marches(w *World, frame int) []Order {
	name, third := "AttackMove", uint32(1)
	switch frame {
	case plantedFrame - 4:
		name, third = "Move", 0
	case plantedFrame:
	default:
		return nil
	}
	var orders []Order
	for _, a := range w.actors {
		if a != nil && a.Type.Mobile != nil && a.Type.Harvester == nil && a.Type.Name != "mcv" && a.ID%3 == third {
			orders = append(orders, Order{
				Name: name, Client: w.players[a.Owner].Client, Subject: a.ID, HasSubject: true,
				Target: state.TargetCell, Cell: Cell{X: a.To.X, Y: a.To.Y + 5},
			})
		}
	}
	return orders
}

// record plays a game with a deviation and, beside it, the same without one
// that keeps a journal.
func record(start *World, d *deviation) *Journal {
	there, here := &World{}, &World{}
	start.copyTo(there)
	start.copyTo(here)
	there.observe(d)
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
			if d.before != nil && there.tick+1 == d.tick {
				d.before(there)
			}
			there.step()
		}
		if !same {
			j.Follow(recorded)
			continue
		}
		j.Before(here, recorded)
		same = here.BeginFrame(orders) == recorded.Hash
		for range state.TicksPerFrame {
			here.forgetEnds()
			here.step()
			j.After(here)
		}
	}
	return j
}

// dry is the log of the middle of a game that nothing goes otherwise in, and the
// world before the ticks of plantedFrame.
func dry(start *World) (*tickLog, *World) {
	w, at := &World{}, &World{}
	start.copyTo(w)
	g := &logger{log: &tickLog{}}
	for frame := range plantedFrames - 3 {
		w.BeginFrame(marches(start, frame))
		if frame == plantedFrame {
			w.copyTo(at)
		}
		if frame == plantedFrame-3 {
			w.observe(g)
		}
		w.ticks()
	}
	return g.log, at
}

func butLast(orders []Order) []Order { return orders[:len(orders)-1] }

func TestAScanNamesWhatWentOtherwise(t *testing.T) {
	start := skirmish(t)
	log, at := dry(start)
	second := at.tick + 2
	stepOf := func() *stepEntry {
		for i := range log.steps {
			if a := at.peek(log.steps[i].actor); a != nil && log.steps[i].to.Y < 24 && log.steps[i].tick%state.TicksPerFrame == 0 {
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
		if log.aims[i].target != none {
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
	enemy := func(w *World, id uint32) uint32 {
		for _, a := range w.actors {
			if a != nil && a.Type.Name == "arty" && a.Owner != w.actor(id).Owner {
				return a.ID
			}
		}
		return none
	}
	var elsewhere Cell
	name := func(id uint32) string { return at.called(id) }
	for _, test := range []struct {
		what string
		d    deviation
		want func() string // one of the trials that lead says this
	}{
		{"a draw more", deviation{tick: second, actor: mover, act: func(w *World, _ *Actor, part turnPart) bool {
			if part == partTraits {
				w.random.Raw()
			}
			return true
		}}, func() string { return "1 more numbers are drawn" }},
		{"an activity a tick later", deviation{tick: step.tick + 1, actor: mover, act: func(_ *World, _ *Actor, part turnPart) bool {
			return part != partActivities
		}}, func() string {
			return name(mover) + ": its activities run not at all in tick " + fmt.Sprint(step.tick+1)
		}},
		{"an activity a tick earlier", deviation{tick: step.tick + 1, actor: mover, act: func(w *World, a *Actor, part turnPart) bool {
			if part == partActivities {
				w.tickActor(a)
			}
			return true
		}}, func() string { return name(mover) + ": its activities run twice in tick " + fmt.Sprint(step.tick+1) }},
		{"another cell", deviation{tick: step.tick, actor: mover, step: func(w *World, a *Actor, to Cell) Cell {
			for _, d := range wpos.Directions {
				if c := a.To.Add(d); c != to && w.canEnter(a, c, none, path.ByAll) {
					elsewhere = c
				}
			}
			return elsewhere
		}}, func() string { return fmt.Sprintf("%s takes cell %d,%d", name(mover), elsewhere.X, elsewhere.Y) }},
		{
			"no target",
			deviation{tick: aim.tick, actor: aim.actor, aim: func(uint32) uint32 { return none }},
			func() string { return name(aim.actor) + " finds nobody when it looks around" },
		},
		{
			"a projectile a tick later",
			deviation{tick: flight.tick, fly: func(_ *World, i int) bool { return i != int(flight.effect) }},
			func() string {
				return fmt.Sprintf("the %s of %s stands still in tick %d", flight.weapon, name(flight.actor), flight.tick)
			},
		},
		{
			"no hit",
			deviation{tick: hit.tick, actor: hit.victim, hit: func(*Actor, int32) (*Actor, int32, bool) { return nil, 0, false }},
			func() string { return "on " + name(hit.victim) + ", does not happen" },
		},
		{
			"half a hit",
			deviation{tick: hit.tick, actor: hit.victim, hit: func(s *Actor, n int32) (*Actor, int32, bool) { return s, n / 2, true }},
			func() string { return "on " + name(hit.victim) + ", does 50% of its damage" },
		},
		{
			"a death",
			deviation{tick: second, before: func(w *World) { w.destroy(w.actor(hit.victim), nil, nil) }},
			func() string { return name(hit.victim) + " dies before tick" },
		},
		{
			"somebody else to blame",
			deviation{tick: second + 1, before: func(w *World) { w.actor(mover).Aggressor = enemy(w, mover) }},
			func() string { return "its attacker is arty" },
		},
		{"two values at once", deviation{tick: second + 1, before: func(w *World) {
			w.actor(mover).Aggressor = enemy(w, mover)
			w.actor(hit.victim).Aggressor = enemy(w, hit.victim)
		}}, func() string { return "its attacker is arty" }},
		{"an order a frame later", deviation{orders: func(frame int) []Order {
			switch frame {
			case plantedFrame:
				return butLast(marches(start, frame))
			case plantedFrame + 1:
				orders := marches(start, frame-1)
				return orders[len(orders)-1:]
			}
			return marches(start, frame)
		}}, func() string { return "is executed a net frame later" }},
		{"an order that is not executed", deviation{orders: func(frame int) []Order {
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
