// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"convertd/plugins/ea/internal/names" // the list of powers
)

// powers are the asset names of special powers, one to a line: those that the
// buttons and commands of Kane's Wrath name in the XML that its templates are
// from (docs/engine/rules.md#sage-packs). The other games with hashed ids share
// many of them.
//
//go:embed powers.txt
var powers string

// asset is what the rule tables say about one template or upgrade.
type asset struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// label is the asset name, or the display text where only that is known.
func (a asset) label() string {
	if a.Name != "" {
		return a.Name
	}
	return a.Text
}

// classes are the name spaces of item numbers, in file order.
var classes = []string{"template", "upgrade", "science", "power"}

// sheet holds the named assets of one game: class, then decimal id, then name.
type sheet map[string]map[string]string

func (s sheet) put(class, id, name string) {
	if name == "" {
		return
	}
	if s[class] == nil {
		s[class] = map[string]string{}
	}
	s[class][id] = name
}

func writeAssets(tables, out string) error {
	readers := []struct {
		file string
		read func(folder string) (sheet, error)
	}{
		{"generals.tsv", readGenerals},
		{"zerohour.tsv", readZeroHour},
		{"tw.tsv", readHashed("tw-templates.json")},
		{"kw.tsv", readHashed("kw-templates.json")},
		{"ra3.tsv", readHashed("ra3-templates.json")},
	}
	for _, reader := range readers {
		table, err := reader.read(filepath.Join(tables, "rules"))
		if err != nil {
			return err
		}
		var text bytes.Buffer
		for _, class := range classes {
			for _, entry := range sorted(table[class]) {
				fmt.Fprintf(&text, "%c\t%d\t%s\n", class[0], entry.id, entry.name)
			}
		}
		if err := os.WriteFile(filepath.Join(out, reader.file), text.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// readGenerals reads the inferred ids of Generals
// (docs/engine/rules.md#generals-ids).
func readGenerals(folder string) (sheet, error) {
	var source struct {
		Structures map[string]asset `json:"structures"`
		Units      map[string]asset `json:"units_probable"`
	}
	if err := readJSON(filepath.Join(folder, "generals-templates.json"), &source); err != nil {
		return nil, err
	}
	table := sheet{}
	for id, item := range source.Structures {
		table.put("template", id, item.label())
	}
	for id, item := range source.Units {
		table.put("template", id, item.label())
	}
	return table, nil
}

// readZeroHour reads templates in registration order, upgrade name keys of the
// retail client, and special powers by number.
func readZeroHour(folder string) (sheet, error) {
	var templates struct {
		Templates map[string]asset `json:"templates"`
	}
	if err := readJSON(filepath.Join(folder, "zerohour-templates.json"), &templates); err != nil {
		return nil, err
	}
	var data struct {
		Upgrades []struct {
			asset
			Key int `json:"key_retail"`
		} `json:"upgrades"`
		Powers []struct {
			asset
			ID int `json:"id"`
		} `json:"special_powers"`
	}
	if err := readJSON(filepath.Join(folder, "zerohour-data.json"), &data); err != nil {
		return nil, err
	}
	table := sheet{}
	for id, item := range templates.Templates {
		table.put("template", id, item.label())
	}
	for _, item := range data.Upgrades {
		table.put("upgrade", strconv.Itoa(item.Key), item.label())
	}
	for _, item := range data.Powers {
		table.put("power", strconv.Itoa(item.ID), item.label())
	}
	return table, nil
}

// readHashed reads a game whose ids are hashes of asset names.
func readHashed(file string) func(string) (sheet, error) {
	return func(folder string) (sheet, error) {
		var source struct {
			Templates map[string]asset  `json:"templates"`
			Upgrades  map[string]asset  `json:"upgrades"`
			Sciences  map[string]string `json:"sciences"`
			Powers    map[string]string `json:"powers"`
		}
		if err := readJSON(filepath.Join(folder, file), &source); err != nil {
			return nil, err
		}
		table := sheet{}
		for id, item := range source.Templates {
			table.put("template", id, item.label())
		}
		for id, item := range source.Upgrades {
			table.put("upgrade", id, item.label())
		}
		for id, name := range source.Sciences {
			table.put("science", id, name)
		}
		for name := range strings.FieldsSeq(powers) {
			id := names.Hash(strings.ToLower(name))
			table.put("power", strconv.FormatUint(uint64(id), 10), name)
		}
		for id, name := range source.Powers {
			table.put("power", id, name)
		}
		return table, nil
	}
}
