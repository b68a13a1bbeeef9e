// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/lab"
)

// ModulePrefix begins the name that files record; the game follows:
// "openra-ra", "openra-cnc".
const ModulePrefix = "openra-"

// Capacity is the entity pool of a game: trees, mines and walls of the largest
// maps and the units of eight players.
const Capacity = 16_384

// Module plays an OpenRA game in the simulation kernel. A tick is a local frame:
// net frame N is tick (N-1) x 3, paused or not. A net frame is played whole in its
// first tick (docs/adr/0055): the other two change nothing and take no orders. Every actor of the engine is an
// entity, the world and the players among them, and keeps the engine's id as
// its native id.
type Module struct {
	setup state.Setup
	world *engine.World // nil until Start or Restore
	env   *sim.Env

	tags             []order.UnitTag      // by actor id; order.NoUnit where the actor is gone
	owners           []order.PlayerID     // by actor id
	gone             map[uint32]goneActor // for translation only: never iterated, not part of the state
	ids              []uint32             // by slot
	looks            []lastLook           // by slot
	written          []writtenEntity      // by slot; notes
	versions         uint64               // of activities that were noted
	touchAll         bool                 // tell the kernel of every actor in every tick; for tests
	shown            []*sim.Layer         // by player: what each sees
	kinds, densities *sim.Layer

	collected []int64 // by player: what the kernel was told of

	recorded     worldRecord
	writtenWorld writtenWorld // notes
	draws        int64        // of the generator when its state was last encoded

	hash   int32
	hashed bool
	// journal is kept if explanations are wanted, expected what is recorded for
	// the next net frame; explanation is that of the first frame that differed.
	journal     *lab.Journal
	expected    lab.RecordedFrame
	explanation *lab.Explanation
	watch       func(*engine.World)
	decoded     []state.Order // of the tick: Validate decodes an order, Step takes it
	orders      []state.Order // of the running Step
	coder       codec.Coder
}

var (
	_ sim.Module       = (*Module)(nil)
	_ sim.NativeHasher = (*Module)(nil)
	_ sim.ForeignIDs   = (*Module)(nil)
)

// NewModule returns a module for a new game. The error says what of the setup
// cannot be played.
func NewModule(setup state.Setup) (*Module, error) {
	world, err := engine.New(setup)
	if err != nil {
		return nil, err
	}
	return &Module{setup: setup, world: world}, nil
}

// RecordedModule returns a module for a file: setup holds rules and map, the
// rest comes from the state it is restored from.
func RecordedModule(setup state.Setup) *Module { return &Module{setup: setup} }

// Players describes the players of the world, in the order of their ids.
func (m *Module) Players() []sim.PlayerConfig {
	configs := make([]sim.PlayerConfig, len(m.world.Players))
	for i := range m.world.Players {
		p := &m.world.Players[i]
		kind := snapshot.PlayerNeutral
		switch {
		case p.Spectating:
			kind = snapshot.PlayerObserver
		case p.Bot:
			kind = snapshot.PlayerAI
		case p.Playable:
			kind = snapshot.PlayerHuman
		}
		configs[i] = sim.PlayerConfig{Kind: kind, Faction: p.Faction, Start: p.Spawn}
	}
	return configs
}

// PlayerOfClient finds the player that a client of the lobby plays. Clients
// without one, spectators, are given the engine's player for everybody.
func (m *Module) PlayerOfClient(client int32) order.PlayerID {
	for i := range m.world.Players {
		if p := &m.world.Players[i]; p.Playable && p.Client == client {
			return order.PlayerID(i)
		}
	}
	return order.PlayerID(len(m.world.Players) - 1)
}

// ControllerOf is the client whose packets carry the orders of a player: of a
// bot its controller's, of a person the person's own; -1 for others.
func (m *Module) ControllerOf(player order.PlayerID) int32 {
	if int(player) >= len(m.world.Players) {
		return -1
	}
	client := m.world.Players[player].Client
	for i := range m.world.Clients {
		if c := &m.world.Clients[i]; c.Index == client && c.Bot != "" {
			return c.BotController
		}
	}
	return client
}

// goneActor is what is remembered of an actor that is no more, so that orders
// to it can be told from orders to what never was.
type goneActor struct {
	tag   order.UnitTag
	owner order.PlayerID
}

// OwnerOf finds the player who owns, or owned, the actor with that id of the
// engine.
func (m *Module) OwnerOf(native uint32) (order.PlayerID, bool) {
	if a := m.world.Actor(native); a != nil {
		return order.PlayerID(a.Owner), true
	}
	if gone, ok := m.gone[native]; ok && gone.owner != order.NoPlayer {
		return gone.owner, true
	}
	return order.NoPlayer, false
}

// LastTagOf finds the tag of an actor that is gone. The kernel counts it as
// dead.
func (m *Module) LastTagOf(native uint32) (order.UnitTag, bool) {
	gone, ok := m.gone[native]
	return gone.tag, ok
}

// World is the game that is played, for explanations. It must not be changed.
func (m *Module) World() *engine.World { return m.world }

// Traits implements sim.Module.
func (m *Module) Traits() sim.Traits {
	return sim.Traits{Name: ModulePrefix + m.setup.Rules.Mod, Exact: true}
}

// Start implements sim.Module.
func (m *Module) Start(env *sim.Env) error {
	m.env = env
	width, height := int(m.world.Ground.Width), int(m.world.Ground.Height)
	for _, one := range m.layerNames() {
		if _, err := env.AddLayer(one, width, height, 1); err != nil {
			return err
		}
	}
	m.findLayers()
	m.ids = make([]uint32, env.Config().Capacity)
	m.gone = make(map[uint32]goneActor)
	env.TouchGlobal()
	env.TouchRandom()
	return m.reconcile()
}

// layerNames lists the map layers: ore, and what each player sees.
func (m *Module) layerNames() []string {
	names := []string{"resource kind", "resource density"}
	for i := range m.world.Players {
		names = append(names, fmt.Sprintf("shown %d", i))
	}
	return names
}

func (m *Module) findLayers() {
	names := m.layerNames()
	m.kinds, m.densities = m.env.Layer(names[0]), m.env.Layer(names[1])
	m.shown = m.shown[:0]
	for _, name := range names[2:] {
		m.shown = append(m.shown, m.env.Layer(name))
	}
}

// Validate implements sim.Module: the engine's own checks.
func (m *Module) Validate(accepted *sim.Accepted, verdict *sim.Verdict) {
	o, ok := m.native(accepted)
	if !ok {
		verdict.NotModelled(orderName(accepted))
		return
	}
	if !m.beginsFrame() {
		verdict.Reject(sim.ReasonCustom, withinFrame)
		return
	}
	switch m.world.Judge(&o) {
	case engine.NotValid:
		if len(accepted.Units) == 0 {
			verdict.Reject(sim.ReasonNoSubjects, o.Name)
		} else {
			verdict.RejectUnit(sim.ReasonNotOwner, accepted.Units[0])
		}
	case engine.NotModelled:
		verdict.NotModelled(o.Name)
	case engine.WithoutTrace:
		verdict.TakeAnyway()
	case engine.Obeyed:
		if m.world.KindOf(o.Name) == state.OrderPause {
			verdict.TakeAnyway()
		}
	}
	accepted.Decoded = len(m.decoded)
	m.decoded = append(m.decoded, o)
}

// beginsFrame reports whether the tick that runs is the first of a net frame: the
// engine takes orders then, and compares hashes.
func (m *Module) beginsFrame() bool { return m.env.Tick()%state.TicksPerFrame == 0 }

// withinFrame says of an order that it does not come at the beginning of a net
// frame.
const withinFrame = "within a net frame"

// Step implements sim.Module.
func (m *Module) Step(orders []sim.Accepted) {
	if m.hashed = m.beginsFrame(); !m.hashed {
		return
	}
	m.orders = m.orders[:0]
	for i := range orders {
		m.orders = append(m.orders, m.decoded[orders[i].Decoded])
	}
	m.decoded = m.decoded[:0]
	if m.journal != nil {
		m.journal.Before(m.world, m.expected)
	}
	m.hash = m.world.BeginFrame(m.orders)
	m.explain()
	if m.watch != nil {
		m.watch(m.world)
	}
	for range state.TicksPerFrame {
		m.world.Advance()
		if m.journal != nil {
			m.journal.After(m.world)
		}
	}
	if err := m.reconcile(); err != nil {
		m.env.Abort(err)
	}
}

// KeepJournal makes the module note what it takes to explain the first
// difference from the recording. Each net frame must then be announced by
// Expect.
func (m *Module) KeepJournal() *lab.Journal {
	m.journal = lab.NewJournal()
	return m.journal
}

// Expect says what is recorded for the net frame of the next tick: the orders
// as the engine had them, with all the ids they name, and the hash. They are
// kept until the next call.
func (m *Module) Expect(frame lab.RecordedFrame) { m.expected = frame }

// Watch makes the module show its world at every net frame: after its orders, before
// its ticks.
func (m *Module) Watch(look func(*engine.World)) { m.watch = look }

// Explanation tells what could account for the first difference from an
// expected hash, nil if there was none.
func (m *Module) Explanation() *lab.Explanation { return m.explanation }

func (m *Module) explain() {
	if m.explanation == nil && m.expected.Hashed && m.expected.Hash != m.hash {
		explanation := lab.Explain(m.world, m.expected.Hash)
		m.explanation = &explanation
	}
	m.expected = lab.RecordedFrame{}
}

// NativeHash implements sim.NativeHasher. Without a map the world is not the
// recorded one, and its hash says nothing.
func (m *Module) NativeHash() (hash uint64, frame uint64, ok bool) {
	return uint64(uint32(m.hash)), uint64(m.world.FrameNumber()), m.hashed && m.setup.Map != nil
}

// TagOf implements sim.ForeignIDs.
func (m *Module) TagOf(native uint32) (order.UnitTag, bool) {
	if uint64(native) >= uint64(len(m.tags)) || m.tags[native] == order.NoUnit {
		return order.NoUnit, false
	}
	return m.tags[native], true
}

// NativeOf implements sim.ForeignIDs.
func (m *Module) NativeOf(tag order.UnitTag) (uint32, bool) {
	if !m.env.Alive(tag) {
		return 0, false
	}
	return m.ids[tag.Index], true
}
