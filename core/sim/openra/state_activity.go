package openra

import "slices"

// maxActivityDepth bounds how deep activities may nest in a file; in play a
// handful are inside each other.
const maxActivityDepth = 64

// codedActivity codes an activity with all inside and after it.
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
		(*v).codedAgain(c)
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

// activityRecord is what coded wrote of an activity, and of what.
type activityRecord struct {
	figures activityFigures
	path    []Cell
	data    []byte
}

// codedAgain codes an activity, what rests from the record if nothing changed.
func (act *Activity) codedAgain(c *coder) {
	if c.reading {
		act.coded(c)
		act.codedProgress(c)
		return
	}
	r := &act.recorded
	if len(r.data) > 0 && r.figures == act.activityFigures && slices.Equal(r.path, act.path) {
		c.data = append(c.data, r.data...)
	} else {
		start := len(c.data)
		act.coded(c)
		r.figures, r.path, r.data = act.activityFigures, append(r.path[:0], act.path...), append(r.data[:0], c.data[start:]...)
	}
	act.codedProgress(c)
}
