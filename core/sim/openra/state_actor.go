package openra

// maxActivityDepth bounds how deep activities may nest in a file; in play a
// handful are inside each other.
const maxActivityDepth = 64

// coded codes everything of an actor but its type, its place in the lists of
// the world and its activities.
func (a *Actor) coded(c *coder) {
	c.u32s(&a.ID, &a.replacedBy, &a.everSeen, &a.aggressor, &a.reservedHost, &a.lastHost, &a.docked, &a.repairers, &a.cargo, &a.requested, &a.chance, &a.linked, &a.wrecks, &a.carrier, &a.captor, &a.demolisher, &a.seat)
	a.codedNumbers(c)
	a.codedFlags(c)
	for _, v := range [...]*uint8{
		(*uint8)(&a.fromSub), (*uint8)(&a.toSub), (*uint8)(&a.movement), (*uint8)(&a.moveResult),
		(*uint8)(&a.body), (*uint8)(&a.stance),
	} {
		c.u8(v)
	}
	c.text(&a.faction)
	c.cells(&a.rally)
	c.cells(&a.rallyPath)
	c.cells(&a.sight.cells)
	c.ids(&a.dockReserved)
	c.ids(&a.passengers)
	list(c, &a.queues, 3, func(c *coder, q *queue) { q.coded(c) })
}

func (a *Actor) codedNumbers(c *coder) {
	c.ints(
		&a.owner, &a.hp, &a.center.X, &a.center.Y, &a.center.Z, &a.cell.X, &a.cell.Y,
		&a.facing, &a.oldFacing, &a.from.X, &a.from.Y, &a.to.X, &a.to.Y,
		&a.creationDelay, &a.sightCell.X, &a.sightCell.Y, &a.idleSequence, &a.experience, &a.level,
		&a.storedSum, &a.unloadTicks, &a.reservedWeight, &a.repairTicks,
		&a.crateTicks, &a.dropCell.X, &a.dropCell.Y, &a.dropDelay, &a.aim, &a.pathHash, &a.cloakTicks,
	)
	c.near(&a.oldCenter, a.center)
	c.near(&a.sight.center, a.center)
	c.near(&a.sightCenter, a.sight.center)
	for i := range a.stored {
		c.i32(&a.stored[i])
	}
	a.codedTimers(c)
	c.u8(&a.sight.disabled)
	a.codedCombat(c)
}

// codedTimers codes when the timers will be at zero.
func (a *Actor) codedTimers(c *coder) {
	due := a.due(c.world.tick)
	c.ints(
		&due.nextScan, &due.idleDelay, &due.animation.left, &due.seedTicks, &due.idleWait, &due.wanderWait, &due.trickle, &due.incomplete,
		&due.invulnerable, &due.demolition,
	)
	c.u8((*uint8)(&due.animation.then))
	if c.reading {
		a.actorTimers = due.due(-c.world.tick)
	}
}

func (a *Actor) codedCombat(c *coder) {
	for i := range a.arms {
		c.ints(&a.arms[i].since, &a.arms[i].delay, &a.arms[i].burst, &a.arms[i].barrel, &a.arms[i].kick)
	}
	list(c, &a.shots, 6, func(c *coder, s *delayedShot) { s.coded(c) })
	c.ints(&a.turret.facing, &a.turret.want.X, &a.turret.want.Y, &a.turret.want.Z, &a.turret.idle, &a.proneTicks)
	for i := range a.healTicks {
		c.ints(&a.healTicks[i], &a.damageTicks[i])
	}
	c.bools(&a.turret.realign, &a.persistent, &a.preset)
}

func (a *Actor) codedFlags(c *coder) {
	c.bools(
		&a.inWorld, &a.dead, &a.willDispose, &a.blocking, &a.turnToMove, &a.returnToCell, &a.recalculateSubCell,
		&a.sight.active, &a.aiming, &a.accepts, &a.preventDock, &a.primary, &a.powerDown, &a.selling,
		&a.collected, &a.carries, &a.hasDrop, &a.inDropRange, &a.airborne, &a.produced,
	)
}

// codedActivity codes an activity with all inside and after it.
func codedActivity(c *coder, v **Activity, depth int) {
	for present := *v != nil; ; present = *v != nil {
		c.bool(&present)
		if !present || c.err != nil {
			return
		}
		if depth > maxActivityDepth {
			c.fail()
			return
		}
		if c.reading {
			*v = &Activity{}
		}
		(*v).coded(c)
		codedActivity(c, &(*v).child, depth+1)
		v = &(*v).next
	}
}

func (act *Activity) coded(c *coder) {
	c.u8((*uint8)(&act.kind))
	c.u8((*uint8)(&act.state))
	c.u8((*uint8)(&act.purpose))
	c.u32s(&act.host, &act.aim)
	c.ints(
		&act.target.X, &act.target.Y, &act.waitLeft, &act.nearEnough, &act.carry, &act.partTick, &act.startTick,
		&act.from.X, &act.from.Y, &act.from.Z, &act.to.X, &act.to.Y, &act.to.Z,
		&act.fromFacing, &act.toFacing, &act.progress, &act.distance,
	)
	c.ints(
		&act.arcCenter.X, &act.arcCenter.Y, &act.arcCenter.Z, &act.arcFrom[0], &act.arcFrom[1], &act.arcTo[0], &act.arcTo[1],
		&act.phase, &act.last.X, &act.last.Y, &act.cooldown.ticks, &act.facing, &act.low, &act.high,
	)
	c.bools(
		&act.uninterruptible, &act.ownsChildren, &act.finishing, &act.hasTarget, &act.evaluate, &act.parentPath,
		&act.arrived, &act.noPath, &act.waited, &act.arc, &act.hasLast, &act.cooldown.moving, &act.cooldown.running,
		&act.recalculate, &act.flag[0], &act.flag[1], &act.flag[2], &act.flag[3],
	)
	c.cells(&act.path)
}
