// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"convertd/conversion"
	"convertd/core/pipeline"
	"convertd/core/sim/openra"
	"convertd/printable"
)

// explanation is one call of `divergence explain`.
type explanation struct {
	options pipeline.ExplainOptions
	time    time.Duration
}

func newDivergenceExplain(p *program) *cobra.Command {
	e := &explanation{}
	command := examination{program: p, one: e.explain}.command(&cobra.Command{
		Use: "explain FILE...", Short: "Say how many recorded hashes are met, and what could account for the first that is not",
	})
	flags := command.Flags()
	flags.BoolVar(&e.options.Edits, "edits", false, "play the frames before the difference again with one small edit at a time")
	flags.IntVar(&e.options.Back, "back", 1, "first `frames` before the difference in which edits are made")
	flags.IntVar(&e.options.Chain, "chain", 2, "`number` of differences after the best edit that are looked at in the same way")
	flags.IntVar(&e.options.Trials, "trials", openra.DefaultTrials, "`number` of trials at most")
	flags.DurationVar(&e.time, "time", 2*time.Minute, "how long edits are tried at most")
	flags.BoolVar(&e.options.Draws, "draws", false, "list who drew random numbers in the last frame")
	flags.BoolVar(&e.options.Changes, "changes", false, "list the hashed values that changed in the last frame")
	return command
}

func (e *explanation) explain(ctx context.Context, engine *conversion.Engine, input conversion.Input) (any, func(io.Writer) error, error) {
	options := e.options
	var end time.Time
	options.Stop = func() bool {
		if end.IsZero() {
			end = time.Now().Add(e.time)
		}
		return time.Now().After(end)
	}
	explained, err := engine.Explain(ctx, input, options)
	if errors.Is(err, pipeline.ErrNothingToExplain) {
		err = nil
	}
	return explained, func(to io.Writer) error { return printExplanation(to, explained) }, err
}

func printExplanation(to io.Writer, e *pipeline.Explanation) error {
	proof := &e.Proof
	switch {
	case proof.Judge == nil:
		_, err := printable.Fprintf(to, "%s: nothing to compare: %s\n", e.File, proof.NotChecked)
		return err
	case proof.FirstMismatch == nil:
		_, err := printable.Fprintf(to, "%s: %d of %d frames proven\n", e.File, proof.Proven, e.Frames)
		return err
	}
	var text strings.Builder
	m := proof.FirstMismatch
	printf(&text, "%s: %d of %d frames proven; frame %d (world tick %d) has hash %s, computed %s (difference %d after %d draws)\n",
		e.File, proof.Proven, e.Frames, m.Frame, e.Tick, m.Want, m.Got, e.Difference, e.Draws)
	if len(e.Next) > 0 {
		printf(&text, "  the next frames differ by %s\n", strings.Trim(fmt.Sprint(e.Next), "[]"))
	}
	for i := range e.Judged {
		printJudged(&text, &e.Judged[i])
	}
	for i := range e.Courses {
		printCourse(&text, &e.Courses[i])
	}
	for i := range e.Motions {
		printf(&text, "  what changed the difference at frame %d may be that %s\n", e.Motions[i].Frame, e.Motions[i].What)
	}
	if e.Scan != nil {
		printScan(&text, e.Scan)
	}
	if len(e.News) > 0 {
		printf(&text, "  first seen in the last %d frames:\n", pipeline.NewsFrames)
		for i := range e.News {
			n := &e.News[i]
			printf(&text, "    frame %d  %-14s %s\n", n.Frame, n.Kind, n.What)
		}
	}
	printDetails(&text, e)
	_, err := io.WriteString(to, text.String())
	return err
}

func printJudged(text *strings.Builder, c *pipeline.TestedCandidate) {
	printf(text, "  it would agree if %s (%s", c.What, odds(c.Tried, max(c.Distinct, 1)))
	switch {
	case !c.Played:
	case c.Met > 1:
		printf(text, "; played on, %d frames are met, %d of them with a difference of their own", c.Met, c.Distinct)
	default:
		text.WriteString("; played on, the next frame is not met")
	}
	text.WriteString(")\n")
}

func printCourse(text *strings.Builder, c *openra.Course) {
	printf(text, "  %d frames (%d of them different) would agree one by one by %s", c.Frames, c.Distinct, c.What)
	if c.Draws != 0 {
		printf(text, ", with %+d numbers drawn", c.Draws)
	}
	printf(text, " (by chance 1 in 2^%d)\n", c.Bits)
}

func printScan(text *strings.Builder, s *openra.Scan) {
	printf(text, "  edits from frame %d on: %d single ones, %d pairs and %d triples tried, %d of them played", s.From, s.Singles, s.Pairs, s.Triples, s.Played)
	if s.Failed > 0 {
		printf(text, ", %d could not be", s.Failed)
	}
	if s.Stopped != "" {
		printf(text, "; %s", s.Stopped)
	}
	text.WriteString("\n")
	if len(s.Trials) == 0 {
		text.WriteString("    none makes the recorded hash\n")
	}
	for i := range s.Trials {
		t := &s.Trials[i]
		printf(text, "    %d frames are met", t.Met)
		if t.ToEnd {
			text.WriteString(", all there are,")
		}
		printf(text, " (%d with a difference of their own; %s) if %s\n", t.Distinct, odds(t.Tried, t.Distinct), strings.Join(t.Edits, " and "))
		for _, same := range t.Same {
			printf(text, "      the same if %s\n", same)
		}
		if t.MoreSame > 0 {
			printf(text, "      and of %d more\n", t.MoreSame)
		}
	}
	if s.Next != nil {
		text.WriteString("  with the first of these, at the next difference:\n")
		printScan(text, s.Next)
	}
}

// odds says how likely it is that anything of what was tried fits by chance.
func odds(tried int64, distinct int) string {
	bits := float64(32*distinct) - math.Log2(float64(max(tried, 1)))
	switch {
	case bits <= 0:
		return fmt.Sprintf("one of %d tried: chance alone gives several", tried)
	case bits < 10:
		return fmt.Sprintf("one of %d tried: chance 1 in %.0f", tried, math.Exp2(bits))
	}
	return fmt.Sprintf("one of %d tried: chance 1 in 2^%.0f", tried, bits)
}

func printDetails(text *strings.Builder, e *pipeline.Explanation) {
	if len(e.Drawn) > 0 {
		text.WriteString("  drawn in the last frame:\n")
		for i := range e.Drawn {
			d := &e.Drawn[i]
			printf(text, "    tick %d  %d  %s\n", d.Tick, d.N, d.By)
		}
	}
	if len(e.Changed) > 0 {
		text.WriteString("  changed in the last frame:\n")
		for i := range e.Changed {
			c := &e.Changed[i]
			printf(text, "    %s: %d, before %d (factor %d)\n", c.What, c.Now, c.Before, c.Factor)
		}
	}
}
