package openra

import "convertd/core/rules"

// airAttack is how an aircraft attacks.
type airAttack uint8

const (
	airDefault airAttack = iota // as it flies: passing over the target if it cannot hover
	airHover                    // standing in the air
	airStrafe                   // passing over the target, shooting at the ground
)

// airAttackInfo are the figures of AttackAircraft.
type airAttackInfo struct {
	kind      airAttack
	run       int32 // length of a strafing run, 0: the reach of the weapons
	abandons  bool  // it does not come back to the target after rearming
	tolerance int32
}

func newAirAttack(trait *rules.Trait) *airAttackInfo {
	info := &airAttackInfo{run: number(trait, "StrafeRunLength", 0), abandons: trait.Bool("AbortOnResupply"), tolerance: number(trait, "FacingTolerance", 512)}
	switch trait.Text("AttackType") {
	case "Hover":
		info.kind = airHover
	case "Strafe":
		info.kind = airStrafe
	}
	return info
}

// flagFromMarch of actFlyAttack: an attack move wants it; such an attack never
// goes home to rearm. flagTicked is as in actFollowAttack.
const flagFromMarch = 2

// inArc reports whether an aircraft points at a target well enough to fire.
func (w *World) inArc(a, target *Actor) bool {
	return w.arcHolds(a, w.aimedPoint(a, a.center, target))
}

func (w *World) arcHolds(a *Actor, at Pos) bool {
	d := at.sub(a.center)
	return d.flatSquared() == 0 || withinTolerance(a.facing, w.yawOf(d), a.typ.airAttack.tolerance)
}

// mayFireInAir reports whether an aircraft is where it may fire: off the ground
// and over the map.
func (w *World) mayFireInAir(a *Actor) bool {
	return a.center.Z > 0 && w.ground.contains(w.location(a))
}

// tickFlyAttack keeps an aircraft attacking; the weapons fire by themselves
// when the target is in front of them.
func (w *World) tickFlyAttack(a *Actor, act *Activity) bool {
	if onGround(act.host) {
		return w.tickFlyAttackPlace(a, act)
	}
	if !w.pursues(a, act) {
		return w.pursuitOver(a, act)
	}
	if act.flag[flagTicked] && a.requested == none {
		return true
	}
	target := w.targetFor(a, act.host)
	if target == nil {
		return true
	}
	a.requested, a.preset, a.forced = target.ID, false, act.flag[flagForced]
	act.flag[flagTicked] = true
	hidden := w.hiddenFrom(target, a.owner)
	if !hidden {
		act.to = target.center
		_, act.high = w.reachAgainst(a, target, false)
		if w.outOfAmmo(a, target) {
			return w.goHomeToRearm(a, act)
		}
	}
	low := int32(0)
	if a.typ.airAttack.kind != airStrafe {
		low, _ = w.reachAgainst(a, target, false)
	}
	if act.high == 0 || act.high < low {
		return true
	}
	seen := target
	if hidden {
		seen = nil
	}
	act.queueChild(w.newActivity(actTakeOff))
	switch {
	case !w.within(a.center, seen, act.to, act.high) || w.within(a.center, seen, act.to, low):
		act.queueChild(w.flyWithin(target, low, act.high))
	case hidden:
		return true
	case a.typ.airAttack.kind == airStrafe || a.typ.airAttack.kind == airDefault && !a.typ.aircraft.hovers:
		act.queueChild(w.attackRun(a, target, act.high))
	case !w.inArc(a, target):
		a.facing = turn(a.facing, w.yawOf(w.aimedPoint(a, a.center, target).sub(a.center)), a.typ.aircraft.turnSpeed)
	}
	return false
}

// outOfAmmo reports whether what can be rearmed has no shot left for a target.
func (w *World) outOfAmmo(a, target *Actor) bool {
	return len(a.typ.rearmedAt) > 0 && w.outOfShots(a, target)
}

// goHomeToRearm ends an attack for want of ammunition.
func (w *World) goHomeToRearm(a *Actor, act *Activity) bool {
	switch {
	case act.flag[flagFromMarch]:
		return true
	case !a.typ.airAttack.abandons:
		act.queueChild(w.returnToBase(nil, false))
		return false
	}
	if next := skipDone(act.next); next != nil {
		w.cancel(a, next, false)
	}
	act.append(w.returnToBase(nil, false))
	return true
}

// attackRun makes the activity to fly over a target and away from it again.
func (w *World) attackRun(a, target *Actor, reach int32) *Activity {
	act := w.newActivity(actAttackRun)
	act.ownsChildren = true
	act.host, act.high = target.ID, reach
	if run := a.typ.airAttack.run; run > 0 && a.typ.airAttack.kind == airStrafe {
		act.high = run
	}
	return act
}

func (w *World) beginAttackRun(a *Actor, act *Activity) {
	target, named := w.aimNamed(a, act.host)
	if !named {
		w.cancel(a, act, false)
		return
	}
	act.queueChild(w.flyWithinAim(target, 0, 0))
	away := act.high
	if a.typ.airAttack.kind == airStrafe {
		act.queueChild(w.flyForward(0, act.high))
		away += a.typ.aircraft.speed * 256 / a.typ.aircraft.turnSpeed
	} else {
		act.queueChild(w.flyForward(1, 0))
	}
	act.queueChild(w.flyWithinAim(target, away, farthest))
}

// flagSeen of actAttackRun: the target was seen a tick ago.
const flagSeen = 0

// tickAttackRun flies on; the run ends when its target dies before its eyes.
func (w *World) tickAttackRun(a *Actor, act *Activity) bool {
	if w.tickChild(a, act) || act.state == stateCanceling {
		return true
	}
	target := w.targetFor(a, act.host)
	if a.typ.airAttack.kind == airStrafe {
		return false
	}
	was := act.flag[flagSeen]
	act.flag[flagSeen] = target != nil && !w.hiddenFrom(target, a.owner)
	if was && (target == nil || w.outOfShots(a, target)) {
		w.cancel(a, act, false)
	}
	return false
}

// outOfShots reports whether no weapon with a shot left works on a target.
func (w *World) outOfShots(a, target *Actor) bool {
	for i := range a.typ.armaments {
		if !w.armPaused(a, i) && w.worksOn(a.typ.armaments[i].weapon, target) {
			return false
		}
	}
	return true
}
