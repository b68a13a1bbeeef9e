// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"slices"

	"convertd/core/sim/openra/internal/codec"

	"convertd/core/sim/openra/internal/wpos"
)

// Coded codes the generator.
func (t *Twister) Coded(c *codec.Coder) {
	t.CodedWords(c)
	t.CodedDraws(c)
}

// CodedWords codes what changes once in so many draws as there are words.
func (t *Twister) CodedWords(c *codec.Coder) {
	for i := range t.State {
		c.Word(&t.State[i])
	}
}

// CodedDraws codes what changes with each draw.
func (t *Twister) CodedDraws(c *codec.Coder) {
	c.Ints(&t.Index, &t.Last)
	c.I64(&t.Draws)
}

// minPowerBytes is what a support power takes at least.
const minPowerBytes = 6

// Coded codes a player without what is computed from the rules and the sight
// of the units.
func (p *Player) Coded(c *codec.Coder) {
	p.codedIdentity(c)
	p.CodedTech(c)
	p.codedFigures(c)
}

// codedIdentity codes who a player is: what nearly never changes.
func (p *Player) codedIdentity(c *codec.Coder) {
	c.Text(&p.Name)
	c.Text(&p.Faction)
	c.U32(&p.Actor)
	c.I32(&p.Client)
	c.Bools(&p.Playable, &p.Bot)
	c.Text(&p.BotType)
	c.Bools(&p.NonCombatant, &p.Spectating)
	c.I32(&p.Spawn)
	c.I32(&p.Handicap)
	if p.Handicap < 0 || p.Handicap > MaxHandicap {
		c.Fail()
	}
	c.Cell(&p.Home)
	c.U32(&p.Allies)
	c.U32(&p.Enemies)
	c.U32(&p.Rivals)
}

// CodedTech codes what a player may build for.
func (p *Player) CodedTech(c *codec.Coder) {
	codec.List(c, &p.Tech, 1, func(c *codec.Coder, v *string) { c.Text(v) })
	if c.Reading {
		p.FindTechConditions()
	}
}

func (p *Player) codedFigures(c *codec.Coder) {
	c.Ints(&p.Cash, &p.Ore, &p.Capacity, &p.PowerProvided, &p.PowerDrained, &p.Experience, &p.Objectives, &p.Outage)
	c.Bools(&p.Lost, &p.Won, &p.ShroudDisabled, &p.Developer, &p.Satellite, &p.Mapped)
	c.Bools(&p.Cheats.FastCharge, &p.Cheats.AllTech, &p.Cheats.FastBuild, &p.Cheats.DisableShroud,
		&p.Cheats.PathDebug, &p.Cheats.UnlimitedPower, &p.Cheats.BuildAnywhere, &p.Cheats.Everything, &p.Cheats.EndlessPower)
	for i := range p.Queues {
		p.Queues[i].Coded(c)
	}
	codec.List(c, &p.Powers, minPowerBytes, func(c *codec.Coder, v *SupportPower) { v.coded(c) })
	p.codedTouched(c)
	c.Ints(&p.FrozenVisible, &p.FrozenKnown)
}

// PlayerRecord is what of a player changes little, as it was last encoded.
type PlayerRecord struct {
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
	home                                    wpos.Cell
	allies, enemies, rivals                 uint32
	playable, bot, nonCombatant, spectating bool
}

func (p *Player) identity() playerIdentity {
	return playerIdentity{
		name: p.Name, faction: p.Faction, botType: p.BotType, actor: p.Actor, client: p.Client, spawn: p.Spawn, handicap: p.Handicap, home: p.Home,
		allies: p.Allies, enemies: p.Enemies, rivals: p.Rivals, playable: p.Playable, bot: p.Bot, nonCombatant: p.NonCombatant, spectating: p.Spectating,
	}
}

// AppendPlayer appends what coded writes.
func (r *PlayerRecord) AppendPlayer(c *codec.Coder, p *Player) {
	if who := p.identity(); r.identity == nil || r.who != who {
		start := len(c.Data)
		p.codedIdentity(c)
		r.who, r.identity = who, append(r.identity[:0], c.Data[start:]...)
	} else {
		c.Data = append(c.Data, r.identity...)
	}
	if r.techData == nil || !slices.Equal(r.tech, p.Tech) {
		start := len(c.Data)
		p.CodedTech(c)
		r.tech, r.techData = append(r.tech[:0], p.Tech...), append(r.techData[:0], c.Data[start:]...)
	} else {
		c.Data = append(c.Data, r.techData...)
	}
	p.codedFigures(c)
}

// codedTouched codes the cells that are to be settled in the next tick. At the
// start of a game on an explored map that is all of them: one run.
func (p *Player) codedTouched(c *codec.Coder) {
	run := len(p.Touched) > 1
	for i := 1; i < len(p.Touched) && run; i++ {
		run = p.Touched[i] == p.Touched[i-1]+1
	}
	c.Bool(&run)
	if !run {
		c.Int32s(&p.Touched)
		return
	}
	first, count := int32(0), int32(len(p.Touched))
	if count > 0 {
		first = p.Touched[0]
	}
	c.Ints(&first, &count)
	if !c.Reading {
		return
	}
	if count < 2 || int(count) > len(p.Shown) || first < 0 || int(first) > len(p.Shown)-int(count) {
		c.Fail()
		return
	}
	p.Touched = make([]int32, count)
	for i := range p.Touched {
		p.Touched[i] = first + int32(i)
	}
}

// Coded codes a queue with its items.
func (q *Queue) Coded(c *codec.Coder) {
	c.Bools(&q.Enabled, &q.ValidFaction)
	c.U32(&q.Maker)
	c.I32(&q.Index)
	codec.List(c, &q.Items, 3, func(c *codec.Coder, v *Item) {
		c.ActorType(&v.Type)
		c.Ints(&v.TotalCost, &v.TotalTime, &v.RemainingTime, &v.RemainingCost, &v.OrePaid, &v.Slowdown)
		c.Bools(&v.Paused, &v.Done, &v.Started)
	})
}

// Coded codes the setup but for rules and map, which the file names.
func (s *Setup) Coded(c *codec.Coder) {
	c.I32(&s.Seed)
	codec.List(c, &s.Options, 2, func(c *codec.Coder, v *Option) {
		c.Text(&v.ID)
		c.Text(&v.Value)
	})
	codec.List(c, &s.Clients, 7, func(c *codec.Coder, v *Client) {
		c.I32(&v.Index)
		c.Text(&v.Slot)
		c.Text(&v.Faction)
		c.Ints(&v.Spawn, &v.Team, &v.Handicap)
		c.Text(&v.Bot)
		c.I32(&v.BotController)
		c.Bool(&v.Admin)
	})
	codec.List(c, &s.Slots, 3, func(c *codec.Coder, v *Slot) {
		c.Text(&v.Name)
		c.Text(&v.Player)
		c.Bools(&v.Closed, &v.LockFaction, &v.LockSpawn)
	})
	c.Int32s(&s.DisabledSpawns)
	c.I32(&s.PausedUntil)
}

// None marks the absence of an actor where an id is expected. The world actor
// has id 0 and is never a target.
const None uint32 = 0

// WorldOptions are the lobby options the simulation looks at.
type WorldOptions struct {
	Crates, Creeps, Fog, Explored, ShortGame, BuildRadius, AllyBuild bool
	Cheats, SeparateSpawns                                           bool
	StartingCash, TimeLimit                                          int32
	StartingUnits, TechLevel                                         string
	Prerequisites                                                    []string // from checkboxes
	Developer                                                        bool
}

// Counts counts orders by reason.
type Counts struct {
	Orders int
	Names  []NameCount // sorted by name
}

// NameCount is how often an order of a name came.
type NameCount struct {
	Name string
	N    int
}

// Add counts one more of a name.
func (c *Counts) Add(name string) {
	c.Orders++
	at := 0
	for at < len(c.Names) && c.Names[at].Name < name {
		at++
	}
	if at < len(c.Names) && c.Names[at].Name == name {
		c.Names[at].N++
		return
	}
	c.Names = append(c.Names, NameCount{})
	copy(c.Names[at+1:], c.Names[at:])
	c.Names[at] = NameCount{Name: name, N: 1}
}
