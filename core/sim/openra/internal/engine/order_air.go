// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// orderFlight resolves the order to fly to a cell.
func (w *World) orderFlight(a *Actor, o *Order, c Cell) {
	if !o.Queued {
		w.leavePad(a)
	}
	act := w.fly(w.CenterOfCell(c))
	act.NearEnough = orderNearEnough * 1024
	w.order(a, o.Queued, act)
}

// aside is the way of an aircraft that is asked to make room: somewhere near,
// drawn; what is off the map stays on its way.
func (w *World) aside(a *Actor) *Activity {
	if !w.Ground.Contains(w.location(a)) {
		return nil
	}
	const least, most = 512, 2048 // the engine's figures
	far := w.Random.Between(least, most)
	w.leavePad(a)
	return w.fly(a.Center.Add(Pos{X: 0, Y: -far, Z: 0}.Rotate(w.Random.Below(1024/anglesPerFacing) * anglesPerFacing)))
}

// scatterInAir resolves the order to make room for an aircraft. Until 20230225
// it decides at once where it goes.
func (w *World) scatterInAir(a *Actor, queued bool) {
	if !w.Release.NudgesAtOnce {
		w.order(a, queued, w.newActivity(state.ActNudge))
		return
	}
	if way := w.aside(a); way != nil {
		w.order(a, false, way)
	}
}

// OrderLand resolves the order to come down in a cell.
func (w *World) orderLand(a *Actor, o *Order) {
	c, ok := w.cellOf(o)
	if a.Type.Aircraft == nil || !ok {
		return
	}
	if !o.Queued {
		w.leavePad(a)
	}
	w.order(a, o.Queued, w.land(a, nil, w.CenterOfCell(w.Ground.ClampCell(c)), Pos{}, -1))
}

// OrderEnterPad resolves the orders to land on a building; what takes off again
// by itself goes only if it needs something there, unless it is made to.
func (w *World) orderEnterPad(a *Actor, o *Order) {
	host := w.validTarget(o.Actor)
	if a.Type.Aircraft == nil || o.Target != state.TargetActor || host == nil || w.Hostile(a.Owner, host.Owner) || !w.padFree(host, a) {
		return
	}
	force := o.Name == "ForceEnter" || !a.Type.Aircraft.LeavesPad
	serves := info.Contains(a.Type.RearmedAt, host.Type.Name) || info.Contains(a.Type.RepairedAt, host.Type.Name)
	if !serves || !force && w.resupplyAt(a, host) == 0 {
		return
	}
	if !o.Queued {
		w.leavePad(a)
	}
	w.order(a, o.Queued, w.returnToBase(host, force))
}

// OrderReturn resolves the order to go home for ammunition.
func (w *World) orderReturn(a *Actor, o *Order) {
	current := a.Current()
	if a.Type.Aircraft == nil || len(a.Type.RearmedAt) == 0 || current != nil && current.Kind == state.ActReturnToBase || w.padBelow(a) != nil {
		return
	}
	if !o.Queued {
		w.leavePad(a)
	}
	w.order(a, o.Queued, w.returnToBase(nil, !a.Type.Aircraft.LeavesPad))
}
