package ea

import (
	"convertd/core/ir"
	"convertd/plugins/ea/internal/names"
)

// Values of Order.Data for selections: the two flags of the command, and a
// mark for the command that selects everything.
const (
	selectReplaces   = 1 << 0 // first flag: a new selection, else added to it
	selectSecondFlag = 1 << 1 // second flag, meaning unknown
	selectAll        = 1 << 2 // every unit of the player: which, the file does not say
)

// interpret fills b.order from the arguments by the plan of the command and
// reports whether its fields then say all that the arguments say.
func (b *body) interpret(c *command, m *meaning) (whole bool) {
	switch m.plan {
	case planSelect, planDeselect, planRemove, planSelectAll,
		planGroupCreate, planGroupSelect, planGroupAdd, planGroupAppend, planGroupRemove:
		return b.interpretSelection(c, m)
	case planLocation, planObject, planLastObject, planGuardObject, planActors, planRally:
		return b.interpretTarget(c, m)
	case planPower, planPowerAtLocation, planPowerAtObject:
		b.interpretPower(m)
	case planProduce, planCancelProduction, planStructure, planCancelStructure, planPlace, planUpgrade, planScience:
		return b.interpretProduction(c, m)
	case planNumber, planPlayerNumber, planBeaconText, planCamera, planSelfDestruct, planDestroyed,
		planChecksum, planEnd:
		return b.interpretPlayer(c, m)
	case planRaw, planPrivate:
	}
	return false
}

// interpretSelection follows selections and control groups.
func (b *body) interpretSelection(c *command, m *meaning) (whole bool) {
	a, o, s := &b.args, &b.order, b.selection(c.native)
	number, numbered := int(m.number), true
	if a.integers > 0 { // Red Alert 3: the number is an argument
		numbered = a.integer[0] < groupCount
		number = int(a.integer[0] % groupCount)
	}
	switch m.plan {
	case planSelect:
		o.Subjects = a.objects
		b.data(a.flags & (selectReplaces | selectSecondFlag))
		if a.flags&selectReplaces != 0 {
			s.replace(a.objects)
		} else {
			s.extend(a.objects)
		}
		return a.total == a.bools+len(a.objects) && a.bools <= 2
	case planDeselect:
		s.clear()
		b.data(a.flags & 1)
		return a.total == a.bools && a.bools <= 1
	case planRemove:
		o.Subjects = a.objects
		s.drop(a.objects)
		return a.total == len(a.objects)
	case planSelectAll:
		s.forget()
		b.data(selectReplaces | selectAll)
		return a.total == 0
	}
	if !numbered {
		return false
	}
	b.count(int32(number))
	switch m.plan {
	case planGroupCreate:
		s.assign(number, a.objects)
		o.Subjects = a.objects
	case planGroupAppend:
		s.appendTo(number, a.objects)
		o.Subjects = a.objects
	case planGroupRemove:
		s.removeFrom(number, a.objects)
		o.Subjects = a.objects
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

// interpretTarget fills orders of the selection with a place or an entity.
func (b *body) interpretTarget(c *command, m *meaning) (whole bool) {
	a, o := &b.args, &b.order
	switch m.plan {
	case planActors:
		o.Subjects = b.actors(c, a.objects)
		return a.total == len(a.objects)
	case planRally:
		o.Subjects = nonZero(a.objects)
		b.place(&o.Target, 0)
		return a.total == 1+a.locations && a.locations == 1 && len(a.objects) == 1
	case planLocation:
		o.Subjects = b.selection(c.native).subjects()
		b.place(&o.Target, 0)
		if a.locations == 0 && len(a.objects) > 0 { // Red Alert 3: a beacon on an object
			o.Target = entity(a.objects[0])
			return a.total == 1
		}
		if a.integers == 1 && m.kind == ir.KindGuard {
			b.data(a.integer[0])
			return a.total == a.locations+1 && a.locations == 1
		}
		if a.reals > 0 { // the angle units face
			b.data(a.real[0])
		}
		return a.total == 1 && a.locations == 1
	}
	o.Subjects = b.selection(c.native).subjects()
	if len(a.objects) == 0 {
		return false
	}
	target := 0
	if m.plan == planLastObject { // an object that is ignored may stand in front
		target = len(a.objects) - 1
	}
	o.Target = entity(a.objects[target])
	b.place(&o.Target2, 0)
	if m.plan == planGuardObject && a.integers > 0 {
		b.data(a.integer[0])
		return a.total == 2
	}
	return len(a.objects) == 1 && a.total == 1+a.locations && a.locations <= 1
}

// interpretPower fills special powers: number, options, sources, and a place
// or an entity. Their options have no field, so the raw form always goes with
// them.
func (b *body) interpretPower(m *meaning) {
	a, o := &b.args, &b.order
	if a.integers > 0 {
		b.item(names.Power, a.integer[0])
	}
	sources := a.objects
	switch {
	case m.plan == planPowerAtObject && len(sources) > 0:
		o.Target = entity(sources[0])
		b.place(&o.Target2, 0)
		sources = sources[1:]
	case m.plan == planPowerAtLocation:
		b.place(&o.Target, 0)
		b.place(&o.Target2, 1)
		if len(sources) > 0 {
			o.Entities = nonZero(sources[:1]) // what stands at the place
			sources = sources[1:]
		}
	}
	o.Subjects = nonZero(sources)
	if a.reals > 0 {
		b.data(a.real[0])
	}
}

// interpretProduction fills production, construction, upgrades and sciences.
func (b *body) interpretProduction(c *command, m *meaning) (whole bool) {
	a, o := &b.args, &b.order
	if m.plan != planScience {
		o.Subjects = b.actors(c, a.objects)
	}
	if a.integers == 0 {
		return false
	}
	switch m.plan {
	case planProduce:
		// A first flag says that the number is one of a button, not of a template.
		if byButton := a.bools > 1 && a.flags&1 != 0; byButton {
			b.itemNumber(a.integer[0])
		} else {
			b.item(names.Template, a.integer[0])
		}
		b.count(b.batch())
		if a.integers > 1 { // the number it is queued under
			b.data(a.integer[min(a.integers, len(a.integer))-1])
		}
		return a.total == 2 && a.integers == 2
	case planCancelProduction:
		if len(a.objects) == 0 && a.bools == 0 {
			b.data(a.integer[0]) // the number the production was queued under
			return a.total == 1
		}
		if byButton := a.bools > 1 && a.flags&1 != 0; byButton {
			b.itemNumber(a.integer[0])
		} else {
			b.item(names.Template, a.integer[0])
		}
		b.count(b.batch())
	case planStructure:
		b.item(names.Template, a.integer[0])
		if a.integers > 1 {
			b.data(a.integer[1])
		}
		return a.total == 3 && a.integers == 2 && len(a.objects) == 1
	case planCancelStructure:
		if a.integers != 2 {
			return false
		}
		b.data(a.integer[0])
		b.item(names.Template, a.integer[1])
		return a.total == 3 && len(a.objects) == 1
	case planPlace:
		b.item(names.Template, a.integer[0])
		b.place(&o.Target, 0)
		b.place(&o.Target2, 1)
		if a.reals > 0 {
			b.data(a.real[0])
		}
		return a.integers == 1 && len(a.objects) == 0 && a.locations <= 2 && a.reals <= 1 &&
			a.total == 1+a.locations+a.reals
	case planUpgrade:
		b.item(names.Upgrade, a.integer[0])
		return a.integers == 1 && a.total == 1+len(a.objects)
	case planScience:
		science := a.integer[min(a.integers, len(a.integer))-1]
		b.item(names.Science, science)
		return a.total == 1
	}
	return false
}

// batch is how many units one production command asks for: five where the
// command's last flag says so (ea.md §4), else one.
func (b *body) batch() int32 {
	a := &b.args
	const unitsOfBatch = 5
	switch {
	case b.dialect.game == redAlert3.game && a.bools == 1 && a.flags&1 != 0,
		b.dialect.arguments == &cnc3Arguments && a.bools == 2 && a.flags&2 != 0:
		return unitsOfBatch
	}
	return 1
}

// actors are the listed objects, or the sender's selection if none is listed.
func (b *body) actors(c *command, listed []uint32) []uint32 {
	if len(listed) > 0 {
		return nonZero(listed)
	}
	return b.selection(c.native).subjects()
}

func (b *body) data(value uint32) {
	b.order.Data = value
	b.order.Present |= ir.PresentData
}

func (b *body) count(n int32) {
	b.order.Count = n
	b.order.Present |= ir.PresentCount
}

func (b *body) itemNumber(id uint32) {
	b.order.ItemID = id
	b.order.Present |= ir.PresentItemID
}

func (b *body) item(class names.Class, id uint32) {
	b.itemNumber(id)
	b.order.Item = b.assets.Name(class, id)
}

// place sets a target to the location at an index, if there is one.
func (b *body) place(target *ir.Target, index int) {
	if index < b.args.locations && index < len(b.args.location) {
		at := &b.args.location[index]
		*target = ir.Target{Kind: ir.TargetPosition, X: at[0], Y: at[1], Z: at[2]}
	}
}

func entity(id uint32) ir.Target {
	return ir.Target{Kind: ir.TargetEntity, ID: id}
}

// nonZero moves ids that name an object to the front and returns them: zero
// stands for "none" in places that an object could take.
func nonZero(ids []uint32) []uint32 {
	kept := ids[:0]
	for _, id := range ids {
		if id != 0 {
			kept = append(kept, id)
		}
	}
	return kept
}
