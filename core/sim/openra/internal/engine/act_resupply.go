// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// ontoPlatform is how near the middle of a platform a unit must stand to be
// mended on it.
const ontoPlatform = 512

// OrderRepair resolves the order to be mended at a building, whosever it is: only the
// cursor of players asks for that.
func (w *World) orderRepair(a *Actor, o *Order, near bool) {
	host := w.validTarget(o.Actor)
	if o.Target != state.TargetActor || host == nil || a.Type.Mobile == nil {
		return
	}
	if a.HP >= a.Type.MaxHP && (near || !a.WantsShots(host)) {
		return
	}
	reach, list := int32(ontoPlatform), a.Type.RepairedAt
	if near {
		reach, list = a.Type.RepairReach, a.Type.RepairedNear
	}
	if info.Contains(list, host.Type.Name) && host.Type.RepairsUnits != nil {
		act := w.resupply(a, host, reach)
		act.Flag[flagNear] = near
		w.order(a, o.Queued, act)
	}
}

// resupply makes the activity to be mended at a building, as far as an actor is
// hurt now, and to take its shots there.
func (w *World) resupply(a, host *Actor, reach int32) *Activity {
	act := w.newActivity(state.ActResupply)
	act.Host, act.High = host.ID, reach
	act.Flag[flagMends] = a.HP < a.Type.MaxHP
	return act
}

// Flags of ActResupply of what drives.
const (
	flagNear         = iota // the unit stays beside the building
	flagGroundReload        // it has begun, and with it the wait for the first shot
	flagMends               // there was something to mend, and it is not done
)

// tickResupply brings a unit to the building and mends it there, a step at a
// time as long as it is paid for, and gives it the shots it lacks; then it makes
// room.
func (w *World) tickResupply(a *Actor, act *Activity) bool {
	if a.Type.Aircraft != nil {
		return w.tickAirResupply(a, act)
	}
	if act.State == state.StateCanceling && act.Progress > 0 {
		act.Progress--
		return false
	}
	host := w.validTarget(act.Host)
	if a.Type.Mobile == nil || host == nil || host.Type.RepairsUnits == nil {
		return true
	}
	near := act.Flag[flagNear]
	close := host.Center.Sub(a.Center).FlatSquared() <= int64(act.High)*int64(act.High)
	if near {
		close = w.inReach(a.Center, host, act.High)
	}
	if act.State == state.StateCanceling {
		if close {
			w.makeRoom(a, act, host)
		}
		return true
	}
	if result := w.tickCooldown(a, &act.Cooldown, true); result != cooldownGoOn {
		return false
	}
	if !close {
		w.approachPlatform(act, host)
		return false
	}
	if !act.Flag[flagGroundReload] {
		w.beginResupply(a, act, host)
	}
	if act.Flag[flagMends] {
		w.mend(a, act, host)
	}
	if rearmed := near || !a.WantsShots(host) || w.rearm(a); !rearmed || act.Flag[flagMends] {
		return false
	}
	w.makeRoom(a, act, host)
	return true
}

// beginResupply is the moment a unit stands where it is mended or given shots.
func (w *World) beginResupply(a *Actor, act *Activity, host *Actor) {
	act.Flag[flagGroundReload] = true
	w.resetReload(a)
	if !w.Release.QuietMending && (act.Flag[flagMends] || !act.Flag[flagNear] && a.WantsShots(host)) {
		w.uncloak(a, info.LoudDock)
	}
}

// approachPlatform drives near a building that mends, or onto it. Until
// 20231010 it is two moves: into its range, and into its cell.
func (w *World) approachPlatform(act *Activity, host *Actor) {
	if act.Flag[flagNear] || !w.Release.Cooldowns {
		w.moveWithin(act, host.Center, 0, act.High)
	}
	switch {
	case act.Flag[flagNear]:
	case w.Release.Cooldowns:
		act.Cooldown.Moving = true
		act.QueueChild(w.moveOnto(host, w.CellContaining(host.Center), -1))
	default:
		onto := w.MoveTo(w.CellContaining(host.Center), 0, false)
		if w.Release.EarlyMove {
			onto.Host = host.ID // whose cells nobody may cross
		}
		act.QueueChild(onto)
	}
}

// mend heals a step when its time has come and there is money for it. Who mends
// an ally's unit whole gains experience.
func (w *World) mend(a *Actor, act *Activity, host *Actor) {
	rule := host.Type.RepairsUnits
	if len(rule.Pauses) > 0 && w.Holds(host, rule.Pauses) {
		return
	}
	if a.HP >= a.Type.MaxHP {
		act.Flag[flagMends] = false
		if host.Owner != a.Owner {
			w.Players[host.Owner].Experience += rule.Experience
		}
		return
	}
	if act.Progress > 0 {
		act.Progress--
		return
	}
	cost, step := int32(0), rule.Step
	if a.Type.RepairStep > 0 {
		step = a.Type.RepairStep
	}
	if value := int64(a.Type.Cost) * int64(rule.Percent); value > 0 {
		cost = max(1, int32(int64(step)*value/(int64(a.Type.MaxHP)*100)))
	}
	if !w.Players[a.Owner].Pay(cost) {
		act.Progress = 1
		return
	}
	w.Heal(a, step)
	w.uncloak(a, info.LoudHeal)
	act.Progress = rule.Interval
}

// makeRoom lets a mended unit leave: along the building's rally path, else
// beside it. What it is told to do next it does at once if that is a move.
func (w *World) makeRoom(a *Actor, act *Activity, host *Actor) {
	near := act.Flag[flagNear]
	act.Flag[flagGroundReload] = false
	act.Cooldown.Moving = true
	if current := a.Current(); current != nil {
		if next := state.SkipDone(current.Next); next != nil {
			if !near && next.Kind != state.ActMove {
				act.QueueChild(w.moveBeside(host.ID, host.Center))
			}
			return
		}
	}
	if len(host.RallyPath) == 0 && !near {
		act.QueueChild(w.moveBeside(host.ID, host.Center))
	}
	for _, c := range host.RallyPath {
		march := w.leavePlatform(c)
		if !near {
			march.Host = host.ID
		}
		act.QueueChild(march)
	}
}

// leavePlatform is a way to where a platform sends who is mended. Until 20200503
// nothing is attacked on it (OpenRA pull request 18161).
func (w *World) leavePlatform(c Cell) *Activity {
	switch {
	case w.Release.EarlyMove:
		return w.MoveTo(c, 0, false)
	case w.Release.CoarseFacing:
		return w.MoveTo(c, 1, true)
	}
	return w.attackMove(c, 1, true)
}
