package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"convertd/core/pipeline"
)

// shownBuildSteps bounds the build order in text; --json has all of it.
const shownBuildSteps = 40

// printInspection writes an inspection for people.
func printInspection(output io.Writer, n *pipeline.Inspection) error {
	table := tabwriter.NewWriter(output, 0, 0, 2, ' ', 0)
	line := func(name, format string, values ...any) {
		printf(table, "%s\t%s\n", name, fmt.Sprintf(format, values...))
	}
	line("file", "%s (%d bytes)", n.File, n.Size)
	line("format", "%s, game %s, version %s%s", n.Format, n.Game, n.Version, suffix(n.Profile, ", layout ", ""))
	if n.Unverified {
		line("", "this layout is not confirmed by any real file")
	}
	line("map", "%s%s", n.Map.Name, suffix(n.Map.ID, " (", ")"))
	line("length", "%s, %d ticks, %d orders", duration(n.DurationMS), n.Ticks, n.Commands)
	line("sync", "%s", describeSync(n))
	line("complete", "%v", n.Complete)
	for i := range n.Players {
		printPlayer(table, &n.Players[i])
	}
	printCounts(table, "orders", n.OrdersByKind)
	printBuildOrder(table, n)
	for _, warning := range n.Warnings {
		line("warning", "%s: %s", warning.Code, warning.Text)
	}
	if n.Error != nil {
		line("error", "%s", n.Error.Message)
	}
	printf(table, "\n")
	return table.Flush()
}

func suffix(text, before, after string) string {
	if text == "" {
		return ""
	}
	return before + text + after
}

func duration(milliseconds uint64) string {
	return (time.Duration(milliseconds) * time.Millisecond).Round(time.Second).String()
}

func describeSync(n *pipeline.Inspection) string {
	if n.Sync.FirstMismatch != nil {
		text := fmt.Sprintf("the players' games came apart at frame %d (tick %d)", n.Sync.FirstMismatch.Frame, n.Sync.FirstMismatch.Tick)
		if n.Sync.OddPlayer != nil && int(*n.Sync.OddPlayer) < len(n.Players) && *n.Sync.OddPlayer >= 0 {
			text += ", odd one out: " + n.Players[*n.Sync.OddPlayer].Name
		}
		return text
	}
	return fmt.Sprintf("%d reports at %d checkpoints, no disagreement", n.Sync.Reports, n.Sync.Checkpoints)
}

func printPlayer(table io.Writer, player *pipeline.InspectPlayer) {
	text := fmt.Sprintf("%s (%s%s)", player.Name, player.Kind, suffix(player.AI, " ", ""))
	if player.Faction != "" {
		text += ", " + player.Faction
		if player.FactionResolved {
			text += " (by seed)"
		}
	}
	if player.Team > 0 {
		text += fmt.Sprintf(", team %d", player.Team)
	}
	if player.Outcome != "" && player.Outcome != "unknown" {
		text += ", " + player.Outcome
		if player.OutcomeTimeMS > 0 {
			text += " at " + duration(player.OutcomeTimeMS)
		}
		if player.OutcomeHint {
			text += " (hint)"
		}
	}
	if player.Actions > 0 {
		text += fmt.Sprintf(", %d actions, %d a minute", player.Actions, player.APM)
	}
	printf(table, "player %d\t%s\n", player.Slot, text)
}

func printCounts(table io.Writer, name string, counts pipeline.Counts) {
	type count struct {
		name string
		n    uint64
	}
	var list []count
	for kind, n := range counts {
		list = append(list, count{kind, n})
	}
	slices.SortFunc(list, func(a, b count) int {
		switch {
		case a.n > b.n, a.n == b.n && a.name < b.name:
			return -1
		case a.n == b.n && a.name == b.name:
			return 0
		}
		return 1
	})
	for _, entry := range list {
		printf(table, "%s\t%d %s\n", name, entry.n, entry.name)
		name = ""
	}
}

func printBuildOrder(table io.Writer, n *pipeline.Inspection) {
	name := "build order"
	for i := range n.BuildOrder {
		if i == shownBuildSteps {
			printf(table, "\t... %d more: see --json\n", len(n.BuildOrder)-i)
			return
		}
		step := &n.BuildOrder[i]
		player := "-"
		if step.Player >= 0 && int(step.Player) < len(n.Players) {
			player = n.Players[step.Player].Name
		}
		printf(table, "%s\t%s %s: %s %s\n", name, duration(step.TimeMS), player, step.Kind, step.Item)
		name = ""
	}
}
