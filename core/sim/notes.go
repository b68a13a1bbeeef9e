// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"convertd/core/order"
	"convertd/core/snapshot"
)

// NoteTaker is a Module that can put off what AppendEntity, AppendMotion,
// AppendGlobal and AppendRandom do: to copy what an entity is made of takes less
// time than to encode it, and of the rest only what changed need be copied.
type NoteTaker interface {
	// NewNotes returns empty notes. There may be several of them: what was noted in
	// one is written before anything that was noted later in another, and all of
	// it before Restore.
	NewNotes() Notes
}

// Notes holds what AppendEntity and AppendMotion would have written of some
// entities, and AppendGlobal and AppendRandom of some states. It is filled where the
// module is used, while that rests between two steps, and written later, perhaps on
// another goroutine while the module plays on: what is written may depend on nothing
// that a Step changes. All of it is written in the order in which it was noted.
type Notes interface {
	// NoteEntity notes what AppendEntity would write of a living entity.
	NoteEntity(tag order.UnitTag)

	// NoteMotion notes what AppendMotion would write.
	NoteMotion(tag order.UnitTag)

	// WriteEntity writes what the next call of NoteEntity noted, beginning with the
	// first since Clear.
	WriteEntity(to *snapshot.ComponentWriter)

	// WriteMotion does the same for NoteMotion.
	WriteMotion(to *snapshot.ComponentWriter)

	// NoteGlobal notes what AppendGlobal would write.
	NoteGlobal()

	// WriteGlobal writes what the next call of NoteGlobal noted.
	WriteGlobal(to *snapshot.ComponentWriter)

	// NoteRandom notes what AppendRandom would write.
	NoteRandom()

	// WriteRandom appends the state that the next call of NoteRandom noted, and
	// returns it with the name of the algorithm.
	WriteRandom(dst []byte) (algorithm string, state []byte)

	// Clear forgets everything; it was written before.
	Clear()
}
