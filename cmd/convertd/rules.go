// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/rules/pack"
	"convertd/core/rules/sage"
	"convertd/failure"
	"convertd/printable"
)

func newRules(p *program) *cobra.Command {
	command := &cobra.Command{Use: "rules", Short: "Rule packs: which there are, what they hold, how much of a game they can judge", Args: cobra.ArbitraryArgs}
	command.AddCommand(newRulesList(p), newRulesShow(p), newRulesTest(p), newRulesInstall(p), newRulesRemove(p))
	return command
}

// packFacts is one rule pack in `rules ls --json`.
type packFacts struct {
	Name     string   `json:"name"`
	Game     string   `json:"game"`
	Versions []string `json:"versions"`
	Data     string   `json:"data,omitempty"`
	Bundled  bool     `json:"bundled"`
	Complete bool     `json:"complete"`
	Types    int      `json:"types"`
	Factions int      `json:"factions"`
	File     string   `json:"file,omitempty"`
	SHA256   string   `json:"sha256"`
	Error    string   `json:"error,omitempty"` // why it is not used

	pack *pack.Pack
}

func factsOf(p *pack.Pack) packFacts {
	return packFacts{
		Name: p.Name, Game: p.Game, Versions: append([]string{}, p.Versions...), Data: p.Data, Complete: p.Complete,
		Types: len(p.Types), Factions: len(p.Factions), SHA256: conversion.PackDigest(p), pack: p,
	}
}

// listPacks lists the program's own packs and those of the folders.
func listPacks(loaded *config.Loaded) ([]packFacts, error) {
	list := []packFacts{}
	for _, game := range sage.Games() {
		own, _, err := sage.ForGame(game)
		if err != nil {
			return nil, err
		}
		facts := factsOf(own)
		facts.Bundled = true
		list = append(list, facts)
	}
	_, found, err := conversion.FindPacks(loaded.Rules.Folders, loaded.Rules.Pins)
	if err != nil {
		return nil, fmt.Errorf("%w: %w: see docs/rule-packs.md", errConfiguration, err)
	}
	for _, one := range found {
		facts := packFacts{Versions: []string{}, SHA256: one.SHA256}
		if one.Pack != nil {
			facts = factsOf(one.Pack)
		}
		if facts.File = one.File; one.Err != nil {
			facts.Error = one.Err.Error()
		}
		list = append(list, facts)
	}
	return list, nil
}

func newRulesList(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "ls", Short: "List the rule packs, and why some are not used", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			list, err := listPacks(loaded)
			if err != nil {
				return err
			}
			if asJSON {
				return p.printJSON(map[string]any{"rules": list})
			}
			table := printable.NewTable(p.stdout)
			printf(table, "RULES\tGAME\tFOR\tFROM\tTYPES\tSHA-256\tSTATE\n")
			for i := range list {
				printPackLine(table, &list[i])
			}
			return table.Flush()
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

func printPackLine(table *printable.Table, facts *packFacts) {
	from, state := "outside", "used"
	switch {
	case facts.Bundled:
		from = "bundled"
	case facts.Error != "":
		state = "not used: " + facts.Error
	}
	if facts.Error == "" && !facts.Complete {
		state += ", incomplete: nothing is judged"
	}
	name := facts.Name
	if name == "" {
		name = facts.File
	}
	printf(table, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", name, dash(facts.Game), dash(versionsText(facts)), from, facts.Types, dash(facts.SHA256), state)
}

// versionsText says which versions a pack is for.
func versionsText(facts *packFacts) string {
	switch {
	case facts.Name == "":
		return ""
	case len(facts.Versions) > 0:
		return strings.Join(facts.Versions, ", ")
	case facts.Data != "":
		return facts.Data
	}
	return "all versions"
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// findPack finds a pack by its name among those at hand, or reads the file of that
// name, which need not be pinned.
func findPack(loaded *config.Loaded, name string) (*packFacts, error) {
	if strings.ContainsAny(name, `/\`) || strings.EqualFold(filepath.Ext(name), ".json") {
		found := conversion.ReadPack(name)
		if found.Err != nil {
			return nil, fileError(name, found.Err)
		}
		facts := factsOf(found.Pack)
		facts.File = found.File
		return &facts, nil
	}
	list, err := listPacks(loaded)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Name == name && list[i].pack != nil {
			return &list[i], nil
		}
	}
	return nil, fmt.Errorf("rule pack %s: %w: see `convertd rules ls`, or give the path of its file", name, failure.ErrNotFound)
}
