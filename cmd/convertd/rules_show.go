// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"convertd/core/rules/pack"
	"convertd/printable"
)

func newRulesShow(p *program) *cobra.Command {
	var asJSON bool
	var language string
	command := &cobra.Command{
		Use: "show PACK", Short: "Show what a rule pack holds: by its name, or by the path of its file", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			facts, err := findPack(loaded, arguments[0])
			if err != nil {
				return err
			}
			if asJSON {
				return p.printJSON(map[string]any{"sha256": facts.SHA256, "bundled": facts.Bundled, "error": facts.Error, "remarks": facts.pack.Remarks(), "pack": facts.pack})
			}
			return p.printPack(facts, language)
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object, with the whole pack")
	command.Flags().StringVar(&language, "language", "en", "show names in this `language`, a tag like de")
	return command
}

func (p *program) printPack(facts *packFacts, language string) error {
	rules := facts.pack
	table := printable.NewTable(p.stdout)
	printf(table, "rules\t%s\n", rules.Name)
	printf(table, "game\t%s, %s\n", rules.Game, versionsText(facts))
	printf(table, "source\t%s\n", rules.Source)
	if rules.License != "" {
		printf(table, "licence\t%s\n", rules.License)
	}
	printf(table, "SHA-256\t%s\n", facts.SHA256)
	if facts.Error != "" {
		printf(table, "not used\t%s\n", facts.Error)
	}
	printf(table, "complete\t%v\n", rules.Complete)
	for _, note := range rules.Notes {
		printf(table, "note\t%s\n", note)
	}
	for i := range rules.Factions {
		faction := &rules.Factions[i]
		printf(table, "faction\t%s%s: %s\n", faction.Name, suffix(otherName(faction.Name, faction.Names, language), " (", ")"), strings.Join(faction.Start, ", "))
	}
	for _, remark := range rules.Remarks() {
		printf(table, "remark\t%s\n", remark)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	printf(p.stdout, "\n")
	table = printable.NewTable(p.stdout)
	printf(table, "TYPE\tNAME\tCLASS\tCOST\tTIME\tMADE BY\tNEEDS\tHEALTH\tSPEED\n")
	makers := makersOf(rules)
	for i := range rules.Types {
		t := &rules.Types[i]
		printf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", t.Name, dash(otherName(t.Name, t.Names, language)), t.Class, costText(t),
			durationOf(t.BuildMilliseconds), dash(shortList(makers[t.Queue])), dash(strings.Join(t.Needs, ", ")), figure(int64(t.Health)), thousandths(t.Speed))
	}
	return table.Flush()
}

// otherName is what something is called, "" if that is its name anyway.
func otherName(name string, names map[string]string, language string) string {
	if other := pack.NameIn(names, language); other != name {
		return other
	}
	return ""
}

// makersOf lists for each category the types that make it.
func makersOf(rules *pack.Pack) map[string][]string {
	makers := make(map[string][]string)
	for i := range rules.Types {
		for _, queue := range rules.Types[i].Produces {
			makers[queue] = append(makers[queue], rules.Types[i].Name)
		}
	}
	return makers
}

// shownMakers is how many makers a line shows.
const shownMakers = 3

func shortList(names []string) string {
	if len(names) > shownMakers {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:shownMakers], ", "), len(names)-shownMakers)
	}
	return strings.Join(names, ", ")
}

func costText(t *pack.Type) string {
	text := figure(t.Cost)
	for _, resource := range slices.Sorted(maps.Keys(t.Costs)) {
		text += fmt.Sprintf(" + %d %s", t.Costs[resource], resource)
	}
	return text
}

// figure writes a number, and a dash for none.
func figure(n int64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func durationOf(milliseconds int32) string {
	if milliseconds == 0 {
		return "-"
	}
	return (time.Duration(milliseconds) * time.Millisecond).String()
}

func thousandths(n int32) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%d.%03d", n/1000, n%1000)
}
