// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/sim"
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
	for id := len(m.tags); id < len(m.world.actors); id++ {
		if err := m.adopt(uint32(id)); err != nil {
			return err
		}
	}
	if m.touchAll {
		m.world.wakeAll()
	}
	for id := range m.world.activeSet.all {
		switch a, tag := m.world.actors[id], m.tags[id]; {
		case a != nil:
			if m.look(tag, a); !a.awake() {
				m.world.rest(id)
			}
		case tag != order.NoUnit:
			m.env.Remove(tag, m.removal(uint32(id)))
			m.gone[uint32(id)] = goneActor{tag: tag, owner: m.owners[id]}
			if f := m.world.memoryOf(uint32(id)); f != nil {
				f.tag = packedTag(tag)
			}
			m.tags[id] = order.NoUnit
			m.world.rest(id)
		default:
			m.world.rest(id)
		}
	}
	m.world.forgetEnds()
	m.tellDeeds()
	if m.touchAll {
		m.recorded = worldRecord{}
	}
	m.copyLayers()
	for i := range m.world.players {
		m.env.TouchPlayer(order.PlayerID(i))
	}
	m.env.TouchGlobal()
	if draws := m.world.random.draws; draws != m.draws {
		m.draws = draws
		m.env.TouchRandom()
	}
	return nil
}

// adopt makes an entity of a new actor. One that is gone already, a crate that
// was disposed in the tick of its creation, gets none.
func (m *Module) adopt(id uint32) error {
	a := m.world.actors[id]
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

func (m *Module) kindName(a *Actor) string {
	if a.ID == 0 {
		return "world"
	}
	return a.typ.Name
}

func (m *Module) ownerOf(a *Actor) order.PlayerID {
	if a.ID == 0 {
		return order.NoPlayer
	}
	return order.PlayerID(a.owner)
}

// removal tells why an actor is gone, as the world noted it. What it noted
// nothing about became another actor.
func (m *Module) removal(id uint32) sim.Removal {
	why := sim.Removal{Cause: sim.CauseTransformed, Killer: order.NoUnit, KillerOwner: order.NoPlayer}
	for i := range m.world.ends {
		e := &m.world.ends[i]
		if e.id != id {
			continue
		}
		why.Cause = endCauses[e.cause]
		if e.killerOwner >= 0 {
			why.KillerOwner = order.PlayerID(e.killerOwner)
		}
		if int(e.killer) < len(m.tags) && e.killer != none {
			why.Killer = m.tags[e.killer]
		}
		break
	}
	return why
}

var endCauses = [...]sim.Cause{
	endExpired: sim.CauseExpired, endKilled: sim.CauseKilled, endSold: sim.CauseSold, endConsumed: sim.CauseConsumed,
}

func (m *Module) look(tag order.UnitTag, a *Actor) {
	if owner := m.ownerOf(a); m.owners[a.ID] != owner {
		m.env.SetOwner(tag, owner)
		m.owners[a.ID] = owner
	}
	last := m.lookAt(tag)
	if m.touchAll {
		last.known = false
	}
	rest, motion := last.changed(a, m.world.tick)
	if rest {
		m.env.TouchRest(tag)
	}
	if motion {
		m.env.TouchMotion(tag)
	}
	a.sleep(rest || motion || m.touchAll)
}

func (m *Module) lookAt(tag order.UnitTag) *lastLook {
	for len(m.looks) <= int(tag.Index) {
		m.looks = append(m.looks, lastLook{})
	}
	return &m.looks[tag.Index]
}

// copyLayers writes what changed on the map into the kernel's layers.
func (m *Module) copyLayers() {
	resources := &m.world.resources
	if m.touchAll {
		resources.stale.markAll()
	}
	for i, stale := range resources.stale {
		if stale {
			copyPiece(m.kinds, resources.kind, i)
			copyPiece(m.densities, resources.density, i)
		}
	}
	clear(resources.stale)
	for i, layer := range m.shown {
		p := &m.world.players[i]
		if m.touchAll {
			p.resettled.markAll()
		}
		for piece, stale := range p.resettled {
			if stale {
				copyPiece(layer, p.shown, piece)
			}
		}
		clear(p.resettled)
	}
}

// pieceCells is how many cells of a layer are told the kernel together.
const pieceCells = 512

// staleCells has a mark for each piece of a layer in which a cell changed since
// the kernel was told.
type staleCells []bool

// newStaleCells has all pieces marked.
func newStaleCells(cells int) staleCells {
	s := make(staleCells, (cells+pieceCells-1)/pieceCells)
	s.markAll()
	return s
}

func (s staleCells) mark(cell int32) { s[cell/pieceCells] = true }

func (s staleCells) markAll() {
	for i := range s {
		s[i] = true
	}
}

func copyPiece(layer *sim.Layer, cells []uint8, piece int) {
	at := piece * pieceCells
	layer.Write(at, cells[at:min(at+pieceCells, len(cells))])
}

// Look implements sim.Module.
func (m *Module) Look(tag order.UnitTag) sim.Look {
	a := m.actorOf(tag)
	placed := a.placed()
	look := sim.Look{Native: a.ID, HasNative: true, Flags: flagsOf(a, placed)}
	if placed {
		look.Position, look.HasPosition = order.WorldPos(a.center), true
		look.Facing, look.HasFacing = wpos.Angle(1024-a.facing), true
		if a.typ.MaxHP > 0 {
			look.Health, look.MaxHealth = a.hp, a.typ.MaxHP
		}
	}
	return look
}

// AppendEntity implements sim.Module.
func (m *Module) AppendEntity(tag order.UnitTag, to *snapshot.ComponentWriter) {
	a := m.actorOf(tag)
	c := m.writer(to.Start(entityActor))
	m.lookAt(tag).appendResting(c, a)
	to.Set(entityActor, c.data)
	if a.activity != nil {
		c = m.writer(to.Start(entityActivity))
		codedActivity(c, &a.activity, 0)
		to.Set(entityActivity, c.data)
	}
}

// AppendMotion implements sim.Module.
func (m *Module) AppendMotion(tag order.UnitTag, to *snapshot.ComponentWriter) {
	a := m.actorOf(tag)
	c := m.writer(to.Start(entityPlace))
	a.codedPlace(c)
	to.Set(entityPlace, c.data)
	if a.activity != nil {
		c = m.writer(to.Start(entityProgress))
		codedProgress(c, a.activity)
		to.Set(entityProgress, c.data)
	}
}

func (m *Module) actorOf(tag order.UnitTag) *Actor { return m.world.actors[m.ids[tag.Index]] }

// placed reports whether an actor is something that stands somewhere: not the
// world and not a player.
func (a *Actor) placed() bool { return a.ID != 0 && a.typ.Index >= 0 }

func (m *Module) writer(buffer []byte) *coder {
	m.coder = m.world.coder(buffer)
	return &m.coder
}

func flagsOf(a *Actor, placed bool) snapshot.Flags {
	var flags snapshot.Flags
	set := func(condition bool, flag snapshot.Flags) {
		if condition {
			flags |= flag
		}
	}
	t := a.typ
	structure := t.Building != nil && len(t.Sights) > 0
	set(placed && a.inWorld, snapshot.FlagInWorld)
	set(structure, snapshot.FlagStructure)
	set(t.Mobile != nil || t.Aircraft != nil, snapshot.FlagMobile)
	set(structure && a.incomplete > 0, snapshot.FlagUnfinished)
	set(placed && !structure && t.Mobile == nil && t.Aircraft == nil, snapshot.FlagScenery)
	return flags
}

// LookAtPlayer implements sim.Module.
func (m *Module) LookAtPlayer(id order.PlayerID) sim.PlayerLook {
	p := &m.world.players[id]
	look := sim.PlayerLook{
		Known: true, Credits: int64(p.cash) + int64(p.ore), Stored: int64(p.ore), Capacity: int64(p.capacity),
		PowerProvided: p.powerProvided, PowerDrained: p.powerDrained, Standing: snapshot.StandingPlaying,
	}
	switch {
	case p.won:
		look.Standing = snapshot.StandingWon
	case p.lost:
		look.Standing = snapshot.StandingLost
	}
	return look
}

// AppendPlayer implements sim.Module.
func (m *Module) AppendPlayer(id order.PlayerID, to *snapshot.ComponentWriter) {
	p := &m.world.players[id]
	c := m.writer(to.Start(playerOwn))
	m.recorded.player(id).appendPlayer(c, p)
	p.codedPending(c)
	to.Set(playerOwn, c.data)
}

// AppendGlobal implements sim.Module.
func (m *Module) AppendGlobal(to *snapshot.ComponentWriter) {
	m.component(to, globalSetup, m.setup.coded)
	m.component(to, globalWorld, m.world.coded)
	m.component(to, globalOccupied, m.world.codedOccupied)
	m.component(to, globalBins, m.world.codedBins)
	m.component(to, globalFrozen, m.world.codedFrozen)
	m.component(to, globalEffects, m.world.codedEffects)
}

func (m *Module) component(to *snapshot.ComponentWriter, id snapshot.ComponentID, fields func(*coder)) {
	c := m.writer(to.Start(id))
	fields(c)
	to.Set(id, c.data)
}

// AppendRandom implements sim.Module.
func (m *Module) AppendRandom(dst []byte) (algorithm string, state []byte) {
	c := m.writer(dst)
	m.world.random.coded(c)
	return randomAlgorithm, c.data
}
