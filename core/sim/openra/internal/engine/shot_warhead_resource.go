// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Warheads that change what lies on the ground: what a full ore truck was
// carrying is strewn around its wreck, and a nuclear blast takes the ore of
// whole rings of cells.

// changeResources lays or takes resources in the cells of a ring, the nearest
// first. High in the air nothing happens to the ground.
func (w *World) changeResources(b *state.Impact, h *info.Warhead) {
	if b.At.Z > h.AirMargin {
		return
	}
	middle := w.CellContaining(b.At)
	for _, ring := range wpos.Annulus(h.InnerRing, h.RingEnd) {
		c := middle.Add(ring.At)
		switch {
		case !w.Ground.Contains(c):
		case h.Kind == info.WarheadSow:
			w.sow(h, c)
		default:
			w.raze(h, c)
		}
	}
}

// sow draws how much is added to a cell that has room; where room is for one
// only there is nothing to draw.
func (w *World) sow(h *info.Warhead, c Cell) {
	kind := w.resourceKind(h.Resource)
	if kind == 0 || !w.canAddResource(kind, c) {
		return
	}
	room := int32(w.Resources.Infos[kind-1].Max) - int32(w.Resources.Density[w.Ground.Index(c)])
	w.addResource(kind, c, uint8(w.Random.Between(1, room)))
}

// raze takes an amount from a cell, or everything if none is named.
func (w *World) raze(h *info.Warhead, c Cell) {
	i := w.Ground.Index(c)
	kind := w.Resources.Kind[i]
	if !w.Resources.IsResource(i) || len(h.Resources) > 0 && !info.Contains(h.Resources, w.Resources.Infos[kind-1].Name) {
		return
	}
	if left := int32(w.Resources.Density[i]) - h.Amount; h.Amount > 0 && left > 0 {
		w.setResource(kind, c, uint8(left))
		return
	}
	w.setResource(0, c, 0)
}
