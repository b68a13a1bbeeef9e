// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// kill ends an actor that has no health left: [World.damage] calls it last, in
// the same step of the tick. The attacker is nil where nobody is to blame; the
// causes are the damage types of what killed.
//
// The traits that take notice run at once and in construct order; the actor
// leaves the world at the end of the tick, and what it leaves behind is created
// after that (docs/engine/openra-world.md#death).
func (w *World) kill(a, attacker *Actor, causes []string) {
	a.hp, a.dead = 0, true
	if a.typ.FrozenUnderFog {
		w.unsettleFrozen()
	}
	w.fell(a, endKilled, attacker)
	w.loseStored(a)
	w.abandonQueues(a)
	for i := range a.typ.Deaths {
		hook := &a.typ.Deaths[i]
		if !w.holds(a, hook.Requires) {
			continue
		}
		switch hook.Kind {
		case info.DeathExperience:
			w.rewardExperience(a, attacker, hook)
		case info.DeathBounty:
			w.rewardBounty(a, attacker, hook)
		case info.DeathSpawn:
			w.leaveWreck(a, hook, i, causes)
		case info.DeathEject:
			w.ejectPilot(a, hook)
		case info.DeathExplode:
			w.explodeOnDeath(a, attacker, hook, causes)
		case info.DeathBloom:
			w.burstBloom(a)
		case info.DeathCargo:
			w.killPassengers(a, attacker)
		case info.DeathReveal:
			w.revealDeath(a, hook, causes)
		}
	}
	w.dispose(a)
}

// endCause is why an actor left the world, for those who report it.
type endCause uint8

const (
	endExpired endCause = iota
	endKilled
	endSold
	endConsumed
)

// ended is the end of one actor. The list of them is no state: whoever watches
// the world takes it after each tick, or after several.
type ended struct {
	id, killer  uint32
	killerOwner int32
	cause       endCause
}

// fell notes why an actor goes.
func (w *World) fell(a *Actor, cause endCause, killer *Actor) {
	e := ended{id: a.ID, cause: cause, killerOwner: -1}
	if killer != nil {
		e.killer, e.killerOwner = killer.ID, killer.owner
	}
	w.ends = append(w.ends, e)
}

// forgetEnds empties the list of ends once it was taken.
func (w *World) forgetEnds() { w.ends, w.endsBefore, w.endsKnown = w.ends[:0], 0, 0 }

// freshEnds are the ends of the tick that is played, or was last, and of the orders
// before it.
func (w *World) freshEnds() []ended { return w.ends[w.endsBefore:] }

// chance draws as every trait does that acts with a probability in percent:
// 100 costs a draw as well.
func (w *World) chance(percent int32) bool { return w.random.below(100) <= percent }

// rewardExperience gives the killer, and his player, what the dead was worth.
func (w *World) rewardExperience(a, attacker *Actor, hook *info.DeathHook) {
	if attacker == nil || w.allied(attacker.owner, a.owner) {
		return
	}
	worth := hook.Amount
	if worth < 0 {
		worth = a.typ.Cost
	}
	if worth == 0 {
		return
	}
	if attacker.carrier == none {
		w.giveExperience(attacker, wpos.Percent(worth, hook.ActorPercent))
	}
	w.players[attacker.owner].experience += wpos.Percent(worth, hook.PlayerPercent)
}

// giveExperience adds to an actor's experience and raises its rank.
func (w *World) giveExperience(a *Actor, amount int32) {
	steps := a.typ.RankSteps
	if len(steps) == 0 || amount <= 0 {
		return
	}
	a.experience = min(a.experience+amount, steps[len(steps)-1])
	for int(a.level) < len(steps) && a.experience >= steps[a.level] {
		a.level++
	}
}

// rewardBounty pays the killer's player a share of what the dead cost.
func (w *World) rewardBounty(a, attacker *Actor, hook *info.DeathHook) {
	if attacker != nil && !w.allied(attacker.owner, a.owner) {
		w.players[attacker.owner].cash += a.typ.SellValue * hook.Amount / 100
	}
}

// leaveWreck decides whether the actor that stands for the remains is made; it
// is made when this one has left the world, also where the killer is gone by
// then: his missile was still flying.
func (w *World) leaveWreck(a *Actor, hook *info.DeathHook, index int, causes []string) {
	if hook.IfCreeps && !w.options.creeps || !a.inWorld || !w.chance(hook.Amount) || len(hook.Causes) > 0 && !overlaps(hook.Causes, causes) {
		return
	}
	a.wrecks |= 1 << uint(index)
}

// explodeOnDeath lets the weapon go off that an actor carries, or that its
// building is.
func (w *World) explodeOnDeath(a, attacker *Actor, hook *info.DeathHook, causes []string) {
	if !a.inWorld || !w.chance(hook.Amount) || len(hook.Causes) > 0 && !overlaps(hook.Causes, causes) {
		return
	}
	chosen := w.deathWeapon(a, hook)
	if chosen == nil {
		return
	}
	source := a
	if hook.ByKiller {
		source = attacker
	} else if layer := w.alive(a.linked); hook.ByParent && a.linked != none && layer != nil {
		source = layer
	}
	if !hook.Footprint || a.typ.Building == nil {
		w.explode(chosen, source, a.center.Add(hook.Offset))
		return
	}
	for _, kind := range [...]byte{info.FootprintOccupied, info.FootprintUntargeted, info.FootprintTransit} {
		a.typ.Building.CellsOf(kind, a.cell, func(c Cell) { w.explode(chosen, source, w.centerOfCell(c)) })
	}
}

// deathWeapon is what explodes: armed actors draw whether they were loaded.
func (w *World) deathWeapon(a *Actor, hook *info.DeathHook) *info.Weapon {
	if !a.typ.Armed {
		return hook.Weapon
	}
	if !w.chance(hook.Loaded) {
		return hook.EmptyWeapon
	}
	for i := range a.typ.Armaments {
		if a.arms[i].delay <= 0 {
			return hook.Weapon
		}
	}
	return hook.EmptyWeapon
}

// ejectPilot lets the pilot of a plane bail out, at the end of the tick.
func (w *World) ejectPilot(a *Actor, hook *info.DeathHook) {
	c := w.location(a)
	if w.players[a.owner].lost || !w.ground.contains(c) || w.random.below(100) >= hook.Amount {
		return
	}
	inAir := a.center.Z > 0
	pilot := w.typeOf(hook.Actor)
	if inAir && !hook.InAir || !inAir && !hook.OnGround || pilot == nil || pilot.Mobile == nil {
		return
	}
	w.later(task{
		kind: taskBailOut, typ: pilot, amount: info.Boolean(hook.Anywhere),
		spawn: spawn{owner: a.owner, cell: c, hasCell: true, center: a.center, hasCenter: true, facing: -1},
	})
}

// bailOut is the frame-end task that makes the pilot of a plane. From high
// enough he hangs from a parachute, over the place in the cell that is free.
func (w *World) bailOut(t *task) {
	s := t.spawn
	if t.amount == 0 && w.enterCost(&w.paths.locomotors[t.typ.Mobile.Locomotor], nil, s.cell, byAll, none, false, subFull) == unreachable {
		return
	}
	if s.center.Z > 0 {
		if sub := w.freeSubCell(s.cell, subAny, func(*Actor) bool { return true }); sub != subInvalid {
			height := s.center.Z
			s.sub, s.hasSub = sub, true
			s.center = w.centerOfCell(s.cell).Add(w.ground.offsetOf(sub))
			s.center.Z = height
		}
	}
	pilot := w.create(t.typ, s)
	if s.center.Z <= 0 {
		w.nudge(pilot, pilot)
	}
}

// thresholdReached lets what bursts under heavy damage die at the end of the
// tick, by itself unless its rules blame who hit it.
func (w *World) thresholdReached(a, source *Actor) {
	for i := range a.typ.Deaths {
		hook := &a.typ.Deaths[i]
		if hook.Threshold > 0 && w.holds(a, hook.Requires) && int64(a.hp)*100 < int64(hook.Threshold)*int64(a.typ.MaxHP) {
			if !hook.ByKiller {
				source = a
			}
			w.later(task{kind: taskKill, actor: a.ID, host: idOf(source)})
			return
		}
	}
}

func idOf(a *Actor) uint32 {
	if a == nil {
		return none
	}
	return a.ID
}
