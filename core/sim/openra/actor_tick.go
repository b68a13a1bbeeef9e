// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// tickTraits runs what an actor's traits do once per tick, in construct order.
// Only those groups are looked into of which the type has one.
func (w *World) tickTraits(a *Actor) {
	switch {
	case a.ID == 0:
		w.tickCrateSpawner()
		w.tickTimeLimit()
		w.tickBins()
		w.tickAuras()
		return
	case a.typ == nil || a.typ.index == playerType:
		w.tickPlayer(&w.players[a.owner])
		return
	}
	acting := a.typ.acting
	if acting&actsOnGround != 0 || a.sinksTo > 0 {
		w.tickGroundTraits(a)
	}
	if acting&actsByMoving != 0 {
		w.updateMovement(a)
	}
	if acting&actsSpecially != 0 || a.chronoCharge > 0 {
		w.tickSpecialTraits(a)
	}
	if acting&(actsWithBody|actsDisguised) == actsWithBody {
		w.tickInfantryBody(a)
	}
	w.tickStates(a)
	if acting&actsCloaked != 0 {
		w.tickCloak(a) // before whatever fires: a shot leaves the whole delay
	}
	if acting&actsByHealing != 0 {
		w.tickHealth(a)
	}
	if acting&actsDisguised != 0 {
		w.tickInfantryBody(a) // behind what makes him lie down
	}
	if acting&actsByWear != 0 {
		w.tickTerrainDamage(a)
	}
	if acting&actsWithGuns != 0 {
		w.tickGuns(a)
	}
	if acting&actsByLooking != 0 {
		w.tickAutoTarget(a)
	}
	if acting&actsArmed != 0 && !a.loaded {
		w.tickArmaments(a)
	}
	if acting&actsAtLast != 0 || a.carries || w.behaviour.conditionalHash {
		w.tickLastTraits(a)
	}
}

// actingTraits says which groups of traits a type has, so that one look at the type
// tells what there is to do in a tick: to look for each of them in its place took as
// long as doing it.
type actingTraits uint16

const (
	actsOnGround  actingTraits = 1 << iota // tickGroundTraits
	actsSpecially                          // tickSpecialTraits
	actsAtLast                             // tickLastTraits
	actsByMoving                           // updateMovement
	actsWithBody                           // tickInfantryBody
	actsDisguised                          // the same, later
	actsByHealing                          // tickHealth
	actsByWear                             // tickTerrainDamage
	actsWithGuns                           // tickGuns
	actsByLooking                          // tickAutoTarget
	actsArmed                              // tickArmaments
	actsCloaked                            // tickCloak
)

func (t *actorType) actingTraits() (acting actingTraits) {
	for _, group := range []struct {
		trait actingTraits
		has   bool
	}{
		{actsOnGround, t.seedsResource || t.bloom != nil || len(t.terrainConditions) > 0 || len(t.deadlines) > 0},
		{actsSpecially, t.aircraft != nil || t.ammo != nil || t.tesla != nil || t.charge != nil || t.minelayer != nil || t.leapSpeed > 0 || t.shotCondition != nil || t.changingSight || t.ranksSee || t.aura != nil || t.boat != nil},
		{actsAtLast, t.dock != nil || t.repairable != nil || t.crate != nil || t.trickler != nil},
		{actsByMoving, t.mobile != nil},
		{actsWithBody, t.infantry != nil},
		{actsDisguised, t.infantry != nil && t.infantry.disguising > 0},
		{actsByHealing, len(t.heals) > 0 || t.cover != nil},
		{actsByWear, len(t.terrainDamages) > 0},
		{actsWithGuns, t.turretSpeed > 0 || t.opportunity},
		{actsByLooking, t.autoTarget != nil},
		{actsArmed, len(t.armaments) > 0},
		{actsCloaked, t.cloak != nil},
	} {
		if group.has {
			acting |= group.trait
		}
	}
	return acting
}

// tickGroundTraits is for what has to do with the ground an actor stands on,
// and for those that end by themselves.
func (w *World) tickGroundTraits(a *Actor) {
	if a.typ.seedsResource {
		w.seedResource(a)
	}
	if a.sinksTo > 0 {
		w.tickFoundation(a)
	}
	if a.typ.bloom != nil {
		w.tickBloom(a)
	}
	if len(a.typ.terrainConditions) > 0 {
		w.tickTerrain(a)
	}
	if len(a.typ.deadlines) > 0 {
		w.tickDeadlines(a)
	}
}

// tickSpecialTraits is for what few types can do.
func (w *World) tickSpecialTraits(a *Actor) {
	if a.typ.aircraft != nil {
		w.updateMovement(a)
		w.repulse(a)
		if a.typ.hover != nil {
			w.tickHover(a)
		}
	}
	if a.typ.ammo != nil {
		w.tickAmmo(a)
	}
	if a.typ.tesla != nil {
		w.tickTesla(a)
	}
	if a.typ.charge != nil {
		w.tickCharge(a)
	}
	if a.chronoCharge > 0 {
		a.chronoCharge--
		if a.typ.yard != nil {
			w.tickVortex(a)
		}
	}
	if a.typ.minelayer != nil {
		w.cleanMinefields(a)
	}
	if a.typ.aura != nil {
		w.tickAura(a)
	}
	if a.typ.boat != nil {
		w.tickBoat(a)
	}
	if a.typ.leapSpeed > 0 {
		a.runs = a.aiming
	}
	if a.shotLasts > 0 {
		if a.shotLasts--; a.shotLasts == 0 {
			w.pauseChanged(a)
		}
	}
	if a.typ.changingSight || a.typ.ranksSee && a.level > 0 {
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
	if a.smoke != ([maxSmokes]int32{}) {
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
	if a.typ.acting&actsDisguised != 0 && a.guise.left > 0 {
		if a.guise.left--; a.guise.left == 0 {
			a.guise.second = bodyWaiting
		}
	}
}

// tickLastTraits is for what acts after the weapons.
func (w *World) tickLastTraits(a *Actor) {
	if a.typ.dock != nil {
		w.tickDockHost(a)
	}
	if a.typ.repairable != nil {
		w.tickRepair(a)
	}
	if a.typ.crate != nil {
		w.tickCrate(a)
	}
	if a.carries {
		w.tickParaDrop(a)
	}
	if a.typ.trickler != nil {
		w.tickTrickler(a, a.typ.trickler)
	}
	if w.behaviour.conditionalHash {
		w.tickRelease(a)
	}
}
