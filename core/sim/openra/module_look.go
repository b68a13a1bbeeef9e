package openra

import "slices"

// lastLook is what the kernel was last told of an actor, so that it is told
// again only of what changed (docs/adr/0047).
type lastLook struct {
	known   bool
	stopped bool  // all its timers were at zero
	busy    int32 // how many activities it had
	place   actorPlace
	figures actorFigures

	sight            sightSource
	rally, rallyPath []Cell
	dockReserved     []uint32
	passengers       []uint32
	faction          string
	shooting         bool // it had shots to let go
	listed           int  // how much is in the lists

	resting   []byte   // what codedResting writes; empty if it must be written anew
	restNoted bool     // what codedResting writes is what was noted last
	noted     []uint64 // versions of the activities that were noted last, by their places
}

// changed reports whether anything that is recorded of an actor differs from
// the last look, and keeps it: rest is what AppendEntity writes, motion what
// AppendMotion does.
func (last *lastLook) changed(a *Actor, tick int32) (rest, motion bool) {
	moved := !last.known || !last.samePlace(a)
	if moved {
		last.place = a.actorPlace
		last.sight.sightFigures = a.sight.sightFigures
		last.sight.cells = append(last.sight.cells[:0], a.sight.cells...)
	}
	var scan, timed bool
	if stopped := a.actorTimers == (actorTimers{}); !stopped || !last.stopped {
		scan, timed = a.noteTimers(tick)
		last.stopped = stopped
	}
	other := !last.known || last.figures != a.actorFigures || !last.sameLists(a)
	if other {
		last.figures = a.actorFigures
		last.rally = append(last.rally[:0], a.rally...)
		last.rallyPath = append(last.rallyPath[:0], a.rallyPath...)
		last.dockReserved = append(last.dockReserved[:0], a.dockReserved...)
		last.passengers = append(last.passengers[:0], a.passengers...)
		last.shooting = len(a.shots) > 0
		last.listed = a.listed()
		last.faction = a.faction
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

func (last *lastLook) samePlace(a *Actor) bool {
	return last.place == a.actorPlace && last.sight.sightFigures == a.sight.sightFigures && slices.Equal(last.sight.cells, a.sight.cells)
}

// sameLists compares the lists; queues, which buildings of releases have, and
// pending shots are never the same.
func (last *lastLook) sameLists(a *Actor) bool {
	if last.listed == 0 && a.listed() == 0 && last.faction == a.faction {
		return true
	}
	return len(a.queues) == 0 && len(a.shots) == 0 && !last.shooting && last.faction == a.faction && slices.Equal(last.rally, a.rally) && slices.Equal(last.rallyPath, a.rallyPath) &&
		slices.Equal(last.dockReserved, a.dockReserved) && slices.Equal(last.passengers, a.passengers)
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
