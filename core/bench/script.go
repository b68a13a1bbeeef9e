// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
)

// style is how a scripted player plays.
type style struct {
	name      string
	think     int // ticks between two thoughts, plus as much again by chance
	opening   []string
	refinery  int // wanted refineries
	harvester int // wanted harvesters
	turrets   int
	infantry  []string
	vehicles  []string
	attackAt  int // army that goes to war
	regroup   int // ticks between two orders to the whole army
	micro     int // one in this many thoughts moves single units

	// Of large games only.
	large    bool
	tech     []string // structures wanted after the opening
	defences []string
	aircraft []string
	guards   int // stay at home when a wave leaves
}

// styles are the players of the bench: from the quick attack to the slow
// fortress, from few orders to many.
var styles = []style{
	{
		name: "rush", think: 14, opening: []string{"power", "barracks", "refinery", "works"}, refinery: 2, harvester: 4,
		infantry: []string{"rifle", "rifle", "grenade"}, vehicles: []string{"scout", "light"}, attackAt: 10, regroup: 150, micro: 2,
	},
	{
		name: "economy", think: 16, opening: []string{"power", "refinery", "works", "refinery", "barracks"}, refinery: 4, harvester: 8,
		turrets: 1, infantry: []string{"rifle", "rocket"}, vehicles: []string{"light", "heavy"}, attackAt: 24, regroup: 200, micro: 3,
	},
	{
		name: "fortress", think: 20, opening: []string{"power", "barracks", "refinery", "turret", "works", "turret"}, refinery: 3, harvester: 5,
		turrets: 6, infantry: []string{"rocket", "rifle"}, vehicles: []string{"cannon", "heavy"}, attackAt: 30, regroup: 250, micro: 3,
	},
	{
		name: "raid", think: 10, opening: []string{"power", "refinery", "works"}, refinery: 2, harvester: 4,
		infantry: []string{"rifle"}, vehicles: []string{"scout", "scout", "light"}, attackAt: 6, regroup: 100, micro: 1,
	},
	{
		name: "careless", think: 35, opening: []string{"power", "barracks", "refinery", "works"}, refinery: 2, harvester: 4, turrets: 2,
		infantry: []string{"rifle", "grenade", "rocket"}, vehicles: []string{"light", "cannon", "heavy"}, attackAt: 14, regroup: 300, micro: 3,
	},
}

// script plays one player. It sees the whole state and gives orders about
// entities of the true game.
type script struct {
	style
	id     order.PlayerID
	random sim.Random
	module *plausible.Module
	view   sim.View
	wait   int
	calm   int // ticks to the next order to the army
	built  int // structures begun
	rally  map[order.UnitTag]bool
	alarm  int // ticks to the next order to defend
	lull   int // ticks to the next order to those in the field

	mine, army, enemies []sim.Entity
	home, field         []sim.Entity // of the army
	count               map[string]int
	out                 []command
}

// command is an order before it is written in either form.
type command struct {
	kind   ir.Kind
	units  []order.UnitTag
	item   string
	cell   order.CellPos
	placed bool // cell counts
	target order.UnitTag
}

// maxGroup is how many units a script commands at once; more than an order may
// name would be split on the way.
const maxGroup = order.MaxSelection

// play returns what the player orders in this tick.
func (s *script) play() []command {
	s.out = s.out[:0]
	s.calm--
	s.alarm--
	s.lull--
	if s.wait--; s.wait > 0 {
		return nil
	}
	s.wait = s.think + s.random.Below(s.think)
	if player, _ := s.view.Player(s.id); player.Standing != snapshot.StandingPlaying {
		return nil
	}
	s.look()
	if s.large {
		s.playLarge()
		return s.out
	}
	s.deploy()
	s.build()
	s.train()
	s.tend()
	s.war()
	return s.out
}

// look sorts what there is into mine, army and enemies.
func (s *script) look() {
	s.mine, s.army, s.enemies = s.mine[:0], s.army[:0], s.enemies[:0]
	clear(s.count)
	for e := range s.view.Entities() {
		if e.Flags&snapshot.FlagInWorld == 0 {
			continue
		}
		if e.Owner != s.id {
			s.enemies = append(s.enemies, e)
			continue
		}
		s.mine = append(s.mine, e)
		t := s.module.TypeOf(e.Kind)
		s.count[t.Name]++
		if t.Damage > 0 && t.Speed > 0 {
			s.army = append(s.army, e)
		}
	}
}

func (s *script) deploy() {
	for _, e := range s.mine {
		if s.module.TypeOf(e.Kind).Deploys != "" {
			s.out = append(s.out, command{kind: ir.KindDeploy, units: []order.UnitTag{e.Tag}})
		}
	}
}

func (s *script) build() {
	items, ready := s.module.Queued(s.id, "building")
	if ready != "" {
		s.place(ready)
		return
	}
	if items > 0 || s.count["yard"] == 0 {
		return
	}
	if next := s.next(); next != "" {
		s.built++
		s.out = append(s.out, command{kind: ir.KindProduce, item: next})
	}
}

// next is the structure to build: power when it runs short, then the opening,
// then what the style wants.
func (s *script) next() string {
	player, _ := s.view.Player(s.id)
	if s.count["power"] > 0 && player.PowerProvided-player.PowerDrained < 40 {
		return "power"
	}
	if s.built < len(s.opening) {
		return s.opening[s.built]
	}
	switch {
	case s.count["refinery"] < s.refinery:
		return "refinery"
	case s.count["barracks"] == 0:
		return "barracks"
	case s.count["works"] == 0 && s.count["refinery"] > 0:
		return "works"
	case s.large:
		return s.nextTech()
	case s.count["turret"] < s.turrets:
		return "turret"
	case s.count["radar"] == 0 && s.count["works"] > 0:
		return "radar"
	default:
		return ""
	}
}

// place tries a few cells around a structure of the base.
func (s *script) place(item string) {
	for range 12 {
		around := s.mine[s.random.Below(len(s.mine))]
		if around.Flags&snapshot.FlagStructure == 0 {
			continue
		}
		cell := around.Position.Cell()
		cell.X += int32(s.random.Below(13)) - 6
		cell.Y += int32(s.random.Below(13)) - 6
		if s.module.CanPlace(s.id, item, cell) {
			s.out = append(s.out, command{kind: ir.KindPlaceBuilding, item: item, cell: cell, placed: true})
			return
		}
	}
}

func (s *script) train() {
	player, _ := s.view.Player(s.id)
	if items, _ := s.module.Queued(s.id, "infantry"); items < 2 && s.count["barracks"] > 0 && player.Credits > 300 {
		s.out = append(s.out, command{kind: ir.KindProduce, item: s.infantry[s.random.Below(len(s.infantry))]})
	}
	if items, _ := s.module.Queued(s.id, "vehicle"); items < 2 && s.count["works"] > 0 && player.Credits > 500 {
		item := s.vehicles[s.random.Below(len(s.vehicles))]
		if s.count["harvester"] < s.harvester && s.count["refinery"] > 0 {
			item = "harvester"
		}
		if (item == "heavy" || item == "cannon") && s.count["radar"] == 0 {
			item = "light"
		}
		s.out = append(s.out, command{kind: ir.KindProduce, item: item})
	}
}

// tend sets rally points, repairs and now and then sells.
func (s *script) tend() {
	for _, e := range s.mine {
		t := s.module.TypeOf(e.Kind)
		if !t.Structure {
			continue
		}
		switch {
		case len(t.Produces) > 0 && t.Name != "yard" && !s.rally[e.Tag]:
			s.rally[e.Tag] = true
			cell := e.Position.Cell()
			cell.X += int32(s.random.Below(7)) - 3
			cell.Y += 3
			s.out = append(s.out, command{kind: ir.KindSetRallyPoint, units: []order.UnitTag{e.Tag}, cell: s.inside(cell), placed: true})
		case e.Health*2 < e.MaxHealth && s.random.Below(20) == 0:
			s.out = append(s.out, command{kind: ir.KindRepairBuilding, target: e.Tag})
		case e.Health*5 < e.MaxHealth && s.random.Below(40) == 0:
			s.out = append(s.out, command{kind: ir.KindSell, target: e.Tag})
		}
	}
}

// war commands the army: all of it now and then, single units in between.
func (s *script) war() {
	if len(s.army) == 0 || len(s.enemies) == 0 {
		return
	}
	if s.calm <= 0 && len(s.army) >= s.attackAt {
		s.calm = s.regroup + s.random.Below(s.regroup)
		goal := s.enemies[s.random.Below(len(s.enemies))]
		kind, target := ir.KindAttackMove, order.NoUnit
		if s.random.Below(4) == 0 {
			kind, target = ir.KindAttack, goal.Tag
		}
		s.out = append(s.out, command{kind: kind, units: s.group(len(s.army)), cell: goal.Position.Cell(), placed: kind != ir.KindAttack, target: target})
		return
	}
	if s.random.Below(s.micro) != 0 {
		return
	}
	at := s.army[s.random.Below(len(s.army))].Position.Cell()
	at.X += int32(s.random.Below(17)) - 8
	at.Y += int32(s.random.Below(17)) - 8
	s.out = append(s.out, command{
		kind: ir.KindMove, units: s.group(1 + s.random.Below(min(4, len(s.army)))), cell: s.inside(at), placed: true,
	})
}

// group picks n neighbouring units of the army, as a selection box would.
func (s *script) group(n int) []order.UnitTag {
	n = min(n, len(s.army), maxGroup)
	first := s.random.Below(len(s.army) - n + 1)
	units := make([]order.UnitTag, 0, n)
	for _, e := range s.army[first : first+n] {
		units = append(units, e.Tag)
	}
	return units
}

func (s *script) inside(c order.CellPos) order.CellPos {
	layer := s.view.Layer(0)
	c.X = min(max(c.X, 0), int32(layer.Width)-1)
	c.Y = min(max(c.Y, 0), int32(layer.Height)-1)
	return c
}
