// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"convertd/core/ir"
	"convertd/plugins/ea/internal/names"
)

// act: objects, or none where the selection acts.
func (b *body) act(c *command) (whole bool) {
	a := &b.args
	b.order.Subjects = b.actors(c, a.objects)
	return a.total == len(a.objects)
}

// actAtLocation: a location; a mode for guarding, an angle where units face a
// direction.
func (b *body) actAtLocation(c *command, m *meaning) (whole bool) {
	a, o := &b.args, &b.order
	o.Subjects = b.selection(c.native).subjects()
	b.place(&o.Target, 0)
	switch {
	case a.locations == 0 && len(a.objects) > 0: // Red Alert 3: a beacon on an object
		o.Target = entity(a.objects[0])
		return a.total == 1
	case a.integers == 1 && m.kind == ir.KindGuard:
		b.data(a.integer[0])
		return a.total == a.locations+1 && a.locations == 1
	case a.reals > 0:
		b.data(a.real[0])
	}
	return a.total == 1 && a.locations == 1
}

// actOnObject: the target is the object at an index; a location may say where
// it stood.
func (b *body) actOnObject(c *command, index int) (whole bool) {
	a, o := &b.args, &b.order
	o.Subjects = b.selection(c.native).subjects()
	if index < 0 || index >= len(a.objects) {
		return false
	}
	o.Target = entity(a.objects[index])
	b.place(&o.Target2, 0)
	return len(a.objects) == 1 && a.total == 1+a.locations && a.locations <= 1
}

// guardObject: an object and a mode.
func (b *body) guardObject(c *command) (whole bool) {
	b.actOnObject(c, 0)
	if b.args.integers > 0 {
		b.data(b.args.integer[0])
	}
	return b.args.total == 2 && len(b.args.objects) == 1 && b.args.integers == 1
}

// rally: producers and a location.
func (b *body) rally() (whole bool) {
	a, o := &b.args, &b.order
	listed := len(a.objects)
	o.Subjects = nonZero(a.objects)
	b.place(&o.Target, 0)
	return a.total == 2 && a.locations == 1 && listed == 1
}

// power: number, options, sources. The options of powers have no field, so the
// raw form goes with all three commands.
func (b *body) power(sources []uint32) (whole bool) {
	a := &b.args
	if a.integers > 0 {
		b.item(names.Power, a.integer[0])
	}
	if a.reals > 0 {
		b.data(a.real[0])
	}
	b.order.Subjects = nonZero(sources)
	return false
}

// powerAtLocation: one or two locations; what stands there, then the sources.
func (b *body) powerAtLocation() (whole bool) {
	o, objects := &b.order, b.args.objects
	b.place(&o.Target, 0)
	b.place(&o.Target2, 1)
	if len(objects) > 0 {
		o.Entities = nonZero(objects[:1])
		objects = objects[1:]
	}
	return b.power(objects)
}

// powerAtObject: the target, then the sources; a location in later games.
func (b *body) powerAtObject() (whole bool) {
	o, objects := &b.order, b.args.objects
	if len(objects) > 0 {
		o.Target = entity(objects[0])
		objects = objects[1:]
	}
	b.place(&o.Target2, 0)
	return b.power(objects)
}
