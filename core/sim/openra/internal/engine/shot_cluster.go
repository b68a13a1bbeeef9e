// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// scatterFire fires at the cells around a place.
func (w *World) scatterFire(b *state.Impact, c *info.Cluster) {
	fired := w.Weapons[c.Weapon]
	if fired == nil {
		return
	}
	middle := w.CellContaining(b.At)
	for _, offset := range c.Always {
		w.fireAtCell(b, fired, middle.Add(offset))
	}
	for range c.Count {
		w.fireAtCell(b, fired, middle.Add(c.Drawn[w.Random.Below(int32(len(c.Drawn)))]))
	}
}

func (w *World) fireAtCell(b *state.Impact, fired *info.Weapon, c Cell) {
	to := w.CenterOfCell(c)
	if !w.mayFireAt(fired, aimAtPlace(to)) {
		return
	}
	w.launch(&state.Shot{
		Weapon: fired, Source: b.Source, Owner: b.Owner, Firepower: b.Firepower, Spread: 100, Reach: fired.Reach,
		From: b.At, To: to, Facing: to.Sub(b.At).Yaw(),
	})
}
