// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"convertd/core/divergence"
	"convertd/core/naming"
	"convertd/printable"
)

// Bounds of the lists of a report in text; --json has all of it.
const (
	shownCounts   = 5
	shownWarnings = 10
)

// printReport writes a divergence report as a page for people. name is what the job
// calls the file: the report itself is everybody's and does not say.
func printReport(output io.Writer, name string, data []byte) error {
	var r divergence.Report
	if err := json.Unmarshal(data, &r); err != nil {
		return fmt.Errorf("the report is not what this version reads: %w", err)
	}
	text := newPage(output)
	subject := naming.Subject{Format: r.Format, Game: r.Game, Version: r.GameVersion}
	text.line("file", "%s", orElse(orElse(name, r.File), "name not kept: SHA-256 "+r.SHA256))
	text.line("game", "%s, %s long", gameText(orElse(orElse(subject.Title(), r.Game), "not named"), r.GameVersion), clock(r.TickRate.Milliseconds(r.Ticks)))
	text.line("map", "%s%s%s", orElse(r.Map.Name, "no name"), suffix(r.Map.ID, " (", ")"), map[bool]string{false: ": not in a map folder"}[r.Map.Found || r.Map.ID == ""])
	text.line("verdict", "%s: %s", r.Verdict, r.Verdict.Meaning())
	printCoverage(text, &r.Coverage)
	if r.Proof.Judge != nil {
		text.line("proof", "%s", proofText(&r.Proof))
	}
	if m := r.Proof.FirstMismatch; m != nil {
		text.line("", "the first checksum that was missed is of frame %d, at %s; `convertd divergence explain FILE` looks for the reason",
			m.Frame, clock(r.TickRate.Milliseconds(m.Tick)))
	}
	text.line("in sync", "%s", sourceSyncText(&r))
	printTimeline(text, r.Timeline)
	printOnsets(text, &r)
	text.line("orders", "%d: %d carried over, %d without effect here, %d did not fit, %d put right what we had", r.Orders.Total,
		r.Orders.Translated, r.Orders.Unmodelled, r.Orders.Rejected, r.Orders.Corrected)
	printCounters(text, &r.Counters)
	printReasons(text, "did not fit", r.Rejections)
	printReasons(text, "without effect", r.Unmodelled)
	printReasons(text, "put right", r.Corrections)
	printEnd(text, &r.EndState)
	printWarnings(text, &r)
	if r.Error != nil {
		text.line("error", "%s", r.Error.Message)
	}
	return text.end()
}

// printCounters says what orders named that they could not have: it speaks against a
// game even where no rule judges its orders.
func printCounters(text page, c *divergence.Counters) {
	name := "orders named"
	for _, count := range []struct {
		orders uint64
		what   string
	}{
		{c.OrdersTargetingForeignUnits, "units that another player commands"},
		{c.OrdersTargetingDeadUnits, "units that are dead here"},
		{c.OrdersTargetingInvalidPositions, "places that are not on the map"},
	} {
		if count.orders > 0 {
			text.line(name, "%d %s", count.orders, count.what)
			name = ""
		}
	}
}

// printCoverage says how much was judged, and what was not.
func printCoverage(text page, c *divergence.Coverage) {
	text.line("checked", "%s", coverageText(c))
	name := "not checked"
	for _, reason := range c.NotChecked {
		text.sentence(name, "- "+reason)
		name = ""
	}
}

// printWarnings lists each warning once, with how often it came, in the order of
// its first time.
func printWarnings(text page, r *divergence.Report) {
	counts := map[string]int{}
	var kinds []string
	for i := range r.Warnings {
		kind := r.Warnings[i].Text + " (" + r.Warnings[i].Code + ")"
		if counts[kind] == 0 {
			kinds = append(kinds, kind)
		}
		counts[kind]++
	}
	name := "warnings"
	for _, kind := range kinds[:min(len(kinds), shownWarnings)] {
		text.sentence(name, fmt.Sprintf("%d x %s", counts[kind], kind))
		name = ""
	}
	if len(kinds) > shownWarnings || r.WarningsTotal > uint64(len(r.Warnings)) {
		text.line("", "of %d in all: see --json", r.WarningsTotal)
	}
}

func sourceSyncText(r *divergence.Report) string {
	s := &r.SourceSync
	switch {
	case s.FirstMismatch != nil:
		return fmt.Sprintf("no: the players' own games came apart at %s", clock(r.TickRate.Milliseconds(orderTick(s.FirstMismatch.Tick))))
	case s.Compared == 0:
		return "nothing to compare: no two participants sent a checksum of the same moment"
	}
	return fmt.Sprintf("yes: the participants agree in all %d checksums that two or more of them sent", s.Compared)
}

func printOnsets(text page, r *divergence.Report) {
	if r.FirstEvidence != nil {
		text.line("first doubt", "%s: %s", clock(r.FirstEvidence.TimeMS), r.FirstEvidence.Reason)
	}
	if o := r.FirstLikelyDivergence; o != nil && r.Verdict != divergence.VerdictProven {
		text.line("came apart", "%s, at the latest: %s", clock(o.TimeMS), o.Reason)
	}
}

func printReasons(text page, name string, counts []divergence.ReasonCount) {
	parts := make([]string, 0, shownCounts+1)
	for i, c := range counts {
		if i == shownCounts {
			parts = append(parts, fmt.Sprintf("and %d other reasons", len(counts)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%d %s", c.Count, strings.ReplaceAll(printable.Text(c.Reason), "_", " ")))
	}
	text.list(name, parts)
}

// printEnd compares the end that was recorded with the one that was reached.
func printEnd(text page, e *divergence.EndState) {
	name := "the end"
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		how := "fits"
		if o.Contradicts {
			how = "contradicts"
		}
		text.line(name, "player %d: %s%s in the recording, %s here: %s", o.Player, map[bool]string{true: "probably "}[o.Hint], o.Recorded, o.Ours, how)
		name = ""
	}
	for i := range e.Scores {
		if s := &e.Scores[i]; s.Ours != nil {
			text.line(name, "player %d: %s %d in the recording, %d here", s.Player, s.Name, s.Recorded, *s.Ours)
			name = ""
		}
	}
}
