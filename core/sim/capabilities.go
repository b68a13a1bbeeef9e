// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import "convertd/core/order"

// What a Module may be able to do beside playing. Each is an interface of its own
// that a Module implements or does not; a View says which. Whoever wants one asks
// the View, and goes without where it answers nil:
//
//	NativeHasher  the foreign engine's hash of the world     View.NativeHash
//	ForeignIDs    which entity has which foreign id          View.ForeignIDs
//	Numbering     ids given out as the engine does           View.Numbering
//	Abilities     what can be ordered to do what             View.Abilities
//	Production    how what is ordered is made                View.Production
//	Accountant    what players spend and do to each other    View.Accountant
//	NoteTaker     state noted now and written later          (the kernel's own)

// NativeHasher is a Module that can compute the foreign engine's own hash of
// the world.
type NativeHasher interface {
	// NativeHash returns the hash computed during the last Step, after that
	// tick's orders were resolved and before the world advanced (OpenRA: net
	// frame N is judged in the Step of tick (N-1)*3), with the engine's own
	// number of the moment. ok is false if the last Step had none.
	NativeHash() (hash uint64, frame uint64, ok bool)
}

// ForeignIDs is a Module that knows which entity has which id in the foreign
// engine. While the native hash agrees, translation uses it instead of an
// identity binder.
type ForeignIDs interface {
	// TagOf finds the entity; ok is false if it does not exist (any more).
	TagOf(native uint32) (tag order.UnitTag, ok bool)
	// NativeOf finds the foreign id of an entity.
	NativeOf(tag order.UnitTag) (native uint32, ok bool)
}

// Numbering is a Module that gives out ids as the foreign engine does, and remembers
// them. Its ids are the engine's as long as the native hash agrees; from then on those
// given out before keep their meaning.
type Numbering interface {
	ForeignIDs
	// NextNative is the id that comes next; all lower ones were given out.
	NextNative() uint32
	// OwnerOf says whose an entity with that id is, or was.
	OwnerOf(native uint32) (owner order.PlayerID, ok bool)
	// LastTagOf finds the tag of an entity that is gone: an order to the dead is
	// other evidence than an order to what never was.
	LastTagOf(native uint32) (tag order.UnitTag, ok bool)
}

// Abilities is a Module that knows what a kind of entity can be ordered to do.
// Without it an identity binder goes by the entity's flags.
type Abilities interface {
	// Can reports whether an entity of that kind can be the subject of such an
	// order, about the item if it names one. When in doubt it says true.
	Can(kind KindID, tag order.GameOrderTag, item string) bool
	// Likely reports whether players usually give such orders to that kind.
	Likely(kind KindID, tag order.GameOrderTag) bool
}

// Production is a Module that knows how what players order is made. With it an
// identity binder goes by what was ordered. Products are types, by the module's own
// numbers; lines are what works one item after another.
type Production interface {
	Abilities
	// Product says which type an order to produce or place means; known is false
	// for what the rules do not have.
	Product(item string, id uint32, hasID bool) (product int32, known bool)
	// ProductOf returns the type of a kind, -1 for none.
	ProductOf(kind KindID) int32
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

// Accountant is a Module that keeps account of what players spend and do to each other,
// from the start of the game. It is no state: after Restore the accounts begin anew.
type Accountant interface {
	// Account is that of one player.
	Account(id order.PlayerID) Account
	// Worth is what an entity of a kind costs, 0 where it has no price.
	Worth(kind string) int64
}

// Account is what one player has spent, in credits, and done and suffered, in points of
// health of the game.
type Account struct{ Spent, DamageDealt, DamageReceived int64 }
