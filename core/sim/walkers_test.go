// SPDX-License-Identifier: GPL-3.0-or-later

package sim_test

import (
	"fmt"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// walkers is a module for tests: units that walk toward a place, are born and
// die by chance, pay for what they do and paint the cells they cross.
type walkers struct {
	env     *sim.Env
	random  sim.Random
	units   []walker // by slot
	credits []int64
	paint   *sim.Layer
	births  uint32

	start   int // units at the start
	chance  int // one birth or death in this many ticks, 0 never
	exact   bool
	forgets bool // leaves a part of its state out of the snapshot
}

type walker struct {
	tag    order.UnitTag
	at, to order.WorldPos
	health int32
	steps  uint32
}

const (
	walkerTarget = snapshot.FirstModuleComponent
	walkerSteps  = snapshot.FirstMotionComponent
	walkerSide   = 64
)

func (w *walkers) Traits() sim.Traits { return sim.Traits{Name: "walkers", Exact: w.exact} }

func (w *walkers) Start(env *sim.Env) error {
	w.env = env
	config := env.Config()
	w.random.Seed(config.Seed)
	w.units = make([]walker, config.Capacity)
	w.credits = make([]int64, len(config.Players))
	var err error
	if w.paint, err = env.AddLayer("paint", walkerSide, walkerSide, 2); err != nil {
		return err
	}
	for i := range w.start {
		if err := w.spawn(order.PlayerID(i % len(config.Players))); err != nil {
			return err
		}
	}
	return nil
}

func (w *walkers) spawn(owner order.PlayerID) error {
	tag, err := w.env.Spawn(w.env.Kind(fmt.Sprintf("walker%d", w.births%3)), owner)
	if err != nil {
		return err
	}
	w.births++
	w.env.TouchGlobal()
	w.units[tag.Index] = walker{tag: tag, at: w.place(), to: w.place(), health: 100}
	return nil
}

func (w *walkers) place() order.WorldPos {
	w.env.TouchRandom()
	return order.WorldPos{X: int32(w.random.Below(walkerSide << 10)), Y: int32(w.random.Below(walkerSide << 10))}
}

func (w *walkers) Restore(env *sim.Env, state *snapshot.SimCoreSnapshot) error {
	w.env, w.paint = env, env.Layer("paint")
	w.units = make([]walker, state.Capacity)
	w.credits = make([]int64, len(state.Players))
	if !w.random.Restore(state.Random.State) {
		return fmt.Errorf("random state has %d bytes", len(state.Random.State))
	}
	for i := range state.Entities {
		e := &state.Entities[i]
		unit := walker{tag: e.Tag}
		unit.at, _ = e.Position()
		unit.health, _, _ = e.Health()
		steps, _ := e.Components.Get(walkerSteps)
		unit.steps = bincode.NewReader(steps).Uint32()
		target, _ := e.Components.Get(walkerTarget)
		unit.to = order.ReadWorldPos(bincode.NewReader(target))
		w.units[e.Tag.Index] = unit
	}
	for i := range state.Players {
		w.credits[i], _, _, _ = state.Players[i].Money()
	}
	births, _ := state.Global.Get(0)
	w.births = bincode.NewReader(births).Uint32()
	if w.forgets {
		w.births = 0
	}
	return nil
}

func (w *walkers) Validate(o *sim.Accepted, verdict *sim.Verdict) {
	switch {
	case o.Command != nil && o.Command.Queued:
		verdict.NotModelled("queued")
	case o.Order.Order.Kind == order.KindMove && o.Order.Order.Position.X < 0:
		verdict.Reject(sim.ReasonInvalidPlacement, "off the map")
	}
}

func (w *walkers) Step(orders []sim.Accepted) {
	for i := range orders {
		for _, unit := range orders[i].Units {
			w.units[unit.Index].to = orders[i].Order.Order.Position
			w.env.Touch(unit)
		}
		w.credits[orders[i].Order.Player]--
		w.env.TouchPlayer(orders[i].Order.Player)
	}
	for slot := range w.units {
		if unit := &w.units[slot]; w.env.Alive(unit.tag) && unit.at != unit.to {
			unit.walk()
			w.paint.Set(int(unit.at.X>>10), int(unit.at.Y>>10), byte(slot), byte(unit.steps))
			w.env.Touch(unit.tag)
		}
	}
	if w.chance > 0 {
		w.happen()
	}
}

func (u *walker) walk() {
	u.steps++
	u.at.X += max(-50, min(50, u.to.X-u.at.X))
	u.at.Y += max(-50, min(50, u.to.Y-u.at.Y))
}

// happen gives birth, kills, converts and sends to new places by chance.
func (w *walkers) happen() {
	w.env.TouchRandom()
	if w.random.Below(w.chance) == 0 {
		_ = w.spawn(order.PlayerID(w.random.Below(len(w.credits)))) // a full pool is part of the game
	}
	unit := &w.units[w.random.Below(len(w.units))]
	if !w.env.Alive(unit.tag) {
		return
	}
	switch w.random.Below(w.chance) {
	case 0:
		w.env.Remove(unit.tag, sim.Removal{Killer: order.NoUnit, KillerOwner: order.NoPlayer})
	case 1:
		w.env.SetOwner(unit.tag, order.PlayerID(w.random.Below(len(w.credits))))
	default:
		unit.to = w.place()
		unit.health--
		w.env.Touch(unit.tag)
	}
}

func (w *walkers) Look(tag order.UnitTag) sim.Look {
	unit := &w.units[tag.Index]
	return sim.Look{
		Position: unit.at, HasPosition: true, Health: unit.health, MaxHealth: 100, Native: uint32(tag.Index) + 1000, HasNative: true,
		Flags: snapshot.FlagInWorld | snapshot.FlagMobile,
	}
}

func (w *walkers) LookAtPlayer(id order.PlayerID) sim.PlayerLook {
	return sim.PlayerLook{Known: true, Credits: w.credits[id], PowerProvided: 100, PowerDrained: 50}
}

func (w *walkers) AppendEntity(tag order.UnitTag, to *snapshot.ComponentWriter) {
	unit := &w.units[tag.Index]
	to.Set(walkerTarget, order.AppendWorldPos(to.Start(walkerTarget), unit.to))
}

func (w *walkers) AppendMotion(tag order.UnitTag, to *snapshot.ComponentWriter) {
	unit := &w.units[tag.Index]
	to.Set(walkerSteps, bincode.AppendUint32(to.Start(walkerSteps), unit.steps))
}

func (w *walkers) AppendPlayer(order.PlayerID, *snapshot.ComponentWriter) {}

func (w *walkers) AppendGlobal(to *snapshot.ComponentWriter) {
	to.Set(0, bincode.AppendUint32(to.Start(0), w.births))
}

func (w *walkers) AppendRandom(dst []byte) (string, []byte) {
	return sim.RandomAlgorithm, w.random.Append(dst)
}

func twoPlayers(seed uint64) sim.Config {
	return sim.Config{Seed: seed, Players: []sim.PlayerConfig{{Faction: "a", Start: 1}, {Faction: "b", Start: 2}}}
}
