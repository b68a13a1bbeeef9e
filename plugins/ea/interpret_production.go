// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import "convertd/plugins/ea/internal/names"

// produce: a template and the number it is queued under; the producer is
// listed in later games and selected in earlier ones.
func (b *body) produce(c *command) (whole bool) {
	a := &b.args
	b.order.Subjects = b.actors(c, a.objects)
	if a.integers == 0 {
		return false
	}
	b.unitTemplate()
	if a.integers > 1 {
		b.data(a.integer[min(a.integers, len(a.integer))-1])
	}
	return a.total == 2 && a.integers == 2
}

// cancelProduction: the number of a production alone, or the producer, the
// template and flags.
func (b *body) cancelProduction(c *command) (whole bool) {
	a := &b.args
	b.order.Subjects = b.actors(c, a.objects)
	switch {
	case a.integers == 0:
		return false
	case len(a.objects) == 0 && a.bools == 0:
		return b.firstNumber()
	}
	b.unitTemplate()
	return false
}

// unitTemplate takes the first integer for the template of a unit, unless the
// first of several flags says that it is the number of a button.
func (b *body) unitTemplate() {
	a := &b.args
	if a.bools > 1 && a.flags&1 != 0 {
		b.itemNumber(a.integer[0])
	} else {
		b.item(names.Template, a.integer[0])
	}
	b.count(b.batch())
}

// batch is how many units one production command asks for: five where the
// command's last flag says so (docs/formats/ea.md#messages), else one.
func (b *body) batch() int32 {
	a := &b.args
	const unitsOfBatch = 5
	switch {
	case b.dialect.arguments == &ra3Arguments && a.bools == 1 && a.flags&1 != 0,
		b.dialect.arguments == &cnc3Arguments && a.bools == 2 && a.flags&2 != 0:
		return unitsOfBatch
	}
	return 1
}

// structure: producer, and template and a number in the given places.
func (b *body) structure(c *command, template, number int) (whole bool) {
	a := &b.args
	listed := len(a.objects)
	b.order.Subjects = b.actors(c, a.objects)
	if a.integers != 2 {
		return false
	}
	b.item(names.Template, a.integer[template])
	b.data(a.integer[number])
	return a.total == 3 && listed == 1
}

// placeStructure: template, locations, angles; the producer where it is not
// the selection.
func (b *body) placeStructure(c *command) (whole bool) {
	a, o := &b.args, &b.order
	listed := len(a.objects)
	o.Subjects = b.actors(c, a.objects)
	if a.integers == 0 {
		return false
	}
	b.item(names.Template, a.integer[0])
	b.place(&o.Target, 0)
	b.place(&o.Target2, 1)
	if a.reals > 0 {
		b.data(a.real[0])
	}
	return a.integers == 1 && listed == 0 && a.locations <= 2 && a.reals <= 1 && a.total == 1+a.locations+a.reals
}

// upgrade: the upgrade; producers listed or selected.
func (b *body) upgrade(c *command) (whole bool) {
	a := &b.args
	listed := len(a.objects)
	b.order.Subjects = b.actors(c, a.objects)
	if a.integers == 0 {
		return false
	}
	b.item(names.Upgrade, a.integer[0])
	return a.integers == 1 && a.total == 1+listed
}

// science: the last integer; a player number may stand before it.
func (b *body) science() (whole bool) {
	a := &b.args
	if a.integers == 0 {
		return false
	}
	b.item(names.Science, a.integer[min(a.integers, len(a.integer))-1])
	return a.total == 1
}
