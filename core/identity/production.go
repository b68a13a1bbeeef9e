// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"convertd/core/order"
	"convertd/core/sim"
)

// Production is what a game module knows of production beyond Abilities. With
// it a Binder goes by what was ordered, see ledger. Products are types, by the
// module's own numbers; lines are what works one item after another.
type Production interface {
	Abilities
	// Product says which type an order to produce or place means; known is false
	// for what the rules do not have.
	Product(item string, id uint32, hasID bool) (product int32, known bool)
	// ProductOf returns the type of a kind, -1 for none.
	ProductOf(kind sim.KindID) int32
	// Made says how a type is made: by which line, -1 for none, and in how many
	// ticks at least. What is placed appears when an order puts it down, not when
	// it is finished.
	Made(product int32) (line int32, ticks int64, placed bool)
	// ProductCan and ProductLikely are Can and Likely of a type.
	ProductCan(product int32, tag order.GameOrderTag, item string) bool
	ProductLikely(product int32, tag order.GameOrderTag) bool
	// Coming appends the entities of a type that an owner is going to get, in the
	// order in which they will be done.
	Coming(dst []order.UnitTag, owner order.PlayerID, product int32) []order.UnitTag
	// Begun reports whether something in production is being worked on.
	Begun(tag order.UnitTag) bool
	// Serves reports whether a type works for a line.
	Serves(product, line int32) bool
	// Working reports whether an owner has anything that works for a line.
	Working(owner order.PlayerID, line int32) bool
}
