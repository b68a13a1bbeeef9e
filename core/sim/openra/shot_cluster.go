// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
)

// cluster is what a warhead fires at cells around the place that was hit
// (FireCluster).
type cluster struct {
	weapon        string
	always, drawn []Cell // offsets of the cells fired at, and of those drawn from
	count         int32  // how often is drawn
}

func newCluster(part *rules.Part) cluster {
	c := cluster{weapon: strings.ToLower(part.Text("Weapon")), count: int32(part.Int("RandomClusterCount", -1))}
	size := numbers32(part.Ints("Dimensions"))
	if len(size) != 2 || size[0] < 1 {
		return c
	}
	at := Cell{}
	for _, mark := range strings.Join(strings.Fields(part.Text("Footprint")), "") {
		offset := Cell{X: at.X - (size[0]-1)/2, Y: at.Y - (size[1]-1)/2}
		switch mark {
		case 'X':
			c.always = append(c.always, offset)
		case 'x':
			c.drawn = append(c.drawn, offset)
		}
		if at.X++; at.X == size[0] {
			at = Cell{X: 0, Y: at.Y + 1}
		}
	}
	if c.count < 0 || len(c.drawn) == 0 {
		c.count = int32(len(c.drawn))
	}
	return c
}

// scatterFire fires at the cells around a place.
func (w *World) scatterFire(b *blow, c *cluster) {
	fired := w.weapons[c.weapon]
	if fired == nil {
		return
	}
	middle := w.cellContaining(b.at)
	for _, offset := range c.always {
		w.fireAtCell(b, fired, middle.Add(offset))
	}
	for range c.count {
		w.fireAtCell(b, fired, middle.Add(c.drawn[w.random.below(int32(len(c.drawn)))]))
	}
}

func (w *World) fireAtCell(b *blow, fired *weapon, c Cell) {
	to := w.centerOfCell(c)
	if !w.mayFireAt(fired, aimAtPlace(to)) {
		return
	}
	w.launch(&shot{
		weapon: fired, source: b.source, owner: b.owner, firepower: b.firepower, spread: 100, reach: fired.reach,
		from: b.at, to: to, facing: to.Sub(b.at).Yaw(),
	})
}
