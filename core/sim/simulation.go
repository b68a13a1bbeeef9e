// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// maxReports bounds the events and late failures kept for one tick: 64 for
// each entity of a default pool. What goes beyond is lost to reports, never to
// the state.
const maxReports = 64 * DefaultCapacity

// Simulation is one game being played. It is used from one goroutine at a
// time.
type Simulation struct {
	config Config
	module Module
	traits Traits
	env    Env

	tick    order.Tick
	names   interner
	pool    pool
	players []playerRow
	layers  []*Layer
	serial  uint64 // of the entity that appeared last
	started bool   // layers and players are final
	// restored: the state was read from a file, and may be anybody's.
	restored bool
	failure  error

	touched touched
	encoder
	leaves      leaves
	loggedNames int     // how many names are in the leaves, -1 none
	atOnce      HashLog // for hashes that are not put off
	scratch     []byte
	entityBytes int // what the components of the next snapshot are likely to take
	intake

	events []Event
	late   []LateFailure
}

// playerRow is one player: the fixed part, and the last look.
type playerRow struct {
	state   snapshot.PlayerState // without Components
	look    PlayerLook
	fresh   bool // the look may have changed in this tick
	touched bool // to be logged
}

func (r *playerRow) touch() { r.fresh, r.touched = true, true }

// New starts a game: the module builds the world of tick 0.
func New(config Config, module Module) (*Simulation, error) {
	s, err := prepare(config, module)
	if err != nil {
		return nil, err
	}
	for i := range config.Players {
		p := &config.Players[i]
		s.players = append(s.players, playerRow{state: snapshot.PlayerState{
			ID: order.PlayerID(i), Kind: p.Kind, Faction: uint32(s.names.id(p.Faction)), Team: p.Team, Start: p.Start,
		}})
	}
	if err := module.Start(&s.env); err != nil {
		return nil, &ModuleError{Cause: err}
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	return s, nil
}

// prepare makes the empty simulation that New and Open fill.
func prepare(config Config, module Module) (*Simulation, error) {
	if config.Capacity == 0 {
		config.Capacity = DefaultCapacity
	}
	if config.Capacity < 1 || config.Capacity > snapshot.MaxSlots {
		return nil, fmt.Errorf("capacity %d: allowed are 1 to %d", config.Capacity, snapshot.MaxSlots)
	}
	if len(config.Players) > snapshot.MaxPlayers {
		return nil, fmt.Errorf("%d players: at most %d are allowed", len(config.Players), snapshot.MaxPlayers)
	}
	s := &Simulation{config: config, module: module, traits: module.Traits(), names: newInterner(), pool: newPool(config.Capacity)}
	s.env.sim = s
	s.touched = newTouched(config.Capacity)
	return s, nil
}

// begin makes the leaves once layers and players are final, and looks at
// everything.
func (s *Simulation) begin() error {
	s.makeLeaves()
	s.touchAll()
	s.lookAround()
	return s.failure
}

func (s *Simulation) makeLeaves() {
	s.started = true
	sizes := make([]int, len(s.layers))
	for i, layer := range s.layers {
		sizes[i] = len(layer.data)
		s.shapes = append(s.shapes, snapshot.MapLayer{
			Name: uint32(layer.Name), Width: uint32(layer.Width), Height: uint32(layer.Height), Stride: uint32(layer.Stride),
		})
	}
	s.leaves = newLeaves(snapshot.NewLayout(s.config.Capacity, len(s.players), sizes))
}

// Apply judges the orders of one tick, applies the accepted ones and advances
// one tick. orders.Tick must be the simulation's tick: TickMismatchError
// otherwise, with nothing changed. orders is not changed and not kept.
//
// The verdicts are in the order of orders.Orders and valid until the next
// Apply. An error other than TickMismatchError is final: a ModuleError, or of a
// game that was restored an UnplayableError.
func (s *Simulation) Apply(orders *order.TickOrders) (verdicts []Verdict, err error) {
	if s.restored {
		defer s.contain(&err)
	}
	if s.failure != nil {
		return nil, s.failure
	}
	if orders.Tick != s.tick {
		return nil, &TickMismatchError{Expected: s.tick, Got: orders.Tick}
	}
	s.events, s.late = s.events[:0], s.late[:0]
	accepted := s.validate(orders.Orders)
	s.module.Step(accepted)
	if s.failure != nil {
		return nil, s.failure
	}
	s.tick++
	s.lookAround()
	return s.verdicts, s.failure
}

// Tick is the tick that runs next.
func (s *Simulation) Tick() order.Tick { return s.tick }

// Traits is what the module says of itself.
func (s *Simulation) Traits() Traits { return s.traits }

// View reads the state as the last tick left it.
func (s *Simulation) View() View { return View{s} }

// Events is what happened in the last tick (in Start, before the first), valid
// until the next Apply.
func (s *Simulation) Events() []Event { return s.events }

// LateFailures is the valid orders that failed in the last tick, valid until
// the next Apply.
func (s *Simulation) LateFailures() []LateFailure { return s.late }

func (s *Simulation) emit(event Event) {
	if len(s.events) < maxReports {
		s.events = append(s.events, event)
	}
}

// Seed is the seed of the game.
func (s *Simulation) Seed() uint64 { return s.config.Seed }

// MapHash is the hash of the map, zeros for a game without one.
func (s *Simulation) MapHash() order.StateHash { return s.config.MapHash }
