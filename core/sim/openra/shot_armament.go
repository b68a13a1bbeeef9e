// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// gunner is who fires for an actor: itself, or who sits inside and shoots out
// of the ports.
func (w *World) gunner(a *Actor) *Actor {
	if a.typ.Ports == nil {
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
	infos := a.typ.Armaments
	arms, cooling := a.arms[:len(infos)], a.cooling[:len(infos)]
	a.loaded = len(a.shots) == 0
	for i := range infos {
		arm := &arms[i]
		if cools := arm.delay > 0; cools != cooling[i] {
			cooling[i] = cools
			if a.typ.LeapSpeed > 0 {
				w.pauseChanged(a)
			}
		}
		if arm.since < infos[i].Reload {
			arm.since++
		}
		if arm.delay > 0 {
			arm.delay--
		}
		if arm.kick != 0 {
			arm.kick = max(0, arm.kick-int32(infos[i].Recoil.Recovery))
		}
		a.loaded = a.loaded && arm.since >= infos[i].Reload && arm.delay <= 0 && arm.kick == 0 && !cooling[i]
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
	w.uncloak(a, info.LoudAttack)
	if a.typ.Panics != nil {
		w.panicShooting(a)
	}
	a.useAmmo()
	w.useCharge(a)
	a.dropDisguise(info.LoudAttack)
	if a.typ.Triggers {
		w.trigger(a)
	}
	if c := a.typ.ShotCondition; c != nil && info.Contains(c.Armaments, a.typ.Armaments[i].Name) {
		a.shotLasts = c.Ticks
		w.pauseChanged(a)
	}
	a.arms[i].kick, a.loaded = int32(a.typ.Armaments[i].Recoil.Distance), false
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
func (w *World) mayFireAt(weapon *info.Weapon, target aim) bool {
	if target.actor != nil {
		return w.worksOn(weapon, target.actor)
	}
	c := w.cellContaining(target.at)
	if !w.ground.contains(c) {
		return false
	}
	types := w.groundTargets(c)
	return overlaps(weapon.Targets, types) && !overlaps(weapon.Invalid, types)
}

// checkFire fires a weapon if it is ready and the target in its reach. Shots of
// a burst without a pause leave in the same tick; until 20231010 each needs a
// tick of its own (OpenRA pull request 20675).
func (w *World) checkFire(a *Actor, i int, target aim) bool {
	if !w.canFire(a, i, target) {
		return false
	}
	info, arm := &a.typ.Armaments[i], &a.arms[i]
	if arm.since >= info.Reload {
		arm.burst = info.Weapon.Burst
	}
	arm.since = 0
	for {
		w.fire(a, i, target)
		w.nextShot(a, i)
		if w.behaviour.SlowBursts || arm.delay != 0 || !w.canFire(a, i, target) {
			return true
		}
	}
}

func (w *World) canFire(a *Actor, i int, target aim) bool {
	weapon, arm := a.typ.Armaments[i].Weapon, &a.arms[i]
	return arm.delay == 0 && !w.armPaused(a, i) && w.turretReady(a, &a.typ.Armaments[i]) && w.mayFireAt(weapon, target) && w.inReachOf(a.center, target, w.reachOf(a, weapon)) &&
		(weapon.MinReach == 0 || !w.inReachOf(a.center, target, weapon.MinReach))
}

// nextShot sets how long the weapon waits: between the shots of a burst, or to
// reload.
func (w *World) nextShot(a *Actor, i int) {
	weapon, arm := a.typ.Armaments[i].Weapon, &a.arms[i]
	if arm.burst--; arm.burst > 0 {
		arm.delay = weapon.Delays[0]
		if at := int(weapon.Burst - arm.burst - 1); len(weapon.Delays) > 1 && at < len(weapon.Delays) {
			arm.delay = weapon.Delays[at]
		}
		return
	}
	arm.delay = max(w.modified(a, a.typ.Modifiers.Reload, weapon.Reload), 1)
	arm.burst = weapon.Burst
}

// fire decides everything about a shot, and lets it go at once unless the
// weapon takes its time.
func (w *World) fire(a *Actor, i int, target aim) {
	info, arm := &a.typ.Armaments[i], &a.arms[i]
	a.loaded = false
	if a.typ.Infantry != nil && len(a.typ.Infantry.Attack) > 0 {
		if w.behaviour.CoarseFacing {
			w.showShot(a.ID) // until 20200503; later, at the end of the tick
		} else {
			w.later(task{kind: taskShowShot, actor: a.ID})
		}
	}
	n := int32(len(info.Barrels))
	at := arm.burst % n
	if info.Weapon.Burst == 1 {
		at = arm.barrel % n
	}
	arm.barrel = (arm.barrel + 1) % n
	muzzle, facing := w.muzzle(a, i, &info.Barrels[at])
	s := shot{
		weapon: info.Weapon, source: a.ID, owner: a.owner, firepower: w.modifiedWith(a, a.typ.Modifiers.Firepower, fullFire, w.handicappedFire(a), 100),
		spread: w.modified(a, a.typ.Modifiers.Inaccuracy, 100), reach: w.reachOf(a, info.Weapon),
		from: muzzle, to: target.at, facing: facing,
	}
	if target.actor != nil {
		if s.target = target.actor.ID; target.memory {
			s.target |= frozenBit
		}
		if !info.Weapon.ToCenter {
			s.to = w.aimAt(muzzle, target.actor)
		}
	}
	s.to = s.to.Add(info.Weapon.BurstOffset(info.Weapon.Burst-arm.burst, facing))
	if info.Delay > 0 {
		a.shots = append(a.shots, delayedShot{arm: int32(i), left: info.Delay, shot: s})
		return
	}
	w.letGo(a, i, &s)
}

// muzzle is where a shot leaves and in which direction.
func (w *World) muzzle(a *Actor, i int, b *info.Barrel) (at Pos, facing int32) {
	info := &a.typ.Armaments[i]
	offset := b.Offset
	offset.X -= a.arms[i].kick
	body := a.bodyFacing()
	switch {
	case a.typ.Cover != nil:
		offset = offset.Rotate(a.orientation())
		if a.proneTicks > 0 {
			offset = offset.Add(a.typ.Cover.Offset.Rotate(body))
		}
		facing = a.orientation()
	case info.Turret >= 0:
		var pivot Pos
		pivot, facing = w.turretOf(a, info)
		offset = offset.Rotate(facing).Add(pivot.Rotate(body))
	default:
		offset = offset.Rotate(body)
		facing = a.orientation()
	}
	return a.center.Add(wpos.ToWorld(offset)), wpos.SumOfYaws(wpos.Angle(b.Yaw), facing)
}

// turretWorld is where the turret's sprite points on the map.
func (a *Actor) turretWorld() int32 {
	return wpos.Quantize(wpos.SumOfYaws(a.turret.facing, a.orientation()), a.typ.TurretFacing, a.typ.ClassicBody)
}

// reachOf is how far an actor's weapon reaches now.
func (w *World) reachOf(a *Actor, weapon *info.Weapon) int32 {
	if len(a.typ.Modifiers.Reach) == 0 {
		return weapon.Reach
	}
	return w.modified(a, a.typ.Modifiers.Reach, weapon.Reach)
}

// modified applies the percentages that hold to a figure, cut once.
func (w *World) modified(a *Actor, list []info.ModifierInfo, n int32) int32 {
	return w.modifiedWith(a, list, n, 100, 100)
}

// modifiedWith applies two percentages more.
func (w *World) modifiedWith(a *Actor, list []info.ModifierInfo, n, more, other int32) int32 {
	share := wpos.Percentage{Value: int64(n), Divisor: 1}
	share.Take(more)
	share.Take(other)
	for i := range list {
		if list[i].Rank && a.level == 0 {
			break
		}
		if w.holds(a, list[i].Requires) && (list[i].Terrain == "" || list[i].Terrain == w.terrainName(w.cellContaining(a.center))) {
			share.Take(list[i].Percent)
		}
	}
	return share.Whole()
}
