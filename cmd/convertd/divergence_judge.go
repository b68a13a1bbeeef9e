// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/pipeline"
)

func newDivergenceJudge(p *program) *cobra.Command {
	return examination{program: p, one: judge}.command(&cobra.Command{
		Use: "judge FILE...", Short: "Say how far a replay is proven, and how well its orders fit what follows, up to the first reported divergence and beyond",
	})
}

func judge(ctx context.Context, engine *conversion.Engine, input conversion.Input) (any, func(io.Writer) error, error) {
	judgement, err := engine.Judge(ctx, input)
	return judgement, func(to io.Writer) error { return printJudgement(to, judgement) }, err
}

// printJudgement writes a few lines for one replay.
func printJudgement(to io.Writer, j *pipeline.Judgement) error {
	var text strings.Builder
	printf(&text, "%s: %s; %s\n", j.File, j.Verdict, proofText(&j.Proof))
	printf(&text, "  judged                      %s\n", coverageText(&j.Coverage))
	printReservations(&text, j.StandIns, &j.Proof)
	if past := j.PastProof; past != nil {
		printf(&text, "  first reported divergence   %s\n", onsetText(j.FirstEvidence))
		printStretch(&text, "up to it", &past.ToEvidence)
		if j.Verdict == divergence.VerdictDiverged {
			printf(&text, "  diverged                    %s\n", onsetText(j.FirstLikelyDivergence))
			printStretch(&text, "up to there", &past.ToDivergence)
		}
		printStretch(&text, "up to the end", &past.ToEnd)
	}
	printf(&text, "  whole game                  %s; %d orders: %d rejected, %d not modelled\n",
		partOf("subjects bound", j.Identity.Bound, j.Identity.Subjects), j.Orders.Total, j.Orders.Rejected, j.Orders.Unmodelled)
	_, err := io.WriteString(to, text.String())
	return err
}

func proofText(p *divergence.Proof) string {
	switch {
	case p.Judge == nil:
		return "nothing proven: " + p.NotChecked
	case p.FirstMismatch == nil:
		return fmt.Sprintf("%d of %d frames proven", p.Proven, p.Checked)
	}
	return fmt.Sprintf("%d of %d frames proven, up to tick %d", p.Proven, p.Checked, p.FirstMismatch.Tick)
}

func onsetText(onset *divergence.Onset) string {
	if onset == nil {
		return "none"
	}
	return fmt.Sprintf("tick %d (%s): %s", onset.Tick, clock(onset.TimeMS), onset.Reason)
}

// clock writes game time as minutes and seconds.
func clock(milliseconds uint64) string {
	return fmt.Sprintf("%d:%02d", milliseconds/60_000, milliseconds/1000%60)
}

func printStretch(to io.Writer, name string, s *divergence.Stretch) {
	printf(to, "    %-25s ticks %d to %d (%s to %s): %s, %s",
		name, s.From.Tick, s.To.Tick, clock(s.From.TimeMS), clock(s.To.TimeMS),
		partOf("subjects bound", s.Bound, s.Subjects), partOf("orders accepted", s.Accepted, s.Judged()))
	if s.Corrected > 0 {
		printf(to, ", %d corrected", s.Corrected)
	}
	if s.Lost > 0 {
		printf(to, ", %d subjects lost", s.Lost)
	}
	if s.Unmodelled > 0 {
		printf(to, ", %d orders not modelled", s.Unmodelled)
	}
	for i, reason := range s.Rejections[:min(len(s.Rejections), shownReasons)] {
		lead := ", "
		if i == 0 {
			lead = "; rejected: "
		}
		printf(to, "%s%d %s", lead, reason.Count, reason.Reason)
	}
	printf(to, "\n")
}

// shownReasons is how many reasons of rejection a line shows.
const shownReasons = 3

// partOf writes a part of a whole, in tenths of a percent rounded down: 100 %
// means all.
func partOf(what string, part, whole uint64) string {
	if whole == 0 {
		return "no " + what
	}
	permille := part * 1000 / whole
	return fmt.Sprintf("%d of %d %s (%d.%d %%)", part, whole, what, permille/10, permille%10)
}
