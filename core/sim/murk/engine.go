// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Receipts count what the engine answered to commands.
type Receipts struct {
	Applied     uint64
	NotApplied  uint64 // the coordinate or the field is not there
	Stale       uint64 // expired before its tick
	Unsupported uint64 // not a SetField
	QueueFull   uint64 // more commands than the queue holds
}

// engine is a lockstep world: it takes the commands of one tick after another
// and keeps the values of every field.
type engine struct {
	world      *World
	fieldCount uint32 // fields that the hash covers: the replay's own count
	tick       uint64 // the last tick that was played
	fields     []storage
	receipts   Receipts

	pending    []command
	submitted  int // commands for the coming tick, those that found no room too
	coordinate []int32
	// onChange, if set, is told of every value that changes; onFailure of
	// every command that has no effect, by its place in the tick's submission.
	onChange  func(field, index int)
	onFailure func(arrival int, reason string)
}

// Why a command has no effect.
const (
	reasonStale       = "expired before its tick"
	reasonNotApplied  = "coordinate or field does not exist"
	reasonUnsupported = "the engine does nothing on this command"
	reasonQueueFull   = "the queue is full"
)

// newEngine returns the world before its first tick: every value is zero. The
// world has passed Check.
func newEngine(world *World, fieldCount uint32) *engine {
	e := &engine{world: world, fieldCount: fieldCount, coordinate: make([]int32, world.Space.Dimensions())}
	cells := int(world.Space.Cells())
	for i := range world.Fields {
		e.fields = append(e.fields, newStorage(cells*world.Fields[i].Components))
	}
	return e
}

// take takes a command for the coming tick. Its record may be reused after step
// only.
func (e *engine) take(c command) {
	if len(e.pending) >= e.world.MaxIngressQueue {
		e.receipts.QueueFull++
		e.failed(e.submitted, reasonQueueFull)
		e.submitted++
		return
	}
	c.arrival = e.submitted
	e.submitted++
	e.pending = append(e.pending, c)
}

// step plays one tick with the commands that were submitted.
func (e *engine) step() {
	e.tick++
	e.clearPerTick()
	slices.SortFunc(e.pending, func(a, b command) int {
		if a.priority != b.priority {
			return cmp.Compare(a.priority, b.priority)
		}
		if a.source != b.source {
			return cmp.Compare(a.source, b.source)
		}
		if a.sequence != b.sequence {
			return cmp.Compare(a.sequence, b.sequence)
		}
		return cmp.Compare(a.arrival, b.arrival)
	})
	for i := range e.pending {
		e.play(&e.pending[i])
	}
	e.pending, e.submitted = e.pending[:0], 0
}

func (e *engine) failed(arrival int, reason string) {
	if e.onFailure != nil {
		e.onFailure(arrival, reason)
	}
}

func (e *engine) play(c *command) {
	switch {
	case c.expires < e.tick:
		e.receipts.Stale++
		e.failed(c.arrival, reasonStale)
	case c.tag != tagSetField:
		e.receipts.Unsupported++
		e.failed(c.arrival, reasonUnsupported)
	case e.setField(c):
		e.receipts.Applied++
	default:
		e.receipts.NotApplied++
		e.failed(c.arrival, reasonNotApplied)
	}
}

// setField stores the value of a SetField, unless its coordinate or field is
// not there. The engine indexes a field's storage by rank even where a cell
// has several components (docs/formats/murk.md#engine).
func (e *engine) setField(c *command) bool {
	if len(c.coordinate) != 4*len(e.coordinate) || uint64(c.field) >= uint64(len(e.fields)) {
		return false
	}
	for i := range e.coordinate {
		e.coordinate[i] = int32(binary.LittleEndian.Uint32(c.coordinate[4*i:]))
	}
	rank, ok := e.world.Space.Rank(e.coordinate)
	field := int(c.field)
	mutability := e.world.Fields[field].Mutability
	if !ok || mutability == Static || rank >= uint64(len(e.fields[field].values)) {
		return false
	}
	e.store(field, int(rank), c.value)
	if mutability == PerTick {
		e.fields[field].written = append(e.fields[field].written, int(rank))
	}
	return true
}

func (e *engine) store(field, index int, value uint32) {
	if e.fields[field].set(index, value) && e.onChange != nil {
		e.onChange(field, index)
	}
}

// clearPerTick puts the fields that last one tick back to zeros.
func (e *engine) clearPerTick() {
	for i := range e.fields {
		field := &e.fields[i]
		for _, index := range field.written {
			e.store(i, index, 0)
		}
		field.written = field.written[:0]
	}
}

// hash returns the snapshot hash of the world as it is
// (docs/formats/murk.md#hashes). A field that the replay counts and the world
// lacks folds its index alone.
func (e *engine) hash() uint64 {
	hash := fnvOffset
	for i := range e.fieldCount {
		hash = foldUint32(hash, i)
		if uint64(i) < uint64(len(e.fields)) {
			hash = e.fields[i].fold(hash)
		}
	}
	return hash
}
