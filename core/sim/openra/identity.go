// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/order"
)

// NextNative is the id the engine gives to the next actor: all lower ones were
// given out. What is told apart by it once the recorded hash is no longer met
// is which ids are proven.
func (m *Module) NextNative() uint32 { return m.world.NextID }

// SeatsOf lists the players a client of the lobby commands for: its own and
// those of the bots it runs.
func (m *Module) SeatsOf(client int32) []order.PlayerID {
	var seats []order.PlayerID
	for i := range m.world.Players {
		if m.world.Players[i].Playable && m.ControllerOf(order.PlayerID(i)) == client {
			seats = append(seats, order.PlayerID(i))
		}
	}
	return seats
}

// Begins lists what a player begins with, by name, and with how much money.
func (m *Module) Begins(player order.PlayerID) (types []string, credits int64) {
	for _, a := range m.world.Actors {
		if a != nil && a.Placed() && a.Owner == int32(player) {
			types = append(types, a.Type.Name)
		}
	}
	return types, int64(m.world.Players[player].Cash)
}

// Crates says when crates come: at a tick and then after each interval, so many at
// most, each with so many ids for itself and who brings it. most is 0 in games
// without.
func (m *Module) Crates() (first, interval int32, most, ids int) {
	r := &m.world.CrateRules
	if !r.Enabled || r.Interval <= 0 {
		return 0, 0, 0, 0
	}
	ids = 1
	if r.Plane != "" {
		ids = 2
	}
	return r.First, r.Interval, int(max(r.Low, 0)) + 1, ids
}
