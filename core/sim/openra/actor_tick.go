// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

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
	case a.typ == nil || a.typ.Index == playerType:
		w.tickPlayer(&w.players[a.owner])
		return
	}
	acting := a.typ.Acting
	if acting&info.ActsOnGround != 0 || a.sinksTo > 0 {
		w.tickGroundTraits(a)
	}
	if acting&info.ActsLent != 0 {
		a.tickLent()
	}
	if acting&info.ActsByMoving != 0 {
		w.updateMovement(a)
	}
	if acting&info.ActsSpecially != 0 || a.chronoCharge > 0 {
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
	if acting&info.ActsArmed != 0 && !a.loaded {
		w.tickArmaments(a)
	}
	if acting&info.ActsAtLast != 0 || a.carries || w.behaviour.ConditionalHash {
		w.tickLastTraits(a)
	}
}

// tickGroundTraits is for what has to do with the ground an actor stands on,
// and for those that end by themselves.
func (w *World) tickGroundTraits(a *Actor) {
	if a.typ.SeedsResource {
		w.seedResource(a)
	}
	if a.sinksTo > 0 {
		w.tickFoundation(a)
	}
	if a.typ.Bloom != nil {
		w.tickBloom(a)
	}
	if len(a.typ.TerrainConditions) > 0 {
		w.tickTerrain(a)
	}
	if len(a.typ.Deadlines) > 0 {
		w.tickDeadlines(a)
	}
}

// tickSpecialTraits is for what few types can do.
func (w *World) tickSpecialTraits(a *Actor) {
	if a.typ.Aircraft != nil {
		w.updateMovement(a)
		w.repulse(a)
		if a.typ.Hover != nil {
			w.tickHover(a)
		}
	}
	if a.typ.Ammo != nil {
		w.tickAmmo(a)
	}
	if a.typ.Tesla != nil {
		w.tickTesla(a)
	}
	if a.typ.Charge != nil {
		w.tickCharge(a)
	}
	if a.chronoCharge > 0 {
		a.chronoCharge--
		if a.typ.Yard != nil {
			w.tickVortex(a)
		}
	}
	if a.typ.Minelayer != nil {
		w.cleanMinefields(a)
	}
	if a.typ.Aura != nil {
		w.tickAura(a)
	}
	if a.typ.Boat != nil {
		w.tickBoat(a)
	}
	if a.typ.Worm != nil {
		w.tickWorm(a)
	}
	if a.typ.LeapSpeed > 0 {
		a.runs = a.aiming
	}
	if a.shotLasts > 0 {
		if a.shotLasts--; a.shotLasts == 0 {
			w.pauseChanged(a)
		}
	}
	if a.typ.ChangingSight || a.typ.RanksSee && a.level > 0 {
		w.tickSight(a)
	}
}

// tickStates is for what an actor is in for a time.
func (w *World) tickStates(a *Actor) {
	if a.incomplete > 0 {
		if a.incomplete--; a.incomplete == 0 {
			w.did(deed{kind: deedBuilt, id: a.ID, owner: a.owner})
		}
	}
	if a.demolition > 0 {
		w.tickDemolition(a)
	}
	if a.invulnerable > 0 {
		a.invulnerable--
	}
	if a.smoke != ([info.MaxSmokes]int32{}) {
		w.tickSmoke(a)
	}
	if a.panicSince > 0 {
		w.tickPanic(a)
	}
	if a.hasBombTarget {
		w.tickBomber(a)
	}
	if a.lifetime > 0 {
		if a.lifetime--; a.lifetime == 0 {
			w.dispose(a)
		}
	}
	if a.chronoTicks > 0 {
		w.tickChrono(a)
	}
	if a.animation.left > 0 {
		w.tickAnimation(a)
	}
	if a.typ.Acting&info.ActsDisguised != 0 && a.shownAs.left > 0 {
		if a.shownAs.left--; a.shownAs.left == 0 {
			a.shownAs.second = bodyWaiting
		}
	}
}

// tickLastTraits is for what acts after the weapons.
func (w *World) tickLastTraits(a *Actor) {
	if a.typ.Dock != nil {
		w.tickDockHost(a)
	}
	if a.typ.Repairable != nil {
		w.tickRepair(a)
	}
	if a.typ.Crate != nil {
		w.tickCrate(a)
	}
	if a.carries {
		w.tickParaDrop(a)
	}
	if a.typ.Trickler != nil {
		w.tickTrickler(a, a.typ.Trickler)
	}
	if w.behaviour.ConditionalHash {
		w.tickRelease(a)
	}
}
