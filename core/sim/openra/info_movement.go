// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// movementTrait reads the traits of an actor type that say how it moves, what it becomes
// to do so, and what happens to it on the way.
func (c *compiler) movementTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Mobile":
		c.mobile(t, trait)
	case "Aircraft":
		t.aircraft = newAircraft(trait)
	case "Hovers":
		t.hover = newHover(trait)
	case "FallsToEarth":
		t.falls = &fallInfo{
			spin: spinOf(trait), moves: trait.Bool("Moves"), velocity: number(trait, "Velocity", 43),
			weapon: c.weaponNamed(trait.Text("Explosion")),
		}
	case "Reservable":
		t.reservable = true
	case "AttackMove":
		t.marches, t.assaults = true, trait.Text("AssaultMoveCondition") == "assault-move"
	case "Guard":
		t.guards = true
	case "Transforms", "TransformsIntoMobile", "TransformsIntoPassenger", "TransformsIntoRepairable", "TransformsIntoTransforms":
		c.transform(t, trait)
	case "Carryall":
		t.carryall = &carryallInfo{unloadDelay: number(trait, "BeforeUnloadDelay", 0), offset: wpos.PosOf(trait.Ints("LocalOffset"))}
	case "TDGunboat":
		t.boat, t.fills = newBoat(trait), true
	case "Parachutable":
		t.fallRate, t.diesOnLanding = number(trait, "FallRate", 13), trait.Bool("KilledOnImpassableTerrain")
	case "Chronoshiftable":
		t.shifts = &shiftInfo{requires: requirementOf(trait), explodes: trait.Bool("ExplodeInstead")}
	case "PortableChrono":
		t.jumps = newPortableChrono(trait)
	case "ConyardChronoReturn":
		t.yard = newYardReturn(trait)
	case "Crushable":
		classes := trait.Texts("CrushClasses")
		if len(classes) == 0 {
			classes = []string{"infantry"}
		}
		t.crushClasses = append(t.crushClasses, classes...)
		t.crushWarning = number(trait, "WarnProbability", 75)
	case "Mine":
		t.mine, t.sparesFriends = true, trait.Bool("AvoidFriendly")
		t.crushClasses = append(t.crushClasses, trait.Texts("CrushClasses")...)
	case "MineImmune":
		t.mineImmune = true
	case "Minelayer":
		t.minelayer = newMinelayer(trait)
	case "ScaredyCat":
		t.panics = newPanic(trait)
	case "Wanders", "AttackWander":
		t.wanders = newWanders(trait)
	}
}

func (c *compiler) mobile(t *actorType, trait *rules.Trait) {
	locomotor, ok := c.locomotors[trait.Text("Locomotor")]
	if !ok {
		return
	}
	t.mobile = &mobileInfo{
		locomotor: locomotor, speed: number(trait, "Speed", 1), turnSpeed: number(trait, "TurnSpeed", 512),
		alwaysTurnInPlace: trait.Bool("AlwaysTurnInPlace"), pauses: pauseOf(trait),
		requires: requirementOf(trait),
	}
}

func (c *compiler) transform(t *actorType, trait *rules.Trait) {
	if t.transforms == nil {
		t.transforms = &transformInfo{}
	}
	info, requires := t.transforms, requirementOf(trait)
	switch trait.Name {
	case "Transforms":
		info.into, info.offset = strings.ToLower(trait.Text("IntoActor")), wpos.CellOf(trait.Ints("Offset"))
		info.facing, info.ticks = number(trait, "Facing", 384), int32(c.set.Extra.MakeTicks[t.name])
		info.requires, info.pauses = requires, pauseOf(trait)
	case "TransformsIntoMobile":
		info.moves, info.movesWhile = true, requires
	case "TransformsIntoPassenger":
		info.boardsAs, info.boardsWeight, info.boardsWhile = trait.Text("CargoType"), number(trait, "Weight", 1), requires
	case "TransformsIntoRepairable":
		info.mendedAt, info.mendedWhile = lowered(trait.Texts("RepairActors")), requires
	case "TransformsIntoTransforms":
		info.again, info.againWhile = true, requires
	}
}
