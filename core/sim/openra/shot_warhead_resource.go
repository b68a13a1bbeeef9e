// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// Warheads that change what lies on the ground: what a full ore truck was
// carrying is strewn around its wreck, and a nuclear blast takes the ore of
// whole rings of cells.

// readResources takes the figures of CreateResource and DestroyResource: the
// area is a disc, or a ring if it has an inner size.
func (h *warhead) readResources(part *rules.Part) {
	h.resource, h.resources, h.amount = part.Text("AddsResourceType"), part.Texts("ResourceTypes"), int32(part.Int("ResourceAmount", 0))
	if size := part.Ints("Size"); len(size) > 0 {
		h.ringEnd = int32(size[0])
		if len(size) > 1 {
			h.innerRing = max(int32(size[1]), 0)
		}
	}
}

// changeResources lays or takes resources in the cells of a ring, the nearest
// first. High in the air nothing happens to the ground.
func (w *World) changeResources(b *blow, h *warhead) {
	if b.at.Z > h.airMargin {
		return
	}
	middle := w.cellContaining(b.at)
	for _, ring := range wpos.Annulus(h.innerRing, h.ringEnd) {
		c := middle.Add(ring.At)
		switch {
		case !w.ground.contains(c):
		case h.kind == warheadSow:
			w.sow(h, c)
		default:
			w.raze(h, c)
		}
	}
}

// sow draws how much is added to a cell that has room; where room is for one
// only there is nothing to draw.
func (w *World) sow(h *warhead, c Cell) {
	kind := w.resourceKind(h.resource)
	if kind == 0 || !w.canAddResource(kind, c) {
		return
	}
	room := int32(w.resources.infos[kind-1].max) - int32(w.resources.density[w.ground.index(c)])
	w.addResource(kind, c, uint8(w.random.between(1, room)))
}

// raze takes an amount from a cell, or everything if none is named.
func (w *World) raze(h *warhead, c Cell) {
	i := w.ground.index(c)
	kind := w.resources.kind[i]
	if !w.resources.isResource(i) || len(h.resources) > 0 && !contains(h.resources, w.resources.infos[kind-1].name) {
		return
	}
	if left := int32(w.resources.density[i]) - h.amount; h.amount > 0 && left > 0 {
		w.setResource(kind, c, uint8(left))
		return
	}
	w.setResource(0, c, 0)
}
