// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"

	"convertd/core/sim/openra/internal/wpos"
)

// notes implements sim.Notes. Noted are the figures of motion, and those of actors
// and activities that changed; how far activities have got, and actors with lists,
// are noted as they are written. All of it is written in the order in which it was
// noted, and kept short: some hundred units move in a tick, and notes that leave the
// processor's cache before they are written cost more than they save.
type notes struct {
	module  *Module
	motions []notedMotion
	rests   []notedRest
	actors  []notedActor
	steps   []notedStep
	changed []notedActivity
	cells   []wpos.Cell
	worlds  []notedWorld
	randoms []notedRandom
	pieces  []notedPiece
	data    []byte

	// Which of them is written next.
	motion, rest, figures, step, change, cell, world, random, piece, byte int

	coder    codec.Coder
	actor    state.Actor
	activity state.Activity
}

// notedMotion is what AppendMotion writes of an actor.
type notedMotion struct {
	place    state.ActorPlace
	sight    info.SightFigures
	nextScan int32
	cells    int32 // how many it saw from, the next of the notes
	progress int32 // how many bytes of data
}

// notedRest is what AppendEntity writes.
type notedRest struct {
	slot       uint16
	form       restForm
	resting    int32 // how many bytes of data, if it is encoded
	activities int32
}

// restForm says how what CodedResting writes was noted.
type restForm uint8

const (
	restAsBefore restForm = iota // it is what was noted last of the slot
	restFigures                  // the next of the actors
	restEncoded
)

// notedActor is an actor without lists.
type notedActor struct {
	figures state.ActorFigures
	due     state.ActorTimers
	faction string
}

// notedStep is an activity, in the order of ActivityLook.over. It is the same if it
// is what was noted last in this place of the actor, unchanged.
type notedStep struct {
	depth uint8
	same  bool
}

// notedActivity is one that is not the same.
type notedActivity struct {
	figures state.ActivityFigures
	path    int32 // how many cells
}

// writtenEntity is what was last written of an actor and of each of its activities.
// It belongs to whoever writes notes.
type writtenEntity struct {
	resting    []byte
	activities [][]byte
}

var _ sim.NoteTaker = (*Module)(nil)

// NewNotes implements sim.NoteTaker.
func (m *Module) NewNotes() sim.Notes { return &notes{module: m} }

// NoteMotion implements sim.Notes.
func (n *notes) NoteMotion(tag order.UnitTag) {
	a := n.module.actorOf(tag)
	n.cells = append(n.cells, a.Sight.Cells...)
	before := len(n.data)
	n.data = state.AppendProgress(n.data, a.Activity)
	n.motions = append(n.motions, notedMotion{
		place: a.ActorPlace, sight: a.Sight.SightFigures, nextScan: a.Due.NextScan,
		cells: int32(len(a.Sight.Cells)), progress: int32(len(n.data) - before),
	})
}

// NoteEntity implements sim.Notes.
func (n *notes) NoteEntity(tag order.UnitTag) {
	a, last := n.module.actorOf(tag), n.module.lookAt(tag)
	noted := notedRest{slot: tag.Index}
	switch {
	case last.restNoted:
	case a.Listed() == 0:
		noted.form = restFigures
		n.actors = append(n.actors, notedActor{figures: a.ActorFigures, due: a.Due, faction: a.Faction})
	default:
		n.coder = n.module.world.Coder(n.data)
		last.appendResting(&n.coder, a)
		noted.form, noted.resting = restEncoded, int32(len(n.coder.Data)-len(n.data))
		n.data = n.coder.Data
	}
	last.restNoted = last.known
	before := len(n.steps)
	n.noteActivities(a.Activity, 0, before, last)
	noted.activities = int32(len(n.steps) - before)
	n.rests = append(n.rests, noted)
}

// noteActivities notes an activity with all inside and after it; first is the
// number of the actor's first step.
func (n *notes) noteActivities(act *state.Activity, depth uint8, first int, last *lastLook) {
	for ; act != nil; act = act.Next {
		nth := len(n.steps) - first
		if nth == len(last.noted) {
			last.noted = append(last.noted, 0)
		}
		same := act.Recorded.Version != 0 && last.noted[nth] == act.Recorded.Version
		n.steps = append(n.steps, notedStep{depth: depth, same: same})
		if !same {
			last.noted[nth] = n.module.versionOf(act)
			n.cells = append(n.cells, act.Path...)
			n.changed = append(n.changed, notedActivity{figures: act.ActivityFigures, path: int32(len(act.Path))})
		}
		n.noteActivities(act.Child, depth+1, first, last)
	}
}

// versionOf numbers what an activity is at present.
func (m *Module) versionOf(act *state.Activity) uint64 {
	if act.Recorded.Version == 0 {
		m.versions++
		act.Recorded.Version = m.versions
	}
	return act.Recorded.Version
}

// WriteMotion implements sim.Notes.
func (n *notes) WriteMotion(to *snapshot.ComponentWriter) {
	noted := &n.motions[n.motion]
	n.motion++
	n.actor.ActorPlace, n.actor.Sight.SightFigures, n.actor.Due.NextScan = noted.place, noted.sight, noted.nextScan
	n.actor.Sight.Cells = n.nextCells(noted.cells)
	n.coder = codec.Coder{Data: to.Start(entityPlace)}
	n.actor.CodedPlace(&n.coder)
	to.Set(entityPlace, n.coder.Data)
	if noted.progress > 0 {
		to.Add(entityProgress, n.nextBytes(noted.progress))
	}
}

func (n *notes) nextCells(count int32) []wpos.Cell {
	first := n.cell
	n.cell += int(count)
	return n.cells[first:n.cell]
}

func (n *notes) nextBytes(count int32) []byte {
	first := n.byte
	n.byte += int(count)
	return n.data[first:n.byte]
}

// WriteEntity implements sim.Notes.
func (n *notes) WriteEntity(to *snapshot.ComponentWriter) {
	noted := &n.rests[n.rest]
	n.rest++
	written := n.module.writtenOf(noted.slot)
	n.writeResting(written, noted)
	to.Add(entityActor, written.resting)
	if noted.activities > 0 {
		to.Set(entityActivity, n.appendActivities(to.Start(entityActivity), &written.activities, noted.activities))
	}
}

// writeResting makes what CodedResting writes of an actor.
func (n *notes) writeResting(written *writtenEntity, noted *notedRest) {
	switch noted.form {
	case restAsBefore:
	case restFigures:
		figures := &n.actors[n.figures]
		n.figures++
		n.actor.ActorFigures, n.actor.Due, n.actor.Faction = figures.figures, figures.due, figures.faction
		n.coder = codec.Coder{Data: written.resting[:0]}
		n.actor.CodedResting(&n.coder)
		written.resting = n.coder.Data
	case restEncoded:
		written.resting = append(written.resting[:0], n.nextBytes(noted.resting)...)
	}
}

// appendActivities appends what CodedActivity writes.
func (n *notes) appendActivities(dst []byte, written *[][]byte, activities int32) []byte {
	depth := -1
	for nth := range int(activities) {
		step := n.steps[n.step]
		n.step++
		if nth == len(*written) {
			*written = append(*written, nil)
		}
		if !step.same {
			(*written)[nth] = n.appendChanged((*written)[nth][:0])
		}
		dst = append(endLists(dst, depth-int(step.depth)+1), 1)
		dst = append(dst, (*written)[nth]...)
		depth = int(step.depth)
	}
	return endLists(dst, depth+2)
}

// appendChanged appends what Activity.coded writes of the next that changed.
func (n *notes) appendChanged(dst []byte) []byte {
	changed := &n.changed[n.change]
	n.change++
	n.activity.ActivityFigures, n.activity.Path = changed.figures, n.nextCells(changed.path)
	n.coder = codec.Coder{Data: dst}
	n.activity.Coded(&n.coder)
	return n.coder.Data
}

// endLists ends as many lists of activities as the step from one to the next
// leaves.
func endLists(dst []byte, lists int) []byte {
	for range lists {
		dst = append(dst, 0)
	}
	return dst
}

// writtenOf is the record of a slot.
func (m *Module) writtenOf(slot uint16) *writtenEntity {
	for len(m.written) <= int(slot) {
		m.written = append(m.written, writtenEntity{})
	}
	return &m.written[slot]
}

// Clear implements sim.Notes.
func (n *notes) Clear() {
	n.motions, n.rests, n.actors, n.steps, n.changed = n.motions[:0], n.rests[:0], n.actors[:0], n.steps[:0], n.changed[:0]
	n.worlds, n.randoms, n.pieces = n.worlds[:0], n.randoms[:0], n.pieces[:0]
	n.cells, n.data = n.cells[:0], n.data[:0]
	n.motion, n.rest, n.figures, n.step, n.change, n.cell, n.byte = 0, 0, 0, 0, 0, 0, 0
	n.world, n.random, n.piece = 0, 0, 0
}
