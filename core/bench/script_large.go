// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"slices"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
)

// largeStyles are the players of large games. They keep guards at home, come to
// the defence of their base, and attack in waves.
var largeStyles = []style{
	{
		name: "rush", large: true, think: 12, opening: []string{"power", "barracks", "refinery", "works", "refinery"}, refinery: 3, harvester: 5,
		tech: []string{"radar", "depot"}, defences: []string{"bunker"}, turrets: 3, guards: 6, attackAt: 14, regroup: 250, micro: 1,
		infantry: []string{"rifle", "rifle", "grenade", "rocket"}, vehicles: []string{"scout", "light", "medium"},
	},
	{
		name: "economy", large: true, think: 16, opening: []string{"power", "refinery", "works", "refinery", "barracks", "refinery"},
		refinery: 4, harvester: 9, tech: []string{"radar", "lab", "depot", "airfield"}, defences: []string{"turret", "bunker", "coil"}, turrets: 6,
		guards: 10, attackAt: 30, regroup: 300, micro: 2,
		infantry: []string{"rifle", "rocket", "flame"}, vehicles: []string{"light", "heavy", "medium", "mammoth"}, aircraft: []string{"copter"},
	},
	{
		name: "fortress", large: true, think: 18, opening: []string{"power", "barracks", "refinery", "works", "refinery"},
		refinery: 3, harvester: 7, tech: []string{"radar", "lab"}, defences: []string{"turret", "bunker", "coil", "turret"}, turrets: 14,
		guards: 14, attackAt: 36, regroup: 350, micro: 2,
		infantry: []string{"rocket", "rifle", "sniper"}, vehicles: []string{"cannon", "heavy", "launcher"},
	},
	{
		name: "raid", large: true, think: 8, opening: []string{"power", "refinery", "works", "barracks", "refinery"}, refinery: 3, harvester: 6,
		tech: []string{"radar", "airfield"}, defences: []string{"bunker", "turret"}, turrets: 4, guards: 5, attackAt: 8, regroup: 120, micro: 1,
		infantry: []string{"rifle", "grenade"}, vehicles: []string{"scout", "light", "medium"}, aircraft: []string{"raider", "copter"},
	},
	{
		name: "careless", large: true, think: 35, opening: []string{"power", "barracks", "refinery", "works"}, refinery: 3, harvester: 5,
		tech: []string{"radar", "lab", "airfield"}, defences: []string{"turret", "bunker"}, turrets: 5, guards: 8, attackAt: 18, regroup: 400, micro: 2,
		infantry: []string{"rifle", "grenade", "rocket", "flame"}, vehicles: []string{"light", "cannon", "heavy", "medium"}, aircraft: []string{"copter"},
	},
}

// How scripts of large games see their base, in cells.
const (
	homeRadius   = 20 // whoever is nearer to the base is at home
	threatRadius = 9  // an enemy nearer to a structure is a threat
	// defenceTicks is the least time between two orders to defend.
	defenceTicks = 4 * ticksPerSecond
	// poor is what a script keeps for structures.
	poor = 400
)

// playLarge is what a player of a large game does when it thinks.
func (s *script) playLarge() {
	s.deploy()
	s.build()
	s.fortify()
	s.line("infantry", "barracks", s.infantry)
	s.line("vehicle", "works", s.vehicles)
	s.line("aircraft", "airfield", s.aircraft)
	s.tend()
	s.campaign()
}

// nextTech is the structure to build once the opening stands.
func (s *script) nextTech() string {
	for _, name := range s.tech {
		if s.count[name] == 0 && s.can(name) {
			return name
		}
	}
	return ""
}

// can reports whether all that a type needs stands.
func (s *script) can(name string) bool {
	types := s.module.Rules().Types
	i := slices.IndexFunc(types, func(t plausible.Type) bool { return t.Name == name })
	return i >= 0 && !slices.ContainsFunc(types[i].Prerequisites, func(needed string) bool { return s.count[needed] == 0 })
}

// fortify keeps the line of defences at work.
func (s *script) fortify() {
	items, ready := s.module.Queued(s.id, "defence")
	if ready != "" {
		s.place(ready)
		return
	}
	standing := 0
	for _, name := range []string{"bunker", "turret", "coil"} {
		standing += s.count[name]
	}
	player, _ := s.view.Player(s.id)
	if items > 0 || s.count["yard"] == 0 || standing >= s.turrets || player.Credits < poor || player.PowerProvided-player.PowerDrained < 20 {
		return
	}
	if wanted := s.defences[s.random.Below(len(s.defences))]; s.can(wanted) {
		s.out = append(s.out, command{kind: ir.KindProduce, item: wanted})
	}
}

// line keeps a production line at work.
func (s *script) line(category, factory string, wishes []string) {
	player, _ := s.view.Player(s.id)
	items, _ := s.module.Queued(s.id, category)
	if len(wishes) == 0 || items >= 2 || s.count[factory] == 0 || player.Credits < poor {
		return
	}
	item := wishes[s.random.Below(len(wishes))]
	if category == "vehicle" && s.count["harvester"] < s.harvester && s.count["refinery"] > 0 {
		item = "harvester"
	}
	if category == "vehicle" && s.count["yard"] == 0 && s.can("carrier") {
		item = "carrier"
	}
	if s.can(item) {
		s.out = append(s.out, command{kind: ir.KindProduce, item: item})
	}
}

// campaign defends the base, sends waves from home, and leads those in the field.
func (s *script) campaign() {
	if len(s.army) == 0 || len(s.enemies) == 0 {
		return
	}
	home, field := s.divide()
	if s.alarm <= 0 && len(home) > 0 {
		if threat, found := s.threat(); found {
			s.alarm = defenceTicks
			s.send(home, threat, ir.KindAttackMove)
			return
		}
	}
	if s.calm <= 0 && len(home) >= s.attackAt+s.guards {
		s.calm = s.regroup + s.random.Below(s.regroup)
		s.send(home[s.guards:], s.enemies[s.random.Below(len(s.enemies))], ir.KindAttackMove)
		return
	}
	if s.lull <= 0 && len(field) > 0 {
		s.lull = s.regroup/2 + s.random.Below(s.regroup)
		kind := ir.KindAttackMove
		if s.random.Below(4) == 0 {
			kind = ir.KindAttack
		}
		s.send(field, s.enemies[s.random.Below(len(s.enemies))], kind)
		return
	}
	if s.random.Below(s.micro) == 0 {
		s.shift()
	}
}

// divide tells who of the army is at home and who is in the field.
func (s *script) divide() (home, field []sim.Entity) {
	s.home, s.field = s.home[:0], s.field[:0]
	base := slices.IndexFunc(s.mine, func(e sim.Entity) bool { return e.Flags&snapshot.FlagStructure != 0 })
	for _, e := range s.army {
		if base >= 0 && within(&e, &s.mine[base], homeRadius) {
			s.home = append(s.home, e)
		} else {
			s.field = append(s.field, e)
		}
	}
	return s.home, s.field
}

// threat finds an armed enemy near a structure.
func (s *script) threat() (sim.Entity, bool) {
	for i := range s.enemies {
		if t := s.module.TypeOf(s.enemies[i].Kind); t.Damage == 0 || t.Speed == 0 {
			continue
		}
		for k := range s.mine {
			if s.mine[k].Flags&snapshot.FlagStructure != 0 && within(&s.enemies[i], &s.mine[k], threatRadius) {
				return s.enemies[i], true
			}
		}
	}
	return sim.Entity{}, false
}

func within(a, b *sim.Entity, cells int64) bool {
	return a.Position.DistanceSquared(b.Position) <= cells*cells<<20
}

// send gives an order to a group, as large as one order may name.
func (s *script) send(group []sim.Entity, goal sim.Entity, kind ir.Kind) {
	group = group[:min(len(group), maxGroup)]
	units := make([]order.UnitTag, 0, len(group))
	for i := range group {
		units = append(units, group[i].Tag)
	}
	c := command{kind: kind, units: units, target: order.NoUnit}
	if kind == ir.KindAttack {
		c.target = goal.Tag
	} else {
		c.cell, c.placed = s.inside(goal.Position.Cell()), true
	}
	s.out = append(s.out, c)
}

// shift moves a few units a little.
func (s *script) shift() {
	at := s.army[s.random.Below(len(s.army))].Position.Cell()
	at.X += int32(s.random.Below(17)) - 8
	at.Y += int32(s.random.Below(17)) - 8
	s.out = append(s.out, command{
		kind: ir.KindMove, units: s.group(1 + s.random.Below(min(4, len(s.army)))), cell: s.inside(at), placed: true,
	})
}
