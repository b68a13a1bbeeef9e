// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// spawn holds the initial values of a new actor.
type spawn struct {
	owner     int32
	faction   string
	cell      Cell
	hasCell   bool
	center    Pos
	hasCenter bool
	facing    int32 // -1: the type's own
	sub       subCell
	hasSub    bool
	health    int32 // percent, 0: full
	delay     int32
	drag      int32 // speed at which a wreck slides to its place
	ready     bool  // without its make animation
	lifetime  int32 // ticks, 0: for good
	rally     []Cell
	// What is left of the journey of what it was made of.
	chronoTicks  int32
	chronoOrigin Cell
	byMap        bool
	turret       int32 // where a map has its turret point, if it says so
	hasTurret    bool
	stance       string   // that a map gives it
	cargo        []string // who a map puts into it; nil: those of its type
	outsideOnly  bool // create it but do not put it into the world
}

// create makes an actor: identifier, traits, creation hooks, and the world
// (docs/engine/openra-world.md#actor-ids).
func (w *World) create(t *info.ActorType, s spawn) *Actor {
	a := w.room.actor()
	a.typ, a.faction, a.ID, a.owner = t, s.faction, w.nextID, s.owner
	w.nextID++
	w.enlist(a)
	if a.faction == "" && int(s.owner) < len(w.players) {
		a.faction = w.players[s.owner].faction
	}
	a.hp = t.MaxHP
	if s.health > 0 {
		a.hp = int32(int64(t.MaxHP) * int64(s.health) / 100)
	}
	w.construct(a, &s)
	w.created(a, &s)
	if !s.outsideOnly {
		w.add(a)
	}
	return a
}

// construct sets what the engine's trait constructors set.
func (w *World) construct(a *Actor, s *spawn) {
	t := a.typ
	if t.Cloak != nil {
		a.cloakTicks = t.Cloak.Initial
	}
	switch {
	case t.Mobile != nil:
		w.constructMobile(a, s)
	case t.Aircraft != nil:
		a.center = s.center
		a.facing = max(s.facing, 0)
		a.oldFacing = a.facing
		if s.hasCell && !s.hasCenter {
			a.center = w.centerOfCell(s.cell)
		}
		a.oldCenter = a.center
		a.rally, a.creationDelay = s.rally, s.delay
	case t.Husk:
		w.constructHusk(a, s)
	case t.Boat != nil:
		w.constructBoat(a, s)
	case t.Building != nil && t.Building.Footprint != nil:
		a.cell = s.cell
		a.center = w.centerOfCell(s.cell).Add(t.Building.CenterOffset)
	default:
		a.cell = s.cell
		a.center = w.centerOfCell(s.cell)
	}
	if !s.byMap && !s.ready {
		a.incomplete = t.Incomplete
	} else if t.Popup != nil {
		a.charges = popupClosed
	}
	a.turret.facing = t.TurretInitial
	for i := range t.Armaments {
		a.arms[i].burst = t.Armaments[i].Weapon.Burst
	}
	a.lifetime = s.lifetime
	if s.chronoTicks > 0 && (t.Shifts != nil || t.Yard != nil) {
		a.chronoTicks, a.chronoOrigin = s.chronoTicks, s.chronoOrigin
	}
	a.fillAmmo()
	w.beginTesla(a)
	w.constructDeadlines(a)
	if t.Bloom != nil {
		a.ripeTicks = w.random.between(t.Bloom.Lifetime[0], t.Bloom.Lifetime[1])
		a.unripe = a.ripeTicks
	}
	w.constructRelease(a)
	w.constructTerrainDamage(a)
	w.constructLent(a)
	if t.AutoTarget != nil {
		w.initialStance(a)
		if given, known := info.StanceNamed(s.stance); known {
			a.stance = given
		}
	}
	if s.hasTurret {
		w.pointTurret(a, s.turret)
	}
}

// created runs the hooks that run once all traits exist; some of them draw.
func (w *World) created(a *Actor, s *spawn) {
	t := a.typ
	w.settleProvided(a)
	if t.Cloak != nil {
		w.dive(a)
		// What pauses hiding comes when others look at the state of what is new: damaged
		// submarines of a map are under water for a tick (ra-20230225-code-19-0).
		a.dived = a.dived || s.byMap && t.Cloak.Condition != "" && a.cloakTicks == 0 && w.holds(a, t.Cloak.Requires)
	}
	for i := range t.Trained {
		if one := &t.Trained[i]; w.hasPrerequisites(&w.players[a.owner], one.Prerequisites) {
			w.levelUp(&task{actor: a.ID, amount: one.Levels})
		}
	}
	if t.Infantry != nil {
		for range t.Infantry.Bodies {
			delay := w.random.between(t.Infantry.MinDelay, t.Infantry.MaxDelay)
			if a.idleDelay == 0 {
				a.idleDelay = delay
			}
		}
		a.body = bodyWaiting
	}
	if t.FrozenUnderFog {
		w.freeze(a, s.byMap)
	}
	if t.Harvester != nil && t.Mobile != nil && len(t.Harvester.Resources) > 0 {
		w.queueHarvesting(a)
	}
	if inside := s.inside(t); len(inside) > 0 {
		for _, name := range inside {
			if unit := w.typeOf(name); unit != nil {
				w.createInside(a, unit)
			}
		}
	}
	for i := range t.Deliveries {
		w.deliver(a, &t.Deliveries[i])
	}
	for i := range t.FreeActors {
		w.later(task{kind: taskFreeActor, actor: a.ID, queue: int32(i)})
	}
	if t.Mobile != nil {
		w.creationActivity(a)
	}
	if t.Falls != nil && t.Aircraft != nil {
		w.beginFall(a)
	} else if t.Aircraft != nil {
		w.creationFlight(a, s.byMap)
	}
}

// add puts an actor into the world.
func (w *World) add(a *Actor) {
	w.wake(a)
	a.inWorld, w.present.known = true, false
	if a.typ.Blocks != nil {
		w.blockers++
	}
	w.listsChanged()
	t := a.typ
	if w.occupiesCells(a) {
		w.addInfluence(a)
		w.bins.enter(a.ID)
	}
	if t.Foundation != nil {
		w.sinkIn(a)
	}
	if t.Covers {
		w.coverEnters()
	}
	// It sees before its owner's power is counted anew: what that switches off sees
	// until the sight notices.
	if len(t.Sights) > 0 {
		w.addSight(a)
	}
	if t.Building != nil && t.Building.Footprint != nil && !t.Fleeting() {
		w.addBuilding(a)
	}
	if len(t.Deadlines) > 0 {
		w.meetDeadlines(a)
	}
	if t.Aura != nil {
		w.auraEnters(a)
	}
	if t.Crate != nil {
		w.crates++
		if a.center.Z > 0 {
			w.queue(a, w.parachute())
		}
	}
}

// listsChanged says that lists of who is in the world have to be made anew.
func (w *World) listsChanged() {
	w.techDirty = true
	for _, list := range []*presence{&w.makers, &w.charging, &w.jammers, &w.bearers, &w.watchers} {
		list.known = false
	}
}

// remove takes an actor out of the world.
func (w *World) remove(a *Actor) {
	w.wake(a)
	if !a.inWorld {
		return
	}
	if a.pad != none {
		w.leavePad(a)
	}
	a.inWorld, w.present.known = false, false
	if a.typ.Blocks != nil {
		w.blockers--
	}
	w.listsChanged()
	t := a.typ
	if w.occupiesCells(a) {
		w.removeInfluence(a)
		w.bins.leave(a.ID)
	}
	if t.Building != nil && t.Building.Footprint != nil && !t.Fleeting() {
		w.removeBuilding(a)
	}
	if len(t.Sights) > 0 {
		w.removeSight(a)
	}
	if t.Covers {
		w.covers--
	}
	if t.Aura != nil {
		w.auraLeaves(a, false)
	}
	if t.Crate != nil {
		w.crates--
	}
	if a.wrecks != 0 {
		w.leaveRemains(a)
	}
}

// dispose ends an actor at the end of the tick.
func (w *World) dispose(a *Actor) {
	w.wake(a)
	a.willDispose = true
	w.later(task{kind: taskDispose, actor: a.ID})
}

func (w *World) disposeNow(a *Actor) {
	if w.actors[a.ID] == nil {
		return
	}
	w.remove(a)
	if a.guest != none {
		w.clearPad(a)
	}
	if a.typ.Dock != nil {
		a.preventDock = true
		w.unreserveAll(a)
		w.relinkAll(a)
	}
	if a.typ.Harvester != nil {
		w.unreserveHost(a)
	}
	w.disposePassengers(a)
	if a.typ.Carryall != nil {
		w.loseCargo(a)
	}
	w.leaveSquad(a)
	w.loseCreature(a)
	w.abandon(a)
	if a.typ.Aura != nil {
		w.auraLeaves(a, true)
	}
	w.thaw(a)
	if a.replacedBy != none {
		w.succeed(a)
	}
	w.releaseTree(a.activity)
	a.activity = nil
	a.dead = true
	w.actors[a.ID] = nil
}

func (w *World) occupiesCells(a *Actor) bool {
	t := a.typ
	return t.Mobile != nil || t.Crate != nil || t.Husk || t.Fills || t.Building != nil && t.Building.Footprint != nil || t.Aircraft != nil
}

// location is the cell an actor counts as being in.
func (w *World) location(a *Actor) Cell {
	switch {
	case a.typ.Mobile != nil:
		return a.to
	case a.typ.Aircraft != nil:
		return w.cellContaining(a.center)
	}
	return a.cell
}
