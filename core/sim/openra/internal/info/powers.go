// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// EachPlane yields the place of each plane in a squad: those of an even number
// leave out the one in the lead.
func (info *PowerRules) EachPlane(yield func(place int32) bool) {
	for i := -(info.Squad / 2); i <= info.Squad/2; i++ {
		if i == 0 && info.Squad&1 == 0 {
			continue
		}
		if !yield(i) {
			return
		}
	}
}

// SquadPlaces are how far from the leader's way a plane flies, and beside the
// target it aims.
func (info *PowerRules) SquadPlaces(place, facing int32) (offset, aside wpos.Pos) {
	offset = wpos.Pos{X: place * info.SquadOffset.Y, Y: -wpos.Abs(place) * info.SquadOffset.X, Z: 0}.Rotate(facing)
	return offset, wpos.Pos{X: place * info.SquadOffset.Y, Y: 0, Z: 0}.Rotate(facing)
}

// PowerKind says what a support power does.
type PowerKind uint8

// What a support power does.
const (
	PowerNothing PowerKind = iota // it changes nothing that is simulated
	PowerNuke
	PowerIonCannon
	PowerParatroopers
	PowerAirstrike
	PowerCondition
	PowerChronoshift
	PowerSpawn
	PowerGps // acts by itself as soon as it is charged
)

var powerKinds = map[string]PowerKind{
	"NukePower": PowerNuke, "IonCannonPower": PowerIonCannon, "ParatroopersPower": PowerParatroopers, "AirstrikePower": PowerAirstrike,
	"GrantExternalConditionPower": PowerCondition, "ChronoshiftPower": PowerChronoshift, "SpawnActorPower": PowerSpawn,
	"GpsPower": PowerGps,
}

// PowerRules is one support power that an actor type brings its owner.
type PowerRules struct {
	Kind             PowerKind
	Order            string
	Charge           int32
	Prerequisites    []string
	Multiple         bool // each actor charges for itself
	Once             bool
	Charged          bool // ready from the start
	Requires, Pauses Expression

	Weapon          *Weapon
	Delay           int32 // until the weapon hits
	Unit            string
	Squad           int32
	SquadOffset     wpos.Pos
	Facings, Cordon int32
	Directional     bool
	Items           []string
	Duration        int32
	Radius          int32 // of a round footprint in cells, 0 where it is drawn
	Width, Height   int32
	Footprint       string
	Valid           Relations
	KillsCargo      bool
	Camera          string // looks on while a weapon strikes
	Sight, Flight   int32  // how far around the goal of a missile is seen, and how long that flies
	Lifetime        int32
}

// fallbackDirections is how many directions a strike may come from where the
// rules do not say.
const fallbackDirections = 32

func (c *compiler) supportTrait(t *ActorType, trait *rules.Trait) {
	kind, ok := powerKinds[trait.Name]
	if !ok {
		return
	}
	name := trait.Text("OrderName")
	if name == "" {
		name = trait.Name + "InfoOrder"
	}
	size := wpos.CellOf(trait.Ints("Dimensions"))
	radius := int32(0)
	if size == (wpos.Cell{}) {
		radius = Number(trait, "Range", 1) // until 20200503
	}
	t.Supports = append(t.Supports, PowerRules{
		Kind: kind, Order: name, Charge: Number(trait, "ChargeInterval", 0), Prerequisites: trait.Texts("Prerequisites"),
		Multiple: trait.Bool("AllowMultiple"), Once: trait.Bool("OneShot"), Charged: trait.Bool("StartFullyCharged"),
		Requires: RequirementOf(trait), Pauses: pauseOf(trait),
		Weapon: c.weaponNamed(firstText(trait, "MissileWeapon", "Weapon")),
		Delay:  Number(trait, "MissileDelay", 0) + Number(trait, "FlightDelay", 0) + Number(trait, "WeaponDelay", 0) + Number(trait, "RevealDelay", 0),
		Unit:   strings.ToLower(trait.Text("UnitType")), Squad: Number(trait, "SquadSize", 1), SquadOffset: wpos.PosOf(trait.Ints("SquadOffset")),
		Facings: max(Number(trait, "QuantizedFacings", fallbackDirections), 1), Cordon: Number(trait, "Cordon", 5120),
		Directional: trait.Bool("UseDirectionalTarget"), Items: lowered(append(trait.Texts("DropItems"), trait.Texts("Actor")...)),
		Duration: Number(trait, "Duration", 0), Radius: radius, Width: size.X, Height: size.Y,
		Footprint: strings.Join(strings.Fields(trait.Text("Footprint")), ""), Valid: relationsOf(trait.Text("ValidRelationships")),
		Sight: int32(c.set.Extra.PowerSights[t.Name]), Flight: Number(trait, "FlightDelay", 0),
		KillsCargo: trait.Bool("KillCargo"), Camera: c.set.Extra.PowerCameras[t.Name], Lifetime: Number(trait, "LifeTime", 0),
	})
	if c.powerOrders != nil {
		c.powerOrders[name] = true
	}
}

func firstText(trait *rules.Trait, names ...string) string {
	for _, name := range names {
		if text := trait.Text(name); text != "" {
			return text
		}
	}
	return ""
}

func lowered(list []string) []string {
	for i := range list {
		list[i] = strings.ToLower(list[i])
	}
	return list
}
