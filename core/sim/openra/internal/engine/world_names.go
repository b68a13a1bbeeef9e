// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// Activity is one thing an actor is doing, as plain data: a tag, its place in
// the tree (what runs inside it, what runs after it) and the figures of its
// kind. docs/engine/openra-world.md#tick tells how the tree is run.
type Activity = state.Activity

// Actor is one thing of the world: unit, building, tree, player or the world
// itself. All of it is state except typ. Whoever adds a field puts it into
// actorFigures (numbers and flags, see module_digest.go), into actorTimers (what counts down
// to zero by one each tick), into actorPlace (what changes whenever a unit
// moves) or, a list, into Actor itself; the codec and lastLook have to know it,
// and tests say so where they do not.
type Actor = state.Actor

// Order is one order of the engine as a replay holds it.
type Order = state.Order

// none marks the absence of an actor where an id is expected.
const none = state.None
