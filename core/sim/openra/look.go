// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"

	"convertd/core/sim/openra/internal/wpos"
)

// lastLook is what the kernel was last told of an actor, so that it is told
// again only of what changed (docs/adr/0047).
type lastLook struct {
	known   bool
	stopped bool         // all its seldom timers were at zero
	busy    int32        // how many activities it had
	place   state.Digest // where it was, and what it saw from; 0 if it was on its way
	figures state.Digest

	faction string
	listed  int          // how much was in the lists
	lists   *lookedLists // nil if there never was anything in them

	resting   []byte   // what CodedResting writes; empty if it must be written anew
	restNoted bool     // what CodedResting writes is what was noted last
	noted     []uint64 // versions of the activities that were noted last, by their places
}

// lookedLists are the lists of an actor.
type lookedLists struct {
	rally, rallyPath         []wpos.Cell
	dockReserved, passengers []uint32
	shooting                 bool // it had shots to let go
}

// changed reports whether anything that is recorded of an actor differs from
// the last look, and keeps it: rest is what AppendEntity writes, motion what
// AppendMotion does.
func (last *lastLook) changed(a *state.Actor, tick int32) (rest, motion bool) {
	moved := last.moved(a)
	stopped := a.SeldomTimers == (state.SeldomTimers{})
	scan, timed := a.NoteTimers(tick, !stopped || !last.stopped)
	last.stopped = stopped
	figures := state.DigestOf(&a.ActorFigures)
	other := !last.known || last.figures != figures || !last.sameLists(a)
	if other {
		last.figures = figures
		last.keepLists(a)
	}
	if other || timed {
		last.resting, last.restNoted = last.resting[:0], false
	}
	look := engine.ActivityLook{Actor: a.ID, Anew: !last.known}
	look.Over(a.Activity, 0)
	if look.Seen != last.busy {
		last.busy, look.Rest, look.Progress = look.Seen, true, true
	}
	last.known = true
	return other || timed || look.Rest, moved || scan || look.Progress
}

// moved reports whether an actor is elsewhere, or sees from elsewhere. Of one that is
// on its way that is known without looking.
func (last *lastLook) moved(a *state.Actor) bool {
	if a.Movement != 0 {
		last.place = 0
		return true
	}
	place := state.DigestOf(&a.ActorPlace).With(state.DigestOf(&a.Sight.SightFigures)).WithCells(a.Sight.Cells)
	if last.known && last.place == place {
		return false
	}
	last.place = place
	return true
}

// sameLists compares the lists; queues, which buildings of releases have, and
// pending shots are never the same.
func (last *lastLook) sameLists(a *state.Actor) bool {
	if last.listed == 0 && a.Listed() == 0 && last.faction == a.Faction {
		return true
	}
	if last.lists == nil || len(a.Queues) > 0 || len(a.Shots) > 0 || last.lists.shooting || last.faction != a.Faction {
		return false
	}
	l := last.lists
	return slices.Equal(l.rally, a.Rally) && slices.Equal(l.rallyPath, a.RallyPath) &&
		slices.Equal(l.dockReserved, a.DockReserved) && slices.Equal(l.passengers, a.Passengers)
}

func (last *lastLook) keepLists(a *state.Actor) {
	last.faction, last.listed = a.Faction, a.Listed()
	if last.lists == nil {
		if last.listed == 0 {
			return
		}
		last.lists = &lookedLists{}
	}
	l := last.lists
	l.rally = append(l.rally[:0], a.Rally...)
	l.rallyPath = append(l.rallyPath[:0], a.RallyPath...)
	l.dockReserved = append(l.dockReserved[:0], a.DockReserved...)
	l.passengers = append(l.passengers[:0], a.Passengers...)
	l.shooting = len(a.Shots) > 0
}

// appendResting appends what CodedResting writes of the actor that was looked
// at, from the record if there is one.
func (last *lastLook) appendResting(c *codec.Coder, a *state.Actor) {
	if len(last.resting) > 0 {
		c.Data = append(c.Data, last.resting...)
		return
	}
	start := len(c.Data)
	a.CodedResting(c)
	if last.known {
		last.resting = append(last.resting, c.Data[start:]...)
	}
}
