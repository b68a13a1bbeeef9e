// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// movementTrait reads the traits of an actor type that say how it moves, what it becomes
// to do so, and what happens to it on the way.
func (c *compiler) movementTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Mobile":
		c.mobile(t, trait)
	case "Aircraft":
		t.Aircraft = newAircraft(trait)
	case "Hovers":
		t.Hover = newHover(trait)
	case "FallsToEarth":
		t.Falls = &fallInfo{
			Spin: spinOf(trait), Moves: trait.Bool("Moves"), Velocity: Number(trait, "Velocity", 43),
			Weapon: c.weaponNamed(trait.Text("Explosion")),
		}
	case "Reservable":
		t.Reservable = true
	case "AttackMove":
		t.Marches, t.Assaults = true, trait.Text("AssaultMoveCondition") == "assault-move"
	case "Guard":
		t.Guards = true
	case "Transforms", "TransformsIntoMobile", "TransformsIntoPassenger", "TransformsIntoRepairable", "TransformsIntoTransforms":
		c.transform(t, trait)
	case "Carryall":
		t.Carryall = &carryallInfo{UnloadDelay: Number(trait, "BeforeUnloadDelay", 0), Offset: wpos.PosOf(trait.Ints("LocalOffset"))}
	case "TDGunboat":
		t.Boat, t.Fills = newBoat(trait), true
	case "Parachutable":
		t.FallRate, t.DiesOnLanding = Number(trait, "FallRate", 13), trait.Bool("KilledOnImpassableTerrain")
	case "Chronoshiftable":
		t.Shifts = &shiftInfo{Requires: RequirementOf(trait), Explodes: trait.Bool("ExplodeInstead")}
	case "PortableChrono":
		t.Jumps = newPortableChrono(trait)
	case "ConyardChronoReturn":
		t.Yard = newYardReturn(trait)
	case "Crushable":
		classes := trait.Texts("CrushClasses")
		if len(classes) == 0 {
			classes = []string{"infantry"}
		}
		t.CrushClasses = append(t.CrushClasses, classes...)
		t.CrushWarning = Number(trait, "WarnProbability", 75)
	case "Mine":
		t.Mine, t.SparesFriends = true, trait.Bool("AvoidFriendly")
		t.CrushClasses = append(t.CrushClasses, trait.Texts("CrushClasses")...)
	case "MineImmune":
		t.MineImmune = true
	case "Minelayer":
		t.Minelayer = newMinelayer(trait)
	case "ScaredyCat":
		t.Panics = newPanic(trait)
	case "Wanders", "AttackWander":
		t.Wanders = newWanders(trait)
	}
}

func (c *compiler) mobile(t *ActorType, trait *rules.Trait) {
	locomotor, ok := c.locomotors[trait.Text("Locomotor")]
	if !ok {
		return
	}
	t.Mobile = &mobileInfo{
		Locomotor: locomotor, Speed: Number(trait, "Speed", 1), TurnSpeed: Number(trait, "TurnSpeed", 512),
		AlwaysTurnInPlace: trait.Bool("AlwaysTurnInPlace"), Pauses: pauseOf(trait),
		Requires: RequirementOf(trait),
	}
}

func (c *compiler) transform(t *ActorType, trait *rules.Trait) {
	if t.Transforms == nil {
		t.Transforms = &transformInfo{}
	}
	info, requires := t.Transforms, RequirementOf(trait)
	switch trait.Name {
	case "Transforms":
		info.Into, info.Offset = strings.ToLower(trait.Text("IntoActor")), wpos.CellOf(trait.Ints("Offset"))
		info.Facing, info.Ticks = Number(trait, "Facing", 384), int32(c.set.Extra.MakeTicks[t.Name])
		info.Requires, info.Pauses = requires, pauseOf(trait)
	case "TransformsIntoMobile":
		info.Moves, info.MovesWhile = true, requires
	case "TransformsIntoPassenger":
		info.BoardsAs, info.BoardsWeight, info.BoardsWhile = trait.Text("CargoType"), Number(trait, "Weight", 1), requires
	case "TransformsIntoRepairable":
		info.MendedAt, info.MendedWhile = lowered(trait.Texts("RepairActors")), requires
	case "TransformsIntoTransforms":
		info.Again, info.AgainWhile = true, requires
	}
}
