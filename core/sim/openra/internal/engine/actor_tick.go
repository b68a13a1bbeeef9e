// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// tickTraits runs what an actor's traits do once per tick, in construct order.
// Only those groups are looked into of which the type has one.
func (w *World) tickTraits(a *Actor) {
	switch {
	case a.ID == 0:
		w.tickCreatures()
		w.tickCrateSpawner()
		w.tickTimeLimit()
		w.tickBins()
		w.tickAuras()
		return
	case a.Type == nil || a.Type.Index == PlayerType:
		w.tickPlayer(&w.Players[a.Owner])
		return
	}
	acting := a.Type.Acting
	if acting&info.ActsOnGround != 0 || a.SinksTo > 0 {
		w.tickGroundTraits(a)
	}
	if acting&info.ActsLent != 0 {
		a.TickLent()
	}
	if acting&info.ActsByMoving != 0 {
		w.updateMovement(a)
	}
	if acting&info.ActsSpecially != 0 || a.ChronoCharge > 0 {
		w.tickSpecialTraits(a)
	}
	if acting&(info.ActsWithBody|info.ActsDisguised) == info.ActsWithBody {
		w.tickInfantryBody(a)
	}
	w.tickStates(a)
	if acting&info.ActsCloaked != 0 {
		w.tickCloak(a) // before whatever fires: a shot leaves the whole delay
	}
	if acting&info.ActsByHealing != 0 {
		w.tickHealth(a)
	}
	if acting&info.ActsDisguised != 0 {
		w.tickInfantryBody(a) // behind what makes him lie down
	}
	if acting&info.ActsByWear != 0 {
		w.tickTerrainDamage(a)
	}
	if acting&info.ActsWithGuns != 0 {
		w.tickGuns(a)
	}
	if acting&info.ActsByLooking != 0 {
		w.tickAutoTarget(a)
	}
	if acting&info.ActsArmed != 0 && !a.Loaded {
		w.tickArmaments(a)
	}
	if acting&info.ActsAtLast != 0 || a.Carries || w.Release.ConditionalHash {
		w.tickLastTraits(a)
	}
	if a.Incomplete > 0 {
		w.tickIncomplete(a)
	}
}

// tickIncomplete lets a building rise. It is complete behind all else that its traits do:
// its guns look around in the tick after.
func (w *World) tickIncomplete(a *Actor) {
	if a.Incomplete--; a.Incomplete == 0 {
		w.did(state.Deed{Kind: state.DeedBuilt, ID: a.ID, Owner: a.Owner})
	}
}

// tickGroundTraits is for what has to do with the ground an actor stands on,
// and for those that end by themselves.
func (w *World) tickGroundTraits(a *Actor) {
	if a.Type.SeedsResource {
		w.seedResource(a)
	}
	if a.SinksTo > 0 {
		w.tickFoundation(a)
	}
	if a.Type.Bloom != nil {
		w.tickBloom(a)
	}
	if len(a.Type.TerrainConditions) > 0 {
		w.tickTerrain(a)
	}
	if len(a.Type.Deadlines) > 0 {
		w.tickDeadlines(a)
	}
}

// tickSpecialTraits is for what few types can do.
func (w *World) tickSpecialTraits(a *Actor) {
	if a.Type.Aircraft != nil {
		w.updateMovement(a)
		w.repulse(a)
		if a.Type.Hover != nil {
			w.tickHover(a)
		}
	}
	if a.Type.Ammo != nil {
		w.tickAmmo(a)
	}
	if a.Type.Tesla != nil {
		w.tickTesla(a)
	}
	if a.Type.Charge != nil {
		w.tickCharge(a)
	}
	if a.ChronoCharge > 0 {
		a.ChronoCharge--
		if a.Type.Yard != nil {
			w.tickVortex(a)
		}
	}
	if a.Type.Minelayer != nil {
		w.cleanMinefields(a)
	}
	if a.Type.Aura != nil {
		w.tickAura(a)
	}
	if a.Type.Boat != nil {
		w.tickBoat(a)
	}
	if a.Type.Worm != nil {
		w.tickWorm(a)
	}
	if a.Type.LeapSpeed > 0 {
		a.Runs = a.Aiming
	}
	if a.ShotLasts > 0 {
		if a.ShotLasts--; a.ShotLasts == 0 {
			w.pauseChanged(a)
		}
	}
	if a.Type.ChangingSight || a.Type.RanksSee && a.Level > 0 {
		w.tickSight(a)
	}
}

// tickStates is for what an actor is in for a time.
func (w *World) tickStates(a *Actor) {
	if a.Demolition > 0 {
		w.tickDemolition(a)
	}
	if a.Invulnerable > 0 {
		a.Invulnerable--
	}
	if a.Smoke != ([info.MaxSmokes]int32{}) {
		w.tickSmoke(a)
	}
	if a.PanicSince > 0 {
		w.tickPanic(a)
	}
	if a.HasBombTarget {
		w.tickBomber(a)
	}
	if a.Lifetime > 0 {
		if a.Lifetime--; a.Lifetime == 0 {
			w.Dispose(a)
		}
	}
	if a.ChronoTicks > 0 {
		w.tickChrono(a)
	}
	if a.Animation.Left > 0 {
		w.tickAnimation(a)
	}
	if a.Type.Acting&info.ActsDisguised != 0 && a.ShownAs.Left > 0 {
		if a.ShownAs.Left--; a.ShownAs.Left == 0 {
			a.ShownAs.Second = state.BodyWaiting
		}
	}
}

// tickLastTraits is for what acts after the weapons.
func (w *World) tickLastTraits(a *Actor) {
	if a.Type.Dock != nil {
		w.tickDockHost(a)
	}
	if a.Type.Repairable != nil {
		w.tickRepair(a)
	}
	if a.Type.Crate != nil {
		w.tickCrate(a)
	}
	if a.Carries {
		w.tickParaDrop(a)
	}
	if a.Type.Trickler != nil {
		w.tickTrickler(a, a.Type.Trickler)
	}
	if w.Release.ConditionalHash {
		w.tickRelease(a)
	}
}
