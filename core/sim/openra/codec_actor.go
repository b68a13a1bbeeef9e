// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// codedResting codes what of an actor rests while it only waits or moves:
// everything but its place, its type, its place in the lists of the world and
// its activities.
func (a *Actor) codedResting(c *coder) {
	a.codedTimers(c)
	a.codedRest(c)
}

// codedPlace codes what changes whenever a unit moves, and when it looks for
// targets again.
func (a *Actor) codedPlace(c *coder) {
	old, sight, measured := a.oldCenter.Sub(a.center), a.sight.Center.Sub(a.center), a.sightCenter.Sub(a.sight.Center)
	c.ints(
		&a.due.nextScan, &a.center.X, &a.center.Y, &a.center.Z, &a.facing, &a.oldFacing, &a.from.X, &a.from.Y, &a.to.X, &a.to.Y,
		&a.sightCell.X, &a.sightCell.Y, &old.X, &old.Y, &old.Z, &sight.X, &sight.Y, &sight.Z, &measured.X, &measured.Y, &measured.Z,
	)
	if c.reading {
		a.nextScan = ticksLeft(a.due.nextScan, c.tick)
		a.oldCenter, a.sight.Center = a.center.Add(old), a.center.Add(sight)
		a.sightCenter = a.sight.Center.Add(measured)
	}
	c.u8((*uint8)(&a.fromSub))
	c.u8((*uint8)(&a.toSub))
	c.u8((*uint8)(&a.movement))
	c.u8((*uint8)(&a.moveResult))
	c.u8((*uint8)(&a.body))
	c.u8(&a.sight.Disabled)
	c.bools(&a.sight.Active, &a.blocking, &a.turnToMove, &a.returnToCell, &a.recalculateSubCell)
	c.u32(&a.sight.Viewers)
	c.cells(&a.sight.Cells)
}

func (a *Actor) codedRest(c *coder) {
	c.u32s(&a.ID, &a.replacedBy, &a.everSeen, &a.aggressor, &a.reservedHost, &a.lastHost, &a.docked, &a.repairers, &a.cargo, &a.requested, &a.opportunity, &a.linked, &a.claimed, &a.wrecks, &a.carrier, &a.captor, &a.demolisher, &a.seat, &a.provided, &a.pad, &a.guest, &a.leaper, &a.squad, &a.camera)
	a.codedNumbers(c)
	a.codedFlags(c)
	c.u8((*uint8)(&a.stance))
	c.text(&a.faction)
	c.cells(&a.rally)
	c.cells(&a.rallyPath)
	c.ids(&a.dockReserved)
	c.ids(&a.passengers)
	list(c, &a.queues, 3, func(c *coder, q *queue) { q.coded(c) })
}

func (a *Actor) codedNumbers(c *coder) {
	c.ints(
		&a.owner, &a.hp, &a.cell.X, &a.cell.Y, &a.creationDelay, &a.idleSequence, &a.experience, &a.level,
		&a.bombTarget.X, &a.bombTarget.Y, &a.bombTarget.Z, &a.chronoOrigin.X, &a.chronoOrigin.Y, &a.mineStart.X, &a.mineStart.Y, &a.looksLike, &a.incomplete, &a.storedSum, &a.unloadTicks, &a.reservedWeight, &a.repairTicks,
		&a.crateTicks, &a.dropCell.X, &a.dropCell.Y, &a.dropDelay, &a.aim, &a.pathHash, &a.cloakTicks, &a.panicSince, &a.sinksTo, &a.ripeTicks, &a.onTerrain, &a.lentUntil, &a.rescanAt,
	)
	c.ints(&a.landing.X, &a.landing.Y, &a.ammo, &a.rearmTicks, &a.reloadTicks, &a.hover, &a.hoverTicks, &a.charges, &a.rechargedAt)
	for i := range a.stored {
		c.i32(&a.stored[i])
	}
	c.ints(&a.loadOrder.slots, &a.loadOrder.freed)
	for i := range a.terrainDue {
		c.i32(&a.terrainDue[i])
	}
	a.codedCombat(c)
}

// codedTimers codes when the timers are at zero, but for nextScan.
func (a *Actor) codedTimers(c *coder) {
	due := &a.due
	c.ints(
		&due.idleDelay, &due.animation.left, &due.seedTicks, &due.idleWait, &due.wanderWait, &due.trickle,
		&due.invulnerable, &due.demolition, &due.chronoTicks, &due.lifetime, &due.smoke[0], &due.smoke[1], &due.smoke[2], &due.shotLasts, &due.sink, &due.unripe, &due.deadline, &due.chronoCharge,
	)
	c.u8((*uint8)(&due.animation.then))
	if c.reading {
		a.readTimers(c.tick)
	}
}

func (a *Actor) codedCombat(c *coder) {
	for i := range a.arms {
		c.ints(&a.arms[i].since, &a.arms[i].delay, &a.arms[i].burst, &a.arms[i].barrel, &a.arms[i].kick)
		c.bool(&a.cooling[i])
	}
	list(c, &a.shots, 6, func(c *coder, s *delayedShot) { s.coded(c) })
	c.ints(&a.turret.facing, &a.turret.want.X, &a.turret.want.Y, &a.turret.want.Z, &a.turret.idle, &a.proneTicks)
	for i := range a.healTicks {
		c.ints(&a.healTicks[i], &a.damageTicks[i])
	}
	c.bools(&a.turret.realign, &a.persistent, &a.preset)
}

func (a *Actor) codedFlags(c *coder) {
	guised := a.shownAs != shownDisguise{}
	c.bools(
		&a.inWorld, &a.dead, &a.willDispose, &a.aiming, &a.accepts, &a.preventDock, &a.primary, &a.powerDown, &a.selling,
		&a.collected, &a.carries, &a.hasDrop, &a.inDropRange, &a.airborne, &a.produced, &a.hasBombTarget, &a.facingTarget, &a.overTarget, &a.wasProne, &a.landed, &a.yields, &a.leaping, &a.runs, &a.forced, &a.opportunityForced, &a.charging, &a.cloakGiven, &a.triggered, &a.loading, &a.risesLoaded, &guised, &a.dived, &a.swallowing,
	)
	if guised {
		a.shownAs.coded(c)
	}
}
