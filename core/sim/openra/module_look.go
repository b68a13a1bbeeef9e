// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "slices"

// lastLook is what the kernel was last told of an actor, so that it is told
// again only of what changed (docs/adr/0047).
type lastLook struct {
	known   bool
	stopped bool   // all its seldom timers were at zero
	busy    int32  // how many activities it had
	place   digest // where it was, and what it saw from; 0 if it was on its way
	figures digest

	faction string
	listed  int          // how much was in the lists
	lists   *lookedLists // nil if there never was anything in them

	resting   []byte   // what codedResting writes; empty if it must be written anew
	restNoted bool     // what codedResting writes is what was noted last
	noted     []uint64 // versions of the activities that were noted last, by their places
}

// lookedLists are the lists of an actor.
type lookedLists struct {
	rally, rallyPath         []Cell
	dockReserved, passengers []uint32
	shooting                 bool // it had shots to let go
}

// changed reports whether anything that is recorded of an actor differs from
// the last look, and keeps it: rest is what AppendEntity writes, motion what
// AppendMotion does.
func (last *lastLook) changed(a *Actor, tick int32) (rest, motion bool) {
	moved := last.moved(a)
	stopped := a.seldomTimers == (seldomTimers{})
	scan, timed := a.noteTimers(tick, !stopped || !last.stopped)
	last.stopped = stopped
	figures := digestOf(&a.actorFigures)
	other := !last.known || last.figures != figures || !last.sameLists(a)
	if other {
		last.figures = figures
		last.keepLists(a)
	}
	if other || timed {
		last.resting, last.restNoted = last.resting[:0], false
	}
	look := activityLook{actor: a.ID, anew: !last.known}
	look.over(a.activity, 0)
	if look.seen != last.busy {
		last.busy, look.rest, look.progress = look.seen, true, true
	}
	last.known = true
	return other || timed || look.rest, moved || scan || look.progress
}

// moved reports whether an actor is elsewhere, or sees from elsewhere. Of one that is
// on its way that is known without looking.
func (last *lastLook) moved(a *Actor) bool {
	if a.movement != 0 {
		last.place = 0
		return true
	}
	place := digestOf(&a.actorPlace).with(digestOf(&a.sight.SightFigures)).withCells(a.sight.Cells)
	if last.known && last.place == place {
		return false
	}
	last.place = place
	return true
}

// sameLists compares the lists; queues, which buildings of releases have, and
// pending shots are never the same.
func (last *lastLook) sameLists(a *Actor) bool {
	if last.listed == 0 && a.listed() == 0 && last.faction == a.faction {
		return true
	}
	if last.lists == nil || len(a.queues) > 0 || len(a.shots) > 0 || last.lists.shooting || last.faction != a.faction {
		return false
	}
	l := last.lists
	return slices.Equal(l.rally, a.rally) && slices.Equal(l.rallyPath, a.rallyPath) &&
		slices.Equal(l.dockReserved, a.dockReserved) && slices.Equal(l.passengers, a.passengers)
}

func (last *lastLook) keepLists(a *Actor) {
	last.faction, last.listed = a.faction, a.listed()
	if last.lists == nil {
		if last.listed == 0 {
			return
		}
		last.lists = &lookedLists{}
	}
	l := last.lists
	l.rally = append(l.rally[:0], a.rally...)
	l.rallyPath = append(l.rallyPath[:0], a.rallyPath...)
	l.dockReserved = append(l.dockReserved[:0], a.dockReserved...)
	l.passengers = append(l.passengers[:0], a.passengers...)
	l.shooting = len(a.shots) > 0
}

// listed is how much is in an actor's lists, of most nothing.
func (a *Actor) listed() int {
	return len(a.queues) + len(a.shots) + len(a.rally) + len(a.rallyPath) + len(a.dockReserved) + len(a.passengers)
}

// appendResting appends what codedResting writes of the actor that was looked
// at, from the record if there is one.
func (last *lastLook) appendResting(c *coder, a *Actor) {
	if len(last.resting) > 0 {
		c.data = append(c.data, last.resting...)
		return
	}
	start := len(c.data)
	a.codedResting(c)
	if last.known {
		last.resting = append(last.resting, c.data[start:]...)
	}
}
