// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// repairsUnits is how a building mends units.
type repairsUnits struct {
	step, interval, percent int32
	experience              int32
	pauses                  expression
}

func (c *compiler) resupplyTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "RepairsUnits":
		t.repairsUnits = &repairsUnits{
			step: number(trait, "HpPerStep", 10), interval: number(trait, "Interval", 24), percent: number(trait, "ValuePercentage", 20),
			experience: number(trait, "PlayerExperience", 0), pauses: pauseOf(trait),
		}
	case "Repairable":
		t.repairedAt, t.repairStep = lowered(trait.Texts("RepairActors")), number(trait, "HpPerStep", -1)
	case "RepairableNear":
		t.repairedNear, t.repairReach = lowered(trait.Texts("RepairActors")), number(trait, "CloseEnough", 4096)
	}
}

// ontoPlatform is how near the middle of a platform a unit must stand to be
// mended on it.
const ontoPlatform = 512

// orderRepair resolves the order to be mended at a building, whosever it is: only the
// cursor of players asks for that.
func (w *World) orderRepair(a *Actor, o *Order, near bool) {
	host := w.validTarget(o.Actor)
	if o.Target != TargetActor || host == nil || a.typ.mobile == nil {
		return
	}
	if a.hp >= a.typ.maxHP && (near || !a.wantsShots(host)) {
		return
	}
	reach, list := int32(ontoPlatform), a.typ.repairedAt
	if near {
		reach, list = a.typ.repairReach, a.typ.repairedNear
	}
	if contains(list, host.typ.name) && host.typ.repairsUnits != nil {
		act := w.resupply(a, host, reach)
		act.flag[flagNear] = near
		w.order(a, o.Queued, act)
	}
}

// resupply makes the activity to be mended at a building, as far as an actor is
// hurt now, and to take its shots there.
func (w *World) resupply(a, host *Actor, reach int32) *Activity {
	act := w.newActivity(actResupply)
	act.host, act.high = host.ID, reach
	act.flag[flagMends] = a.hp < a.typ.maxHP
	return act
}

// wantsShots reports whether a building would give an actor shots it has not.
func (a *Actor) wantsShots(host *Actor) bool {
	return a.typ.ammo != nil && a.ammo < a.typ.ammo.full && contains(a.typ.rearmedAt, host.typ.name)
}

// Flags of actResupply of what drives.
const (
	flagNear         = iota // the unit stays beside the building
	flagGroundReload        // it has begun, and with it the wait for the first shot
	flagMends               // there was something to mend, and it is not done
)

// tickResupply brings a unit to the building and mends it there, a step at a
// time as long as it is paid for, and gives it the shots it lacks; then it makes
// room.
func (w *World) tickResupply(a *Actor, act *Activity) bool {
	if a.typ.aircraft != nil {
		return w.tickAirResupply(a, act)
	}
	if act.state == stateCanceling && act.progress > 0 {
		act.progress--
		return false
	}
	host := w.validTarget(act.host)
	if a.typ.mobile == nil || host == nil || host.typ.repairsUnits == nil {
		return true
	}
	near := act.flag[flagNear]
	close := host.center.Sub(a.center).FlatSquared() <= int64(act.high)*int64(act.high)
	if near {
		close = w.inReach(a.center, host, act.high)
	}
	if act.state == stateCanceling {
		if close {
			w.makeRoom(a, act, host)
		}
		return true
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return false
	}
	if !close {
		w.approachPlatform(act, host)
		return false
	}
	if !act.flag[flagGroundReload] {
		w.beginResupply(a, act, host)
	}
	if act.flag[flagMends] {
		w.mend(a, act, host)
	}
	if rearmed := near || !a.wantsShots(host) || w.rearm(a); !rearmed || act.flag[flagMends] {
		return false
	}
	w.makeRoom(a, act, host)
	return true
}

// beginResupply is the moment a unit stands where it is mended or given shots.
func (w *World) beginResupply(a *Actor, act *Activity, host *Actor) {
	act.flag[flagGroundReload] = true
	w.resetReload(a)
	if !w.behaviour.quietMending && (act.flag[flagMends] || !act.flag[flagNear] && a.wantsShots(host)) {
		w.uncloak(a, loudDock)
	}
}

// approachPlatform drives near a building that mends, or onto it. Until
// 20231010 it is two moves: into its range, and into its cell.
func (w *World) approachPlatform(act *Activity, host *Actor) {
	if act.flag[flagNear] || !w.behaviour.cooldowns {
		w.moveWithin(act, host.center, 0, act.high)
	}
	switch {
	case act.flag[flagNear]:
	case w.behaviour.cooldowns:
		act.cooldown.moving = true
		act.queueChild(w.moveOnto(host, w.cellContaining(host.center), -1))
	default:
		onto := w.moveTo(w.cellContaining(host.center), 0, false)
		if w.behaviour.earlyMove {
			onto.host = host.ID // whose cells nobody may cross
		}
		act.queueChild(onto)
	}
}

// mend heals a step when its time has come and there is money for it. Who mends
// an ally's unit whole gains experience.
func (w *World) mend(a *Actor, act *Activity, host *Actor) {
	info := host.typ.repairsUnits
	if len(info.pauses) > 0 && w.holds(host, info.pauses) {
		return
	}
	if a.hp >= a.typ.maxHP {
		act.flag[flagMends] = false
		if host.owner != a.owner {
			w.players[host.owner].experience += info.experience
		}
		return
	}
	if act.progress > 0 {
		act.progress--
		return
	}
	cost, step := int32(0), info.step
	if a.typ.repairStep > 0 {
		step = a.typ.repairStep
	}
	if value := int64(a.typ.cost) * int64(info.percent); value > 0 {
		cost = max(1, int32(int64(step)*value/(int64(a.typ.maxHP)*100)))
	}
	if !w.players[a.owner].pay(cost) {
		act.progress = 1
		return
	}
	w.heal(a, step)
	w.uncloak(a, loudHeal)
	act.progress = info.interval
}

// makeRoom lets a mended unit leave: along the building's rally path, else
// beside it. What it is told to do next it does at once if that is a move.
func (w *World) makeRoom(a *Actor, act *Activity, host *Actor) {
	near := act.flag[flagNear]
	act.flag[flagGroundReload] = false
	act.cooldown.moving = true
	if current := a.current(); current != nil {
		if next := skipDone(current.next); next != nil {
			if !near && next.kind != actMove {
				act.queueChild(w.moveBeside(host.ID, host.center))
			}
			return
		}
	}
	if len(host.rallyPath) == 0 && !near {
		act.queueChild(w.moveBeside(host.ID, host.center))
	}
	for _, c := range host.rallyPath {
		march := w.leavePlatform(c)
		if !near {
			march.host = host.ID
		}
		act.queueChild(march)
	}
}

// leavePlatform is a way to where a platform sends who is mended. Until 20200503
// nothing is attacked on it (OpenRA pull request 18161).
func (w *World) leavePlatform(c Cell) *Activity {
	switch {
	case w.behaviour.earlyMove:
		return w.moveTo(c, 0, false)
	case w.behaviour.coarseFacing:
		return w.moveTo(c, 1, true)
	}
	return w.attackMove(c, 1, true)
}
