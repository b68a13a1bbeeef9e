// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"slices"
	"strings"

	"convertd/core/pipeline"
	"convertd/printable"
)

// sectionSimulation stands for the whole game, which is in no one section.
const sectionSimulation = "simulation"

// place says where a problem is.
func (p *verifyProblem) place() string {
	text := p.Section
	if p.Offset != nil {
		text += fmt.Sprintf(" at byte %d", *p.Offset)
	}
	if p.Tick != nil {
		text += fmt.Sprintf(" at tick %d", *p.Tick)
	}
	return text
}

// remedy says what to do about a problem.
func (p *verifyProblem) remedy() string {
	switch {
	case p.fact:
		return "the game shows otherwise: get the file from whoever made it, or convert the source again"
	case p.Section == sectionSimulation:
		return "the orders do not lead to the recorded states: convert the source again, with the version of convertd that is to play it"
	}
	return "get the file again, or `convertd replay repair` keeps what is whole"
}

func (v *verification) print(path string, result *verified) error {
	if v.json {
		return v.program.printJSON(result)
	}
	out := v.program.stdout
	for i := range result.Problems {
		printf(out, "%s: WRONG: %s: %s\n", path, result.Problems[i].place(), result.Problems[i].Message)
	}
	if len(result.Problems) > 0 {
		return nil
	}
	verdict := "ok"
	if len(result.NotChecked) > 0 {
		verdict = "NOT CHECKED WHOLLY"
	}
	_, err := printable.Fprintf(out, "%s: %s: %s\n", path, verdict, strings.Join(result.found(v.checks), "; "))
	return err
}

// found says what was checked, part by part, and what could not be.
func (r *verified) found(checks []string) []string {
	parts := []string{r.whole(checks)}
	if s := r.Structure; s != nil && s.LostFrames > 0 {
		parts = append(parts, fmt.Sprintf("INCOMPLETE: %d frames are lost", s.LostFrames))
	} else if s != nil && s.Incomplete {
		parts = append(parts, "INCOMPLETE: the final state hash is not known")
	}
	if r.Simulation != nil {
		parts = append(parts, simulatedText(r.Simulation))
	}
	if s := r.Signature; s != nil && s.Signed {
		text := "signature chain holds"
		if !s.Trusted {
			text += " (against the key in the file only: give --key)"
		}
		parts = append(parts, text)
	}
	for _, part := range r.NotChecked {
		parts = append(parts, fmt.Sprintf("%s not checked: %s", part.Check, part.Reason))
	}
	return parts
}

// whole names what is whole of those parts that were asked for. A save is always
// checked as a whole.
func (r *verified) whole(checks []string) string {
	var parts []string
	for _, check := range []struct{ name, says string }{{checkStructure, "structure"}, {checkDigests, "hashes"}} {
		if r.Format == "icsave" || slices.Contains(checks, check.name) {
			parts = append(parts, check.says)
		}
	}
	if len(parts) == 0 {
		return "structure and hashes were not asked for"
	}
	text := strings.Join(parts, " and ") + " are whole"
	if s := r.Structure; s != nil {
		text += fmt.Sprintf(" (%d frames, %d orders, %d events, %d keyframes)", s.Frames, s.Orders, s.Events, s.Keyframes)
	}
	return text
}

func simulatedText(s *pipeline.Resimulation) string {
	text := fmt.Sprintf("simulated again with %s: %d ticks, %d keyframes and %d events agree", s.Module, s.Ticks, s.Keyframes, s.Events)
	if s.MetadataDamaged {
		text += ", the metadata were damaged before a repair and prove nothing"
	}
	if !s.FinalHash {
		text += ", nothing to compare the final state with"
	}
	for i, skipped := range s.Skipped {
		if i == maxSkippedShown {
			return text + fmt.Sprintf(" and %d more", len(s.Skipped)-i)
		}
		text += fmt.Sprintf(", ticks %d to %d not played", skipped.From, skipped.To-1)
	}
	return text
}

// maxSkippedShown is how many stretches of lost frames a line tells of.
const maxSkippedShown = 3
