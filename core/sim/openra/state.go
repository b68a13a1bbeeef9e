// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/core/snapshot"
)

// Components of the module. The numbers are frozen in docs/simulation.md.
const (
	entityActor    = snapshot.FirstModuleComponent
	entityActivity = snapshot.FirstModuleComponent + 1
	entityPlace    = snapshot.FirstMotionComponent
	entityProgress = snapshot.FirstMotionComponent + 1

	playerOwn = snapshot.FirstPlayerModuleComponent

	globalSetup    snapshot.ComponentID = 0
	globalWorld    snapshot.ComponentID = 1
	globalOccupied snapshot.ComponentID = 2
	globalBins     snapshot.ComponentID = 3
	globalFrozen   snapshot.ComponentID = 4
	globalEffects  snapshot.ComponentID = 5

	randomAlgorithm = "mt19937"
)

// reconcile makes the kernel's entities those of the world and says what
// changed.
func (m *Module) reconcile() error {
	for id := len(m.tags); id < len(m.world.Actors); id++ {
		if err := m.adopt(uint32(id)); err != nil {
			return err
		}
	}
	if m.touchAll {
		m.world.WakeAll()
	}
	for id := range m.world.ActiveSet.All {
		switch a, tag := m.world.Actors[id], m.tags[id]; {
		case a != nil:
			if m.look(tag, a); !a.Awake() {
				m.world.Rest(id)
			}
		case tag != order.NoUnit:
			m.env.Remove(tag, m.removal(uint32(id)))
			m.gone[uint32(id)] = goneActor{tag: tag, owner: m.owners[id]}
			if f := m.world.Frozen.Of(uint32(id)); f != nil {
				f.Tag = packedTag(tag)
			}
			m.tags[id] = order.NoUnit
			m.world.Rest(id)
		default:
			m.world.Rest(id)
		}
	}
	m.world.ForgetEnds()
	m.tellDeeds()
	if m.touchAll {
		m.recorded = worldRecord{}
	}
	m.copyLayers()
	for i := range m.world.Players {
		m.env.TouchPlayer(order.PlayerID(i))
	}
	m.env.TouchGlobal()
	if draws := m.world.Random.Draws; draws != m.draws {
		m.draws = draws
		m.env.TouchRandom()
	}
	return nil
}

// adopt makes an entity of a new actor. One that is gone already, a crate that
// was disposed in the tick of its creation, gets none.
func (m *Module) adopt(id uint32) error {
	a := m.world.Actors[id]
	if a == nil {
		m.tags = append(m.tags, order.NoUnit)
		m.owners = append(m.owners, order.NoPlayer)
		return nil
	}
	tag, err := m.env.Spawn(m.env.Kind(m.kindName(a)), m.ownerOf(a))
	if err != nil {
		return fmt.Errorf("actor %d: %w", id, err)
	}
	m.tags = append(m.tags, tag)
	m.owners = append(m.owners, m.ownerOf(a))
	m.ids[tag.Index] = id
	m.lookAt(tag).known = false
	return nil
}

func (m *Module) kindName(a *state.Actor) string {
	if a.ID == 0 {
		return "world"
	}
	return a.Type.Name
}

func (m *Module) ownerOf(a *state.Actor) order.PlayerID {
	if a.ID == 0 {
		return order.NoPlayer
	}
	return order.PlayerID(a.Owner)
}

// removal tells why an actor is gone, as the world noted it. What it noted
// nothing about became another actor.
func (m *Module) removal(id uint32) sim.Removal {
	why := sim.Removal{Cause: sim.CauseTransformed, Killer: order.NoUnit, KillerOwner: order.NoPlayer}
	for i := range m.world.Ends {
		e := &m.world.Ends[i]
		if e.ID != id {
			continue
		}
		why.Cause = endCauses[e.Cause]
		if e.KillerOwner >= 0 {
			why.KillerOwner = order.PlayerID(e.KillerOwner)
		}
		if int(e.Killer) < len(m.tags) && e.Killer != state.None {
			why.Killer = m.tags[e.Killer]
		}
		break
	}
	return why
}

var endCauses = [...]sim.Cause{
	state.EndExpired: sim.CauseExpired, state.EndKilled: sim.CauseKilled, state.EndSold: sim.CauseSold, state.EndConsumed: sim.CauseConsumed,
}

func (m *Module) look(tag order.UnitTag, a *state.Actor) {
	if owner := m.ownerOf(a); m.owners[a.ID] != owner {
		m.env.SetOwner(tag, owner)
		m.owners[a.ID] = owner
	}
	last := m.lookAt(tag)
	if m.touchAll {
		last.known = false
	}
	rest, motion := last.changed(a, m.world.Ticks)
	if rest {
		m.env.TouchRest(tag)
	}
	if motion {
		m.env.TouchMotion(tag)
	}
	a.Sleep(rest || motion || m.touchAll)
}

func (m *Module) lookAt(tag order.UnitTag) *lastLook {
	for len(m.looks) <= int(tag.Index) {
		m.looks = append(m.looks, lastLook{})
	}
	return &m.looks[tag.Index]
}

// copyLayers writes what changed on the map into the kernel's layers.
func (m *Module) copyLayers() {
	resources := &m.world.Resources
	if m.touchAll {
		resources.Stale.MarkAll()
	}
	for i, stale := range resources.Stale {
		if stale {
			copyPiece(m.kinds, resources.Kind, i)
			copyPiece(m.densities, resources.Density, i)
		}
	}
	clear(resources.Stale)
	for i, layer := range m.shown {
		p := &m.world.Players[i]
		if m.touchAll {
			p.Resettled.MarkAll()
		}
		for piece, stale := range p.Resettled {
			if stale {
				copyPiece(layer, p.Shown, piece)
			}
		}
		clear(p.Resettled)
	}
}

func copyPiece(layer *sim.Layer, cells []uint8, piece int) {
	at := piece * grid.PieceCells
	layer.Write(at, cells[at:min(at+grid.PieceCells, len(cells))])
}

// Look implements sim.Module.
func (m *Module) Look(tag order.UnitTag) sim.Look {
	a := m.actorOf(tag)
	placed := a.Placed()
	look := sim.Look{Native: a.ID, HasNative: true, Flags: flagsOf(a, placed)}
	if placed {
		look.Position, look.HasPosition = order.WorldPos(a.Center), true
		look.Facing, look.HasFacing = wpos.Angle(1024-a.Facing), true
		if a.Type.MaxHP > 0 {
			look.Health, look.MaxHealth = a.HP, a.Type.MaxHP
		}
	}
	return look
}

// AppendEntity implements sim.Module.
func (m *Module) AppendEntity(tag order.UnitTag, to *snapshot.ComponentWriter) {
	a := m.actorOf(tag)
	c := m.writer(to.Start(entityActor))
	m.lookAt(tag).appendResting(c, a)
	to.Set(entityActor, c.Data)
	if a.Activity != nil {
		c = m.writer(to.Start(entityActivity))
		state.CodedActivity(c, &a.Activity, 0)
		to.Set(entityActivity, c.Data)
	}
}

// AppendMotion implements sim.Module.
func (m *Module) AppendMotion(tag order.UnitTag, to *snapshot.ComponentWriter) {
	a := m.actorOf(tag)
	c := m.writer(to.Start(entityPlace))
	a.CodedPlace(c)
	to.Set(entityPlace, c.Data)
	if a.Activity != nil {
		c = m.writer(to.Start(entityProgress))
		state.CodedProgress(c, a.Activity)
		to.Set(entityProgress, c.Data)
	}
}

func (m *Module) actorOf(tag order.UnitTag) *state.Actor { return m.world.Actors[m.ids[tag.Index]] }

func (m *Module) writer(buffer []byte) *codec.Coder {
	m.coder = m.world.Coder(buffer)
	return &m.coder
}

func flagsOf(a *state.Actor, placed bool) snapshot.Flags {
	var flags snapshot.Flags
	set := func(condition bool, flag snapshot.Flags) {
		if condition {
			flags |= flag
		}
	}
	t := a.Type
	structure := t.Building != nil && len(t.Sights) > 0
	set(placed && a.InWorld, snapshot.FlagInWorld)
	set(structure, snapshot.FlagStructure)
	set(t.Mobile != nil || t.Aircraft != nil, snapshot.FlagMobile)
	set(structure && a.Incomplete > 0, snapshot.FlagUnfinished)
	set(placed && !structure && t.Mobile == nil && t.Aircraft == nil, snapshot.FlagScenery)
	return flags
}

// LookAtPlayer implements sim.Module.
func (m *Module) LookAtPlayer(id order.PlayerID) sim.PlayerLook {
	p := &m.world.Players[id]
	look := sim.PlayerLook{
		Known: true, Credits: int64(p.Cash) + int64(p.Ore), Stored: int64(p.Ore), Capacity: int64(p.Capacity),
		PowerProvided: p.PowerProvided, PowerDrained: p.PowerDrained, Standing: snapshot.StandingPlaying,
	}
	switch {
	case p.Won:
		look.Standing = snapshot.StandingWon
	case p.Lost:
		look.Standing = snapshot.StandingLost
	}
	return look
}

// AppendPlayer implements sim.Module.
func (m *Module) AppendPlayer(id order.PlayerID, to *snapshot.ComponentWriter) {
	p := &m.world.Players[id]
	c := m.writer(to.Start(playerOwn))
	m.recorded.player(id).AppendPlayer(c, p)
	p.CodedPending(c)
	to.Set(playerOwn, c.Data)
}

// AppendGlobal implements sim.Module.
func (m *Module) AppendGlobal(to *snapshot.ComponentWriter) {
	m.component(to, globalSetup, m.setup.Coded)
	m.component(to, globalWorld, m.world.Coded)
	m.component(to, globalOccupied, m.world.CodedOccupied)
	m.component(to, globalBins, m.world.CodedBins)
	m.component(to, globalFrozen, m.world.Frozen.Coded)
	m.component(to, globalEffects, m.world.CodedEffects)
}

func (m *Module) component(to *snapshot.ComponentWriter, id snapshot.ComponentID, fields func(*codec.Coder)) {
	c := m.writer(to.Start(id))
	fields(c)
	to.Set(id, c.Data)
}

// AppendRandom implements sim.Module.
func (m *Module) AppendRandom(dst []byte) (algorithm string, state []byte) {
	c := m.writer(dst)
	m.world.Random.Coded(c)
	return randomAlgorithm, c.Data
}
