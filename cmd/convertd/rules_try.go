// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/failure"
)

// rulesTrial is one call of `rules test`.
type rulesTrial struct {
	program         *program
	facts           *packFacts
	json            bool
	require         string
	least           divergence.Verdict
	format, profile string
}

func newRulesTest(p *program) *cobra.Command {
	r := rulesTrial{program: p}
	command := &cobra.Command{
		Use: "test PACK SAMPLE...", Short: "Say what share of the orders of games a rule pack can judge, and why not the others", Args: cobra.MinimumNArgs(2),
		Long: `Plays each sample by the rules of one pack, the name of one at hand or the path of
a file, which need not be pinned. For each kind of order it says how many were judged,
and why the others were not. Nothing is written.`,
		RunE: func(command *cobra.Command, arguments []string) error {
			return r.run(command, arguments[0], arguments[1:])
		},
	}
	command.Flags().BoolVar(&r.json, "json", false, "print one JSON object per sample")
	command.Flags().StringVar(&r.require, "require", "", "fail (exit code 5) unless each sample is found to be this `verdict` or a better one")
	formatFlags(command, &r.format, &r.profile)
	return command
}

func (r *rulesTrial) run(command *cobra.Command, name string, samples []string) error {
	loaded, err := r.program.config(command)
	if err != nil {
		return err
	}
	if r.least, err = verdictFilter(r.require); err != nil {
		return err
	}
	if r.facts, err = findPack(loaded, name); err != nil {
		return err
	}
	alone := *loaded
	alone.Rules = config.Rules{} // no other pack is asked for
	engine, stop, err := openEngine(&alone, 1, r.program.logger(loaded, false))
	if err != nil {
		return err
	}
	defer stop()
	var failed batch
	for _, path := range samples {
		failed.add(r.program.contain(func() error { return r.sample(command.Context(), engine, loaded, path) }))
	}
	return failed.err()
}

func (r *rulesTrial) sample(ctx context.Context, engine *conversion.Engine, loaded *config.Loaded, path string) error {
	data, err := readSource(path, loaded.Limits.SourceBytes)
	if err != nil {
		return fileError(path, err)
	}
	trial, err := engine.TryPack(ctx, conversion.Input{Name: filepath.Base(path), Data: data, Format: r.format, Profile: r.profile}, r.facts.pack)
	if err != nil {
		return fileError(path, err)
	}
	rules := r.facts.pack
	if trial.Game != rules.Game {
		return fileError(path, usage("the sample is of game %q, the rule pack %s is for %q: take a sample of that game", trial.Game, rules.Name, rules.Game))
	}
	if r.json {
		err = r.program.printJSON(trial)
	} else {
		err = printTrial(r.program.stdout, trial)
	}
	switch {
	case err != nil:
		return err
	case !r.facts.Bundled && trial.RulesDigest != r.facts.SHA256:
		return fileError(path, fmt.Errorf("%w: it was played by %s, which fits the version of the game better: see versions and data of the pack", failure.ErrVerification, trial.Rules))
	case r.least != "" && trial.Verdict.WorseThan(r.least):
		return fileError(path, fmt.Errorf("%w: the verdict is %s: %s was required", failure.ErrVerification, trial.Verdict, r.least))
	}
	return nil
}

// printTrial writes what was judged of one sample.
func printTrial(to io.Writer, t *pipeline.Trial) error {
	var text strings.Builder
	coverage := &t.Coverage
	printf(&text, "%s: %s; %s by %s\n", t.File, t.Verdict, partOf("orders judged", coverage.OrdersJudged, coverage.OrdersTotal), t.Rules)
	printf(&text, "  %s\n", partOf("units known that orders name", coverage.SubjectsBound, coverage.SubjectsNamed))
	for i := range t.StandIns {
		printf(&text, "  %s: %s\n", t.StandIns[i].Code, t.StandIns[i].Text())
	}
	for i := range t.Kinds {
		kind := &t.Kinds[i]
		printf(&text, "  %-20s %5d of %5d judged", kind.Kind, kind.Judged, kind.Orders)
		printTrialCounts(&text, "; not judged: ", kind.NotJudged)
		printf(&text, "\n")
	}
	printf(&text, "  %d orders do not fit", t.Rejected+t.Corrected)
	printTrialCounts(&text, "; refused: ", t.Rejections)
	printTrialCounts(&text, "; taken all the same: ", t.Corrections)
	printf(&text, "\n")
	if len(t.UnknownItems) > 0 {
		printf(&text, "  not in the pack, but made")
		printTrialCounts(&text, ": ", t.UnknownItems)
		printf(&text, "\n")
	}
	if len(t.UnknownFactions) > 0 {
		printf(&text, "  factions without a start: %s\n", strings.Join(t.UnknownFactions, ", "))
	}
	if t.FirstEvidence != nil {
		printf(&text, "  first evidence against it: %s\n", onsetText(t.FirstEvidence))
	}
	if coverage.RulesBroken != "" {
		printf(&text, "  %s\n", coverage.RulesBroken)
	}
	if t.Error != nil {
		printf(&text, "  the sample could not be read to its end: %s\n", t.Error.Message)
	}
	_, err := io.WriteString(to, text.String())
	return err
}

// shownTrialCounts is how many reasons, or items, a line shows.
const shownTrialCounts = 8

func printTrialCounts(to io.Writer, lead string, counts []divergence.ReasonCount) {
	for i, one := range counts[:min(len(counts), shownTrialCounts)] {
		if i > 0 {
			lead = ", "
		}
		printf(to, "%s%d %s", lead, one.Count, one.Reason)
	}
	if more := len(counts) - shownTrialCounts; more > 0 {
		printf(to, " and %d more", more)
	}
}
