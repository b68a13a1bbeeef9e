// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Create makes an actor: identifier, traits, creation hooks, and the world
// (docs/engine/openra-world.md#actor-ids).
func (w *World) Create(t *info.ActorType, s state.Spawn) *Actor {
	a := w.Room.Actor()
	a.Type, a.Faction, a.ID, a.Owner = t, s.Faction, w.NextID, s.Owner
	w.NextID++
	w.enlist(a)
	if a.Faction == "" && int(s.Owner) < len(w.Players) {
		a.Faction = w.Players[s.Owner].Faction
	}
	a.HP = t.MaxHP
	if s.Health > 0 {
		a.HP = int32(int64(t.MaxHP) * int64(s.Health) / 100)
	}
	w.construct(a, &s)
	w.created(a, &s)
	// Before what it takes itself counts: of two guns the second lacks power.
	a.DarkAtStart = w.Release.PowerAtStart && w.Ticks == 0 && t.Building != nil && w.Players[a.Owner].LowPower()
	if !s.OutsideOnly {
		w.Add(a)
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
			a.Center = w.CenterOfCell(s.Cell)
		}
		a.OldCenter = a.Center
		a.Rally, a.CreationDelay = s.Rally, s.Delay
	case t.Husk:
		w.constructHusk(a, s)
	case t.Boat != nil:
		w.constructBoat(a, s)
	case t.Building != nil && t.Building.Footprint != nil:
		a.Cell = s.Cell
		a.Center = w.CenterOfCell(s.Cell).Add(t.Building.CenterOffset)
	default:
		a.Cell = s.Cell
		a.Center = w.CenterOfCell(s.Cell)
	}
	if !s.ByMap && !s.Ready {
		// The tick it comes in counts, but its traits do not act in it.
		a.Incomplete = max(t.Incomplete-1, 0)
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
		a.RipeTicks = w.Random.Between(t.Bloom.Lifetime[0], t.Bloom.Lifetime[1])
		a.Unripe = a.RipeTicks
	}
	w.constructRelease(a)
	w.constructTerrainDamage(a)
	w.constructLent(a)
	if t.Cover != nil && t.Cover.Duration < 0 && len(t.Cover.Triggers) == 0 {
		a.ProneTicks = t.Cover.Duration // as long as the trait works
	}
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
		a.Dived = a.Dived || s.ByMap && t.Cloak.Condition != "" && a.CloakTicks == 0 && w.Holds(a, t.Cloak.Requires)
	}
	for i := range t.Trained {
		if one := &t.Trained[i]; w.hasPrerequisites(&w.Players[a.Owner], one.Prerequisites) {
			w.levelUp(&state.Task{Actor: a.ID, Amount: one.Levels})
		}
	}
	if t.Infantry != nil {
		for range t.Infantry.Bodies {
			delay := w.Random.Between(t.Infantry.MinDelay, t.Infantry.MaxDelay)
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
			if unit := w.TypeOf(name); unit != nil {
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

// Add puts an actor into the world.
func (w *World) Add(a *Actor) {
	w.Wake(a)
	a.InWorld, w.Present.known = true, false
	if a.Type.Blocks != nil {
		w.blockers++
	}
	w.listsChanged()
	t := a.Type
	if w.occupiesCells(a) {
		w.addInfluence(a)
		w.Bins.Enter(a.ID)
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
		w.auras.Enter(a.ID, a.Center)
	}
	if t.Crate != nil {
		w.crates.Here++
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

// Remove takes an actor out of the world.
func (w *World) Remove(a *Actor) {
	w.Wake(a)
	if !a.InWorld {
		return
	}
	if a.Pad != none {
		w.leavePad(a)
	}
	a.InWorld, w.Present.known = false, false
	if a.Type.Blocks != nil {
		w.blockers--
	}
	w.listsChanged()
	t := a.Type
	if w.occupiesCells(a) {
		w.removeInfluence(a)
		w.Bins.Leave(a.ID)
	}
	if t.Building != nil && t.Building.Footprint != nil && !t.Fleeting() {
		w.removeBuilding(a)
	}
	if len(t.Sights) > 0 {
		w.removeSight(a)
	}
	if t.Covers {
		w.Covers--
	}
	if t.Aura != nil {
		w.auras.Leave(a.ID, false)
	}
	if t.Crate != nil {
		w.crates.Here--
	}
	if a.Wrecks != 0 {
		w.leaveRemains(a)
	}
}

// Dispose ends an actor at the end of the tick.
func (w *World) Dispose(a *Actor) {
	w.Wake(a)
	a.WillDispose = true
	w.later(state.Task{Kind: state.TaskDispose, Actor: a.ID})
}

// DisposeNow takes an actor away at once.
func (w *World) DisposeNow(a *Actor) {
	if w.Actors[a.ID] == nil {
		return
	}
	w.Remove(a)
	if a.Guest != none {
		w.clearPad(a)
	}
	if a.Type.Dock != nil {
		a.PreventDock = true
		w.unreserveAll(a)
		w.relinkAll(a)
	}
	if a.Type.Harvester != nil {
		w.UnreserveHost(a)
	}
	w.disposePassengers(a)
	if a.Type.Carryall != nil {
		w.loseCargo(a)
	}
	w.leaveSquad(a)
	w.loseCreature(a)
	w.abandon(a)
	if a.Type.Aura != nil {
		w.auras.Leave(a.ID, true)
	}
	w.thaw(a)
	if a.ReplacedBy != none {
		w.succeed(a)
	}
	w.ReleaseTree(a.Activity)
	a.Activity = nil
	a.Dead = true
	w.Actors[a.ID] = nil
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
		return w.CellContaining(a.Center)
	}
	return a.Cell
}
