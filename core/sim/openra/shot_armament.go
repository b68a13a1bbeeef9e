// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// gunner is who fires for an actor: itself, or who sits inside and shoots out
// of the ports.
func (w *World) gunner(a *Actor) *Actor {
	if a.typ.ports == nil {
		return a
	}
	if len(a.passengers) > 0 {
		if inside := w.actor(a.passengers[0]); inside != nil {
			return inside
		}
	}
	return a
}

// tickArmaments counts the weapons down and lets go what was fired with a
// delay. Most weapons are loaded most of the time, and nothing happens to them.
func (w *World) tickArmaments(a *Actor) {
	infos := a.typ.armaments
	arms, cooling := a.arms[:len(infos)], a.cooling[:len(infos)]
	a.loaded = len(a.shots) == 0
	for i := range infos {
		arm := &arms[i]
		if cools := arm.delay > 0; cools != cooling[i] {
			cooling[i] = cools
			if a.typ.leapSpeed > 0 {
				w.pauseChanged(a)
			}
		}
		if arm.since < infos[i].reload {
			arm.since++
		}
		if arm.delay > 0 {
			arm.delay--
		}
		if arm.kick != 0 {
			arm.kick = max(0, arm.kick-int32(infos[i].recoil.Recovery))
		}
		a.loaded = a.loaded && arm.since >= infos[i].reload && arm.delay <= 0 && arm.kick == 0 && !cooling[i]
	}
	if len(a.shots) > 0 {
		w.tickDelayedShots(a)
	}
}

// delayedShot is a shot whose trigger is pulled.
type delayedShot struct {
	arm  int32
	left int32 // ticks
	shot shot
}

func (w *World) tickDelayedShots(a *Actor) {
	kept := a.shots[:0]
	for i := range a.shots {
		s := a.shots[i]
		if s.left--; s.left <= 0 {
			w.letGo(a, int(s.arm), &s.shot)
			continue
		}
		kept = append(kept, s)
	}
	a.shots = kept
}

// letGo fires: the projectile comes into the world, who hid is seen, and the
// weapon recoils.
func (w *World) letGo(a *Actor, i int, s *shot) {
	w.launch(s)
	w.uncloak(a, loudAttack)
	if a.typ.panics != nil {
		w.panicShooting(a)
	}
	a.useAmmo()
	w.useCharge(a)
	a.dropDisguise(loudAttack)
	if a.typ.triggers {
		w.trigger(a)
	}
	if c := a.typ.shotCondition; c != nil && contains(c.armaments, a.typ.armaments[i].name) {
		a.shotLasts = c.ticks
		w.pauseChanged(a)
	}
	a.arms[i].kick, a.loaded = int32(a.typ.armaments[i].recoil.Distance), false
}

// aim is what a weapon is fired at: an actor, or a place on the ground.
type aim struct {
	actor  *Actor // nil: the place
	at     Pos
	memory bool // of the actor: the shot goes where it is remembered
}

func aimAtActor(a *Actor) aim { return aim{actor: a, at: a.center} }

func aimAtPlace(at Pos) aim { return aim{at: at} }

// inReachOf reports whether a point of the aim is within a distance, measured
// flat.
func (w *World) inReachOf(from Pos, target aim, reach int32) bool {
	if target.actor != nil {
		return w.inReach(from, target.actor, reach)
	}
	return target.at.Sub(from).FlatSquared() <= int64(reach)*int64(reach)
}

// mayFireAt reports whether a weapon is made for an aim.
func (w *World) mayFireAt(weapon *weapon, target aim) bool {
	if target.actor != nil {
		return w.worksOn(weapon, target.actor)
	}
	c := w.cellContaining(target.at)
	if !w.ground.contains(c) {
		return false
	}
	types := w.groundTargets(c)
	return overlaps(weapon.targets, types) && !overlaps(weapon.invalid, types)
}

// checkFire fires a weapon if it is ready and the target in its reach. Shots of
// a burst without a pause leave in the same tick; until 20231010 each needs a
// tick of its own (OpenRA pull request 20675).
func (w *World) checkFire(a *Actor, i int, target aim) bool {
	if !w.canFire(a, i, target) {
		return false
	}
	info, arm := &a.typ.armaments[i], &a.arms[i]
	if arm.since >= info.reload {
		arm.burst = info.weapon.burst
	}
	arm.since = 0
	for {
		w.fire(a, i, target)
		w.nextShot(a, i)
		if w.behaviour.slowBursts || arm.delay != 0 || !w.canFire(a, i, target) {
			return true
		}
	}
}

func (w *World) canFire(a *Actor, i int, target aim) bool {
	weapon, arm := a.typ.armaments[i].weapon, &a.arms[i]
	return arm.delay == 0 && !w.armPaused(a, i) && w.turretReady(a, &a.typ.armaments[i]) && w.mayFireAt(weapon, target) && w.inReachOf(a.center, target, w.reachOf(a, weapon)) &&
		(weapon.minReach == 0 || !w.inReachOf(a.center, target, weapon.minReach))
}

// nextShot sets how long the weapon waits: between the shots of a burst, or to
// reload.
func (w *World) nextShot(a *Actor, i int) {
	weapon, arm := a.typ.armaments[i].weapon, &a.arms[i]
	if arm.burst--; arm.burst > 0 {
		arm.delay = weapon.delays[0]
		if at := int(weapon.burst - arm.burst - 1); len(weapon.delays) > 1 && at < len(weapon.delays) {
			arm.delay = weapon.delays[at]
		}
		return
	}
	arm.delay = max(w.modified(a, a.typ.modifiers.reload, weapon.reload), 1)
	arm.burst = weapon.burst
}

// fire decides everything about a shot, and lets it go at once unless the
// weapon takes its time.
func (w *World) fire(a *Actor, i int, target aim) {
	info, arm := &a.typ.armaments[i], &a.arms[i]
	a.loaded = false
	if a.typ.infantry != nil && len(a.typ.infantry.attack) > 0 {
		if w.behaviour.coarseFacing {
			w.showShot(a.ID) // until 20200503; later, at the end of the tick
		} else {
			w.later(task{kind: taskShowShot, actor: a.ID})
		}
	}
	n := int32(len(info.barrels))
	at := arm.burst % n
	if info.weapon.burst == 1 {
		at = arm.barrel % n
	}
	arm.barrel = (arm.barrel + 1) % n
	muzzle, facing := w.muzzle(a, i, &info.barrels[at])
	s := shot{
		weapon: info.weapon, source: a.ID, owner: a.owner, firepower: w.modifiedWith(a, a.typ.modifiers.firepower, fullFire, w.handicappedFire(a), 100),
		spread: w.modified(a, a.typ.modifiers.inaccuracy, 100), reach: w.reachOf(a, info.weapon),
		from: muzzle, to: target.at, facing: facing,
	}
	if target.actor != nil {
		if s.target = target.actor.ID; target.memory {
			s.target |= frozenBit
		}
		if !info.weapon.toCenter {
			s.to = w.aimAt(muzzle, target.actor)
		}
	}
	s.to = s.to.Add(info.weapon.burstOffset(info.weapon.burst-arm.burst, facing))
	if info.delay > 0 {
		a.shots = append(a.shots, delayedShot{arm: int32(i), left: info.delay, shot: s})
		return
	}
	w.letGo(a, i, &s)
}

// muzzle is where a shot leaves and in which direction.
func (w *World) muzzle(a *Actor, i int, b *barrel) (at Pos, facing int32) {
	info := &a.typ.armaments[i]
	offset := b.offset
	offset.X -= a.arms[i].kick
	body := a.bodyFacing()
	switch {
	case a.typ.cover != nil:
		offset = offset.Rotate(a.orientation())
		if a.proneTicks > 0 {
			offset = offset.Add(a.typ.cover.offset.Rotate(body))
		}
		facing = a.orientation()
	case info.turret >= 0:
		var pivot Pos
		pivot, facing = w.turretOf(a, info)
		offset = offset.Rotate(facing).Add(pivot.Rotate(body))
	default:
		offset = offset.Rotate(body)
		facing = a.orientation()
	}
	return a.center.Add(wpos.ToWorld(offset)), wpos.SumOfYaws(wpos.Angle(b.yaw), facing)
}

// turretWorld is where the turret's sprite points on the map.
func (a *Actor) turretWorld() int32 {
	return wpos.Quantize(wpos.SumOfYaws(a.turret.facing, a.orientation()), a.typ.turretFacing, a.typ.classicBody)
}

// modifierInfo is a percentage that holds under a condition. In a list those of ranks
// come last; in which order they are taken does not matter, as it is cut once.
type modifierInfo struct {
	percent  int32
	requires expression
	rank     bool // only ranks fulfil the condition
}

// modifierLists are the percentages an actor type's figures are changed by.
type modifierLists struct {
	firepower, reload, damage, speed, inaccuracy, reach, sight []modifierInfo
}

// reachOf is how far an actor's weapon reaches now.
func (w *World) reachOf(a *Actor, weapon *weapon) int32 {
	if len(a.typ.modifiers.reach) == 0 {
		return weapon.reach
	}
	return w.modified(a, a.typ.modifiers.reach, weapon.reach)
}

// modified applies the percentages that hold to a figure, cut once.
func (w *World) modified(a *Actor, list []modifierInfo, n int32) int32 {
	return w.modifiedWith(a, list, n, 100, 100)
}

// modifiedWith applies two percentages more.
func (w *World) modifiedWith(a *Actor, list []modifierInfo, n, more, other int32) int32 {
	share := wpos.Percentage{Value: int64(n), Divisor: 1}
	share.Take(more)
	share.Take(other)
	for i := range list {
		if list[i].rank && a.level == 0 {
			break
		}
		if w.holds(a, list[i].requires) {
			share.Take(list[i].percent)
		}
	}
	return share.Whole()
}
