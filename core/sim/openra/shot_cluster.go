// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// scatterFire fires at the cells around a place.
func (w *World) scatterFire(b *impact, c *info.Cluster) {
	fired := w.Weapons[c.Weapon]
	if fired == nil {
		return
	}
	middle := w.cellContaining(b.at)
	for _, offset := range c.Always {
		w.fireAtCell(b, fired, middle.Add(offset))
	}
	for range c.Count {
		w.fireAtCell(b, fired, middle.Add(c.Drawn[w.random.below(int32(len(c.Drawn)))]))
	}
}

func (w *World) fireAtCell(b *impact, fired *info.Weapon, c Cell) {
	to := w.centerOfCell(c)
	if !w.mayFireAt(fired, aimAtPlace(to)) {
		return
	}
	w.launch(&shot{
		weapon: fired, source: b.source, owner: b.owner, firepower: b.firepower, spread: 100, reach: fired.Reach,
		from: b.at, to: to, facing: to.Sub(b.at).Yaw(),
	})
}
