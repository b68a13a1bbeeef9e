// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"slices"

	"convertd/core/order"
	"convertd/core/sim"
)

// Tasks are orders of which the rules only say who does them: to gather, to guard, to
// repair. To do one is to go where it is to be done.

// validateTask reports whether it took the order: some type lists it under Does.
func (m *Module) validateTask(o *sim.Accepted, verdict *sim.Verdict) bool {
	tag := o.Order.Order.Game.Tag
	if !m.tasks[tag] {
		return false
	}
	if !m.ready(o.Units, verdict) {
		return true
	}
	target := o.Command.Target
	switch {
	case len(o.Units) == 0:
		verdict.NotModelled("subjects not recorded")
	case !m.anyUnit(o.Units, func(t *Type) bool { return slices.Contains(t.Does, tag) }):
		verdict.Reject(sim.ReasonCustom, "nothing that does it")
	case target.Kind == order.TargetUnit || target.Kind == order.TargetFrozen:
		if u := m.find(target.Unit); u == nil && !m.stranger(target.Unit) {
			verdict.Reject(sim.ReasonInvalidTarget, "target is not there")
		}
	case target.Kind == order.TargetPosition || target.Kind == order.TargetCell:
		if to, _ := m.targetPosition(target); !m.onMap(to.Cell()) {
			verdict.Reject(sim.ReasonInvalidPlacement, "off the map")
		}
	}
	return true
}

// task sends those who do it where it is to be done; where that is not known they stay.
func (m *Module) task(o *sim.Accepted) {
	if _, ok := m.destination(o); ok && m.tasks[o.Order.Order.Game.Tag] {
		m.move(o, moving)
	}
}
