package sim

import (
	"convertd/core/order"
	"convertd/core/snapshot"
)

// NoteTaker is a Module that can put off what AppendEntity and AppendMotion do:
// to copy what an entity is made of takes less time than to encode it.
type NoteTaker interface {
	// NewNotes returns empty notes. There may be several of them: what was noted in
	// one is written before anything that was noted later in another, and all of
	// it before Restore.
	NewNotes() Notes
}

// Notes holds what AppendEntity and AppendMotion would have written of some
// entities. It is filled where the module is used, while that rests between two
// steps, and written later, perhaps on another goroutine while the module plays
// on: what is written may depend on nothing that a Step changes.
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

	// Clear forgets everything; it was written before.
	Clear()
}
