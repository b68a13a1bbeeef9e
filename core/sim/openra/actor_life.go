// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// create makes an actor: identifier, traits, creation hooks, and the world
// (docs/engine/openra-world.md#actor-ids).
func (w *World) create(t *info.ActorType, s state.Spawn) *Actor {
	a := w.room.Actor()
	a.Type, a.Faction, a.ID, a.Owner = t, s.Faction, w.nextID, s.Owner
	w.nextID++
	w.enlist(a)
	if a.Faction == "" && int(s.Owner) < len(w.players) {
		a.Faction = w.players[s.Owner].Faction
	}
	a.HP = t.MaxHP
	if s.Health > 0 {
		a.HP = int32(int64(t.MaxHP) * int64(s.Health) / 100)
	}
	w.construct(a, &s)
	w.created(a, &s)
	if !s.OutsideOnly {
		w.add(a)
	}
	return a
}

// construct sets what the engine's trait constructors set.
func (w *World) construct(a *Actor, s *state.Spawn) {
	t := a.Type
	if t.Cloak != nil {
		a.CloakTicks = t.Cloak.Initial
	}
	switch {
	case t.Mobile != nil:
		w.constructMobile(a, s)
	case t.Aircraft != nil:
		a.Center = s.Center
		a.Facing = max(s.Facing, 0)
		a.OldFacing = a.Facing
		if s.HasCell && !s.HasCenter {
			a.Center = w.centerOfCell(s.Cell)
		}
		a.OldCenter = a.Center
		a.Rally, a.CreationDelay = s.Rally, s.Delay
	case t.Husk:
		w.constructHusk(a, s)
	case t.Boat != nil:
		w.constructBoat(a, s)
	case t.Building != nil && t.Building.Footprint != nil:
		a.Cell = s.Cell
		a.Center = w.centerOfCell(s.Cell).Add(t.Building.CenterOffset)
	default:
		a.Cell = s.Cell
		a.Center = w.centerOfCell(s.Cell)
	}
	if !s.ByMap && !s.Ready {
		a.Incomplete = t.Incomplete
	} else if t.Popup != nil {
		a.Charges = state.PopupClosed
	}
	a.Turret.Facing = t.TurretInitial
	for i := range t.Armaments {
		a.Arms[i].Burst = t.Armaments[i].Weapon.Burst
	}
	a.Lifetime = s.Lifetime
	if s.ChronoTicks > 0 && (t.Shifts != nil || t.Yard != nil) {
		a.ChronoTicks, a.ChronoOrigin = s.ChronoTicks, s.ChronoOrigin
	}
	a.FillAmmo()
	w.beginTesla(a)
	w.constructDeadlines(a)
	if t.Bloom != nil {
		a.RipeTicks = w.random.Between(t.Bloom.Lifetime[0], t.Bloom.Lifetime[1])
		a.Unripe = a.RipeTicks
	}
	w.constructRelease(a)
	w.constructTerrainDamage(a)
	w.constructLent(a)
	if t.AutoTarget != nil {
		w.initialStance(a)
		if given, known := info.StanceNamed(s.Stance); known {
			a.Stance = given
		}
	}
	if s.HasTurret {
		w.pointTurret(a, s.Turret)
	}
}

// created runs the hooks that run once all traits exist; some of them draw.
func (w *World) created(a *Actor, s *state.Spawn) {
	t := a.Type
	w.settleProvided(a)
	if t.Cloak != nil {
		w.dive(a)
		// What pauses hiding comes when others look at the state of what is new: damaged
		// submarines of a map are under water for a tick (ra-20230225-code-19-0).
		a.Dived = a.Dived || s.ByMap && t.Cloak.Condition != "" && a.CloakTicks == 0 && w.holds(a, t.Cloak.Requires)
	}
	for i := range t.Trained {
		if one := &t.Trained[i]; w.hasPrerequisites(&w.players[a.Owner], one.Prerequisites) {
			w.levelUp(&state.Task{Actor: a.ID, Amount: one.Levels})
		}
	}
	if t.Infantry != nil {
		for range t.Infantry.Bodies {
			delay := w.random.Between(t.Infantry.MinDelay, t.Infantry.MaxDelay)
			if a.IdleDelay == 0 {
				a.IdleDelay = delay
			}
		}
		a.Body = state.BodyWaiting
	}
	if t.FrozenUnderFog {
		w.freeze(a, s.ByMap)
	}
	if t.Harvester != nil && t.Mobile != nil && len(t.Harvester.Resources) > 0 {
		w.queueHarvesting(a)
	}
	if inside := s.Inside(t); len(inside) > 0 {
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
		w.later(state.Task{Kind: state.TaskFreeActor, Actor: a.ID, Queue: int32(i)})
	}
	if t.Mobile != nil {
		w.creationActivity(a)
	}
	if t.Falls != nil && t.Aircraft != nil {
		w.beginFall(a)
	} else if t.Aircraft != nil {
		w.creationFlight(a, s.ByMap)
	}
}

// add puts an actor into the world.
func (w *World) add(a *Actor) {
	w.wake(a)
	a.InWorld, w.present.known = true, false
	if a.Type.Blocks != nil {
		w.blockers++
	}
	w.listsChanged()
	t := a.Type
	if w.occupiesCells(a) {
		w.addInfluence(a)
		w.bins.Enter(a.ID)
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
		if a.Center.Z > 0 {
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
	if !a.InWorld {
		return
	}
	if a.Pad != none {
		w.leavePad(a)
	}
	a.InWorld, w.present.known = false, false
	if a.Type.Blocks != nil {
		w.blockers--
	}
	w.listsChanged()
	t := a.Type
	if w.occupiesCells(a) {
		w.removeInfluence(a)
		w.bins.Leave(a.ID)
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
	if a.Wrecks != 0 {
		w.leaveRemains(a)
	}
}

// dispose ends an actor at the end of the tick.
func (w *World) dispose(a *Actor) {
	w.wake(a)
	a.WillDispose = true
	w.later(state.Task{Kind: state.TaskDispose, Actor: a.ID})
}

func (w *World) disposeNow(a *Actor) {
	if w.actors[a.ID] == nil {
		return
	}
	w.remove(a)
	if a.Guest != none {
		w.clearPad(a)
	}
	if a.Type.Dock != nil {
		a.PreventDock = true
		w.unreserveAll(a)
		w.relinkAll(a)
	}
	if a.Type.Harvester != nil {
		w.unreserveHost(a)
	}
	w.disposePassengers(a)
	if a.Type.Carryall != nil {
		w.loseCargo(a)
	}
	w.leaveSquad(a)
	w.loseCreature(a)
	w.abandon(a)
	if a.Type.Aura != nil {
		w.auraLeaves(a, true)
	}
	w.thaw(a)
	if a.ReplacedBy != none {
		w.succeed(a)
	}
	w.releaseTree(a.Activity)
	a.Activity = nil
	a.Dead = true
	w.actors[a.ID] = nil
}

func (w *World) occupiesCells(a *Actor) bool {
	t := a.Type
	return t.Mobile != nil || t.Crate != nil || t.Husk || t.Fills || t.Building != nil && t.Building.Footprint != nil || t.Aircraft != nil
}

// location is the cell an actor counts as being in.
func (w *World) location(a *Actor) Cell {
	switch {
	case a.Type.Mobile != nil:
		return a.To
	case a.Type.Aircraft != nil:
		return w.cellContaining(a.Center)
	}
	return a.Cell
}
