// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"convertd/failure"
	"convertd/host"
	"convertd/printable"
	"convertd/sdk/sandbox"
)

func newPlugins(p *program) *cobra.Command {
	command := &cobra.Command{Use: "plugins", Short: "Decoders: which there are and whether they work", Args: cobra.ArbitraryArgs}
	command.AddCommand(newPluginsList(p), newPluginsInfo(p), newPluginsTest(p), newPluginsNew(p), newPluginsInstall(p), newPluginsReload(p), newPluginsPin(p), newPluginsRemove(p),
		newPluginsSwitch(p, "disable", "disabled", "Keep a decoder installed and unused", true),
		newPluginsSwitch(p, "enable", "enabled", "Use a decoder again that was disabled", false))
	return command
}

// pluginFacts is one decoder in `plugins ls --json` and `plugins info --json`.
type pluginFacts struct {
	Name    string         `json:"name"`
	Version string         `json:"version"`
	Bundled bool           `json:"bundled"`
	Formats []pluginFormat `json:"formats"`
	Guards  []pluginGuard  `json:"guards"`
	// Protocol is the version of the contract that was agreed on, 0 if it did not start.
	Protocol     int                 `json:"protocol"`
	Capabilities *pluginCapabilities `json:"capabilities,omitempty"` // absent: it does not say
	Settings     []pluginSetting     `json:"settings,omitempty"`     // that it takes
	Values       json.RawMessage     `json:"values,omitempty"`       // settings that it was given
	Asked        bool                `json:"asked"`                  // files are shown to this version
	Disabled     bool                `json:"disabled,omitempty"`
	Error        string              `json:"error,omitempty"`

	err error // the same
}

type pluginFormat struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	Extensions  []string `json:"extensions"`
	Unverified  bool     `json:"unverified"`
}

// pluginCapabilities is what the formats of a decoder hold.
type pluginCapabilities struct {
	Sync        bool `json:"sync"`
	Camera      bool `json:"camera"`
	NativeLines bool `json:"native_lines"`
	Positions   bool `json:"positions"`
}

// String lists what there is.
func (c *pluginCapabilities) String() string {
	if c == nil {
		return "it does not say"
	}
	var list []string
	for _, one := range []struct {
		there bool
		name  string
	}{{c.Sync, "sync samples"}, {c.Camera, "camera samples"}, {c.NativeLines, "native lines"}, {c.Positions, "positions"}} {
		if one.there {
			list = append(list, one.name)
		}
	}
	if list == nil {
		return "orders alone"
	}
	return "orders, " + strings.Join(list, ", ")
}

// pluginSetting is one setting that a decoder takes.
type pluginSetting struct {
	Name        string `json:"name"`
	Type        string `json:"type,omitempty"`
	Default     any    `json:"default,omitempty"`
	Description string `json:"description,omitempty"`
}

type pluginGuard struct {
	Name   string `json:"name"`
	Active bool   `json:"active"`
	Detail string `json:"detail"`
	Own    bool   `json:"own"` // as the decoder says; the others are the host's
}

func describePlugin(description *host.Description) pluginFacts {
	facts := pluginFacts{
		Name: description.Info.Name, Version: description.Info.Version, Bundled: description.Bundled,
		Formats: []pluginFormat{}, Guards: []pluginGuard{},
	}
	for _, format := range description.Info.Formats {
		facts.Formats = append(facts.Formats, pluginFormat{format.ID, format.Description, format.Extensions, format.Unverified})
	}
	for _, guard := range description.Guards {
		facts.Guards = append(facts.Guards, pluginGuard{guard.Name, guard.Active, guard.Detail, guard.Own})
	}
	facts.Asked, facts.Disabled = description.Asked && !description.Disabled, description.Disabled
	facts.Protocol, facts.Values = description.Protocol, description.Values
	if can := description.Info.Capabilities; can != nil {
		facts.Capabilities = &pluginCapabilities{can.Sync, can.Camera, can.NativeLines, can.Positions}
	}
	for _, one := range description.Settings {
		facts.Settings = append(facts.Settings, pluginSetting{one.Name, one.Type, one.Default, one.Description})
	}
	if description.Err != nil {
		facts.err, facts.Error = description.Err, description.Err.Error()
	}
	return facts
}

// plugins starts every decoder once and says what each is.
func (p *program) plugins(command *cobra.Command) ([]pluginFacts, error) {
	list, _, err := p.tried(command, "")
	return list, err
}

// tried is plugins with one that may be a file, and its name.
func (p *program) tried(command *cobra.Command, what string) (facts []pluginFacts, name string, err error) {
	loaded, err := p.config(command)
	if err != nil {
		return nil, "", err
	}
	decoders, err := p.openTrial(loaded, what, slog.New(slog.DiscardHandler)) // the list says it all
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, decoders.Close()) }()
	list := []pluginFacts{}
	for _, description := range decoders.Describe(command.Context()) {
		list = append(list, describePlugin(&description))
	}
	return list, decoders.name, nil
}

func newPluginsList(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "ls", Short: "List the decoders and their formats", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			list, err := p.plugins(command)
			if err != nil {
				return err
			}
			if asJSON {
				return p.printJSON(map[string]any{"plugins": list})
			}
			table := printable.NewTable(p.stdout)
			printf(table, "DECODER\tVERSION\tFROM\tFORMAT\tEXTENSIONS\tWALL\tDESCRIPTION\n")
			for i := range list {
				printPlugin(table, &list[i])
			}
			return table.Flush()
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

func printPlugin(table *printable.Table, facts *pluginFacts) {
	from := "outside"
	if facts.Bundled {
		from = "bundled"
	}
	if !facts.Asked && !facts.Disabled {
		from = "on request" // as NAME@VERSION
	}
	if facts.Error != "" {
		printf(table, "%s\t%s\t%s\t-\t-\t-\tcannot be used: %s\n", facts.Name, facts.Version, from, facts.Error)
		return
	}
	for _, format := range facts.Formats {
		description := format.Description
		if format.Unverified {
			description += " (unverified)"
		}
		printf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", facts.Name, facts.Version, from, format.ID, strings.Join(format.Extensions, " "), facts.wall(), description)
	}
}

// wall says in a word what the host found around the decoder.
func (f *pluginFacts) wall() string {
	var guards []sandbox.Guard
	word := "whole"
	for _, guard := range f.Guards {
		if guard.Own {
			continue
		}
		guards = append(guards, sandbox.Guard{Name: guard.Name, Active: guard.Active, Detail: guard.Detail})
		if !guard.Active {
			word = "minimum"
		}
	}
	if sandbox.Lacking(guards) != "" {
		return "LACKING"
	}
	return word
}

func newPluginsInfo(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "info NAME|FILE", Short: "Show one decoder, installed or a file, and how its process is enclosed", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			list, name, err := p.tried(command, arguments[0])
			if err != nil {
				return err
			}
			for i := range list {
				if !list[i].is(name) {
					continue
				}
				print := p.printPluginInfo
				if asJSON {
					print = func(facts *pluginFacts) error { return p.printJSON(facts) }
				}
				return errors.Join(print(&list[i]), list[i].err)
			}
			return fmt.Errorf("decoder %s: %w: see `convertd plugins ls`", arguments[0], failure.ErrNotFound)
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

// is reports whether NAME or NAME@VERSION means this one.
func (f *pluginFacts) is(what string) bool {
	name, version, exact := strings.Cut(what, "@")
	if exact {
		return f.Name == name && f.Version == version
	}
	return f.Name == name && (f.Asked || f.Disabled)
}

func (p *program) printPluginInfo(facts *pluginFacts) error {
	table := printable.NewTable(p.stdout)
	printf(table, "decoder\t%s %s\n", facts.Name, facts.Version)
	printf(table, "bundled\t%v\n", facts.Bundled)
	for _, format := range facts.Formats {
		printf(table, "format\t%s: %s (%s)\n", format.ID, format.Description, strings.Join(format.Extensions, " "))
	}
	if facts.Protocol > 0 {
		printf(table, "contract\tversion %d\n", facts.Protocol)
		printf(table, "sends\t%s\n", facts.Capabilities)
	}
	for _, one := range facts.Settings {
		printf(table, "setting\tplugins.config.%s.%s%s%s%s\n", facts.Name, one.Name, suffix(one.Type, " (", ")"), defaultText(one.Default), suffix(one.Description, ": ", ""))
	}
	if len(facts.Values) > 0 {
		printf(table, "settings\t%s\n", facts.Values)
	}
	for _, guard := range facts.Guards {
		by, state := "host", "active"
		if guard.Own {
			by = "decoder"
		}
		if !guard.Active {
			state = "NOT ACTIVE"
		}
		printf(table, "guard\t%s (%s): %s: %s\n", guard.Name, by, state, guard.Detail)
	}
	if facts.Error != "" {
		printf(table, "error\t%s\n", facts.Error)
	}
	return table.Flush()
}

func defaultText(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprintf(" [%v]", value)
}
