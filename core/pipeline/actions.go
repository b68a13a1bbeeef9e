// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/actions"
	"convertd/core/ir"
)

// endActions ends the counting for those whose game the trailer says was over, and
// when. index finds the player of the header in the meter.
func endActions(meter *actions.Meter, header *ir.Header, trailer *ir.Trailer, index func(player int32) int) {
	for i := range trailer.Outcomes {
		o := &trailer.Outcomes[i]
		if o.Frame > 0 && !o.Hint && over(o.Outcome) {
			meter.End(index(o.Player), o.Frame*uint64(header.TicksPerFrame))
		}
	}
}

// over reports whether an outcome ends the game for one player while it may go on for
// the others.
func over(outcome ir.Outcome) bool {
	switch outcome {
	case ir.OutcomeLost, ir.OutcomeResigned, ir.OutcomeDisconnected:
		return true
	default:
		return false
	}
}
