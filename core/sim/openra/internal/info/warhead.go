// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// Distance is how far a point is from the edge of a shape that is turned by a
// yaw; the shape lies flat in the middle of its actor.
func (s *Shape) Distance(d wpos.Pos, yaw int32) int32 {
	switch {
	case len(s.Corners) > 0:
		return s.distanceFromPolygon(d.Rotate(wpos.Angle(-yaw)))
	case !s.Rectangle:
		return max(0, d.Length()-s.Radius)
	}
	d = d.Rotate(wpos.Angle(-yaw))
	width, height := (s.BottomRight.X-s.TopLeft.X)/2, (s.BottomRight.Y-s.TopLeft.Y)/2
	return wpos.Pos{
		X: max(wpos.Abs(d.X-s.TopLeft.X-width)-width, 0), Y: max(wpos.Abs(d.Y-s.TopLeft.Y-height)-height, 0),
	}.FlatLength()
}

// distanceFromPolygon counts how often the edges wind around the point: not at
// all, and it is outside, as far from the shape as from the nearest edge
// (HitShapes/Polygon.cs and Exts.PolygonContains of the engine).
func (s *Shape) distanceFromPolygon(d wpos.Pos) int32 {
	height := int64(d.Z) * int64(d.Z)
	d.Z = 0
	windings := 0
	nearest := int64(1) << 62
	for i, end := range s.Corners {
		start := s.Corners[(i+len(s.Corners)-1)%len(s.Corners)]
		side := d.SideOf(start, end)
		switch {
		case start.Y <= d.Y && end.Y > d.Y && side > 0:
			windings++
		case start.Y > d.Y && end.Y <= d.Y && side < 0:
			windings--
		}
		nearest = min(nearest, d.EdgeSquared(start, end))
	}
	if windings != 0 {
		nearest = 0
	}
	return wpos.Isqrt(nearest + height)
}

// OuterRadius is how far a shape reaches from the middle.
func (s *Shape) OuterRadius() int32 {
	if s.Rectangle {
		left, top, right, bottom := s.TopLeft.X, s.TopLeft.Y, s.BottomRight.X, s.BottomRight.Y
		return max(wpos.Pos{X: left, Y: top, Z: 0}.Length(), wpos.Pos{X: right, Y: top, Z: 0}.Length(), wpos.Pos{X: left, Y: bottom, Z: 0}.Length(), wpos.Pos{X: right, Y: bottom, Z: 0}.Length())
	}
	outer := s.Radius
	for _, corner := range s.Corners {
		outer = max(outer, corner.Length())
	}
	return outer
}

// blocksInfo is what stops shots.
type blocksInfo struct {
	Height                    int32
	Allies, Neutrals, Enemies bool
}

// OuterRadius is how far the shape of a type reaches.
func (t *ActorType) OuterRadius() int32 {
	outer := int32(0)
	for i := range t.Shapes {
		outer = max(outer, t.Shapes[i].OuterRadius())
	}
	return outer
}

// readResources takes the figures of CreateResource and DestroyResource: the
// area is a disc, or a ring if it has an inner size.
func (h *Warhead) readResources(part *rules.Part) {
	h.Resource, h.Resources, h.Amount = part.Text("AddsResourceType"), part.Texts("ResourceTypes"), int32(part.Int("ResourceAmount", 0))
	if size := part.Ints("Size"); len(size) > 0 {
		h.RingEnd = int32(size[0])
		if len(size) > 1 {
			h.InnerRing = max(int32(size[1]), 0)
		}
	}
}
