package openra

// maxActivityDepth bounds how deep activities may nest in a file; in play a
// handful are inside each other.
const maxActivityDepth = 64

// coded codes everything of an actor but its type, its place in the lists of
// the world and its activities.
func (a *Actor) coded(c *coder) {
	c.u32(&a.ID)
	c.i32(&a.owner)
	c.text(&a.faction)
	c.bools(&a.inWorld, &a.dead, &a.willDispose)
	c.u32(&a.replacedBy)
	c.pos(&a.center)
	c.cell(&a.cell)
	c.i32(&a.hp)
	c.u32(&a.everSeen)
	a.codedMovement(c)
	a.codedSight(c)
	a.codedUnit(c)
	a.codedBuilding(c)
	a.codedRest(c)
}

func (a *Actor) codedMovement(c *coder) {
	c.ints(&a.facing, &a.oldFacing)
	c.cell(&a.from)
	c.cell(&a.to)
	c.u8((*uint8)(&a.fromSub))
	c.u8((*uint8)(&a.toSub))
	c.pos(&a.oldCenter)
	c.u8((*uint8)(&a.movement))
	c.bools(&a.blocking, &a.turnToMove)
	c.u8((*uint8)(&a.moveResult))
	c.bools(&a.returnToCell, &a.recalculateSubCell)
	c.i32(&a.creationDelay)
	c.cells(&a.rally)
}

func (a *Actor) codedSight(c *coder) {
	c.cells(&a.sight.cells)
	c.pos(&a.sight.center)
	c.bool(&a.sight.active)
	c.cell(&a.sightCell)
	c.pos(&a.sightCenter)
}

func (a *Actor) codedUnit(c *coder) {
	c.u8((*uint8)(&a.body))
	c.ints(&a.idleDelay, &a.idleSequence, &a.animation.left)
	c.u8((*uint8)(&a.animation.then))
	c.i32(&a.nextScan)
	c.u32(&a.aggressor)
	c.u8((*uint8)(&a.stance))
	c.bool(&a.aiming)
	c.ints(&a.experience, &a.level)
	for i := range a.stored {
		c.i32(&a.stored[i])
	}
	c.ints(&a.storedSum, &a.unloadTicks)
	c.bool(&a.accepts)
	c.u32(&a.reservedHost)
	c.u32(&a.lastHost)
}

func (a *Actor) codedBuilding(c *coder) {
	c.bool(&a.preventDock)
	c.u32(&a.docked)
	c.ids(&a.dockReserved)
	c.bool(&a.primary)
	c.cells(&a.rallyPath)
	c.u32(&a.repairers)
	c.ints(&a.repairTicks, &a.incomplete)
	c.bool(&a.powerDisabled)
}

func (a *Actor) codedRest(c *coder) {
	c.ints(&a.seedTicks, &a.crateTicks)
	c.bools(&a.collected, &a.carries)
	c.u32(&a.cargo)
	c.cell(&a.dropCell)
	c.bool(&a.hasDrop)
	c.i32(&a.dropDelay)
	c.bools(&a.inDropRange, &a.airborne)
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
	c.bools(&act.uninterruptible, &act.ownsChildren, &act.finishing)
	c.cell(&act.target)
	c.bools(&act.hasTarget, &act.evaluate, &act.parentPath, &act.arrived, &act.noPath, &act.waited)
	c.ints(&act.waitLeft, &act.nearEnough, &act.carry, &act.partTick, &act.startTick)
	c.cells(&act.path)
	c.pos(&act.from)
	c.pos(&act.to)
	c.ints(&act.fromFacing, &act.toFacing, &act.progress, &act.distance)
	c.bool(&act.arc)
	c.pos(&act.arcCenter)
	c.ints(&act.arcFrom[0], &act.arcFrom[1], &act.arcTo[0], &act.arcTo[1])
	c.u32(&act.host)
	c.i32(&act.phase)
	for i := range act.flag {
		c.bool(&act.flag[i])
	}
	c.cell(&act.last)
	c.bools(&act.hasLast, &act.cooldown.moving, &act.cooldown.running)
	c.ints(&act.cooldown.ticks, &act.facing)
	c.bool(&act.recalculate)
}
