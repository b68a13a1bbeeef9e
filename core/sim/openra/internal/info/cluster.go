// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// Cluster is what a warhead fires at cells around the place that was hit
// (FireCluster).
type Cluster struct {
	Weapon        string
	Always, Drawn []wpos.Cell // offsets of the cells fired at, and of those drawn from
	Count         int32       // how often is drawn
}

func newCluster(part *rules.Part) Cluster {
	c := Cluster{Weapon: strings.ToLower(part.Text("Weapon")), Count: int32(part.Int("RandomClusterCount", -1))}
	size := Numbers32(part.Ints("Dimensions"))
	if len(size) != 2 || size[0] < 1 {
		return c
	}
	at := wpos.Cell{}
	for _, mark := range strings.Join(strings.Fields(part.Text("Footprint")), "") {
		offset := wpos.Cell{X: at.X - (size[0]-1)/2, Y: at.Y - (size[1]-1)/2}
		switch mark {
		case 'X':
			c.Always = append(c.Always, offset)
		case 'x':
			c.Drawn = append(c.Drawn, offset)
		}
		if at.X++; at.X == size[0] {
			at = wpos.Cell{X: 0, Y: at.Y + 1}
		}
	}
	if c.Count < 0 || len(c.Drawn) == 0 {
		c.Count = int32(len(c.Drawn))
	}
	return c
}
