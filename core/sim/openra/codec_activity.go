// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// maxActivityDepth bounds how deep activities may nest in a file; in play a
// handful are inside each other.
const maxActivityDepth = 64

// codedActivity codes an activity with all inside and after it, but for how far
// they have got, which codedProgress does.
func codedActivity(c *coder, v **Activity, depth int) {
	for present := *v != nil; ; present = *v != nil {
		c.bool(&present)
		if !present || c.err != nil {
			return
		}
		if depth > maxActivityDepth {
			c.fail()
			return
		}
		if c.reading {
			*v = &Activity{}
		}
		(*v).coded(c)
		codedActivity(c, &(*v).child, depth+1)
		v = &(*v).next
	}
}

// coded codes what of an activity rests between its steps; codedProgress the
// rest of it.
func (act *Activity) coded(c *coder) {
	c.u8((*uint8)(&act.kind))
	c.u8((*uint8)(&act.state))
	c.u8((*uint8)(&act.purpose))
	c.u32s(&act.host, &act.aim)
	c.ints(
		&act.target.X, &act.target.Y, &act.nearEnough, &act.carry, &act.partTick, &act.startTick,
		&act.from.X, &act.from.Y, &act.from.Z, &act.to.X, &act.to.Y, &act.to.Z,
		&act.fromFacing, &act.toFacing, &act.distance,
	)
	c.ints(
		&act.arcCenter.X, &act.arcCenter.Y, &act.arcCenter.Z, &act.arcFrom[0], &act.arcFrom[1], &act.arcTo[0], &act.arcTo[1],
		&act.phase, &act.last.X, &act.last.Y, &act.cooldown.ticks, &act.facing, &act.low, &act.high,
	)
	c.bools(
		&act.uninterruptible, &act.ownsChildren, &act.finishing, &act.hasTarget, &act.evaluate, &act.parentPath,
		&act.arrived, &act.noPath, &act.waited, &act.arc, &act.hasLast, &act.cooldown.moving, &act.cooldown.running,
		&act.recalculate, &act.flag[0], &act.flag[1], &act.flag[2], &act.flag[3],
	)
	c.cells(&act.path)
}

func (act *Activity) codedProgress(c *coder) {
	c.i32(&act.progress)
	c.i32(&act.waitLeft)
}

// codedProgress codes how far an activity has got, with all inside and after it,
// in the order of codedActivity.
func codedProgress(c *coder, act *Activity) {
	if !c.reading {
		c.data = appendProgress(c.data, act)
		return
	}
	for ; act != nil; act = act.next {
		act.codedProgress(c)
		codedProgress(c, act.child)
	}
}

// appendProgress appends what codedProgress writes.
func appendProgress(data []byte, act *Activity) []byte {
	for ; act != nil; act = act.next {
		data = appendUvarint(appendUvarint(data, zigzag(act.progress)), zigzag(act.waitLeft))
		if act.child != nil {
			data = appendProgress(data, act.child)
		}
	}
	return data
}

// activityRecord is what was recorded of an activity, and of what.
type activityRecord struct {
	place    activityPlace
	cells    int32 // of the path
	progress activityProgress
	digest   digest
	version  uint64 // number of what coded writes, 0 if it has none yet
	// rerouted says that a path was found since: without it nothing of that of a
	// move differs but how far it was gone.
	rerouted bool
}

// activityPlace is which of whose activities one is: the how manieth, from 1 on,
// and in how many others. With these of all of them it is known which are inside
// and which after which.
type activityPlace struct {
	actor uint32
	nth   int32
	depth int32
}

// activityLook goes over the activities of an actor and finds what of them differs
// from the last look.
type activityLook struct {
	actor    uint32
	seen     int32
	anew     bool // there was no last look
	rest     bool // what codedActivity writes
	progress bool // what codedProgress writes
}

func (look *activityLook) over(act *Activity, depth int32) {
	for ; act != nil; act = act.next {
		look.seen++
		r := &act.recorded
		if place := (activityPlace{look.actor, look.seen, depth}); r.place != place {
			r.place, look.rest, look.progress = place, true, true
		}
		if d := act.digest(); look.anew || r.digest != d || r.cells != int32(len(act.path)) || act.kind == actMove && r.rerouted {
			r.digest, r.cells, r.version, look.rest = d, int32(len(act.path)), 0, true
		}
		if r.progress != act.activityProgress {
			r.progress, look.progress = act.activityProgress, true
		}
		r.rerouted = false
		if act.child != nil {
			look.over(act.child, depth+1)
		}
	}
}

// digest digests figures and path. That of a move is long and looked at in each net
// frame, and left out: one that was found anew counts as another, and as long as it
// is not it differs if its length does.
func (act *Activity) digest() digest {
	d := digestOf(&act.activityFigures)
	if act.kind == actMove || len(act.path) == 0 {
		return d
	}
	return d.withCells(act.path)
}
