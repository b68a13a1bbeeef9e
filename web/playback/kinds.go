// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"slices"
	"strings"

	"convertd/core/naming"
	"convertd/core/rules"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/plugins/rts/snapshot"
)

// role is what a kind is for, in words that mean the same in every game.
type role string

const (
	roleBuilder     role = "builder"
	roleHarvester   role = "harvester"
	roleInfantry    role = "infantry"
	roleVehicle     role = "vehicle"
	roleTank        role = "tank"
	roleArtillery   role = "artillery"
	roleAntiAir     role = "antiair"
	roleAircraft    role = "aircraft"
	roleShip        role = "ship"
	roleBase        role = "base"
	rolePower       role = "power"
	roleRefinery    role = "refinery"
	roleBarracks    role = "barracks"
	roleFactory     role = "factory"
	roleAirfield    role = "airfield"
	roleShipyard    role = "shipyard"
	roleTech        role = "tech"
	roleStorage     role = "storage"
	roleDefence     role = "defence"
	roleWall        role = "wall"
	roleSuperweapon role = "superweapon"
	roleBuilding    role = "building"
	roleSupport     role = "support"
	roleScenery     role = "scenery"
	roleCrate       role = "crate"
	roleOther       role = "other"
)

// foreignKinds are the kinds by which clients of the protocol are shown the kinds of
// other games: RTSM's codes are that game's own.
var foreignKinds = map[role]string{
	roleBuilder: "command_car", roleHarvester: "worker", roleInfantry: "rifleman", roleVehicle: "scout_car", roleTank: "tank",
	roleArtillery: "artillery", roleAntiAir: "anti_tank_gun", roleAircraft: "ekat", roleShip: "mortar_team",
	roleBase: "city_centre", rolePower: "depot", roleRefinery: "steelworks", roleBarracks: "barracks", roleFactory: "factory",
	roleAirfield: "factory", roleShipyard: "factory", roleTech: "research_complex", roleStorage: "depot", roleDefence: "machine_gunner",
	roleWall: "tank_trap", roleSuperweapon: "zamok", roleBuilding: "training_centre", roleSupport: "command_car", roleCrate: "tank_trap",
	roleScenery: "tank_trap", roleOther: "tank_trap",
}

// foreignKind is the code of the kind that stands for a role.
func foreignKind(r role) snapshot.Kind { return kindCodes[foreignKinds[r]] }

// kindCodes are the codes by their names.
var kindCodes = func() map[string]snapshot.Kind {
	codes := make(map[string]snapshot.Kind)
	for code := snapshot.Kind(1); code.String() != ""; code++ {
		codes[code.String()] = code
	}
	return codes
}()

// kind is all that is known of one kind of entity. The JSON form is an entry of
// convertd.catalogue.
type kind struct {
	N      sim.KindID `json:"n"`
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	Role   role       `json:"role"`
	Width  int32      `json:"w"`
	Height int32      `json:"h"`
	Speed  int32      `json:"speed,omitempty"` // pixels in a second
	Sight  int32      `json:"sight,omitempty"` // cells
	Cost   int64      `json:"cost,omitempty"`
	Health int32      `json:"health,omitempty"`

	structure bool
	foreign   snapshot.Kind
}

// catalogue knows the kinds of one game.
type catalogue struct {
	subject    naming.Subject
	ruleset    *rules.Ruleset // of OpenRA's games
	types      *plausible.Module
	perSecond  int64 // ticks, rounded
	known      []*kind
	unreported []*kind
}

func newCatalogue(subject naming.Subject, module sim.Module, ticksPerSecond int64) *catalogue {
	c := &catalogue{subject: subject, perSecond: ticksPerSecond}
	switch m := module.(type) {
	case interface{ Ruleset() *rules.Ruleset }:
		c.ruleset = m.Ruleset()
	case *plausible.Module:
		c.types = m
	}
	return c
}

// kind looks a kind up. The pointer stays the same.
func (c *catalogue) kind(view sim.View, n sim.KindID) *kind {
	for int(n) >= len(c.known) {
		c.known = append(c.known, nil)
	}
	if c.known[n] == nil {
		k := c.describe(view.KindName(n))
		k.N, k.foreign = n, foreignKind(k.Role)
		c.known[n] = k
		c.unreported = append(c.unreported, k)
	}
	return c.known[n]
}

// takeUnreported returns the kinds that were met since the last call.
func (c *catalogue) takeUnreported() []*kind {
	taken := c.unreported
	c.unreported = nil
	return taken
}

// all returns the kinds that were met so far.
func (c *catalogue) all() []*kind {
	met := make([]*kind, 0, len(c.known))
	for _, k := range c.known {
		if k != nil {
			met = append(met, k)
		}
	}
	return met
}

func (c *catalogue) describe(id string) *kind {
	k := &kind{ID: id, Name: c.subject.Item(id), Role: roleOther, Width: 1, Height: 1}
	if k.Name == "" {
		k.Name = id
	}
	if c.ruleset != nil {
		if actor := c.ruleset.Actor(id); actor != nil {
			c.describeActor(k, actor)
		}
		return k
	}
	if c.types != nil {
		for i := range c.types.Rules().Types {
			if t := &c.types.Rules().Types[i]; t.Name == id {
				c.describeType(k, t)
				break
			}
		}
	}
	return k
}

// describeActor takes the figures of OpenRA's rules.
func (c *catalogue) describeActor(k *kind, actor *rules.Actor) {
	k.Cost, k.Health = int64(actor.Facts.Cost), int32(actor.Facts.HP)
	k.Role = roleOfActor(actor)
	if building, ok := actor.Trait("Building"); ok {
		if size := building.Ints("Dimensions"); len(size) == 2 {
			k.Width, k.Height = int32(max(size[0], 1)), int32(max(size[1], 1))
		}
		k.structure = true
	}
	for _, name := range []string{"Mobile", "Aircraft"} {
		if trait, ok := actor.Trait(name); ok {
			// The world moves every 40 milliseconds at most speeds, once in a tick of ours.
			k.Speed = int32(int64(trait.Int("Speed", 0)) * c.perSecond * pixelsPerCell / unitsPerCell)
		}
	}
	for _, trait := range actor.All("RevealsShroud") {
		k.Sight = max(k.Sight, int32(trait.Int("Range", 0)/unitsPerCell))
	}
}

func roleOfActor(actor *rules.Actor) role {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { _, ok := actor.Trait(name); return ok })
	}
	switch actor.Facts.Category {
	case "infantry":
		return roleInfantry
	case "vehicle":
		return roleOfVehicle(actor, has)
	case "aircraft":
		return roleAircraft
	case "ship":
		return roleShip
	case "wall":
		return roleWall
	case "defence":
		if has("NukePower", "IonCannonPower", "ChronoshiftPower", "GrantExternalConditionPower") {
			return roleSuperweapon
		}
		return roleDefence
	case "building":
		return roleOfBuilding(actor, has)
	case "husk":
		return roleScenery
	}
	switch {
	case has("Crate"):
		return roleCrate
	case has("Mine"):
		return roleSupport
	}
	return roleScenery
}

func roleOfVehicle(actor *rules.Actor, has func(...string) bool) role {
	switch {
	case has("Harvester"):
		return roleHarvester
	case has("Transforms"):
		return roleBuilder
	case !has("Armament"):
		return roleSupport
	case has("AttackTurreted"):
		if speed, ok := actor.Trait("Mobile"); ok && speed.Int("Speed", 0) >= fastVehicle {
			return roleVehicle
		}
		return roleTank
	case has("AttackFrontal"):
		return roleArtillery
	}
	return roleVehicle
}

// fastVehicle is the speed, in world units in a tick, from which a vehicle with a turret
// is no tank.
const fastVehicle = 110

func roleOfBuilding(actor *rules.Actor, has func(...string) bool) role {
	makes := ""
	for _, trait := range actor.All("Production") {
		makes += " " + strings.Join(trait.Texts("Produces"), " ")
	}
	power := 0
	if trait, ok := actor.Trait("Power"); ok {
		power = trait.Int("Amount", 0)
	}
	switch {
	case has("BaseBuilding", "BaseProvider") && strings.Contains(makes, "Building"):
		return roleBase
	case has("Refinery"):
		return roleRefinery
	case strings.Contains(makes, "Infantry"), strings.Contains(makes, "Soldier"):
		return roleBarracks
	case strings.Contains(makes, "Aircraft"), strings.Contains(makes, "Plane"), strings.Contains(makes, "Helicopter"):
		return roleAirfield
	case strings.Contains(makes, "Ship"), strings.Contains(makes, "Boat"), strings.Contains(makes, "Submarine"):
		return roleShipyard
	case strings.Contains(makes, "Vehicle"), strings.Contains(makes, "Armor"), strings.Contains(makes, "Starport"):
		return roleFactory
	case strings.Contains(makes, "Building"):
		return roleBase
	case has("NukePower", "IonCannonPower", "ChronoshiftPower"):
		return roleSuperweapon
	case has("StoresResources", "StoresPlayerResources"):
		return roleStorage
	case power > 0:
		return rolePower
	case len(actor.Facts.Provides) > 0 && actor.Facts.Cost > 0:
		return roleTech
	}
	return roleBuilding
}

// describeType takes the figures of the plausible module's rules.
func (c *catalogue) describeType(k *kind, t *plausible.Type) {
	k.Cost, k.Health, k.structure = t.Cost, t.Health, t.Structure
	if t.Structure {
		k.Width, k.Height = max(t.Width, 1), max(t.Height, 1)
	}
	k.Speed = int32(int64(t.Speed) * c.perSecond * pixelsPerCell / unitsPerCell)
	k.Role = roleOfType(t)
}

func roleOfType(t *plausible.Type) role {
	name := strings.ToLower(t.Name + " " + t.Queue)
	named := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
	}
	makes := strings.ToLower(strings.Join(t.Produces, " "))
	if t.Structure {
		switch {
		case named("wall", "fence"):
			return roleWall
		case named("constructionyard", "commandcenter", "command center", "conyard", "fact") && len(t.Produces) > 0:
			return roleBase
		case t.AcceptsIncome:
			return roleRefinery
		case strings.Contains(makes, "infantry"):
			return roleBarracks
		case strings.Contains(makes, "air"):
			return roleAirfield
		case strings.Contains(makes, "ship"), strings.Contains(makes, "naval"):
			return roleShipyard
		case len(t.Produces) > 0:
			return roleFactory
		case t.Power > 0:
			return rolePower
		case t.Damage > 0 || named("turret", "defen", "cannon", "tower", "patriot", "gattling"):
			return roleDefence
		}
		return roleBuilding
	}
	switch {
	case t.Income > 0:
		return roleHarvester
	case t.Deploys != "" || named("dozer", "worker", "mcv", "porter", "builder"):
		return roleBuilder
	case named("infantry", "soldier", "trooper", "squad"):
		return roleInfantry
	case named("aircraft", "jet", "helicopter", "plane", "chopper"):
		return roleAircraft
	case named("ship", "boat", "naval", "submarine"):
		return roleShip
	case named("artillery", "howitzer", "scud"):
		return roleArtillery
	case named("tank"):
		return roleTank
	}
	return roleVehicle
}
