// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"strconv"
	"strings"

	"convertd/core/rules/sage"
)

type redAlert3Template struct {
	Name string   `json:"name"`
	Side string   `json:"side"`
	Cost int64    `json:"cost"`
	Time *float64 `json:"time"`
}

// redAlert3Queues tells the category of a type from its name without the side;
// the first part that occurs decides.
var redAlert3Queues = []struct {
	part, queue string
	class       sage.Class
}{
	{"_Naval", "SHIP", sage.Ship},
	{"MCV", "VEHICLE", sage.Vehicle},
	{"Miner", "VEHICLE", sage.Vehicle},
	{"Surveyor", "VEHICLE", sage.Vehicle},
	{"Egg", "STRUCTURE", sage.Vehicle},
	{"Vehicle_Ground", "VEHICLE", sage.Vehicle},
	{"Ship_Ground", "VEHICLE", sage.Vehicle},
	{"AntiVehicleInfantry", "INFANTRY", sage.Infantry},
	{"Infantry", "INFANTRY", sage.Infantry},
	{"Engineer", "INFANTRY", sage.Infantry},
	{"Commando", "INFANTRY", sage.Infantry},
	{"Aircraft", "AIRCRAFT", sage.Aircraft},
	{"Ship", "SHIP", sage.Ship},
	{"NavalScout", "SHIP", sage.Ship},
	{"Vehicle", "VEHICLE", sage.Vehicle},
}

// redAlert3Factories says which category a structure makes.
var redAlert3Factories = []struct{ part, queue string }{
	{"ConstructionYard", "STRUCTURE"},
	{"Crane", "STRUCTURE"},
	{"Barracks", "INFANTRY"},
	{"WarFactory", "VEHICLE"},
	{"AirField", "AIRCRAFT"},
	{"NavalYard", "SHIP"},
}

var redAlert3Sides = []struct{ prefix, faction string }{{"Allied", "Allies"}, {"Soviet", "Soviets"}, {"Japan", "Empire"}}

// redAlert3 has costs and times only. Categories, producers and what the cores
// of the Empire become follow from the asset names.
func redAlert3(folder string) (*sage.Pack, error) {
	var table struct {
		Meta      meta                         `json:"_meta"`
		Templates map[string]redAlert3Template `json:"templates"`
	}
	if err := readTable(folder, "ra3-templates.json", &table); err != nil {
		return nil, err
	}
	pack := &sage.Pack{
		Name: "ra3-1.12", Game: "ra3", Data: "Red Alert 3 1.12", Source: table.Meta.String(), LowPowerPercent: 50, RefundPercent: 50, Credits: 10_000,
		Notes: []string{
			"costs and times only: no prerequisites, hit points, power or speeds",
			"categories and producers are inferred from asset names",
		},
	}
	for number, t := range table.Templates {
		id, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return nil, err
		}
		out := redAlert3Type(t.Name, t.Side)
		out.ID, out.Cost = uint32(id), t.Cost
		if t.Time != nil {
			out.BuildMilliseconds = milliseconds(*t.Time)
		}
		if becomes, ok := strings.CutSuffix(t.Name, "Egg"); ok {
			out.Deploys = becomes
			pack.Types = append(pack.Types, redAlert3Type(becomes, t.Side))
		}
		pack.Types = append(pack.Types, out)
	}
	for _, side := range redAlert3Sides {
		yard := side.prefix + "ConstructionYard"
		pack.Types = append(pack.Types, redAlert3Type(yard, side.faction))
		pack.Starts = append(pack.Starts, sage.Start{Faction: side.faction, Entities: []string{yard}})
		for i := range pack.Types {
			switch t := &pack.Types[i]; t.Name {
			case side.prefix + "MCV":
				t.Deploys = yard
			case side.prefix + "Refinery":
				t.Brings = []string{side.prefix + "Miner"}
			}
		}
	}
	return pack, nil
}

// redAlert3Speed stands for speeds no table has: eight cells a second.
const redAlert3Speed = 8_000

func redAlert3Type(name, side string) sage.Type {
	out := sage.Type{Name: name, Side: side, Class: sage.Structure, Queue: "STRUCTURE", Inferred: true, Armed: true}
	rest := name
	for _, s := range redAlert3Sides {
		rest = strings.TrimPrefix(rest, s.prefix)
	}
	for _, f := range redAlert3Factories {
		if rest == f.part {
			out.Produces = []string{f.queue}
		}
	}
	if out.Produces != nil {
		return out
	}
	for _, q := range redAlert3Queues {
		if strings.Contains(rest, q.part) {
			out.Queue, out.Class, out.Speed = q.queue, q.class, redAlert3Speed
			break
		}
	}
	return out
}
