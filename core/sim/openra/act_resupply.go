// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// ontoPlatform is how near the middle of a platform a unit must stand to be
// mended on it.
const ontoPlatform = 512

// orderRepair resolves the order to be mended at a building, whosever it is: only the
// cursor of players asks for that.
func (w *World) orderRepair(a *Actor, o *Order, near bool) {
	host := w.validTarget(o.Actor)
	if o.Target != TargetActor || host == nil || a.typ.Mobile == nil {
		return
	}
	if a.hp >= a.typ.MaxHP && (near || !a.wantsShots(host)) {
		return
	}
	reach, list := int32(ontoPlatform), a.typ.RepairedAt
	if near {
		reach, list = a.typ.RepairReach, a.typ.RepairedNear
	}
	if info.Contains(list, host.typ.Name) && host.typ.RepairsUnits != nil {
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
	act.flag[flagMends] = a.hp < a.typ.MaxHP
	return act
}

// wantsShots reports whether a building would give an actor shots it has not.
func (a *Actor) wantsShots(host *Actor) bool {
	return a.typ.Ammo != nil && a.ammo < a.typ.Ammo.Full && info.Contains(a.typ.RearmedAt, host.typ.Name)
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
	if a.typ.Aircraft != nil {
		return w.tickAirResupply(a, act)
	}
	if act.state == stateCanceling && act.progress > 0 {
		act.progress--
		return false
	}
	host := w.validTarget(act.host)
	if a.typ.Mobile == nil || host == nil || host.typ.RepairsUnits == nil {
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
	if !w.behaviour.QuietMending && (act.flag[flagMends] || !act.flag[flagNear] && a.wantsShots(host)) {
		w.uncloak(a, info.LoudDock)
	}
}

// approachPlatform drives near a building that mends, or onto it. Until
// 20231010 it is two moves: into its range, and into its cell.
func (w *World) approachPlatform(act *Activity, host *Actor) {
	if act.flag[flagNear] || !w.behaviour.Cooldowns {
		w.moveWithin(act, host.center, 0, act.high)
	}
	switch {
	case act.flag[flagNear]:
	case w.behaviour.Cooldowns:
		act.cooldown.moving = true
		act.queueChild(w.moveOnto(host, w.cellContaining(host.center), -1))
	default:
		onto := w.moveTo(w.cellContaining(host.center), 0, false)
		if w.behaviour.EarlyMove {
			onto.host = host.ID // whose cells nobody may cross
		}
		act.queueChild(onto)
	}
}

// mend heals a step when its time has come and there is money for it. Who mends
// an ally's unit whole gains experience.
func (w *World) mend(a *Actor, act *Activity, host *Actor) {
	rule := host.typ.RepairsUnits
	if len(rule.Pauses) > 0 && w.holds(host, rule.Pauses) {
		return
	}
	if a.hp >= a.typ.MaxHP {
		act.flag[flagMends] = false
		if host.owner != a.owner {
			w.players[host.owner].experience += rule.Experience
		}
		return
	}
	if act.progress > 0 {
		act.progress--
		return
	}
	cost, step := int32(0), rule.Step
	if a.typ.RepairStep > 0 {
		step = a.typ.RepairStep
	}
	if value := int64(a.typ.Cost) * int64(rule.Percent); value > 0 {
		cost = max(1, int32(int64(step)*value/(int64(a.typ.MaxHP)*100)))
	}
	if !w.players[a.owner].pay(cost) {
		act.progress = 1
		return
	}
	w.heal(a, step)
	w.uncloak(a, info.LoudHeal)
	act.progress = rule.Interval
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
	case w.behaviour.EarlyMove:
		return w.moveTo(c, 0, false)
	case w.behaviour.CoarseFacing:
		return w.moveTo(c, 1, true)
	}
	return w.attackMove(c, 1, true)
}
