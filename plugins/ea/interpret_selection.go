// SPDX-License-Identifier: GPL-3.0-or-later

package ea

// Values of Order.Data for selections: the two flags of the command, and a
// mark for the command that selects everything.
const (
	selectReplaces   = 1 << 0 // first flag: a new selection, else added to it
	selectSecondFlag = 1 << 1 // second flag, meaning unknown
	selectAllUnits   = 1 << 2 // every unit of the player: which, the file does not say
)

// selectObjects: one or two bools, objects.
func (b *body) selectObjects(c *command) (whole bool) {
	a, s := &b.args, b.selection(c.native)
	b.order.Subjects = a.objects
	b.data(a.flags & (selectReplaces | selectSecondFlag))
	if a.flags&selectReplaces != 0 {
		s.replace(a.objects)
	} else {
		s.extend(a.objects)
	}
	return a.total == a.bools+len(a.objects) && a.bools <= 2
}

// deselect: a bool.
func (b *body) deselect(c *command) (whole bool) {
	a := &b.args
	b.selection(c.native).clear()
	b.data(a.flags & 1)
	return a.total == a.bools && a.bools <= 1
}

// deselectObjects: objects.
func (b *body) deselectObjects(c *command) (whole bool) {
	a := &b.args
	b.order.Subjects = a.objects
	b.selection(c.native).drop(a.objects)
	return a.total == len(a.objects)
}

// selectAll: no arguments.
func (b *body) selectAll(c *command) (whole bool) {
	b.selection(c.native).forget()
	b.data(selectReplaces | selectAllUnits)
	return b.args.total == 0
}

// controlGroup: objects for those that change a group. The number of the group
// is part of the id, in Red Alert 3 the first argument.
func (b *body) controlGroup(c *command, m *meaning) (whole bool) {
	a, o, s := &b.args, &b.order, b.selection(c.native)
	number := int(m.number)
	if a.integers > 0 {
		if a.integer[0] >= groupCount {
			return false
		}
		number = int(a.integer[0])
	}
	b.count(int32(number))
	o.Subjects = a.objects
	switch m.plan { //nolint:exhaustive // only plans of groups come here
	case planGroupCreate:
		s.assign(number, a.objects)
	case planGroupAppend:
		s.appendTo(number, a.objects)
	case planGroupRemove:
		s.removeFrom(number, a.objects)
		return false // no canonical kind: keep the raw form
	case planGroupSelect:
		s.recall(number)
		o.Subjects = s.subjects()
		b.data(selectReplaces)
	case planGroupAdd:
		s.join(number)
		o.Subjects = s.subjects()
		b.data(0)
	}
	return a.total == min(a.integers, 1)+len(a.objects)
}
