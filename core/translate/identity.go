// SPDX-License-Identifier: GPL-3.0-or-later

package translate

import (
	"convertd/core/ir"
	"convertd/core/order"
)

// Role is what an order names an entity for.
type Role uint8

// Roles.
const (
	RoleSubject Role = iota
	RoleTarget
	RoleOther
)

// Mention is one foreign entity id met in an order.
type Mention struct {
	Native uint32
	Role   Role
	Player order.PlayerID // who gave the order
	Order  *ir.Order
}

// Identity finds the entity of ours that a foreign id names. While the native
// hash agrees the engine's own ids are exact; after that a binder infers.
type Identity interface {
	// Find returns the tag; ok is false for an id that is not bound. It is
	// called in stream order, before the tick's orders are applied, and may
	// bind what it has not seen before.
	Find(mention Mention) (tag order.UnitTag, ok bool)
}
