// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// entity writes as many slots as the last one that says something needs:
// empty lists and false say nothing, but stand as themselves in the middle.
func (e *encoder) entity(from *Entity) {
	length := from.slots()
	e.array(length)
	e.uint32(from.ID)
	e.uint32(from.Owner)
	e.code(uint8(from.Kind), kindNames)
	e.float(from.X)
	e.float(from.Y)
	e.uint32(from.HP)
	e.uint32(from.MaxHP)
	e.code(uint8(from.State), stateNames)
	for slot := minEntitySlots; slot < length; slot++ {
		e.entitySlot(from, slot)
	}
}

// slots returns how many slots the entity needs.
func (en *Entity) slots() int {
	last := minEntitySlots - 1
	for i, says := range [...]bool{
		en.Facing.Valid, en.WeaponFacing.Valid, en.ProdKind.Valid, en.ProdProgress.Valid, en.ProdQueue.Valid,
		en.BuildProgress.Valid, en.LatchedNode.Valid, en.TargetID.Valid, en.SetupState.Valid, en.Remaining.Valid,
		en.Rally.Valid, en.OilUsed.Valid, en.SetupFacing.Valid, len(en.OrderPlan) > 0, en.ChargeCooldownLeft.Valid,
		len(en.Abilities) > 0, en.BreakthroughTicks.Valid, en.VisionOnly.Value, en.DebugPath != nil,
		len(en.RallyPlan) > 0, en.ProdUpgrade.Valid, en.BuildActive.Value,
	} {
		if says {
			last = minEntitySlots + i
		}
	}
	return last + 1
}

func (e *encoder) entitySlot(from *Entity, slot int) {
	switch slot {
	case 8:
		e.optionalFloat(from.Facing)
	case 9:
		e.optionalFloat(from.WeaponFacing)
	case 10:
		e.optionalCode(uint8(from.ProdKind.Value), from.ProdKind.Valid, kindNames)
	case 11:
		e.optionalFloat(from.ProdProgress)
	case 12:
		e.optionalUint32(from.ProdQueue)
	case 13:
		e.optionalFloat(from.BuildProgress)
	case 14:
		e.optionalUint32(from.LatchedNode)
	case 15:
		e.optionalUint32(from.TargetID)
	case 16:
		e.optionalCode(uint8(from.SetupState.Value), from.SetupState.Valid, setupNames)
	case 17:
		e.optionalUint32(from.Remaining)
	case 18:
		e.optionalPlace(from.Rally)
	case 19:
		e.optionalFloat(from.OilUsed)
	case 20:
		e.optionalFloat(from.SetupFacing)
	case 21:
		appendElements(e, "orderPlan", maxOrderPlan, from.OrderPlan, (*encoder).orderStage)
	case 22:
		e.optionalUint32(from.ChargeCooldownLeft)
	case 23:
		appendElements(e, "abilities", maxAbilities, from.Abilities, (*encoder).abilityCooldown)
	case 24:
		e.optionalUint32(from.BreakthroughTicks)
	case 25:
		e.bool(from.VisionOnly.Value)
	case 26:
		e.debugPath(from.DebugPath)
	case 27:
		appendElements(e, "rallyPlan", maxRallyPlan, from.RallyPlan, (*encoder).orderStage)
	case 28:
		e.optionalCode(uint8(from.ProdUpgrade.Value), from.ProdUpgrade.Valid, upgradeNames)
	case 29:
		e.bool(from.BuildActive.Value)
	}
}

func (e *encoder) optionalCode(code uint8, valid bool, names []string) {
	if valid {
		e.code(code, names)
	} else {
		e.null()
	}
}

func (e *encoder) optionalPlace(o Optional[Place]) {
	if o.Valid {
		e.point(Point(o.Value))
	} else {
		e.null()
	}
}

func (e *encoder) orderStage(from *OrderStage) {
	e.array(3)
	e.code(uint8(from.Kind), stageNames)
	e.float(from.X)
	e.float(from.Y)
}

func (e *encoder) abilityCooldown(from *AbilityCooldown) {
	length := 2
	for i, says := range [...]bool{
		from.RemainingUses.Valid, from.AutocastEnabled.Valid, from.ActiveObjectID.Valid,
		from.AvailableTick.Valid, from.LockoutUntilTick.Valid, from.ExpiresIn.Valid,
	} {
		if says {
			length = 3 + i
		}
	}
	e.array(length)
	e.code(uint8(from.Ability), abilityNames)
	e.uint32(from.CooldownLeft)
	for slot := 2; slot < length; slot++ {
		switch slot {
		case 2:
			e.optionalUint32(from.RemainingUses)
		case 3:
			e.optionalBool(from.AutocastEnabled)
		case 4:
			e.optionalUint32(from.ActiveObjectID)
		case 5:
			e.optionalUint32(from.AvailableTick)
		case 6:
			e.optionalUint32(from.LockoutUntilTick)
		case 7:
			e.optionalUint32(from.ExpiresIn)
		}
	}
}

func (e *encoder) debugPath(from *DebugPath) {
	if from == nil {
		e.null()
		return
	}
	e.array(debugPathSlots)
	appendElements(e, "waypoints", maxWaypoints, from.Waypoints, func(e *encoder, from *Point) { e.point(*from) })
	if from.Goal.Valid {
		e.point(from.Goal.Value)
	} else {
		e.null()
	}
	e.uint32(from.LastRepathTick)
	e.uint32(from.StuckTicks)
	e.uint32(from.StaticBlockedTicks)
	e.uint32(from.TotalWaypoints)
}
