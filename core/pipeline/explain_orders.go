// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/ir"
	"convertd/core/sim/openra"
	"convertd/core/translate"
)

// recordedFrame is what is recorded of a net frame that begins in a tick, with
// the ids of the recorded game as they are. The orders stay in the feed.
func (f *feed) recordedFrame(tick, frame uint64) openra.RecordedFrame {
	var recorded openra.RecordedFrame
	for i := range f.held {
		o := f.at(i)
		if o.Tick > tick {
			break
		}
		if _, game := translate.TagOf(o.Kind); game && o.Kind != ir.KindChat {
			recorded.Orders = append(recorded.Orders, openraOrder(o))
		}
	}
	if sample, ok := f.hash(frame); ok {
		recorded.Hash, recorded.Hashed = int32(uint32(sample.Value)), true
	}
	return recorded
}

// openraOrder is an order as the engine had it.
func openraOrder(o *ir.Order) openra.Order {
	native := openra.Order{
		Name: o.NativeName, Client: o.Client, Queued: o.Present.Has(ir.PresentQueued), Text: o.Item, Extra: o.Data,
	}
	if native.Text == "" {
		native.Text = o.Text
	}
	if len(o.Subjects) > 0 {
		native.Subject, native.HasSubject = o.Subjects[0], true
	}
	if len(o.Subjects) > 1 {
		native.Grouped = append(native.Grouped, o.Subjects...)
	}
	switch t := &o.Target; t.Kind {
	case ir.TargetPosition:
		native.Target, native.Position = openra.TargetPosition, openra.Pos{X: t.X, Y: t.Y, Z: t.Z}
	case ir.TargetCell:
		native.Target, native.Cell = openra.TargetCell, openra.Cell{X: t.X, Y: t.Y}
	case ir.TargetEntity:
		native.Target, native.Actor = openra.TargetActor, t.ID
	case ir.TargetFrozen:
		native.Target, native.Actor = openra.TargetFrozen, t.ID
	case ir.TargetNone, ir.TargetInvalid:
	}
	if o.Target2.Kind == ir.TargetCell {
		native.ExtraCells = []openra.Cell{{X: o.Target2.X, Y: o.Target2.Y}}
	}
	return native
}
