// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// scan looks for a target. Unless it may ignore its timer, a look happens only
// when the timer is down, and draws the next interval (docs/engine/openra-world.md#auto-target).
func (w *World) scan(a *Actor, ignoreTimer, allowMove bool) uint32 {
	info := a.Type.AutoTarget
	if !ignoreTimer && a.NextScan > 0 || !w.attackEnabled(a) {
		return none
	}
	if own := w.ownTarget(a); own != none {
		if w.Release.LeavesOwnTarget {
			return none
		}
		return own
	}
	if !ignoreTimer {
		a.NextScan = w.Random.Between(info.MinScan, info.MaxScan)
	}
	ref := w.ChooseTarget(a, allowMove)
	if w.Observer != nil {
		return w.Observer.Aims(w, a, ref)
	}
	return ref
}

// ownTarget is what a turret was told to attack, now or just before; no look
// around and no hit turns it away from that.
func (w *World) ownTarget(a *Actor) uint32 {
	switch {
	case !a.Type.Opportunity:
	case w.isTarget(a.Requested):
		return a.Requested
	case a.Persistent && w.isTarget(a.Opportunity):
		return a.Opportunity
	}
	return none
}

// wasForced reports whether a target is the one that a turret was forced to
// attack before: when a look around finds it again it is still forced.
func (w *World) wasForced(a *Actor, ref uint32) bool {
	return a.Persistent && a.OpportunityForced && a.Opportunity == ref && !w.Release.LeavesOwnTarget
}

// scanIdle lets an idle actor attack what it finds.
func (w *World) scanIdle(a *Actor) {
	allowMove := a.MayMoveToAttack()
	if ref := w.scan(a, false, allowMove); ref != none {
		w.attackNamed(a, ref, allowMove)
	}
}

// attackTarget gives an actor the activity to attack.
func (w *World) attackTarget(a, target *Actor, allowMove bool) {
	w.attackNamed(a, target.ID, allowMove)
}

// attackKindOf is the activity with which actors of a type attack.
func attackKindOf(t *info.ActorType) state.ActivityKind {
	switch {
	case t.AirAttack != nil:
		return state.ActFlyAttack
	case t.Opportunity:
		return state.ActFollowAttack
	case t.Tesla != nil:
		return state.ActChargeAttack
	case t.Charge != nil:
		return state.ActSetTarget
	case t.LeapSpeed > 0:
		return state.ActLeapAttack
	}
	return state.ActAttack
}

// AttackActivity makes the activity to attack a target: turrets only drive
// near, others also turn and fire.
func (w *World) AttackActivity(a *Actor, ref uint32, allowMove bool) *Activity {
	if onGround(ref) {
		return w.attackPlace(a, ref, allowMove, false)
	}
	kind := attackKindOf(a.Type)
	act := w.newActivity(kind)
	act.OwnsChildren = kind != state.ActChargeAttack && kind != state.ActLeapAttack && !w.Release.OldAttack
	act.Host = ref
	act.Flag[flagMayMove] = (allowMove || w.Release.Chases && kind == state.ActFollowAttack) && a.Type.Mobile != nil
	if kind == state.ActAttack || kind == state.ActFollowAttack || kind == state.ActFlyAttack || kind == state.ActLeapAttack {
		w.beginPursuit(a, act)
	}
	act.Flag[flagForced] = w.wasForced(a, ref)
	return act
}

// retaliate lets an idle actor attack who hurt it, or the transport he shot out
// of. Until 20230225 he does not look around first for a better target.
func (w *World) retaliate(a, source *Actor) {
	if a.Type.AutoTarget == nil || source == nil || !a.Idle() || a.Stance < info.StanceReturnFire || !w.attackEnabled(a) || w.ownTarget(a) != none {
		return
	}
	if transport := w.Actor(source.Carrier); !source.InWorld && transport != nil {
		source = transport
	}
	allowMove := a.MayMoveToAttack()
	if w.validTarget(source.ID) == nil || !allowMove && !w.VisibleTo(source, a.Owner) || !w.canShoot(a, source, true, false) || w.Allied(source.Owner, a.Owner) {
		return
	}
	target := source
	if a.Stance > info.StanceReturnFire && !w.Release.AnswersAtOnce {
		found := w.scan(a, false, allowMove)
		if isMemory(found) {
			// A memory is nobody: the engine blames and attacks no one.
			a.Aggressor = none
			return
		}
		if found != none {
			target = w.Actor(found)
		}
	}
	a.Aggressor = target.ID
	w.attackTarget(a, target, allowMove)
}

// tickAutoTarget counts the timer of the next look down.
func (w *World) tickAutoTarget(a *Actor) {
	if a.NextScan > 0 {
		a.NextScan--
	}
}

// tickGuns lets turrets turn and fire.
func (w *World) tickGuns(a *Actor) {
	if a.Type.TurretSpeed > 0 {
		w.tickTurret(a)
	}
	if a.Type.Opportunity {
		w.tickOpportunity(a)
	}
}

// tickOpportunity lets a turret attack what it was told to, or what comes by. As
// long as it has a target of its own it looks at nothing else, even where it
// cannot see that.
func (w *World) tickOpportunity(a *Actor) {
	if !w.attackEnabled(a) {
		a.DropAims()
		a.Aiming = false
		return
	}
	if a.Preset {
		w.followPreset(a)
	}
	if w.isTarget(a.Requested) {
		if a.Aiming = w.mayAim(a, a.Requested, a.Forced); a.Aiming {
			w.fireAtTarget(a, a.Requested)
		}
		return
	}
	a.Aiming = w.mayAim(a, a.Opportunity, a.OpportunityForced)
	if !a.Aiming && a.Type.AutoTarget != nil && a.Stance >= info.StanceDefend && !a.Type.NoOpportunities {
		// What it was told to attack before counts once more in this look.
		a.Opportunity, a.Persistent, a.OpportunityForced = w.scan(a, false, false), false, false
		a.Aiming = w.mayAim(a, a.Opportunity, false)
	}
	if a.Aiming {
		w.fireAtTarget(a, a.Opportunity)
	}
}

// attackEnabled reports whether an actor can attack at all. Until 20210321
// buildings cannot while they rise or are sold: they neither look around nor draw
// for it.
func (w *World) attackEnabled(a *Actor) bool {
	return a.Type.Attacks && (len(a.Type.AttackRequires) == 0 || w.Holds(a, a.Type.AttackRequires))
}

// followPreset keeps the target of an attack that is next up to date, and drops
// that of one that is not any more.
func (w *World) followPreset(a *Actor) {
	next := state.SkipDone(nextOf(a.Current()))
	if next == nil || next.Kind != state.ActFollowAttack && next.Kind != state.ActFlyAttack || next.Host&^FrozenBit != a.Requested&^FrozenBit {
		w.clearRequested(a)
		return
	}
	if onGround(a.Requested) {
		return
	}
	seen := w.targetSeen(a, a.Requested)
	if a.Requested &^= FrozenBit; seen.frozen {
		a.Requested |= FrozenBit
	}
}

// mayAim reports whether a turret or an aircraft can point at a target, from
// where it is.
func (w *World) mayAim(a *Actor, ref uint32, forced bool) bool {
	if onGround(ref) {
		return w.mayAimAtPlace(a, w.placeNamed(ref), forced)
	}
	target := w.aimedActor(a, ref)
	return target != nil && w.canAim(a, target, ref, forced)
}

// fireAtTarget turns to what mayAim has found and fires. At a memory it fires
// only until it sees the building, though it goes on pointing there.
func (w *World) fireAtTarget(a *Actor, ref uint32) {
	switch {
	case onGround(ref):
		w.firePlace(a, w.placeNamed(ref))
	default:
		actor := w.aimedActor(a, ref)
		w.fireAt(a, aim{actor: actor, at: actor.Center, memory: isMemory(ref)}, w.targetFor(a, ref) != nil)
	}
}

func nextOf(act *Activity) *Activity {
	if act == nil {
		return nil
	}
	return act.Next
}

// clearRequested keeps the target as one of opportunity, for those that remember.
func (w *World) clearRequested(a *Actor) {
	if !a.Type.Forgets {
		a.Opportunity, a.Persistent, a.OpportunityForced = a.Requested, true, a.Forced
	}
	a.Requested, a.Preset = none, false
}

func (w *World) canAim(a, target *Actor, ref uint32, forced bool) bool {
	seen := isMemory(ref) || w.VisibleTo(target, a.Owner)
	return seen && w.canShoot(a, target, false, forced) && (a.Type.AirAttack == nil || w.inArc(a, target))
}

// fireAt turns the turret and fires what is ready, if it may.
func (w *World) fireAt(a *Actor, target aim, may bool) {
	if !a.InWorld {
		return
	}
	if w.attackPaused(a) || a.Type.Popup != nil && !a.Risen() || a.Type.HasAimedTurret() && !w.aimTurrets(a, target.actor) || !may {
		return
	}
	if a.Type.Popup != nil {
		w.noteTarget(a, target)
	}
	if a.Type.AirAttack != nil && !w.mayFireInAir(a) {
		return
	}
	if a.Type.Ports != nil {
		w.fireThroughPorts(a, target)
		return
	}
	w.fireAll(a, target)
}

// attackPaused reports whether an actor may not fire now: it has no power, or
// is not built yet. Its turret does not follow the target either.
func (w *World) attackPaused(a *Actor) bool {
	return len(a.Type.AttackPauses) > 0 && w.Holds(a, a.Type.AttackPauses)
}

// tickTurret brings a turret back when it had nothing to aim at for long.
func (w *World) tickTurret(a *Actor) {
	t := &a.Turret
	if a.Aiming {
		if !w.Release.CountsRestOn {
			t.Idle = 0
		}
		return
	}
	if a.Type.TwoTurrets {
		w.onSecond(a, func() bool {
			w.restTurret(a)
			return true
		})
	}
	w.restTurret(a)
}

func (w *World) restTurret(a *Actor) {
	t := &a.Turret
	if t.Idle < a.Type.TurretRealign {
		t.Idle++
	} else if a.Type.TurretRealign > -1 {
		t.Realign = true
		t.Want = Pos{}
	}
	w.moveTurret(a)
}

func (w *World) wantedFacing(a *Actor) int32 {
	t := &a.Turret
	switch {
	case t.Realign:
		return a.Type.TurretInitial
	case t.Want == Pos{}:
		return t.Facing
	case a.Type.Mobile == nil && a.Type.Boat == nil:
		return t.Want.Yaw()
	}
	return wpos.Angle(t.Want.Yaw() - a.Facing)
}

func (w *World) moveTurret(a *Actor) {
	if w.Release.CoarseFacing {
		w.moveOldTurret(a)
		return
	}
	t := &a.Turret
	want := w.wantedFacing(a)
	if want == t.Facing {
		return
	}
	t.Facing = wpos.Turn(t.Facing, want, a.Type.TurretSpeed)
	if t.Facing == want {
		t.Realign = false
		t.Want = Pos{}
	}
}

// faceTarget turns a turret and reports whether it points at the target; the offset
// is where it sits.
func (w *World) faceTarget(a, target *Actor, offset Pos) bool {
	from := w.gunPivot(a, offset)
	return w.pointGun(a, w.aimedPoint(a, from, target).Sub(from))
}

// gunPivot is what a turret turns around that sits somewhere on its actor. Until
// 20200503 it points from the middle of its actor all the same
// (cnc-20200503-chill-out-0 of the engine's games, net frame 74).
func (w *World) gunPivot(a *Actor, offset Pos) Pos {
	if w.Release.CoarseFacing {
		return a.Center
	}
	return a.Center.Add(wpos.ToWorld(offset.Rotate(a.BodyFacing())))
}

// pointGun turns a turret in a direction and reports whether it points there.
func (w *World) pointGun(a *Actor, direction Pos) bool {
	t := &a.Turret
	t.Want, t.Realign = direction, false
	w.moveTurret(a)
	return w.pointsAsWanted(a)
}

// pointsAsWanted reports whether a turret points where it shall.
func (w *World) pointsAsWanted(a *Actor) bool {
	if w.Release.CoarseFacing {
		return a.Aim == w.oldWantedFacing(a)
	}
	return w.wantedFacing(a) == a.Turret.Facing
}

// aimedPoint is the point of a target an actor turns to: its middle if one of
// its weapons goes for that, else the nearest.
func (w *World) aimedPoint(a *Actor, from Pos, target *Actor) Pos {
	for i := range a.Type.Armaments {
		if weapon := a.Type.Armaments[i].Weapon; weapon.ToCenter && w.worksOn(weapon, target) {
			return target.Center
		}
	}
	return w.aimAt(from, target)
}

// fireAll fires every weapon of an actor that is ready.
func (w *World) fireAll(a *Actor, target aim) {
	for i := range a.Type.Armaments {
		if !a.Type.Armaments[i].Garrisoned {
			w.checkFire(a, i, target)
		}
	}
}
