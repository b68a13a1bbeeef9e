// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// KindID is the interned name of a kind of entity, or of anything else a state
// names.
type KindID uint32

// Env is what a module may do to its simulation. It is valid from Start or
// Restore on, for the module's life, and used from the kernel's goroutine only,
// inside Start, Restore and Step (the reading methods also inside Validate and
// the Append methods).
type Env struct{ sim *Simulation }

// Tick is the tick that runs next, or that is running.
func (e *Env) Tick() order.Tick { return e.sim.tick }

// Config is what the simulation was made with.
func (e *Env) Config() *Config { return &e.sim.config }

// Kind interns a name. Interning is append-only and part of the state: intern
// in an order that depends on the game alone. More names than a snapshot holds
// end the simulation (Abort).
func (e *Env) Kind(name string) KindID {
	if len(name) > snapshot.MaxNameBytes || len(e.sim.names.names) >= snapshot.MaxNames {
		e.Abort(fmt.Errorf("name of %d bytes, %d names: at most %d bytes and %d names are allowed",
			len(name), len(e.sim.names.names), snapshot.MaxNameBytes, snapshot.MaxNames))
		return 0
	}
	return e.sim.names.id(name)
}

// KindName is the name of a kind.
func (e *Env) KindName(kind KindID) string { return e.sim.names.name(kind) }

// Spawn makes a living entity that appears at once. It fails with
// ErrPoolExhausted.
func (e *Env) Spawn(kind KindID, owner order.PlayerID) (order.UnitTag, error) {
	tag, err := e.Reserve(kind, owner)
	if err == nil {
		e.Appear(tag)
	}
	return tag, err
}

// Reserve makes a living entity that has not appeared yet: a unit in
// production. It can be named and hashed like any other, but is no event, and
// its Serial is 0 until Appear. Until then the module writes it with
// snapshot.FlagUnfinished and without FlagInWorld. It fails with
// ErrPoolExhausted.
func (e *Env) Reserve(kind KindID, owner order.PlayerID) (order.UnitTag, error) {
	tag, ok := e.sim.pool.take(kind, owner)
	if !ok {
		return order.NoUnit, ErrPoolExhausted
	}
	e.sim.touched.slot(int(tag.Index))
	return tag, nil
}

// Appear makes a reserved entity part of the game.
func (e *Env) Appear(tag order.UnitTag) {
	s := e.sim
	row := s.pool.find(tag)
	if row == nil || row.serial != 0 {
		return
	}
	s.serial++
	row.serial = s.serial
	s.emit(Event{Kind: EventCreated, Tag: tag, Entity: row.kind, Owner: row.owner})
}

// Remove ends an entity; its tag never names anything again. Removing what is
// not alive does nothing.
func (e *Env) Remove(tag order.UnitTag, why Removal) {
	s := e.sim
	row := s.pool.find(tag)
	if row == nil {
		return
	}
	if row.serial != 0 {
		s.emit(Event{
			Kind: EventRemoved, Tag: tag, Entity: row.kind, Owner: row.owner, Position: row.look.Position, HasPosition: row.look.HasPosition,
			Cause: why.Cause, Killer: why.Killer, KillerOwner: why.KillerOwner,
		})
	}
	s.pool.release(int(tag.Index))
	s.touched.slot(int(tag.Index))
}

// Alive reports whether the tag names a living entity.
func (e *Env) Alive(tag order.UnitTag) bool { return e.sim.pool.find(tag) != nil }

// Owner returns an entity's owner, order.NoPlayer if it is not alive.
func (e *Env) Owner(tag order.UnitTag) order.PlayerID {
	if row := e.sim.pool.find(tag); row != nil {
		return row.owner
	}
	return order.NoPlayer
}

// SetOwner hands an entity to another player.
func (e *Env) SetOwner(tag order.UnitTag, owner order.PlayerID) {
	row := e.sim.pool.find(tag)
	if row == nil || row.owner == owner {
		return
	}
	e.sim.emit(Event{Kind: EventOwnerChanged, Tag: tag, Entity: row.kind, Owner: owner, Other: row.owner})
	row.owner = owner
	e.sim.touched.slotRest(int(tag.Index))
}

// KindOf returns an entity's kind; ok is false if it is not alive.
func (e *Env) KindOf(tag order.UnitTag) (kind KindID, ok bool) {
	if row := e.sim.pool.find(tag); row != nil {
		return row.kind, true
	}
	return 0, false
}

// SetKind makes an entity another kind without changing its tag.
func (e *Env) SetKind(tag order.UnitTag, kind KindID) {
	row := e.sim.pool.find(tag)
	if row == nil || row.kind == kind {
		return
	}
	row.kind = kind
	e.sim.emit(Event{Kind: EventKindChanged, Tag: tag, Entity: kind, Owner: row.owner})
	e.sim.touched.slotRest(int(tag.Index))
}

// Touch says that an entity's state changed, or may have.
func (e *Env) Touch(tag order.UnitTag) {
	if int(tag.Index) < len(e.sim.pool.rows) {
		e.sim.touched.slot(int(tag.Index))
	}
}

// TouchRest says that of an entity something changed, or may have, that rests while
// it moves: all but place, facing and what AppendMotion writes.
func (e *Env) TouchRest(tag order.UnitTag) {
	if int(tag.Index) < len(e.sim.pool.rows) {
		e.sim.touched.slotRest(int(tag.Index))
	}
}

// TouchMotion says that the place or the facing of an entity or what AppendMotion
// writes of it changed, or may have.
func (e *Env) TouchMotion(tag order.UnitTag) {
	if int(tag.Index) < len(e.sim.pool.rows) {
		e.sim.touched.slotMotion(int(tag.Index))
	}
}

// TouchPlayer says that a player's state changed, or may have.
func (e *Env) TouchPlayer(id order.PlayerID) {
	if int(id) < len(e.sim.players) {
		e.sim.players[id].touch()
	}
}

// TouchGlobal says that what AppendGlobal writes changed, or may have.
func (e *Env) TouchGlobal() { e.sim.touched.global = true }

// TouchRandom says that the random generator was used.
func (e *Env) TouchRandom() { e.sim.touched.random = true }

// AddLayer adds a map layer, all zeros. It may be called in Start only.
func (e *Env) AddLayer(name string, width, height, stride int) (*Layer, error) {
	s := e.sim
	switch {
	case s.started:
		return nil, fmt.Errorf("layer %q: layers can only be added in Start", name)
	case len(s.layers) >= snapshot.MaxLayers:
		return nil, fmt.Errorf("layer %q: more than %d layers", name, snapshot.MaxLayers)
	case width < 0 || height < 0 || stride < 1 || stride > snapshot.MaxStride:
		return nil, fmt.Errorf("layer %q: %d × %d cells of %d bytes", name, width, height, stride)
	case int64(width)*int64(height) > int64(snapshot.MaxBytes/stride):
		return nil, fmt.Errorf("layer %q: more than %d bytes", name, snapshot.MaxBytes)
	}
	layer := newLayer(e.Kind(name), width, height, stride)
	s.layers = append(s.layers, layer)
	return layer, nil
}

// Layer returns a layer by its name, or nil.
func (e *Env) Layer(name string) *Layer {
	for _, layer := range e.sim.layers {
		if e.sim.names.name(layer.Name) == name {
			return layer
		}
	}
	return nil
}

// CheckOwners applies the ordinary rule: every unit must belong to the player.
// ok is false with the first that does not.
func (e *Env) CheckOwners(player order.PlayerID, units []order.UnitTag) (offender order.UnitTag, ok bool) {
	for _, unit := range units {
		if e.Owner(unit) != player {
			return unit, false
		}
	}
	return order.NoUnit, true
}

// FailLate reports an order that was valid and failed in execution.
func (e *Env) FailLate(failure LateFailure) {
	if len(e.sim.late) < maxReports {
		e.sim.late = append(e.sim.late, failure)
	}
}

// Emit reports what the kernel cannot see itself: EventConstructionStarted and
// later kinds.
func (e *Env) Emit(event Event) { e.sim.emit(event) }

// View reads the state as the last tick left it.
func (e *Env) View() View { return View{e.sim} }

// Abort ends the simulation: Apply returns a ModuleError with this cause after
// the Step, and every later call fails with it.
func (e *Env) Abort(cause error) {
	if e.sim.failure == nil {
		e.sim.failure = &ModuleError{Tick: e.sim.tick, Cause: cause}
	}
}
