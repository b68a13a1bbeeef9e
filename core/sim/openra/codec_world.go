// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"math/bits"
	"slices"
)

// coder codes what is of this world, behind what data has.
func (w *World) coder(data []byte) coder {
	return coder{data: data, types: &w.CompiledTypes, tick: w.tick}
}

// coded codes the figures that belong to nobody.
func (w *World) coded(c *coder) {
	c.ints(&w.tick, &w.frame)
	c.bool(&w.paused)
	c.i32(&w.pausedUntil)
	c.u32(&w.nextID)
	c.ints(&w.crateTicks, &w.crates, &w.blockers, &w.covers, &w.creatureTicks, &w.creatures)
	c.bool(&w.techDirty)
	list(c, &w.satellites, minSatelliteBytes, func(c *coder, v *satellite) { v.coded(c) })
	list(c, &w.watches, minWatchBytes, func(c *coder, v *watch) { v.coded(c) })
	list(c, &w.auras, minAuraBytes, func(c *coder, v *aura) { v.coded(c) })
	list(c, &w.contacts, minContactBytes, func(c *coder, v *auraContact) { v.coded(c) })
	list(c, &w.successors, 2, func(c *coder, v *succession) { c.u32s(&v.gone, &v.successor) })
	list(c, &w.crossings, minCrossingBytes, func(c *coder, v *crossing) { v.coded(c) })
	list(c, &w.steps, minStepBytes, func(c *coder, v *spanStep) { v.coded(c) })
}

// codedRandom codes the generator.
func (t *twister) coded(c *coder) {
	t.codedWords(c)
	t.codedDraws(c)
}

// codedWords codes what changes once in so many draws as there are words.
func (t *twister) codedWords(c *coder) {
	for i := range t.state {
		c.word(&t.state[i])
	}
}

func (t *twister) codedDraws(c *coder) {
	c.ints(&t.index, &t.last)
	c.i64(&t.draws)
}

// minPowerBytes is what a support power takes at least.
const minPowerBytes = 6

// What a cell with occupants and an occupant take at least.
const (
	minCellBytes     = 3
	minOccupantBytes = 2
)

// codedOccupied codes who stands in which cell, row by row.
func (w *World) codedOccupied(c *coder) {
	for row := range w.occupied.stale {
		w.codedOccupiedRow(c, int32(row))
	}
}

// codedOccupiedRow codes the cells of a row that somebody stands in: how far
// each is from the one before, and who, newest first: the order in a cell
// decides who is asked first.
func (w *World) codedOccupiedRow(c *coder, row int32) {
	m := &w.occupied
	first := row * m.width
	if c.reading {
		m.readRow(c, first)
		return
	}
	filled, count := m.filled[row*m.rowWords():(row+1)*m.rowWords()], 0
	for _, word := range filled {
		count += bits.OnesCount64(word)
	}
	data := appendUvarint(c.data, uint32(count))
	before := int32(0)
	for i, word := range filled {
		for ; word != 0; word &= word - 1 {
			x := int32(i<<6 + bits.TrailingZeros64(word))
			data = appendUvarint(data, zigzag(x-before))
			data = m.appendOccupants(data, m.heads[first+x])
			before = x
		}
	}
	c.data = data
}

func (m *actorMap) appendOccupants(dst []byte, head int32) []byte {
	count := uint32(0)
	for at := head; at != 0; at = m.nodes[at].next {
		count++
	}
	dst = appendUvarint(dst, count)
	for at := head; at != 0; at = m.nodes[at].next {
		dst = append(appendUvarint(dst, m.nodes[at].actor), uint8(m.nodes[at].sub))
	}
	return dst
}

func (m *actorMap) readRow(c *coder, first int32) {
	x := int32(0)
	for range c.length(0, minCellBytes) {
		var step int32
		c.i32(&step)
		x += step
		if x < 0 || x >= m.width {
			c.fail()
			return
		}
		var nodes []occupant
		list(c, &nodes, minOccupantBytes, func(c *coder, node *occupant) {
			c.u32(&node.actor)
			c.u8((*uint8)(&node.sub))
		})
		for i := len(nodes) - 1; i >= 0; i-- {
			m.push(first+x, nodes[i].actor, nodes[i].sub)
		}
	}
}

// codedBins codes the bins with the order inside them.
func (w *World) codedBins(c *coder) {
	for i := range w.bins.bins {
		c.ids(&w.bins.bins[i])
	}
	add, remove := w.bins.add, w.bins.remove
	c.ids(&add)
	c.ids(&remove)
	if !c.reading {
		return
	}
	for _, list := range [...][]uint32{add, remove} {
		for _, id := range list {
			if id >= min(w.nextID, maxActors) {
				c.fail()
			}
		}
	}
	if c.err == nil {
		w.bins.list(add, remove)
	}
}

func (w *World) codedFrozen(c *coder) {
	list(c, &w.frozen, 10, func(c *coder, f *frozenActor) {
		c.u32s(&f.id, &f.known, &f.shown, &f.seen, &f.pending, &f.tag)
		c.actorType(&f.typ)
		c.cells(&f.cells)
		c.cell(&f.cell)
		c.cell(&f.low)
		c.cell(&f.high)
		c.pos(&f.center)
		c.ints(&f.facing, &f.owner)
		list(c, &f.believed, 2, func(c *coder, b *formerOwner) {
			c.i32(&b.owner)
			c.u32(&b.players)
		})
		c.bool(&f.revealed)
	})
}

// coded codes a player without what is computed from the rules and the sight
// of the units.
func (p *player) coded(c *coder) {
	p.codedIdentity(c)
	p.codedTech(c)
	p.codedFigures(c)
}

// codedIdentity codes who a player is: what nearly never changes.
func (p *player) codedIdentity(c *coder) {
	c.text(&p.name)
	c.text(&p.faction)
	c.u32(&p.actor)
	c.i32(&p.client)
	c.bools(&p.playable, &p.bot)
	c.text(&p.botType)
	c.bools(&p.nonCombatant, &p.spectating)
	c.i32(&p.spawn)
	c.i32(&p.handicap)
	if p.handicap < 0 || p.handicap > maxHandicap {
		c.fail()
	}
	c.cell(&p.home)
	c.u32(&p.allies)
	c.u32(&p.enemies)
	c.u32(&p.rivals)
}

// codedTech codes what a player may build for.
func (p *player) codedTech(c *coder) {
	list(c, &p.tech, 1, func(c *coder, v *string) { c.text(v) })
	if c.reading {
		p.findTechConditions()
	}
}

func (p *player) codedFigures(c *coder) {
	c.ints(&p.cash, &p.ore, &p.capacity, &p.powerProvided, &p.powerDrained, &p.experience, &p.objectives, &p.outage)
	c.bools(&p.lost, &p.won, &p.shroudDisabled, &p.developer, &p.satellite, &p.mapped)
	c.bools(&p.cheats.fastCharge, &p.cheats.allTech, &p.cheats.fastBuild, &p.cheats.disableShroud,
		&p.cheats.pathDebug, &p.cheats.unlimitedPower, &p.cheats.buildAnywhere, &p.cheats.everything, &p.cheats.endlessPower)
	for i := range p.queues {
		p.queues[i].coded(c)
	}
	list(c, &p.powers, minPowerBytes, func(c *coder, v *supportPower) { v.coded(c) })
	p.codedTouched(c)
	c.ints(&p.frozenVisible, &p.frozenKnown)
}

// playerRecord is what of a player changes little, as it was last encoded.
type playerRecord struct {
	who      playerIdentity
	identity []byte
	tech     []string
	techData []byte
}

// playerIdentity is what codedIdentity writes.
type playerIdentity struct {
	name, faction, botType                  string
	actor                                   uint32
	client, spawn, handicap                 int32
	home                                    Cell
	allies, enemies, rivals                 uint32
	playable, bot, nonCombatant, spectating bool
}

func (p *player) identity() playerIdentity {
	return playerIdentity{
		name: p.name, faction: p.faction, botType: p.botType, actor: p.actor, client: p.client, spawn: p.spawn, handicap: p.handicap, home: p.home,
		allies: p.allies, enemies: p.enemies, rivals: p.rivals, playable: p.playable, bot: p.bot, nonCombatant: p.nonCombatant, spectating: p.spectating,
	}
}

// appendPlayer appends what coded writes.
func (r *playerRecord) appendPlayer(c *coder, p *player) {
	if who := p.identity(); r.identity == nil || r.who != who {
		start := len(c.data)
		p.codedIdentity(c)
		r.who, r.identity = who, append(r.identity[:0], c.data[start:]...)
	} else {
		c.data = append(c.data, r.identity...)
	}
	if r.techData == nil || !slices.Equal(r.tech, p.tech) {
		start := len(c.data)
		p.codedTech(c)
		r.tech, r.techData = append(r.tech[:0], p.tech...), append(r.techData[:0], c.data[start:]...)
	} else {
		c.data = append(c.data, r.techData...)
	}
	p.codedFigures(c)
}

// codedTouched codes the cells that are to be settled in the next tick. At the
// start of a game on an explored map that is all of them: one run.
func (p *player) codedTouched(c *coder) {
	run := len(p.touched) > 1
	for i := 1; i < len(p.touched) && run; i++ {
		run = p.touched[i] == p.touched[i-1]+1
	}
	c.bool(&run)
	if !run {
		c.int32s(&p.touched)
		return
	}
	first, count := int32(0), int32(len(p.touched))
	if count > 0 {
		first = p.touched[0]
	}
	c.ints(&first, &count)
	if !c.reading {
		return
	}
	if count < 2 || int(count) > len(p.shown) || first < 0 || int(first) > len(p.shown)-int(count) {
		c.fail()
		return
	}
	p.touched = make([]int32, count)
	for i := range p.touched {
		p.touched[i] = first + int32(i)
	}
}

func (q *queue) coded(c *coder) {
	c.bools(&q.enabled, &q.validFaction)
	c.u32(&q.maker)
	c.i32(&q.index)
	list(c, &q.items, 3, func(c *coder, v *item) {
		c.actorType(&v.typ)
		c.ints(&v.totalCost, &v.totalTime, &v.remainingTime, &v.remainingCost, &v.orePaid, &v.slowdown)
		c.bools(&v.paused, &v.done, &v.started)
	})
}

// coded codes the setup but for rules and map, which the file names.
func (s *Setup) coded(c *coder) {
	c.i32(&s.Seed)
	list(c, &s.Options, 2, func(c *coder, v *Option) {
		c.text(&v.ID)
		c.text(&v.Value)
	})
	list(c, &s.Clients, 7, func(c *coder, v *Client) {
		c.i32(&v.Index)
		c.text(&v.Slot)
		c.text(&v.Faction)
		c.ints(&v.Spawn, &v.Team, &v.Handicap)
		c.text(&v.Bot)
		c.i32(&v.BotController)
		c.bool(&v.Admin)
	})
	list(c, &s.Slots, 3, func(c *coder, v *Slot) {
		c.text(&v.Name)
		c.text(&v.Player)
		c.bools(&v.Closed, &v.LockFaction, &v.LockSpawn)
	})
	c.int32s(&s.DisabledSpawns)
	c.i32(&s.PausedUntil)
}
