// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"math"

	"convertd/core/icrep"
	"convertd/core/maps"
	"convertd/core/naming"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
	"convertd/plugins/rts/protocol"
	"convertd/plugins/rts/snapshot"
)

// Coordinates: a cell has 1024 units in files and 32 pixels on the wire.
const (
	unitBits      = 10
	unitsPerCell  = 1 << unitBits
	pixelsPerCell = 32
	pixelBits     = unitBits - 5
)

// pixels turns a coordinate of the simulation into one of the wire.
func pixels(units int32) int32 { return units >> pixelBits }

// wireID is the id of an entity on the wire, 0 for none: small for the first entity of
// each slot, which most are.
func wireID(tag order.UnitTag) uint32 {
	if tag == order.NoUnit || tag.Generation < simstate.FirstGeneration {
		return 0
	}
	return (uint32(tag.Generation-simstate.FirstGeneration)<<16 | uint32(tag.Index)) + 1
}

// scene is what does not change about the game of a room, and how to draw the rest.
type scene struct {
	metadata  *icrep.Metadata
	subject   naming.Subject
	rate      order.TickRate
	stride    order.Tick
	exact     bool
	kinds     *catalogue
	field     *maps.Map // nil if it is not to be had
	width     int       // cells
	height    int
	noSight   string // why there is no sight, "" if there is
	recorded  []bool // by player: somebody who plays
	teams     []uint32
	showsMore bool
	ground    *protocol.StartMap // made when it is asked for first
}

func newScene(metadata *icrep.Metadata, module sim.Module, view sim.View) *scene {
	s := &scene{metadata: metadata, subject: pipeline.SubjectOf(metadata), stride: 1, exact: module.Traits().Exact}
	s.rate = order.TickRate{Num: 30, Den: 1}
	if r := metadata.TickRate; r != nil && r.Num > 0 && r.Num <= math.MaxUint32 && r.Den > 0 && r.Den <= math.MaxUint32 {
		s.rate = order.TickRate{Num: uint32(r.Num), Den: uint32(r.Den)}
	}
	s.kinds = newCatalogue(s.subject, module, max(int64(s.rate.Num)/int64(s.rate.Den), 1))
	s.noSight = "this game's simulation does not know what a player sees"
	if shows := view.Observable(); shows != nil {
		s.stride, s.showsMore = max(shows.Stride(), 1), true
	}
	if m, ok := module.(interface{ Map() *maps.Map }); ok {
		s.field = m.Map()
	}
	s.findPlayers(view)
	s.findSize(view)
	return s
}

// findPlayers notes who plays, and whose sight is known.
func (s *scene) findPlayers(view sim.View) {
	s.recorded = make([]bool, view.Players())
	s.teams = make([]uint32, view.Players())
	for id := range s.recorded {
		player, _ := view.Player(order.PlayerID(id))
		s.recorded[id] = player.Kind == simstate.PlayerHuman || player.Kind == simstate.PlayerAI
		s.teams[id] = uint32(id) + 1
		if s.recorded[id] && s.showsMore && s.noSight != "" {
			if layer, _, why := view.Observable().Sight(order.PlayerID(id)); layer != nil {
				s.noSight = ""
			} else {
				s.noSight = why
			}
		}
	}
	// Players of one team are one team on the wire: that of the first of them.
	for id := range s.recorded {
		one, _ := view.Player(order.PlayerID(id))
		for before := range id {
			if other, _ := view.Player(order.PlayerID(before)); one.Team != 0 && one.Team == other.Team && s.recorded[before] {
				s.teams[id] = s.teams[before]
				break
			}
		}
	}
}

// plays reports whether somebody plays, and does not only watch or belong to the world.
func (s *scene) plays(id order.PlayerID) bool { return int(id) < len(s.recorded) && s.recorded[id] }

// findSize takes the size of the map, else of what is there.
func (s *scene) findSize(view sim.View) {
	switch {
	case s.field != nil:
		s.width, s.height = s.field.Width, s.field.Height
		return
	case view.Layers() > 0:
		s.width, s.height = view.Layer(0).Width, view.Layer(0).Height
		return
	}
	for e := range view.Entities() {
		s.grow(e.Position)
	}
}

// grow makes room for a place, where the size of the map is not known.
func (s *scene) grow(at order.WorldPos) {
	s.width = min(max(s.width, int(at.X)>>unitBits+mapMargin), maxGuessedSide)
	s.height = min(max(s.height, int(at.Y)>>unitBits+mapMargin), maxGuessedSide)
}

const (
	mapMargin      = 16   // cells around what is there
	maxGuessedSide = 1024 // cells
)

// onStage lists what can be seen of the world: what stands in it somewhere, without
// scenery.
func (s *scene) onStage(view sim.View, eyes *sight, visit func(*sim.Entity, *kind)) {
	for slot := range view.Slots() {
		e, ok := view.At(slot)
		if !ok || !e.HasPosition || e.Flags&simstate.FlagInWorld == 0 {
			continue
		}
		k := s.kinds.kind(view, e.Kind)
		if e.Flags&simstate.FlagScenery != 0 || k.Role == roleScenery {
			continue
		}
		if eyes.entity(&e, k) {
			visit(&e, k)
		}
	}
}

// detail is how much a snapshot says of each entity.
type detail uint8

// Details, from most to least. Snapshots are to fit into one segment of the network:
// the one that is used is the first that does, for what is seen now.
const (
	detailAll     detail = iota // orders too
	detailFacings               // directions and targets, no orders
	detailPlaces                // where things are and how well
)

// segmentBytes is the payload of a frame that fits into one segment.
const segmentBytes = 1280

// snapshot draws the present state for clients of the protocol.
func (s *scene) snapshot(view sim.View, eyes *sight, happened []happening, much detail) *snapshot.Snapshot {
	shot := &snapshot.Snapshot{Tick: uint32(view.Tick()), Entities: make([]snapshot.Entity, 0, view.Len())}
	s.onStage(view, eyes, func(e *sim.Entity, k *kind) {
		shot.Entities = append(shot.Entities, s.entity(view, e, k, much))
	})
	shot.VisibleTiles = eyes.tiles()
	for id := range s.recorded {
		if player, ok := view.Player(order.PlayerID(id)); ok && s.recorded[id] {
			shot.PlayerResources = append(shot.PlayerResources, snapshot.PlayerResources{
				ID: uint32(id) + 1, Steel: clampU32(player.Credits), SupplyUsed: clampU32(int64(player.PowerDrained)),
				SupplyCap: clampU32(int64(player.PowerProvided)),
			})
		}
	}
	for i := range happened {
		if event, ok := happened[i].event(s, view, eyes); ok && len(shot.Events) < maxSnapshotEvents {
			shot.Events = append(shot.Events, event)
		}
	}
	return shot
}

// maxSnapshotEvents bounds the events of a snapshot, which are flavour.
const maxSnapshotEvents = 32

// clampU32 is the nearest number that the wire can hold.
func clampU32(n int64) uint32 { return uint32(max(min(n, math.MaxUint32), 0)) }

func (s *scene) entity(view sim.View, e *sim.Entity, k *kind, much detail) snapshot.Entity {
	out := snapshot.Entity{
		ID: wireID(e.Tag), Kind: k.foreign, Point: point(e.Position), HP: 1, MaxHP: 1, State: stateIdle,
	}
	if s.plays(e.Owner) {
		out.Owner = playerNumber(e.Owner)
	}
	if e.MaxHealth > 0 {
		out.HP, out.MaxHP = uint32((int64(max(e.Health, 0))*100+int64(e.MaxHealth)-1)/int64(e.MaxHealth)), 100
	}
	shows := view.Observable()
	if shows == nil {
		return out
	}
	doing := shows.Doing(e.Tag)
	out.State = states[doing.Activity]
	if e.Flags&simstate.FlagUnfinished != 0 {
		out.State, out.BuildProgress = stateConstruct, snapshot.Some(fraction(doing.Built))
	}
	if much <= detailFacings {
		if e.HasFacing && !k.structure {
			out.Facing = snapshot.Some(radians(e.Facing))
		}
		if doing.Activity == sim.ActivityAttack && doing.Target != order.NoUnit {
			out.TargetID = snapshot.Some(wireID(doing.Target))
		}
	}
	if much == detailAll && doing.HasDestination {
		out.OrderPlan = []snapshot.OrderStage{{Kind: stages[doing.Activity], Point: point(doing.Destination)}}
	}
	return out
}

func point(at order.WorldPos) snapshot.Point {
	return snapshot.Point{X: float64(pixels(at.X)), Y: float64(pixels(at.Y))}
}

// fraction turns thousandths into a number of the wire, which are float32.
func fraction(thousandths int32) float64 { return float64(float32(thousandths) / 1000) }

// radians turns a facing of the simulation, 1024 to a turn from north, into one of the
// protocol: radians from east, towards south.
func radians(facing int32) float64 {
	return float64(float32(float64((facing-turn/4)&(turn-1)) * 2 * math.Pi / turn))
}

const turn = 1024

// Codes of the protocol's states and order stages.
const (
	stateIdle snapshot.State = iota + 1
	stateMove
	stateAttack
	stateGather
	stateBuild
	stateTrain
	stateConstruct
)

var states = map[sim.Activity]snapshot.State{
	sim.ActivityIdle: stateIdle, sim.ActivityMove: stateMove, sim.ActivityAttack: stateAttack, sim.ActivityHarvest: stateGather,
	sim.ActivityBuild: stateBuild, sim.ActivityProduce: stateTrain, sim.ActivityDeploy: stateBuild, sim.ActivityRepair: stateIdle,
	sim.ActivityEnter: stateMove, sim.ActivityFly: stateMove, sim.ActivitySell: stateIdle, sim.ActivityOther: stateIdle,
}

const (
	stageMove snapshot.StageKind = iota + 1
	stageAttackMove
	stageAttack
	stageGather
)

var stages = map[sim.Activity]snapshot.StageKind{
	sim.ActivityIdle: stageMove, sim.ActivityMove: stageMove, sim.ActivityAttack: stageAttackMove, sim.ActivityHarvest: stageGather,
	sim.ActivityBuild: stageMove, sim.ActivityProduce: stageMove, sim.ActivityDeploy: stageMove, sim.ActivityRepair: stageMove,
	sim.ActivityEnter: stageMove, sim.ActivityFly: stageMove, sim.ActivitySell: stageMove, sim.ActivityOther: stageMove,
}
