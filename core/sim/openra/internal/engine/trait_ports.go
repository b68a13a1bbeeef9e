// SPDX-License-Identifier: GPL-3.0-or-later

package engine

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
		at = w.aimedPoint(a, a.Center, target.actor)
	}
	yaw := at.Sub(a.Center).Yaw()
	for _, id := range a.Passengers {
		inside := w.Actor(id)
		for i := 0; inside != nil && i < len(inside.Type.Armaments); i++ {
			if !inside.Type.Armaments[i].Garrisoned {
				continue
			}
			port := w.choosePort(a, yaw)
			if port == nil {
				return
			}
			inside.Facing = yaw
			w.setCenter(inside, a.Center.Add(wpos.ToWorld(port.Offset.Rotate(a.BodyFacing()))))
			if w.checkFire(inside, i, target) {
				w.uncloak(a, info.LoudAttack)
			}
		}
	}
}

// garrisonReady reports whether anyone inside has a loaded weapon that works on
// the target: nobody steps to a port to reload.
func (w *World) garrisonReady(a *Actor, target aim) bool {
	for _, id := range a.Passengers {
		inside := w.Actor(id)
		for i := 0; inside != nil && i < len(inside.Type.Armaments); i++ {
			if arm := &inside.Type.Armaments[i]; arm.Garrisoned && inside.Arms[i].Delay == 0 && w.mayFireAt(arm.Weapon, target) {
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
	ports := a.Type.Ports
	var order [maxPorts]int
	n := min(len(ports), maxPorts)
	for i := range n {
		order[i] = i
	}
	for i := range n {
		if i < n-1 {
			j := i + int(w.Random.Below(int32(n-i)))
			order[i], order[j] = order[j], order[i]
		}
		port := &ports[order[i]]
		facing := wpos.Angle(a.Orientation() + port.Yaw)
		if min(wpos.Angle(facing-yaw), wpos.Angle(yaw-facing)) <= port.Cone {
			return port
		}
	}
	return nil
}
