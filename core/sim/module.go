// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Module is one game's rules of play. One Module value belongs to one
// Simulation; the kernel calls it from one goroutine.
//
// The life of a module: Traits any number of times, first of all; then Start
// once or Restore once; then, for each tick, Validate for every order in
// application order, then Step once. The Look and Append methods may be called
// between any two of these calls after Start or Restore; they must not change
// anything.
// Restore may be called again later (seeking).
type Module interface {
	// Traits says what the module is and how the kernel is to treat it. It
	// returns the same value every time.
	Traits() Traits

	// Start builds the world of tick 0 through env: layers first (they cannot
	// be added later), then entities. env stays valid for the module's life.
	Start(env *Env) error

	// Restore rebuilds the module's own state from a snapshot. The kernel has
	// already restored what it keeps itself (pool, names, players, layers), so
	// env answers for the restored world. state is only valid during the call.
	// The kernel then asks for everything again and compares: a module that
	// does not come back exactly is an error (RestoreMismatchError), which makes
	// any state the Append methods leave out visible at once. On an error the
	// module must be as if Restore had not been called, or refuse all further
	// work.
	Restore(env *Env, state *snapshot.SimCoreSnapshot) error

	// Validate judges one order against the state before the tick. The kernel
	// has already rejected what is wrong in any game and dropped dead subjects
	// (see Traits.Exact). verdict comes as Accepted; the module sets anything
	// else with its methods. Validate is total and changes no state; what it has
	// decoded it may keep until Step (Accepted.Decoded).
	Validate(order *Accepted, verdict *Verdict)

	// Step applies the accepted orders, in order, and advances one tick. An
	// order judged NotModelled is not among them. The slice and everything in
	// it are only valid during the call. What is not in order when Step
	// executes it (the target died a moment ago) goes to Env.FailLate.
	Step(orders []Accepted)

	// Look says what can be seen of a living entity. It is called after Step (or
	// Start) for each entity that was touched, spawned or changed owner or kind.
	Look(tag order.UnitTag) Look

	// LookAtPlayer does the same for a player that was touched.
	LookAtPlayer(id order.PlayerID) PlayerLook

	// AppendEntity writes what else of the state of a living entity rests while it
	// moves: components from snapshot.FirstModuleComponent to below
	// snapshot.FirstMotionComponent, in ascending order of their numbers. It is
	// called when somebody asks for a hash, for what was touched since, or for a
	// snapshot. What is written here, by AppendMotion and by Look is what the
	// entity is: what snapshots hold, what the hashes cover.
	AppendEntity(tag order.UnitTag, to *snapshot.ComponentWriter)

	// AppendMotion writes the rest of it, from snapshot.FirstMotionComponent to
	// snapshot.MaxEntityComponent: what changes with nearly every tick in which the
	// entity moves.
	AppendMotion(tag order.UnitTag, to *snapshot.ComponentWriter)

	// AppendPlayer writes what else there is of a player, from
	// snapshot.FirstPlayerModuleComponent to snapshot.MaxPlayerComponent.
	AppendPlayer(id order.PlayerID, to *snapshot.ComponentWriter)

	// AppendGlobal writes the state that belongs to nobody; called anew after
	// Env.TouchGlobal.
	AppendGlobal(to *snapshot.ComponentWriter)

	// AppendRandom appends the state of the random generator and returns it
	// with the generator's name ("" and nothing for a game without); called
	// anew after Env.TouchRandom.
	AppendRandom(dst []byte) (algorithm string, state []byte)
}

// Traits describes a module.
type Traits struct {
	// Name is recorded in files: "openra-ra", "murk", "plausible". Whoever opens a
	// file finds the module by it.
	Name string
	// Exact marks a module that reproduces an engine with that engine's own
	// judgement. The kernel then checks only what protects itself (payload
	// decodes, player exists, no more than MaxOrdersPerPlayerTick orders) and
	// drops dead subjects; who may command whom, how many units an order may
	// name, whether an order may be repeated is the module's to judge in
	// Validate, which may call Env.CheckOwners for the ordinary rule.
	Exact bool
	// Recalls marks a module that takes an order of a player who has lost for
	// proof that he has not. The kernel then leaves such orders to its Validate.
	Recalls bool
}

// Accepted is an order on its way into the module.
type Accepted struct {
	// Index is the order's place in TickOrders.Orders as given to Apply.
	Index int
	// Order is the order as recorded.
	Order *order.TimestampedOrder
	// Command is the decoded payload of a GameOrder, nil for other kinds. Its
	// Units are already without the dead.
	Command *order.Command
	// Units are the living subjects, in the order's own order.
	Units []order.UnitTag
	// Decoded is the module's own: Validate may leave in it where it keeps what it
	// made of the order, so that Step does not make it again.
	Decoded int
}
