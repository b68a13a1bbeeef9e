// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// gunner is who fires for an actor: itself, or who sits inside and shoots out
// of the ports.
func (w *World) gunner(a *Actor) *Actor {
	if a.Type.Ports == nil {
		return a
	}
	if len(a.Passengers) > 0 {
		if inside := w.Actor(a.Passengers[0]); inside != nil {
			return inside
		}
	}
	return a
}

// tickArmaments counts the weapons down and lets go what was fired with a
// delay. Most weapons are loaded most of the time, and nothing happens to them.
func (w *World) tickArmaments(a *Actor) {
	infos := a.Type.Armaments
	arms, cooling := a.Arms[:len(infos)], a.Cooling[:len(infos)]
	a.Loaded = len(a.Shots) == 0
	for i := range infos {
		arm := &arms[i]
		if cools := arm.Delay > 0; cools != cooling[i] {
			cooling[i] = cools
			if a.Type.LeapSpeed > 0 {
				w.pauseChanged(a)
			}
		}
		if arm.Since < infos[i].Reload {
			arm.Since++
		}
		if arm.Delay > 0 {
			arm.Delay--
		}
		if arm.Kick != 0 {
			arm.Kick = max(0, arm.Kick-int32(infos[i].Recoil.Recovery))
		}
		a.Loaded = a.Loaded && arm.Since >= infos[i].Reload && arm.Delay <= 0 && arm.Kick == 0 && !cooling[i]
	}
	if len(a.Shots) > 0 {
		w.tickDelayedShots(a)
	}
}

func (w *World) tickDelayedShots(a *Actor) {
	kept := a.Shots[:0]
	for i := range a.Shots {
		s := a.Shots[i]
		if s.Left--; s.Left <= 0 {
			w.letGo(a, int(s.Arm), &s.Shot)
			continue
		}
		kept = append(kept, s)
	}
	a.Shots = kept
}

// letGo fires: the projectile comes into the world, who hid is seen, and the
// weapon recoils.
func (w *World) letGo(a *Actor, i int, s *state.Shot) {
	w.launch(s)
	w.uncloak(a, info.LoudAttack)
	if a.Type.Panics != nil {
		w.panicShooting(a)
	}
	a.UseAmmo()
	w.useCharge(a)
	a.DropDisguise(info.LoudAttack)
	if a.Type.Triggers {
		w.trigger(a)
	}
	if c := a.Type.ShotCondition; c != nil && info.Contains(c.Armaments, a.Type.Armaments[i].Name) {
		a.ShotLasts = c.Ticks
		w.pauseChanged(a)
	}
	a.Arms[i].Kick, a.Loaded = int32(a.Type.Armaments[i].Recoil.Distance), false
}

// aim is what a weapon is fired at: an actor, or a place on the ground.
type aim struct {
	actor  *Actor // nil: the place
	at     Pos
	memory bool // of the actor: the shot goes where it is remembered
}

func aimAtActor(a *Actor) aim { return aim{actor: a, at: a.Center} }

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
	c := w.CellContaining(target.at)
	if !w.Ground.Contains(c) {
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
	info, arm := &a.Type.Armaments[i], &a.Arms[i]
	if arm.Since >= info.Reload {
		arm.Burst = info.Weapon.Burst
	}
	arm.Since = 0
	for {
		w.fire(a, i, target)
		w.nextShot(a, i)
		if w.Release.SlowBursts || arm.Delay != 0 || !w.canFire(a, i, target) {
			return true
		}
	}
}

func (w *World) canFire(a *Actor, i int, target aim) bool {
	weapon, arm := a.Type.Armaments[i].Weapon, &a.Arms[i]
	return arm.Delay == 0 && !w.armPaused(a, i) && w.turretReady(a, &a.Type.Armaments[i]) && w.mayFireAt(weapon, target) && w.inReachOf(a.Center, target, w.reachOf(a, weapon)) &&
		(weapon.MinReach == 0 || !w.inReachOf(a.Center, target, weapon.MinReach))
}

// nextShot sets how long the weapon waits: between the shots of a burst, or to
// reload.
func (w *World) nextShot(a *Actor, i int) {
	weapon, arm := a.Type.Armaments[i].Weapon, &a.Arms[i]
	if arm.Burst--; arm.Burst > 0 {
		arm.Delay = weapon.Delays[0]
		if at := int(weapon.Burst - arm.Burst - 1); len(weapon.Delays) > 1 && at < len(weapon.Delays) {
			arm.Delay = weapon.Delays[at]
		}
		return
	}
	arm.Delay = max(w.modified(a, a.Type.Modifiers.Reload, weapon.Reload), 1)
	arm.Burst = weapon.Burst
}

// fire decides everything about a shot, and lets it go at once unless the
// weapon takes its time.
func (w *World) fire(a *Actor, i int, target aim) {
	info, arm := &a.Type.Armaments[i], &a.Arms[i]
	a.Loaded = false
	if a.Type.Infantry != nil && len(a.Type.Infantry.Attack) > 0 {
		if w.Release.CoarseFacing {
			w.showShot(a.ID) // until 20200503; later, at the end of the tick
		} else {
			w.later(state.Task{Kind: state.TaskShowShot, Actor: a.ID})
		}
	}
	n := int32(len(info.Barrels))
	at := arm.Burst % n
	if info.Weapon.Burst == 1 {
		at = arm.Barrel % n
	}
	arm.Barrel = (arm.Barrel + 1) % n
	muzzle, facing := w.muzzle(a, i, &info.Barrels[at])
	s := state.Shot{
		Weapon: info.Weapon, Source: a.ID, Owner: a.Owner, Firepower: w.modifiedWith(a, a.Type.Modifiers.Firepower, fullFire, w.handicappedFire(a), 100),
		Spread: w.modified(a, a.Type.Modifiers.Inaccuracy, 100), Reach: w.reachOf(a, info.Weapon),
		From: muzzle, To: target.at, Facing: facing,
	}
	if target.actor != nil {
		if s.Target = target.actor.ID; target.memory {
			s.Target |= FrozenBit
		}
		if !info.Weapon.ToCenter {
			s.To = w.aimAt(muzzle, target.actor)
		}
	}
	s.To = s.To.Add(info.Weapon.BurstOffset(info.Weapon.Burst-arm.Burst, facing))
	if info.Delay > 0 {
		a.Shots = append(a.Shots, state.DelayedShot{Arm: int32(i), Left: info.Delay, Shot: s})
		return
	}
	w.letGo(a, i, &s)
}

// muzzle is where a shot leaves and in which direction.
func (w *World) muzzle(a *Actor, i int, b *info.Barrel) (at Pos, facing int32) {
	info := &a.Type.Armaments[i]
	offset := b.Offset
	offset.X -= a.Arms[i].Kick
	body := a.BodyFacing()
	switch {
	case w.Release.CoarseFacing && (a.Type.Cover != nil || info.Turret >= 0):
		return w.oldMuzzle(a, info, b, offset)
	case a.Type.Cover != nil:
		offset = offset.Rotate(a.Orientation())
		if a.ProneTicks > 0 {
			offset = offset.Add(a.Type.Cover.Offset.Rotate(body))
		}
		facing = a.Orientation()
	case info.Turret >= 0:
		var pivot Pos
		pivot, facing = w.turretOf(a, info)
		offset = offset.Rotate(facing).Add(pivot.Rotate(body))
	default:
		offset = offset.Rotate(body)
		facing = a.Orientation()
	}
	return a.Center.Add(wpos.ToWorld(offset)), wpos.SumOfYaws(wpos.Angle(b.Yaw), facing)
}

// reachOf is how far an actor's weapon reaches now.
func (w *World) reachOf(a *Actor, weapon *info.Weapon) int32 {
	if len(a.Type.Modifiers.Reach) == 0 {
		return weapon.Reach
	}
	return w.modified(a, a.Type.Modifiers.Reach, weapon.Reach)
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
		if list[i].Rank && a.Level == 0 {
			break
		}
		if w.Holds(a, list[i].Requires) && (list[i].Terrain == "" || list[i].Terrain == w.terrainName(w.CellContaining(a.Center))) {
			share.Take(list[i].Percent)
		}
	}
	return share.Whole()
}
