// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/rules/pack"
)

type cnc3Template struct {
	Name       string   `json:"name"`
	Side       string   `json:"side"`
	Cost       int64    `json:"cost"`
	Time       float64  `json:"time"`
	Health     float64  `json:"hp"`
	Energy     int32    `json:"energy"`
	Queue      string   `json:"queue"`
	KindOf     []string `json:"kindof"`
	Weapons    []string `json:"weapons"`
	Dependency []struct {
		RequiredObject []string `json:"RequiredObject"`
	} `json:"dependency"`
	Locomotors []struct {
		Speed float64 `json:"speed"`
	} `json:"locomotors"`
}

type cnc3Table struct {
	Meta      meta                    `json:"_meta"`
	Templates map[string]cnc3Template `json:"templates"`
}

// Queues of the tables.
const (
	queueMain     = "MAIN_STRUCTURE"
	queueOther    = "OTHER_STRUCTURE"
	queueInfantry = "INFANTRY"
	queueVehicle  = "VEHICLE"
	queueAircraft = "AIRCRAFT"
)

// families are the sides that share structures under their own names: what
// satisfies a prerequisite of one satisfies that of its sisters. The first is
// the mother faction.
var families = [][]string{
	{"GDI", "SteelTalons", "ZOCOM"}, {"NOD", "BlackHand", "MarkedOfKane"}, {"Alien", "Reaper17", "Traveler59"},
}

// cnc3Factories says which queues a structure makes, by its name without the
// side.
var cnc3Factories = map[string][]string{
	"ConstructionYard": {queueMain, queueOther}, "DronePlatform": {queueMain, queueOther},
	"Crane": {queueMain, queueOther}, "Foundry": {queueMain, queueOther},
	"Barracks": {queueInfantry}, "HandOfNOD": {queueInfantry}, "Portal": {queueInfantry},
	"WarFactory": {queueVehicle}, "DropZone": {queueVehicle}, "Gateway": {queueVehicle},
	"AirTower": {queueAircraft}, "Hangar": {queueAircraft}, "WarpBeacon": {queueAircraft},
	"_ReclamatorHub": {queueVehicle}, "_WarmechFacility": {queueVehicle}, "_Hive": {queueVehicle},
}

// Powers by which yards become vehicles and vehicles yards.
const (
	packs   = "SpecialPower_GrantPackUpgrade"
	unpacks = "SpecialPower_GrantUnpackUpgrade"
)

// cnc3Crews are the squads that come out of sold structures, by side.
var cnc3Crews = map[string][]string{
	"GDI": {"GDIRifleSoldierSquad"}, "SteelTalons": {"SteelTalonsRifleSoldierSquad"}, "ZOCOM": {"ZOCOMRifleSoldierSquad"},
	"NOD": {"NODMilitantSquad"}, "BlackHand": {"BlackHandMilitantSquad"}, "MarkedOfKane": {"MarkedOfKaneMilitantSquad"},
}

// cnc3Yards are the structures that sides begin with, by faction name.
var cnc3Yards = []pack.Faction{
	{Name: "GDI", Start: []string{"GDIConstructionYard"}},
	{Name: "Nod", Start: []string{"NODConstructionYard"}},
	{Name: "Scrin", Start: []string{"AlienDronePlatform"}},
	{Name: "Steel Talons", Start: []string{"SteelTalonsConstructionYard"}},
	{Name: "ZOCOM", Start: []string{"ZOCOMConstructionYard"}},
	{Name: "Black Hand", Start: []string{"BlackHandConstructionYard"}},
	{Name: "Marked of Kane", Start: []string{"MarkedOfKaneConstructionYard"}},
	{Name: "Reaper-17", Start: []string{"Reaper17DronePlatform"}},
	{Name: "Traveler-59", Start: []string{"Traveler59DronePlatform"}},
}

func kanesWrath(folder string) (*pack.Pack, error) {
	return cnc3(folder, "kw-templates.json", pack.Pack{Name: "kw-1.02", Game: "kw", Data: "Kane's Wrath 1.02"})
}

func tiberiumWars(folder string) (*pack.Pack, error) {
	return cnc3(folder, "tw-templates.json", pack.Pack{Name: "tw-sdk", Game: "tw", Data: "Tiberium Wars 1.9"})
}

func cnc3(folder, file string, rules pack.Pack) (*pack.Pack, error) {
	var table cnc3Table
	if err := readTable(folder, file, &table); err != nil {
		return nil, err
	}
	rules.Source, rules.Complete = table.Meta.String(), true
	rules.LowPowerPercent, rules.RefundPercent, rules.Credits = 50, 50, 10_000
	rules.Notes = []string{
		"the figures are of the SDK, which may be older than the patch that was played",
		"which structure makes which queue follows from its name",
		"that sides begin with a construction yard and that a refinery brings a harvester is known from play",
	}
	for number, t := range table.Templates {
		if !t.playable() {
			continue
		}
		id, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return nil, err
		}
		out := t.neutral()
		out.ID = uint32(id)
		rules.Types = append(rules.Types, out)
	}
	has := func(name string) bool {
		return slices.ContainsFunc(rules.Types, func(t pack.Type) bool { return t.Name == name })
	}
	for i := range rules.Types {
		cnc3Extras(&rules.Types[i], has)
	}
	for _, yard := range cnc3Yards {
		if has(yard.Start[0]) {
			rules.Factions = append(rules.Factions, yard)
		}
	}
	return &rules, nil
}

// playable leaves out scenery, parts of squads and the like.
func (t *cnc3Template) playable() bool {
	side, _ := cnc3Side(t.Name)
	return side != "" && (t.Queue != "" || strings.HasSuffix(t.Name, "DronePlatform") || strings.HasSuffix(t.Name, "MCVOutpost"))
}

// cnc3Side splits a name into the side and the rest.
func cnc3Side(name string) (side, rest string) {
	plain := strings.TrimPrefix(name, "MG_")
	for _, family := range families {
		for _, s := range family {
			if rest, ok := strings.CutPrefix(plain, s); ok {
				return s, rest
			}
		}
	}
	return "", name
}

func (t *cnc3Template) neutral() pack.Type {
	out := pack.Type{
		Name: t.Name, Side: t.Side, Class: pack.Vehicle, Cost: t.Cost, BuildMilliseconds: milliseconds(t.Time),
		Health: health(t.Health), Power: t.Energy, Queue: t.Queue, Armed: len(t.Weapons) > 0,
	}
	_, rest := cnc3Side(t.Name)
	out.Produces = cnc3Factories[rest]
	switch {
	case slices.Contains(t.KindOf, "STRUCTURE"):
		out.Class = pack.Structure
	case slices.Contains(t.KindOf, "INFANTRY"):
		out.Class = pack.Infantry
	case t.Queue == queueAircraft && !slices.Contains(t.KindOf, "MCV"):
		out.Class = pack.Aircraft
	}
	if out.Class != pack.Structure {
		for _, l := range t.Locomotors {
			out.Speed = max(out.Speed, int32(l.Speed*100))
		}
	}
	if out.Class == pack.Structure {
		out.SoldBrings = cnc3Crews[t.Side]
	}
	for _, d := range t.Dependency {
		out.Needs = append(out.Needs, d.RequiredObject...)
	}
	return out
}

// cnc3Extras adds what names imply: whose prerequisites a structure satisfies,
// what comes with a refinery, what an MCV becomes.
func cnc3Extras(t *pack.Type, has func(string) bool) {
	side, rest := cnc3Side(t.Name)
	prefix := t.Name[:len(t.Name)-len(side)-len(rest)]
	for _, family := range families {
		if !slices.Contains(family, side) {
			continue
		}
		for _, sister := range family {
			if sister != side && t.Class == pack.Structure && has(prefix+sister+rest) {
				t.Provides = append(t.Provides, prefix+sister+rest)
			}
		}
		for _, owner := range []string{side, family[0]} {
			switch harvester := owner + "Harvester"; {
			case rest == "Refinery" && t.Brings == nil && has(harvester):
				t.Brings = []string{harvester}
			case t.Deploys != "":
			case rest == "MCV" && has(owner+"ConstructionYard"):
				t.Deploys, t.DeployAbility = owner+"ConstructionYard", unpacks
			case rest == "MCV" && has(owner+"DronePlatform"):
				t.Deploys, t.DeployAbility = owner+"DronePlatform", unpacks
			case (rest == "ConstructionYard" || rest == "DronePlatform") && has(owner+"MCV"):
				t.Deploys, t.DeployAbility = owner+"MCV", packs
			case (rest == "Surveyor" || rest == "Emissary" || rest == "Explorer") && has(owner+"MiniMCVOutpost"):
				t.Deploys, t.DeployAbility = owner+"MiniMCVOutpost", unpacks
			}
		}
	}
}
