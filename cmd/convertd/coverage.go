// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"io"

	"convertd/core/divergence"
)

// coverageText says how much of a game was judged, for people.
func coverageText(c *divergence.Coverage) string {
	text := fmt.Sprintf("%d of %d orders judged", c.OrdersJudged, c.OrdersTotal)
	if c.SubjectsNamed > 0 {
		text += fmt.Sprintf(", %d of %d units known", c.SubjectsBound, c.SubjectsNamed)
	}
	return text
}

// printReservations says below a verdict what stood in for what, and what is known
// of a hash that was missed.
func printReservations(to io.Writer, standIns divergence.StandIns, proof *divergence.Proof) {
	for i := range standIns {
		printf(to, "  %s: %s\n", standIns[i].Code, standIns[i].Text())
	}
	missed := proof.FirstMismatch
	if missed == nil {
		return
	}
	if missed.Suspect != nil {
		printf(to, "  the hash of frame %d is not met: it would be if %s\n", missed.Frame, missed.Suspect.What)
	} else {
		printf(to, "  the hash of frame %d is not met\n", missed.Frame)
	}
	if missed.Ask != "" {
		printf(to, "  to find out why: %s\n", missed.Ask)
	}
}

// judgedShare is the share of orders that were judged, for a column of a table.
func judgedShare(judged, total uint64) string {
	if total == 0 {
		return "-"
	}
	return fmt.Sprintf("%d %%", judged*100/total)
}

// verdictFilter checks the value of a flag that names a verdict; "" is any.
func verdictFilter(text string) (divergence.Verdict, error) {
	if text == "" {
		return "", nil
	}
	for _, verdict := range divergence.Verdicts() {
		if string(verdict) == text {
			return verdict, nil
		}
	}
	return "", usage("there is no verdict %q; use one of %s", text, listVerdicts())
}

// listVerdicts names all verdicts, best first.
func listVerdicts() string {
	text := ""
	for i, verdict := range divergence.Verdicts() {
		if i > 0 {
			text += ", "
		}
		text += string(verdict)
	}
	return text
}
