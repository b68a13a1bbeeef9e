// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"fmt"
	"slices"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// ModuleName is the name files record.
const ModuleName = "plausible"

// Module plays a game by Rules. Make one with New.
type Module struct {
	rules Rules
	setup Setup
	env   *sim.Env

	// Derived from the rules.
	byName     map[string]int32
	byID       map[uint32]int32
	categories []string
	satisfiers map[string][]int32 // types that satisfy a prerequisite
	kinds      []sim.KindID       // kind of each type, noKind until it was used
	typeOf     []int32            // type of each kind
	category   []int32            // category of each type, -1 for none
	makers     [][]int32          // types that produce each category
	researched map[string]bool    // upgrades that some type lists
	turns      map[string]bool    // abilities by which some type deploys
	tasks      map[order.GameOrderTag]bool
	upgrades   []int32 // types that are upgrades

	units   []unit // by slot
	high    int    // slots used
	awake   awake
	players []player
	blocked *sim.Layer // nil on open ground
	grid    grid
	powered bool // power figures are up to date
	targets [1]order.UnitTag
}

const noKind = sim.KindID(0xFFFFFFFF)

// New returns a module for one game, or the first fault of rules or setup.
func New(rules Rules, setup Setup) (*Module, error) {
	if err := rules.Check(); err != nil {
		return nil, err
	}
	if cells := int64(setup.Width) * int64(setup.Height); setup.Width < 0 || setup.Height < 0 || cells > snapshot.MaxBytes ||
		(setup.Blocked != nil && int64(len(setup.Blocked)) != cells) {
		return nil, fmt.Errorf("map of %d × %d cells with %d marks", setup.Width, setup.Height, len(setup.Blocked))
	}
	m := &Module{
		rules: rules, setup: setup, byName: make(map[string]int32), byID: make(map[uint32]int32),
		satisfiers: make(map[string][]int32), category: make([]int32, len(rules.Types)),
		researched: make(map[string]bool), turns: make(map[string]bool), tasks: make(map[order.GameOrderTag]bool),
	}
	for i := range rules.Types {
		m.index(int32(i))
	}
	slices.Sort(m.categories)
	m.categories = slices.Compact(m.categories)
	for i := range rules.Types {
		m.category[i] = -1
		if q := rules.Types[i].Queue; q != "" {
			n, _ := slices.BinarySearch(m.categories, q)
			m.category[i] = int32(n)
		}
	}
	m.makers = make([][]int32, len(m.categories))
	for i := range rules.Types {
		for _, category := range rules.Types[i].Produces {
			if n, found := slices.BinarySearch(m.categories, category); found && !slices.Contains(m.makers[n], int32(i)) {
				m.makers[n] = append(m.makers[n], int32(i))
			}
		}
	}
	return m, nil
}

func (m *Module) index(i int32) {
	t := &m.rules.Types[i]
	m.byName[t.Name] = i
	if t.HasID {
		m.byID[t.ID] = i
	}
	m.satisfiers[t.Name] = append(m.satisfiers[t.Name], i)
	if t.DeployAbility != "" {
		m.turns[t.DeployAbility] = true
	}
	for _, upgrade := range t.Researches {
		m.researched[upgrade] = true
	}
	for _, name := range t.Provides {
		if name != t.Name {
			m.satisfiers[name] = append(m.satisfiers[name], i)
		}
	}
	if t.Queue != "" {
		m.categories = append(m.categories, t.Queue)
	}
	for _, tag := range t.Does {
		m.tasks[tag] = true
	}
	if t.Upgrade {
		m.upgrades = append(m.upgrades, i)
	}
	m.kinds = append(m.kinds, noKind)
}

// Rules returns the rules that are played.
func (m *Module) Rules() *Rules { return &m.rules }

// TypeOf returns the type of a kind, nil for what is none of ours.
func (m *Module) TypeOf(kind sim.KindID) *Type {
	if int(kind) < len(m.typeOf) && m.typeOf[kind] >= 0 {
		return &m.rules.Types[m.typeOf[kind]]
	}
	return nil
}

// Traits implements sim.Module.
func (m *Module) Traits() sim.Traits {
	return sim.Traits{Name: ModuleName, Recalls: m.rules.OrdersByEvidence}
}

// Start implements sim.Module.
func (m *Module) Start(env *sim.Env) error {
	m.begin(env, env.Config().Capacity, len(env.Config().Players))
	for i := range m.players {
		if i < len(m.setup.Credits) {
			m.players[i].credits = m.setup.Credits[i]
		}
	}
	if m.setup.Width > 0 && m.setup.Height > 0 {
		layer, err := env.AddLayer(blockedLayer, int(m.setup.Width), int(m.setup.Height), 1)
		if err != nil {
			return err
		}
		for i, blocked := range m.setup.Blocked {
			if blocked {
				layer.Data()[i] = 1
			}
		}
		m.blocked = layer
	}
	for i := range m.setup.Entities {
		e := &m.setup.Entities[i]
		kind, ok := m.byName[e.Type]
		if !ok || m.rules.Types[kind].Upgrade {
			return fmt.Errorf("start entity %d is of type %q, which the rules do not have", i, e.Type)
		}
		if int(e.Owner) >= len(m.players) {
			return fmt.Errorf("start entity %d is of player %d, there are %d", i, e.Owner, len(m.players))
		}
		if _, err := m.spawn(kind, e.Owner, m.standing(kind, e.Cell)); err != nil {
			return err
		}
	}
	m.updatePower()
	return nil
}

// blockedLayer is the map layer of cells that cannot be built on: 1 byte each,
// 1 if blocked.
const blockedLayer = "blocked"

func (m *Module) begin(env *sim.Env, capacity, players int) {
	m.env = env
	m.units, m.awake = make([]unit, capacity), newAwake(capacity)
	m.players = make([]player, players)
	for i := range m.players {
		m.players[i].owned = make([]int32, len(m.rules.Types))
	}
	m.high, m.typeOf, m.blocked, m.powered = 0, m.typeOf[:0], nil, false
	for i := range m.kinds {
		m.kinds[i] = noKind
	}
	m.grid.begin(capacity)
}

// kind interns a type's name when it is first used, so that a state names only
// what occurs in it.
func (m *Module) kind(t int32) sim.KindID {
	if m.kinds[t] == noKind {
		m.learn(m.env.Kind(m.rules.Types[t].Name), t)
	}
	return m.kinds[t]
}

func (m *Module) learn(kind sim.KindID, t int32) {
	for len(m.typeOf) <= int(kind) {
		m.typeOf = append(m.typeOf, -1)
	}
	m.typeOf[kind], m.kinds[t] = t, kind
}

func (m *Module) typ(u *unit) *Type { return &m.rules.Types[u.kind] }

// find returns the unit of a tag, nil if it is not alive.
func (m *Module) find(tag order.UnitTag) *unit {
	if !m.env.Alive(tag) {
		return nil
	}
	return &m.units[tag.Index]
}

// spawn puts a finished entity into the world.
func (m *Module) spawn(kind int32, owner order.PlayerID, at order.WorldPos) (*unit, error) {
	tag, err := m.env.Spawn(m.kind(kind), owner)
	if err != nil {
		return nil, err
	}
	u := m.place(tag, kind, owner, at)
	m.finished(u)
	return u, nil
}

// place fills the slot of a new entity.
func (m *Module) place(tag order.UnitTag, kind int32, owner order.PlayerID, at order.WorldPos) *unit {
	t := &m.rules.Types[kind]
	u := &m.units[tag.Index]
	*u = unit{tag: tag, kind: kind, owner: owner, at: at, health: t.Health, target: order.NoUnit, earn: t.IncomeTicks, path: u.path[:0]}
	m.high = max(m.high, int(tag.Index)+1)
	m.wake(u)
	return u
}

// finished counts an entity in once it works.
func (m *Module) finished(u *unit) {
	m.players[u.owner].owned[u.kind]++
	m.powered = false
}

// remove takes an entity out of the world.
func (m *Module) remove(u *unit, why sim.Removal) {
	if !u.reserved && u.left == 0 {
		m.players[u.owner].owned[u.kind]--
		m.powered = false
	}
	m.env.Remove(u.tag, why)
}

// standing is where something stands whose cell, or top left cell, is given.
func (m *Module) standing(kind int32, cell order.CellPos) order.WorldPos {
	t := &m.rules.Types[kind]
	if !t.Structure {
		return cell.Center()
	}
	return order.WorldPos{X: cell.X<<10 + t.Width<<9, Y: cell.Y<<10 + t.Height<<9}
}

// corner is the top left cell of a structure.
func (m *Module) corner(u *unit) order.CellPos {
	t := m.typ(u)
	return order.CellPos{X: (u.at.X - t.Width<<9) >> 10, Y: (u.at.Y - t.Height<<9) >> 10}
}
