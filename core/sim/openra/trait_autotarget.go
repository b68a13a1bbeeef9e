// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// turret is where a turret points, relative to its body.
type turret struct {
	facing  int32
	want    Pos // direction it turns to, zero for none
	realign bool
	idle    int32 // ticks without aiming
}

// scan looks for a target. Unless it may ignore its timer, a look happens only
// when the timer is down, and draws the next interval (docs/engine/openra-world.md#auto-target).
func (w *World) scan(a *Actor, ignoreTimer, allowMove bool) uint32 {
	info := a.typ.AutoTarget
	if !ignoreTimer && a.nextScan > 0 || !w.attackEnabled(a) {
		return none
	}
	if own := w.ownTarget(a); own != none {
		if w.behaviour.LeavesOwnTarget {
			return none
		}
		return own
	}
	if !ignoreTimer {
		a.nextScan = w.random.between(info.MinScan, info.MaxScan)
	}
	ref := w.chooseTarget(a, allowMove)
	if w.observer != nil {
		return w.observer.aims(w, a, ref)
	}
	return ref
}

// ownTarget is what a turret was told to attack, now or just before; no look
// around and no hit turns it away from that.
func (w *World) ownTarget(a *Actor) uint32 {
	switch {
	case !a.typ.Opportunity:
	case w.isTarget(a.requested):
		return a.requested
	case a.persistent && w.isTarget(a.opportunity):
		return a.opportunity
	}
	return none
}

// wasForced reports whether a target is the one that a turret was forced to
// attack before: when a look around finds it again it is still forced.
func (w *World) wasForced(a *Actor, ref uint32) bool {
	return a.persistent && a.opportunityForced && a.opportunity == ref && !w.behaviour.LeavesOwnTarget
}

// mayMoveToAttack reports whether an actor goes after what it finds on its own;
// what stands still never does.
func (a *Actor) mayMoveToAttack() bool {
	moves := a.typ.Mobile != nil || a.typ.Aircraft != nil
	return a.typ.AutoTarget.AllowMove && moves && a.stance > info.StanceDefend
}

// scanIdle lets an idle actor attack what it finds.
func (w *World) scanIdle(a *Actor) {
	allowMove := a.mayMoveToAttack()
	if ref := w.scan(a, false, allowMove); ref != none {
		w.attackNamed(a, ref, allowMove)
	}
}

// attackTarget gives an actor the activity to attack.
func (w *World) attackTarget(a, target *Actor, allowMove bool) {
	w.attackNamed(a, target.ID, allowMove)
}

// attackKindOf is the activity with which actors of a type attack.
func attackKindOf(t *info.ActorType) activityKind {
	switch {
	case t.AirAttack != nil:
		return actFlyAttack
	case t.Opportunity:
		return actFollowAttack
	case t.Tesla != nil:
		return actChargeAttack
	case t.Charge != nil:
		return actSetTarget
	case t.LeapSpeed > 0:
		return actLeapAttack
	}
	return actAttack
}

// attackActivity makes the activity to attack a target: turrets only drive
// near, others also turn and fire.
func (w *World) attackActivity(a *Actor, ref uint32, allowMove bool) *Activity {
	if onGround(ref) {
		return w.attackPlace(a, ref, allowMove, false)
	}
	kind := attackKindOf(a.typ)
	act := w.newActivity(kind)
	act.ownsChildren = kind != actChargeAttack && kind != actLeapAttack && !w.behaviour.OldAttack
	act.host = ref
	act.flag[flagMayMove] = (allowMove || w.behaviour.Chases && kind == actFollowAttack) && a.typ.Mobile != nil
	if kind == actAttack || kind == actFollowAttack || kind == actFlyAttack || kind == actLeapAttack {
		w.beginPursuit(a, act)
	}
	act.flag[flagForced] = w.wasForced(a, ref)
	return act
}

// retaliate lets an idle actor attack who hurt it, or the transport he shot out
// of. Until 20230225 he does not look around first for a better target.
func (w *World) retaliate(a, source *Actor) {
	if a.typ.AutoTarget == nil || source == nil || !a.idle() || a.stance < info.StanceReturnFire || !w.attackEnabled(a) || w.ownTarget(a) != none {
		return
	}
	if transport := w.actor(source.carrier); !source.inWorld && transport != nil {
		source = transport
	}
	allowMove := a.mayMoveToAttack()
	if w.validTarget(source.ID) == nil || !allowMove && !w.visibleTo(source, a.owner) || !w.canShoot(a, source, true, false) || w.allied(source.owner, a.owner) {
		return
	}
	target := source
	if a.stance > info.StanceReturnFire && !w.behaviour.AnswersAtOnce {
		found := w.scan(a, false, allowMove)
		if isMemory(found) {
			// A memory is nobody: the engine blames and attacks no one.
			a.aggressor = none
			return
		}
		if found != none {
			target = w.actor(found)
		}
	}
	a.aggressor = target.ID
	w.attackTarget(a, target, allowMove)
}

// tickAutoTarget counts the timer of the next look down.
func (w *World) tickAutoTarget(a *Actor) {
	if a.nextScan > 0 {
		a.nextScan--
	}
}

// tickGuns lets turrets turn and fire.
func (w *World) tickGuns(a *Actor) {
	if a.typ.TurretSpeed > 0 {
		w.tickTurret(a)
	}
	if a.typ.Opportunity {
		w.tickOpportunity(a)
	}
}

// tickOpportunity lets a turret attack what it was told to, or what comes by. As
// long as it has a target of its own it looks at nothing else, even where it
// cannot see that.
func (w *World) tickOpportunity(a *Actor) {
	if !w.attackEnabled(a) {
		a.dropAims()
		a.aiming = false
		return
	}
	if a.preset {
		w.followPreset(a)
	}
	if w.isTarget(a.requested) {
		if a.aiming = w.mayAim(a, a.requested, a.forced); a.aiming {
			w.fireAtTarget(a, a.requested)
		}
		return
	}
	a.aiming = w.mayAim(a, a.opportunity, a.opportunityForced)
	if !a.aiming && a.typ.AutoTarget != nil && a.stance >= info.StanceDefend && !a.typ.NoOpportunities {
		// What it was told to attack before counts once more in this look.
		a.opportunity, a.persistent, a.opportunityForced = w.scan(a, false, false), false, false
		a.aiming = w.mayAim(a, a.opportunity, false)
	}
	if a.aiming {
		w.fireAtTarget(a, a.opportunity)
	}
}

// attackEnabled reports whether an actor can attack at all. Until 20210321
// buildings cannot while they rise or are sold: they neither look around nor draw
// for it.
func (w *World) attackEnabled(a *Actor) bool {
	return a.typ.Attacks && (len(a.typ.AttackRequires) == 0 || w.holds(a, a.typ.AttackRequires))
}

// dropAims lets go whatever a turret aims at.
func (a *Actor) dropAims() {
	a.requested, a.opportunity = none, none
	a.persistent, a.preset = false, false
}

// followPreset keeps the target of an attack that is next up to date, and drops
// that of one that is not any more.
func (w *World) followPreset(a *Actor) {
	next := skipDone(nextOf(a.current()))
	if next == nil || next.kind != actFollowAttack && next.kind != actFlyAttack || next.host&^frozenBit != a.requested&^frozenBit {
		w.clearRequested(a)
		return
	}
	if onGround(a.requested) {
		return
	}
	seen := w.targetSeen(a, a.requested)
	if a.requested &^= frozenBit; seen.frozen {
		a.requested |= frozenBit
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
		w.fireAt(a, aim{actor: actor, at: actor.center, memory: isMemory(ref)}, w.targetFor(a, ref) != nil)
	}
}

func nextOf(act *Activity) *Activity {
	if act == nil {
		return nil
	}
	return act.next
}

// clearRequested keeps the target as one of opportunity, for those that remember.
func (w *World) clearRequested(a *Actor) {
	if !a.typ.Forgets {
		a.opportunity, a.persistent, a.opportunityForced = a.requested, true, a.forced
	}
	a.requested, a.preset = none, false
}

func (w *World) canAim(a, target *Actor, ref uint32, forced bool) bool {
	seen := isMemory(ref) || w.visibleTo(target, a.owner)
	return seen && w.canShoot(a, target, false, forced) && (a.typ.AirAttack == nil || w.inArc(a, target))
}

// fireAt turns the turret and fires what is ready, if it may.
func (w *World) fireAt(a *Actor, target aim, may bool) {
	if !a.inWorld {
		return
	}
	if w.attackPaused(a) || a.typ.Popup != nil && !a.risen() || a.typ.HasAimedTurret() && !w.aimTurrets(a, target.actor) || !may {
		return
	}
	if a.typ.Popup != nil {
		w.noteTarget(a, target)
	}
	if a.typ.AirAttack != nil && !w.mayFireInAir(a) {
		return
	}
	if a.typ.Ports != nil {
		w.fireThroughPorts(a, target)
		return
	}
	w.fireAll(a, target)
}

// attackPaused reports whether an actor may not fire now: it has no power, or
// is not built yet. Its turret does not follow the target either.
func (w *World) attackPaused(a *Actor) bool {
	return len(a.typ.AttackPauses) > 0 && w.holds(a, a.typ.AttackPauses)
}

// tickTurret brings a turret back when it had nothing to aim at for long.
func (w *World) tickTurret(a *Actor) {
	t := &a.turret
	if a.aiming {
		t.idle = 0
		return
	}
	if a.typ.TwoTurrets {
		w.onSecond(a, func() bool {
			w.restTurret(a)
			return true
		})
	}
	w.restTurret(a)
}

func (w *World) restTurret(a *Actor) {
	t := &a.turret
	if t.idle < a.typ.TurretRealign {
		t.idle++
	} else if a.typ.TurretRealign > -1 {
		t.realign = true
		t.want = Pos{}
	}
	w.moveTurret(a)
}

func (w *World) wantedFacing(a *Actor) int32 {
	t := &a.turret
	switch {
	case t.realign:
		return a.typ.TurretInitial
	case t.want == Pos{}:
		return t.facing
	case a.typ.Mobile == nil && a.typ.Boat == nil:
		return t.want.Yaw()
	}
	return wpos.Angle(t.want.Yaw() - a.facing)
}

func (w *World) moveTurret(a *Actor) {
	if w.behaviour.CoarseFacing {
		w.moveOldTurret(a)
		return
	}
	t := &a.turret
	want := w.wantedFacing(a)
	if want == t.facing {
		return
	}
	t.facing = wpos.Turn(t.facing, want, a.typ.TurretSpeed)
	if t.facing == want {
		t.realign = false
		t.want = Pos{}
	}
}

// faceTarget turns a turret and reports whether it points at the target; the offset
// is where it sits.
func (w *World) faceTarget(a, target *Actor, offset Pos) bool {
	from := w.gunPivot(a, offset)
	return w.pointGun(a, w.aimedPoint(a, from, target).Sub(from))
}

// gunPivot is what a turret turns around that sits somewhere on its actor.
func (w *World) gunPivot(a *Actor, offset Pos) Pos {
	return a.center.Add(wpos.ToWorld(offset.Rotate(a.bodyFacing())))
}

// pointGun turns a turret in a direction and reports whether it points there.
func (w *World) pointGun(a *Actor, direction Pos) bool {
	t := &a.turret
	t.want, t.realign = direction, false
	w.moveTurret(a)
	return w.pointsAsWanted(a)
}

// pointsAsWanted reports whether a turret points where it shall.
func (w *World) pointsAsWanted(a *Actor) bool {
	if w.behaviour.CoarseFacing {
		return a.aim == w.oldWantedFacing(a)
	}
	return w.wantedFacing(a) == a.turret.facing
}

// aimedPoint is the point of a target an actor turns to: its middle if one of
// its weapons goes for that, else the nearest.
func (w *World) aimedPoint(a *Actor, from Pos, target *Actor) Pos {
	for i := range a.typ.Armaments {
		if weapon := a.typ.Armaments[i].Weapon; weapon.ToCenter && w.worksOn(weapon, target) {
			return target.center
		}
	}
	return w.aimAt(from, target)
}

// fireAll fires every weapon of an actor that is ready.
func (w *World) fireAll(a *Actor, target aim) {
	for i := range a.typ.Armaments {
		if !a.typ.Armaments[i].Garrisoned {
			w.checkFire(a, i, target)
		}
	}
}
