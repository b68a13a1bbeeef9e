// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/rules/pack"
)

type zeroHourTemplate struct {
	Name             string              `json:"name"`
	Side             string              `json:"Side"`
	Category         string              `json:"category"`
	BuildCost        int64               `json:"BuildCost"`
	BuildTime        float64             `json:"BuildTime"`
	MaxHealth        float64             `json:"MaxHealth"`
	EnergyProduction int32               `json:"EnergyProduction"`
	KindOf           []string            `json:"kindof"`
	Prerequisites    []map[string]any    `json:"prereq"`
	Locomotors       map[string][]string `json:"locomotors"`
	Weapons          []any               `json:"weapons"`
}

type zeroHourData struct {
	Meta       meta `json:"_meta"`
	Locomotors map[string]struct {
		Speed float64 `json:"Speed"`
	} `json:"locomotors"`
	Produces map[string]struct {
		Builds   []string `json:"builds"`
		Upgrades []string `json:"upgrades"`
	} `json:"produces"`
	GameData struct {
		Refund   float64 `json:"SellPercentage"`
		LowPower float64 `json:"MaxLowEnergyProductionSpeed"`
	} `json:"gamedata"`
	PlayerTemplates []struct {
		Index    int32  `json:"index"`
		Building string `json:"StartingBuilding"`
		Unit     string `json:"StartingUnit0"`
	} `json:"player_templates"`
}

// zeroHourFactions are the names that the decoder gives to player templates,
// by index.
var zeroHourFactions = []string{
	2: "USA", 3: "China", 4: "GLA", 5: "USA Super Weapon", 6: "USA Laser", 7: "USA Air Force", 8: "China Tank",
	9: "China Infantry", 10: "China Nuke", 11: "GLA Toxin", 12: "GLA Demolition", 13: "GLA Stealth", 14: "Boss",
}

// suppliers are the structures that come with something that gathers, by the
// end of their names; the other end is the side's prefix.
var suppliers = []struct{ structure, brings string }{
	{"AmericaSupplyCenter", "AmericaVehicleChinook"},
	{"ChinaSupplyCenter", "ChinaVehicleSupplyTruck"},
	{"GLASupplyStash", "GLAInfantryWorker"},
}

func zeroHour(folder string) (*pack.Pack, error) {
	var table struct {
		Templates map[string]zeroHourTemplate `json:"templates"`
	}
	var data zeroHourData
	if err := readTable(folder, "zerohour-templates.json", &table); err != nil {
		return nil, err
	}
	if err := readTable(folder, "zerohour-data.json", &data); err != nil {
		return nil, err
	}
	rules := &pack.Pack{
		Name: "zerohour-1.04", Game: "zerohour", Data: "Zero Hour 1.04", Source: data.Meta.String(), Complete: true,
		PayAtOnce: true, OnSite: true, LowPowerPercent: int32(data.GameData.LowPower * 100),
		RefundPercent: int32(data.GameData.Refund), Credits: 10_000,
		Notes: []string{
			"prerequisites that are sciences are not checked",
			"the gatherer that comes with a supply centre is known from play, not from the tables",
		},
	}
	queues, produces := productionLists(&data)
	for number, t := range table.Templates {
		if queues[t.Name] == "" && produces[t.Name] == nil {
			continue
		}
		id, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return nil, err
		}
		out := t.neutral(&data)
		out.ID, out.Queue, out.Produces = uint32(id), queues[t.Name], produces[t.Name]
		out.Researches = data.Produces[t.Name].Upgrades
		rules.Types = append(rules.Types, out)
	}
	bringGatherers(rules.Types)
	for _, p := range data.PlayerTemplates {
		if int(p.Index) < len(zeroHourFactions) && zeroHourFactions[p.Index] != "" {
			rules.Factions = append(rules.Factions, pack.Faction{
				Name: zeroHourFactions[p.Index], Start: []string{p.Building, p.Unit},
			})
		}
	}
	return rules, nil
}

// productionLists turns who builds what into categories: one for every set of
// producers, named after the first of them and the first item.
func productionLists(data *zeroHourData) (queues map[string]string, produces map[string][]string) {
	producers := make(map[string][]string)
	for producer, lists := range data.Produces {
		for _, item := range lists.Builds {
			producers[item] = append(producers[item], producer)
		}
	}
	named := make(map[string]string)
	items := make([]string, 0, len(producers))
	for item := range producers {
		items = append(items, item)
	}
	slices.Sort(items)
	queues, produces = make(map[string]string), make(map[string][]string)
	for _, item := range items {
		makers := producers[item]
		slices.Sort(makers)
		makers = slices.Compact(makers)
		set := strings.Join(makers, "+")
		if named[set] == "" {
			named[set] = makers[0] + ":" + item
			for _, maker := range makers {
				produces[maker] = append(produces[maker], named[set])
			}
		}
		queues[item] = named[set]
	}
	return queues, produces
}

func (t *zeroHourTemplate) neutral(data *zeroHourData) pack.Type {
	out := pack.Type{
		Name: t.Name, Side: t.Side, Class: pack.Class(t.Category), Cost: t.BuildCost,
		BuildMilliseconds: milliseconds(t.BuildTime), Health: health(t.MaxHealth), Power: t.EnergyProduction,
		Armed: len(t.Weapons) > 0,
	}
	for _, locomotor := range t.Locomotors["SET_NORMAL"] {
		out.Speed = max(out.Speed, int32(data.Locomotors[locomotor].Speed*100))
	}
	for _, wanted := range t.Prerequisites {
		objects, _ := wanted["object"].([]any)
		var names []string
		for _, object := range objects {
			if name, ok := object.(string); ok {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			out.Needs = append(out.Needs, strings.Join(names, "|"))
		}
	}
	return out
}

// bringGatherers notes what comes with supply centres.
func bringGatherers(types []pack.Type) {
	for i := range types {
		for _, s := range suppliers {
			prefix, ok := strings.CutSuffix(types[i].Name, s.structure)
			if !ok {
				continue
			}
			for _, name := range []string{prefix + s.brings, s.brings} {
				if slices.ContainsFunc(types, func(t pack.Type) bool { return t.Name == name }) {
					types[i].Brings = []string{name}
					break
				}
			}
		}
	}
}
