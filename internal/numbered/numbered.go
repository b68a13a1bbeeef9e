// SPDX-License-Identifier: GPL-3.0-or-later

// Package numbered is a game module for tests: units that appear and go by a
// plan and have the ids of an engine that numbers its units, with a native hash
// that a test decides about.
//
// In: a Plan. Out: a sim.Module that also is a sim.NativeHasher and a
// sim.ForeignIDs.
//
// May import: core/order, core/sim, core/snapshot.
package numbered

import (
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Unit is one unit to come. Flags are added to "in world".
type Unit struct {
	Owner order.PlayerID
	Flags snapshot.Flags
}

// Plan says what happens; nothing else does. Units of the plan get the ids from
// First on, in order of ticks.
type Plan struct {
	First uint32
	Comes map[order.Tick][]Unit
	Goes  map[order.Tick][]uint32
	Hash  func(tick order.Tick) uint64 // nil: no native hash
	// Believes takes every order for proof of something.
	Believes bool
}

// Module plays a Plan. Orders change nothing; those to units are accepted.
type Module struct {
	plan Plan
	env  *sim.Env
	next uint32
	tags map[uint32]order.UnitTag // also of the dead
	ids  map[order.UnitTag]uint32
	unit map[order.UnitTag]Unit
	hash uint64
}

var (
	_ sim.Module       = (*Module)(nil)
	_ sim.NativeHasher = (*Module)(nil)
	_ sim.ForeignIDs   = (*Module)(nil)
)

// New returns a module that has not begun.
func New(plan Plan) *Module {
	return &Module{
		plan: plan, next: plan.First, tags: make(map[uint32]order.UnitTag), ids: make(map[order.UnitTag]uint32),
		unit: make(map[order.UnitTag]Unit),
	}
}

// Traits implements sim.Module.
func (m *Module) Traits() sim.Traits { return sim.Traits{Name: "numbered", Exact: true} }

// Start implements sim.Module; what comes at tick 0 is there from the start.
func (m *Module) Start(env *sim.Env) error {
	m.env = env
	env.TouchGlobal()
	env.TouchRandom()
	return m.come(0)
}

func (m *Module) come(tick order.Tick) error {
	for _, unit := range m.plan.Comes[tick] {
		tag, err := m.env.Reserve(m.env.Kind("unit"), unit.Owner)
		if err != nil {
			return err
		}
		m.tags[m.next], m.ids[tag], m.unit[tag] = tag, m.next, unit
		m.next++
		m.env.Appear(tag)
	}
	return nil
}

// Restore implements sim.Module; tests do not restore.
func (m *Module) Restore(*sim.Env, *snapshot.SimCoreSnapshot) error { return sim.ErrPoolExhausted }

// Validate implements sim.Module.
func (m *Module) Validate(_ *sim.Accepted, verdict *sim.Verdict) {
	if m.plan.Believes {
		verdict.Believe("made up")
	}
}

// Step implements sim.Module.
func (m *Module) Step([]sim.Accepted) {
	tick := m.env.Tick()
	if m.plan.Hash != nil {
		m.hash = m.plan.Hash(tick)
	}
	for _, native := range m.plan.Goes[tick] {
		m.env.Remove(m.tags[native], sim.Removal{Killer: order.NoUnit, KillerOwner: order.NoPlayer})
	}
	if tick > 0 {
		if err := m.come(tick); err != nil {
			m.env.Abort(err)
		}
	}
}

// Look implements sim.Module.
func (m *Module) Look(tag order.UnitTag) sim.Look {
	return sim.Look{Native: m.ids[tag], HasNative: true, Flags: m.unit[tag].Flags | snapshot.FlagInWorld}
}

// LookAtPlayer implements sim.Module.
func (m *Module) LookAtPlayer(order.PlayerID) sim.PlayerLook { return sim.PlayerLook{} }

// AppendEntity implements sim.Module.
func (m *Module) AppendEntity(order.UnitTag, *snapshot.ComponentWriter) {}

// AppendMotion implements sim.Module.
func (m *Module) AppendMotion(order.UnitTag, *snapshot.ComponentWriter) {}

// AppendPlayer implements sim.Module.
func (m *Module) AppendPlayer(order.PlayerID, *snapshot.ComponentWriter) {}

// AppendGlobal implements sim.Module.
func (m *Module) AppendGlobal(*snapshot.ComponentWriter) {}

// AppendRandom implements sim.Module.
func (m *Module) AppendRandom(dst []byte) (algorithm string, state []byte) { return "", dst }

// NativeHash implements sim.NativeHasher: frame N is tick N-1.
func (m *Module) NativeHash() (hash uint64, frame uint64, ok bool) {
	return m.hash, uint64(m.env.Tick()), m.plan.Hash != nil
}

// TagOf implements sim.ForeignIDs.
func (m *Module) TagOf(native uint32) (order.UnitTag, bool) {
	tag, ok := m.tags[native]
	return tag, ok && m.env.Alive(tag)
}

// NativeOf implements sim.ForeignIDs.
func (m *Module) NativeOf(tag order.UnitTag) (uint32, bool) {
	native, ok := m.ids[tag]
	return native, ok && m.env.Alive(tag)
}

// LastTagOf finds the tag of a unit that is gone.
func (m *Module) LastTagOf(native uint32) (order.UnitTag, bool) {
	tag, ok := m.tags[native]
	return tag, ok
}

// OwnerOf is whose a unit is or was.
func (m *Module) OwnerOf(native uint32) (order.PlayerID, bool) {
	tag, ok := m.tags[native]
	return m.unit[tag].Owner, ok
}

// NextNative is the id of the next unit.
func (m *Module) NextNative() uint32 { return m.next }
