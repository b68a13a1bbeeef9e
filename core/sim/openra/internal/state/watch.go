// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/lists"
	"convertd/core/sim/openra/internal/wpos"
)

// Outlook is what is seen from nowhere: satellites on their way up, and sights on the
// goals of strikes and on where wrecks fall.
type Outlook struct {
	Satellites []Satellite
	Watches    []Watch
}

// What one of each takes at least.
const (
	minSatelliteBytes = 1
	minWatchBytes     = 8
)

// Coded codes the satellites and the sights.
func (o *Outlook) Coded(c *codec.Coder) {
	codec.List(c, &o.Satellites, minSatelliteBytes, func(c *codec.Coder, v *Satellite) { v.Coded(c) })
	codec.List(c, &o.Watches, minWatchBytes, func(c *codec.Coder, v *Watch) { v.Coded(c) })
}

// CopyFrom copies into the memory of an older one.
func (o *Outlook) CopyFrom(old, from *Outlook) {
	o.Satellites = lists.Copied(old.Satellites, from.Satellites)
	o.Watches = lists.Copied(old.Watches, from.Watches)
}

// Watch is one sight on a goal: it opens when wait is over and closes when left
// is.
type Watch struct {
	Owner      int32
	At         wpos.Pos
	Radius     int32
	Wait, Left int32
	Viewers    uint32 // who has shared it since it opened
}

// Coded codes the figures of a watch.
func (one *Watch) Coded(c *codec.Coder) {
	c.Ints(&one.Owner, &one.At.X, &one.At.Y, &one.At.Z, &one.Radius, &one.Wait, &one.Left)
	c.U32(&one.Viewers)
}

// Satellite is on its way up.
type Satellite struct {
	Owner int32
	Left  int32 // ticks
}

// Coded codes the figures of a satellite.
func (s *Satellite) Coded(c *codec.Coder) { c.Ints(&s.Owner, &s.Left) }
