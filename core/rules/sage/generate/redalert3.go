// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"strconv"
	"strings"

	"convertd/core/rules/pack"
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
	class       pack.Class
}{
	{"_Naval", "SHIP", pack.Ship},
	{"MCV", "VEHICLE", pack.Vehicle},
	{"Miner", "VEHICLE", pack.Vehicle},
	{"Surveyor", "VEHICLE", pack.Vehicle},
	{"Egg", "STRUCTURE", pack.Vehicle},
	{"Vehicle_Ground", "VEHICLE", pack.Vehicle},
	{"Ship_Ground", "VEHICLE", pack.Vehicle},
	{"AntiVehicleInfantry", "INFANTRY", pack.Infantry},
	{"Infantry", "INFANTRY", pack.Infantry},
	{"Engineer", "INFANTRY", pack.Infantry},
	{"Commando", "INFANTRY", pack.Infantry},
	{"Aircraft", "AIRCRAFT", pack.Aircraft},
	{"Ship", "SHIP", pack.Ship},
	{"NavalScout", "SHIP", pack.Ship},
	{"Vehicle", "VEHICLE", pack.Vehicle},
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
func redAlert3(folder string) (*pack.Pack, error) {
	var table struct {
		Meta      meta                         `json:"_meta"`
		Templates map[string]redAlert3Template `json:"templates"`
	}
	if err := readTable(folder, "ra3-templates.json", &table); err != nil {
		return nil, err
	}
	rules := &pack.Pack{
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
			rules.Types = append(rules.Types, redAlert3Type(becomes, t.Side))
		}
		rules.Types = append(rules.Types, out)
	}
	for _, side := range redAlert3Sides {
		yard := side.prefix + "ConstructionYard"
		rules.Types = append(rules.Types, redAlert3Type(yard, side.faction))
		rules.Factions = append(rules.Factions, pack.Faction{Name: side.faction, Start: []string{yard}})
		for i := range rules.Types {
			switch t := &rules.Types[i]; t.Name {
			case side.prefix + "MCV":
				t.Deploys = yard
			case side.prefix + "Refinery":
				t.Brings = []string{side.prefix + "Miner"}
			}
		}
	}
	return rules, nil
}

// redAlert3Speed stands for speeds no table has: eight cells a second.
const redAlert3Speed = 8_000

func redAlert3Type(name, side string) pack.Type {
	out := pack.Type{Name: name, Side: side, Class: pack.Structure, Queue: "STRUCTURE", Inferred: true, Armed: true}
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
