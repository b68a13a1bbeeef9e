// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// ground makes a map: open land with scattered blocks that leave the starts
// free, one start for each player, an MCV and two guards on each.
func ground(seed uint64, players int) plausible.Setup {
	var random sim.Random
	random.Seed(seed)
	side := int32(64 + 16*random.Below(5))
	s := plausible.Setup{Width: side, Height: side, Blocked: make([]bool, side*side)}
	starts := make([]order.CellPos, players)
	corners := []order.CellPos{{X: 12, Y: 12}, {X: side - 13, Y: side - 13}, {X: side - 13, Y: 12}, {X: 12, Y: side - 13}}
	turn := random.Below(len(corners))
	for i := range starts {
		starts[i] = corners[(turn+i)%len(corners)]
		starts[i].X += int32(random.Below(5)) - 2
		starts[i].Y += int32(random.Below(5)) - 2
	}
	for range side * side / 60 {
		block(&s, &random, starts)
	}
	settle(&s, starts)
	return s
}

// settle gives each start a player: money, an MCV, a harvester and two guards.
func settle(s *plausible.Setup, starts []order.CellPos) {
	for i, start := range starts {
		owner := order.PlayerID(i)
		s.Credits = append(s.Credits, 10_000)
		s.Entities = append(s.Entities,
			plausible.StartEntity{Type: "carrier", Owner: owner, Cell: start},
			plausible.StartEntity{Type: "harvester", Owner: owner, Cell: order.CellPos{X: start.X, Y: start.Y + 4}},
			plausible.StartEntity{Type: "rifle", Owner: owner, Cell: order.CellPos{X: start.X - 2, Y: start.Y}},
			plausible.StartEntity{Type: "rifle", Owner: owner, Cell: order.CellPos{X: start.X + 2, Y: start.Y}})
	}
}

// startClearance is how many cells around a start stay open.
const startClearance = 9

// block closes a small rectangle unless it is near a start.
func block(s *plausible.Setup, random *sim.Random, starts []order.CellPos) {
	x, y := int32(random.Below(int(s.Width))), int32(random.Below(int(s.Height)))
	w, h := int32(1+random.Below(3)), int32(1+random.Below(3))
	for _, start := range starts {
		if abs(start.X-x) < startClearance && abs(start.Y-y) < startClearance {
			return
		}
	}
	for cy := y; cy < min(y+h, s.Height); cy++ {
		for cx := x; cx < min(x+w, s.Width); cx++ {
			s.Blocked[cy*s.Width+cx] = true
		}
	}
}

func abs(v int32) int32 {
	if v < 0 {
		return -v
	}
	return v
}
