// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/rules/pack"
)

// generals takes the figures of Zero Hour for what both games have. Ids are
// inferred for structures and five units; for other units the decoder has a
// number without a name, which no type here answers to.
func generals(folder string) (*pack.Pack, error) {
	rules, err := zeroHour(folder)
	if err != nil {
		return nil, err
	}
	type entry struct {
		Name string `json:"name"`
	}
	var table struct {
		Meta struct {
			Basis string `json:"basis"`
		} `json:"_meta"`
		Structures map[string]entry `json:"structures"`
		Units      map[string]entry `json:"units_probable"`
	}
	if err := readTable(folder, "generals-templates.json", &table); err != nil {
		return nil, err
	}
	ids := make(map[string]uint32)
	for _, list := range []map[string]entry{table.Structures, table.Units} {
		for number, e := range list {
			id, err := strconv.ParseUint(number, 10, 32)
			if err != nil {
				return nil, err
			}
			ids[e.Name] = uint32(id)
		}
	}
	rules.Name, rules.Game, rules.Complete, rules.Data = "generals-inferred", "generals", false, "Generals 1.08"
	rules.Notes = append(rules.Notes, table.Meta.Basis, "most units have a number but no name")
	kept := rules.Types[:0]
	for _, t := range rules.Types {
		if t.Side != "America" && t.Side != "China" && t.Side != "GLA" || strings.Contains(t.Name, "_") {
			continue
		}
		t.ID, t.Inferred = ids[t.Name], true
		kept = append(kept, t)
	}
	var queues []string
	for i := range kept {
		queues = append(queues, kept[i].Produces...)
	}
	rules.Types = slices.DeleteFunc(kept, func(t pack.Type) bool { // made only by what Zero Hour has
		return t.Queue != "" && !slices.Contains(queues, t.Queue)
	})
	rules.Factions = rules.Factions[:3]
	return rules, nil
}
