package openra

import "convertd/core/order"

// NextNative is the id the engine gives to the next actor: all lower ones were
// given out. What is told apart by it once the recorded hash is no longer met
// is which ids are proven.
func (m *Module) NextNative() uint32 { return m.world.nextID }

// SeatsOf lists the players a client of the lobby commands for: its own and
// those of the bots it runs.
func (m *Module) SeatsOf(client int32) []order.PlayerID {
	var seats []order.PlayerID
	for i := range m.world.players {
		if m.world.players[i].playable && m.ControllerOf(order.PlayerID(i)) == client {
			seats = append(seats, order.PlayerID(i))
		}
	}
	return seats
}
