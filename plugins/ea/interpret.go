// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"convertd/core/ir"
	"convertd/plugins/ea/internal/names"
)

// interpret fills b.order from the arguments by the plan of the command and
// reports whether its fields then say all that the arguments say.
func (b *body) interpret(c *command, m *meaning) (whole bool) {
	switch m.plan {
	case planRaw, planPrivate:
		return false
	case planSelect:
		return b.selectObjects(c)
	case planDeselect:
		return b.deselect(c)
	case planRemove:
		return b.deselectObjects(c)
	case planSelectAll:
		return b.selectAll(c)
	case planGroupCreate, planGroupSelect, planGroupAdd, planGroupAppend, planGroupRemove:
		return b.controlGroup(c, m)
	case planActors:
		return b.act(c)
	case planLocation:
		return b.actAtLocation(c, m)
	case planObject:
		return b.actOnObject(c, 0)
	case planLastObject:
		return b.actOnObject(c, len(b.args.objects)-1)
	case planGuardObject:
		return b.guardObject(c)
	case planRally:
		return b.rally()
	case planPower:
		return b.power(b.args.objects)
	case planPowerAtLocation:
		return b.powerAtLocation()
	case planPowerAtObject:
		return b.powerAtObject()
	case planProduce:
		return b.produce(c)
	case planCancelProduction:
		return b.cancelProduction(c)
	case planStructure:
		return b.structure(c, 0, 1)
	case planCancelStructure:
		return b.structure(c, 1, 0)
	case planPlace:
		return b.placeStructure(c)
	case planUpgrade:
		return b.upgrade(c)
	case planScience:
		return b.science()
	case planNumber:
		b.order.Subjects = b.selection(c.native).subjects()
		return b.firstNumber()
	case planPlayerNumber, planEnd:
		b.ended = b.ended || m.plan == planEnd
		return b.firstNumber()
	case planBeaconText:
		return b.beaconText()
	case planCamera:
		return b.viewpoint()
	case planSelfDestruct:
		return b.selfDestruct(c)
	case planDestroyed:
		return b.destroyed(c)
	case planChecksum:
		b.firstNumber()
		return false
	}
	return false
}

// actors are the listed objects, or the sender's selection if none is listed.
func (b *body) actors(c *command, listed []uint32) []uint32 {
	if len(listed) > 0 {
		return nonZero(listed)
	}
	return b.selection(c.native).subjects()
}

// firstNumber keeps the first integer as Data and reports whether it was all.
func (b *body) firstNumber() (whole bool) {
	if b.args.integers > 0 {
		b.data(b.args.integer[0])
	}
	return b.args.total == b.args.integers && b.args.integers <= 1
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
