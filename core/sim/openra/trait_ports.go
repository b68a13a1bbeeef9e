// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// fireThroughPorts lets who is inside step to a port that faces the target and
// fire; which port is left to chance, for each of his weapons anew. A camouflaged
// bunker is seen by that.
func (w *World) fireThroughPorts(a *Actor, target aim) {
	if !w.garrisonReady(a, target) {
		return
	}
	at := target.at
	if target.actor != nil {
		at = w.aimedPoint(a, a.center, target.actor)
	}
	yaw := at.Sub(a.center).Yaw()
	for _, id := range a.passengers {
		inside := w.actor(id)
		for i := 0; inside != nil && i < len(inside.typ.Armaments); i++ {
			if !inside.typ.Armaments[i].Garrisoned {
				continue
			}
			port := w.choosePort(a, yaw)
			if port == nil {
				return
			}
			inside.facing = yaw
			w.setCenter(inside, a.center.Add(wpos.ToWorld(port.Offset.Rotate(a.bodyFacing()))))
			if w.checkFire(inside, i, target) {
				w.uncloak(a, info.LoudAttack)
			}
		}
	}
}

// garrisonReady reports whether anyone inside has a loaded weapon that works on
// the target: nobody steps to a port to reload.
func (w *World) garrisonReady(a *Actor, target aim) bool {
	for _, id := range a.passengers {
		inside := w.actor(id)
		for i := 0; inside != nil && i < len(inside.typ.Armaments); i++ {
			if arm := &inside.typ.Armaments[i]; arm.Garrisoned && inside.arms[i].delay == 0 && w.mayFireAt(arm.Weapon, target) {
				return true
			}
		}
	}
	return false
}

// maxPorts is how many ports an actor type may have.
const maxPorts = 16

// choosePort draws ports until one faces a direction.
func (w *World) choosePort(a *Actor, yaw int32) *info.PortInfo {
	ports := a.typ.Ports
	var order [maxPorts]int
	n := min(len(ports), maxPorts)
	for i := range n {
		order[i] = i
	}
	for i := range n {
		if i < n-1 {
			j := i + int(w.random.below(int32(n-i)))
			order[i], order[j] = order[j], order[i]
		}
		port := &ports[order[i]]
		facing := wpos.Angle(a.orientation() + port.Yaw)
		if min(wpos.Angle(facing-yaw), wpos.Angle(yaw-facing)) <= port.Cone {
			return port
		}
	}
	return nil
}
