// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// ModuleName is the name files record.
const ModuleName = "murk"

// Semantics names the rules of the engine that the module follows.
const Semantics = "murk engine semantics 3"

// RulesDigest identifies them: the SHA-256 of their name. The world is no part of them:
// its description lies in the state.
func RulesDigest() [sha256.Size]byte { return sha256.Sum256([]byte(Semantics)) }

// Components of the global state.
const (
	// globalWorld is the world description, compact JSON; absent if the world
	// is not known.
	globalWorld snapshot.ComponentID = 0
	// globalFieldCount is u32, the fields the snapshot hash covers.
	globalFieldCount snapshot.ComponentID = 1
)

// Module plays a Murk world in the simulation kernel. Tick 0 is the world
// before its first frame; the frame with index i is tick i+1. Every order
// carries its command record in Command.Raw.
//
// The state of a world is in map layers, one for each field, four bytes a
// value: float32 bits, little-endian, storage order. A module without a world,
// or with one whose propagators may write fields, has no layers, takes every
// order as not modelled and has no native hash.
type Module struct {
	description []byte // compact; nil if the world is not known
	fieldCount  uint32

	env    *sim.Env
	engine *engine // nil if the world cannot be played
	layers []*sim.Layer

	hash   uint64
	hashed bool           // hash is that of the last Step
	orders []sim.Accepted // of the running Step, in submission order

	// commands are what Validate read of the orders of this tick. An order's is at its
	// Accepted.Decoded.
	commands []command
}

var (
	_ sim.Module       = (*Module)(nil)
	_ sim.NativeHasher = (*Module)(nil)
)

// NewModule returns a module for a replay with this header and the world that
// description holds; nil stands for a world that is not known. Its errors wrap
// ErrWorld.
func NewModule(description []byte, recorded Recorded) (*Module, error) {
	m := &Module{fieldCount: recorded.FieldCount}
	if description == nil {
		return m, nil
	}
	world, err := ParseWorld(description)
	if err != nil {
		return nil, err
	}
	if err := recorded.fit(world); err != nil {
		return nil, err
	}
	if len(world.Fields) > snapshot.MaxLayers {
		return nil, worldError("%d fields, a recording holds %d", len(world.Fields), snapshot.MaxLayers)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, description); err != nil {
		return nil, worldError("%v", err)
	}
	m.description = compact.Bytes()
	m.prepare(world)
	return m, nil
}

// RecordedModule returns a module that takes its world from the recording it
// is restored from.
func RecordedModule() *Module { return &Module{} }

// Playable reports whether the module plays the world, and why it does not.
func (m *Module) Playable() (reason string, ok bool) {
	if m.engine != nil {
		return "", true
	}
	if m.description == nil {
		return "the world is not described", false
	}
	return "a propagator may change fields", false
}

// prepare makes the engine, if the world can be played.
func (m *Module) prepare(world *World) {
	if _, writes := world.FieldWriter(); writes {
		return
	}
	m.engine = newEngine(world, m.fieldCount)
	m.engine.onChange = func(field, index int) {
		var value [4]byte
		binary.LittleEndian.PutUint32(value[:], m.engine.fields[field].values[index])
		m.layers[field].Write(4*index, value[:])
	}
	m.engine.onFailure = func(arrival int, reason string) {
		accepted := &m.orders[arrival]
		m.env.FailLate(sim.LateFailure{
			Player: accepted.Order.Player, Index: accepted.Index, Unit: order.NoUnit,
			Reason: sim.ReasonCustom, Detail: reason,
		})
	}
}

// Traits implements sim.Module.
func (m *Module) Traits() sim.Traits { return sim.Traits{Name: ModuleName, Exact: true} }

// Start implements sim.Module.
func (m *Module) Start(env *sim.Env) error {
	m.env = env
	env.TouchGlobal()
	if m.engine == nil {
		return nil
	}
	for i := range m.engine.fields {
		width, height, stride := m.layerShape(i)
		layer, err := env.AddLayer(layerName(i, m.engine.world.Fields[i].Name), width, height, stride)
		if err != nil {
			return err
		}
		m.layers = append(m.layers, layer)
	}
	return nil
}

// layerShape is rows and columns where the space has them, else one row; a
// cell has all components of the field unless that is more than a layer takes.
func (m *Module) layerShape(field int) (width, height, stride int) {
	world := m.engine.world
	cells, components := int(world.CellCount), world.Fields[field].Components
	if 4*components > snapshot.MaxStride {
		return cells * components, 1, 4
	}
	switch space := world.Space.(type) {
	case square:
		return int(space.cols), int(space.rows), 4 * components
	case axial:
		return int(space.cols), int(space.rows), 4 * components
	default:
		return cells, 1, 4 * components
	}
}

// layerName is unique whatever the field is called, and short enough.
func layerName(field int, name string) string {
	full := fmt.Sprintf("field %d %s", field, name)
	return full[:min(len(full), snapshot.MaxNameBytes)]
}

// Restore implements sim.Module.
func (m *Module) Restore(env *sim.Env, state *snapshot.SimCoreSnapshot) error {
	if err := m.restoreWorld(state); err != nil {
		return err
	}
	m.env, m.hashed, m.layers = env, false, m.layers[:0]
	env.TouchGlobal()
	if m.engine == nil {
		return nil
	}
	if len(state.Map.Layers) != len(m.engine.fields) {
		return fmt.Errorf("%d layers for %d fields", len(state.Map.Layers), len(m.engine.fields))
	}
	for i := range m.engine.fields {
		layer := env.Layer(layerName(i, m.engine.world.Fields[i].Name))
		if layer == nil || len(layer.Data()) != 4*len(m.engine.fields[i].values) {
			return fmt.Errorf("no layer of the right size for field %d", i)
		}
		m.layers = append(m.layers, layer)
	}
	m.engine.restore(m.layers)
	return nil
}

// restoreWorld takes the world from the state, or checks that it is the same.
func (m *Module) restoreWorld(state *snapshot.SimCoreSnapshot) error {
	encoded, ok := state.Global.Get(globalFieldCount)
	if !ok || len(encoded) != 4 {
		return errors.New("the state has no field count")
	}
	fieldCount := binary.LittleEndian.Uint32(encoded)
	description, described := state.Global.Get(globalWorld)
	if m.env != nil || m.description != nil {
		if fieldCount != m.fieldCount || !bytes.Equal(description, m.description) {
			return errors.New("the state is of another world")
		}
		return nil
	}
	m.fieldCount = fieldCount
	if !described {
		return nil
	}
	world, err := ParseWorld(description)
	if err != nil {
		return err
	}
	if fieldCount > MaxFields {
		return worldError("the state counts %d fields, limit %d", fieldCount, MaxFields)
	}
	if err := checkLayers(world, state.Map.Layers); err != nil {
		return err
	}
	m.description = bytes.Clone(description)
	m.prepare(world)
	return nil
}

// checkLayers makes sure that a file holds all values of the world it describes,
// before memory is taken for them.
func checkLayers(world *World, layers []snapshot.MapLayer) error {
	if _, writes := world.FieldWriter(); writes {
		return nil // it is not played
	}
	if len(layers) != len(world.Fields) {
		return fmt.Errorf("%d layers for %d fields", len(layers), len(world.Fields))
	}
	for i := range layers {
		if want := 4 * world.CellCount * uint64(world.Fields[i].Components); uint64(len(layers[i].Data)) != want {
			return fmt.Errorf("layer %d has %d bytes, field %d has %d", i, len(layers[i].Data), i, want)
		}
	}
	return nil
}

// restore puts the engine into the state that the layers hold.
func (e *engine) restore(layers []*sim.Layer) {
	e.pending, e.submitted, e.receipts = e.pending[:0], 0, Receipts{}
	for i := range e.fields {
		field := &e.fields[i]
		field.written = field.written[:0]
		data := layers[i].Data()
		for index := range field.values {
			value := binary.LittleEndian.Uint32(data[4*index:])
			field.set(index, value)
			if value != 0 && e.world.Fields[i].Mutability == PerTick {
				field.written = append(field.written, index)
			}
		}
	}
}

// Validate implements sim.Module.
func (m *Module) Validate(accepted *sim.Accepted, verdict *sim.Verdict) {
	switch {
	case accepted.Command == nil:
		verdict.Reject(sim.ReasonMalformed, "not a Murk command")
	case m.engine == nil:
		verdict.NotModelled("the world cannot be played")
	case m.env.Tick() == 0:
		verdict.Reject(sim.ReasonCustom, "tick 0 has no frame")
	default:
		command, err := parseCommand(accepted.Command.Raw)
		if err != nil {
			verdict.Reject(sim.ReasonMalformed, "no Murk command record")
			return
		}
		accepted.Decoded = len(m.commands)
		m.commands = append(m.commands, command)
		verdict.TakeAnyway() // the engine sorts out what is void; only the hash tells
	}
}

// Step implements sim.Module.
func (m *Module) Step(orders []sim.Accepted) {
	m.hashed = false
	if m.engine == nil || m.env.Tick() == 0 {
		return
	}
	m.orders = orders
	m.engine.tick = uint64(m.env.Tick()) - 1
	for i := range orders {
		m.engine.take(m.commands[orders[i].Decoded])
	}
	m.engine.step()
	m.commands = m.commands[:0]
	m.hash, m.hashed = m.engine.hash(), true
	m.orders = nil
}

// NativeHash implements sim.NativeHasher: the snapshot hash after the last
// Step, with the index of its frame.
func (m *Module) NativeHash() (hash uint64, frame uint64, ok bool) {
	return m.hash, m.engineTick() - 1, m.hashed
}

func (m *Module) engineTick() uint64 {
	if m.engine == nil {
		return 0
	}
	return m.engine.tick
}

// Look implements sim.Module: the engine has no entities.
func (m *Module) Look(order.UnitTag) sim.Look { return sim.Look{} }

// LookAtPlayer implements sim.Module: players have no state here.
func (m *Module) LookAtPlayer(order.PlayerID) sim.PlayerLook { return sim.PlayerLook{} }

// AppendEntity implements sim.Module.
func (m *Module) AppendEntity(order.UnitTag, *snapshot.ComponentWriter) {}

// AppendMotion implements sim.Module.
func (m *Module) AppendMotion(order.UnitTag, *snapshot.ComponentWriter) {}

// AppendPlayer implements sim.Module.
func (m *Module) AppendPlayer(order.PlayerID, *snapshot.ComponentWriter) {}

// AppendGlobal implements sim.Module.
func (m *Module) AppendGlobal(to *snapshot.ComponentWriter) {
	if m.description != nil {
		to.Add(globalWorld, m.description)
	}
	to.Add(globalFieldCount, binary.LittleEndian.AppendUint32(nil, m.fieldCount))
}

// AppendRandom implements sim.Module: the engine never draws a number.
func (m *Module) AppendRandom(dst []byte) (algorithm string, state []byte) { return "", dst }
