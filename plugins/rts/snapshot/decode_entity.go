// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// entity reads an entity: eight slots that are always there, then optional
// ones in a fixed order, nil where absent.
func (d *decoder) entity(index int, to *Entity) {
	before := d.at
	v := d.head()
	switch {
	case d.err != nil:
		return
	case v.kind != typeArray:
		d.at = before
		d.fail("entity %d must be an array", index)
		return
	case v.length > maxEntitySlots:
		d.at = before
		d.fail("entity %d exceeds max length %d", index, maxEntitySlots)
		return
	case v.length < minEntitySlots:
		d.at = before
		d.fail("entity %d is too short", index)
		return
	}
	to.ID = d.uint32("entity.id")
	to.Owner = d.uint32("entity.owner")
	to.Kind = Kind(d.code("entity.kind", kindNames))
	to.X = d.float("entity.x")
	to.Y = d.float("entity.y")
	to.HP = d.uint32("entity.hp")
	to.MaxHP = d.uint32("entity.maxHp")
	to.State = State(d.code("entity.state", stateNames))
	for slot := minEntitySlots; slot < v.length && d.err == nil; slot++ {
		if !d.null() {
			entitySlots[slot-minEntitySlots](d, to)
		}
	}
}

// entitySlots read the optional slots of an entity, 8 to 29.
var entitySlots = [maxEntitySlots - minEntitySlots]func(d *decoder, to *Entity){
	func(d *decoder, to *Entity) { to.Facing = Some(d.float("entity.facing")) },
	func(d *decoder, to *Entity) { to.WeaponFacing = Some(d.float("entity.weaponFacing")) },
	func(d *decoder, to *Entity) { to.ProdKind = Some(Kind(d.code("entity.prodKind", kindNames))) },
	func(d *decoder, to *Entity) { to.ProdProgress = Some(d.float("entity.prodProgress")) },
	func(d *decoder, to *Entity) { to.ProdQueue = Some(d.uint32("entity.prodQueue")) },
	func(d *decoder, to *Entity) { to.BuildProgress = Some(d.float("entity.buildProgress")) },
	func(d *decoder, to *Entity) { to.LatchedNode = Some(d.uint32("entity.latchedNode")) },
	func(d *decoder, to *Entity) { to.TargetID = Some(d.uint32("entity.targetId")) },
	func(d *decoder, to *Entity) {
		to.SetupState = Some(SetupState(d.code("entity.setupState", setupNames)))
	},
	func(d *decoder, to *Entity) { to.Remaining = Some(d.uint32("entity.remaining")) },
	func(d *decoder, to *Entity) { to.Rally = Some(Place(d.point("entity.rally"))) },
	func(d *decoder, to *Entity) { to.OilUsed = Some(d.float("entity.oilUsed")) },
	func(d *decoder, to *Entity) { to.SetupFacing = Some(d.float("entity.setupFacing")) },
	func(d *decoder, to *Entity) {
		to.OrderPlan = elements(d, "entity.orderPlan", maxOrderPlan, (*decoder).orderStage)
	},
	func(d *decoder, to *Entity) { to.ChargeCooldownLeft = Some(d.uint32("entity.chargeCooldownLeft")) },
	func(d *decoder, to *Entity) {
		to.Abilities = elements(d, "entity.abilities", maxAbilities, (*decoder).abilityCooldown)
	},
	func(d *decoder, to *Entity) { to.BreakthroughTicks = Some(d.uint32("entity.breakthroughTicks")) },
	func(d *decoder, to *Entity) { to.VisionOnly = Some(d.bool("entity.visionOnly")) },
	func(d *decoder, to *Entity) { to.DebugPath = d.debugPath() },
	func(d *decoder, to *Entity) {
		to.RallyPlan = elements(d, "entity.rallyPlan", maxRallyPlan, (*decoder).rallyStage)
	},
	func(d *decoder, to *Entity) {
		to.ProdUpgrade = Some(Upgrade(d.code("entity.prodUpgrade", upgradeNames)))
	},
	func(d *decoder, to *Entity) { to.BuildActive = Some(d.bool("entity.buildActive")) },
}

func (d *decoder) orderStage(index int, to *OrderStage) { d.stage("orderPlan", index, to) }

func (d *decoder) rallyStage(index int, to *OrderStage) { d.stage("rallyPlan", index, to) }

func (d *decoder) stage(label string, index int, to *OrderStage) {
	if d.tuple(label, index, 3) {
		to.Kind = StageKind(d.code(label+".kind", stageNames))
		to.X = d.float(label + ".x")
		to.Y = d.float(label + ".y")
	}
}

func (d *decoder) abilityCooldown(index int, to *AbilityCooldown) {
	before := d.at
	n := d.array("ability cooldown", abilitySlots)
	if d.err == nil && n < 2 {
		d.at = before
		d.fail("ability cooldown %d is too short", index)
	}
	to.Ability = Ability(d.code("abilityCooldown.ability", abilityNames))
	to.CooldownLeft = d.uint32("abilityCooldown.cooldownLeft")
	for slot := 2; slot < n && d.err == nil; slot++ {
		if d.null() {
			continue
		}
		switch slot {
		case 2:
			to.RemainingUses = Some(d.uint32("abilityCooldown.remainingUses"))
		case 3:
			to.AutocastEnabled = Some(d.bool("abilityCooldown.autocastEnabled"))
		case 4:
			to.ActiveObjectID = Some(d.uint32("abilityCooldown.activeObjectId"))
		case 5:
			to.AvailableTick = Some(d.uint32("abilityCooldown.availableTick"))
		case 6:
			to.LockoutUntilTick = Some(d.uint32("abilityCooldown.lockoutUntilTick"))
		case 7:
			to.ExpiresIn = Some(d.uint32("abilityCooldown.expiresIn"))
		}
	}
}

func (d *decoder) debugPath() *DebugPath {
	if n := d.array("entity.debugPath", debugPathSlots); n != debugPathSlots {
		d.fail("entity.debugPath field count mismatch")
		return nil
	}
	path := &DebugPath{Waypoints: elements(d, "debugPath.waypoints", maxWaypoints, (*decoder).waypoint)}
	if !d.null() {
		path.Goal = Some(d.point("debugPath.goal"))
	}
	path.LastRepathTick = d.uint32("debugPath.lastRepathTick")
	path.StuckTicks = d.uint32("debugPath.stuckTicks")
	path.StaticBlockedTicks = d.uint32("debugPath.staticBlockedTicks")
	path.TotalWaypoints = d.uint32("debugPath.totalWaypoints")
	return path
}

func (d *decoder) waypoint(_ int, to *Point) { *to = d.point("debugPath.waypoint") }
