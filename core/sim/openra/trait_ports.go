// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// portInfo is a hole a garrison shoots through.
type portInfo struct {
	offset    Pos
	yaw, cone int32
}

func newPorts(trait *rules.Trait) []portInfo {
	offsets, yaws, cones := trait.Lists("PortOffsets"), trait.Ints("PortYaws"), trait.Ints("PortCones")
	ports := []portInfo{}
	for i := 0; i < len(offsets) && i < len(yaws) && i < len(cones); i++ {
		ports = append(ports, portInfo{offset: wpos.PosOf(offsets[i]), yaw: int32(yaws[i]), cone: int32(cones[i])})
	}
	return ports
}

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
		for i := 0; inside != nil && i < len(inside.typ.armaments); i++ {
			if !inside.typ.armaments[i].garrisoned {
				continue
			}
			port := w.choosePort(a, yaw)
			if port == nil {
				return
			}
			inside.facing = yaw
			w.setCenter(inside, a.center.Add(wpos.ToWorld(port.offset.Rotate(a.bodyFacing()))))
			if w.checkFire(inside, i, target) {
				w.uncloak(a, loudAttack)
			}
		}
	}
}

// garrisonReady reports whether anyone inside has a loaded weapon that works on
// the target: nobody steps to a port to reload.
func (w *World) garrisonReady(a *Actor, target aim) bool {
	for _, id := range a.passengers {
		inside := w.actor(id)
		for i := 0; inside != nil && i < len(inside.typ.armaments); i++ {
			if arm := &inside.typ.armaments[i]; arm.garrisoned && inside.arms[i].delay == 0 && w.mayFireAt(arm.weapon, target) {
				return true
			}
		}
	}
	return false
}

// maxPorts is how many ports an actor type may have.
const maxPorts = 16

// choosePort draws ports until one faces a direction.
func (w *World) choosePort(a *Actor, yaw int32) *portInfo {
	ports := a.typ.ports
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
		facing := wpos.Angle(a.orientation() + port.yaw)
		if min(wpos.Angle(facing-yaw), wpos.Angle(yaw-facing)) <= port.cone {
			return port
		}
	}
	return nil
}
