package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"convertd/core/bench"
)

// Bounds of `bench divergence`: more games say nothing new, longer ones are
// longer than any real one.
const (
	maxBenchGames   = 10_000
	maxBenchSeconds = 3 * 60 * 60
)

func newBench(p *program) *cobra.Command {
	command := &cobra.Command{Use: "bench", Short: "Measure convertd itself", Args: cobra.ArbitraryArgs}
	command.AddCommand(newBenchDivergence(p))
	return command
}

func newBenchDivergence(p *program) *cobra.Command {
	options := bench.Options{Thresholds: bench.Thresholds()}
	var asJSON bool
	command := &cobra.Command{
		Use:   "divergence",
		Short: "Play games of our own, convert them back under perturbed rules, and count what was found out",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if options.Games < 1 || options.Games > maxBenchGames {
				return usage("--games %d: use 1 to %d", options.Games, maxBenchGames)
			}
			if options.Seconds < 1 || options.Seconds > maxBenchSeconds {
				return usage("--seconds %d: use 1 to %d", options.Seconds, maxBenchSeconds)
			}
			return p.benchDivergence(options, asJSON)
		},
	}
	flags := command.Flags()
	flags.IntVar(&options.Games, "games", 200, "games to play, each under every perturbation")
	flags.IntVar(&options.Seconds, "seconds", 600, "length of a game in seconds of game time")
	flags.Uint64Var(&options.Seed, "seed", 1, "of the first game; the same seed gives the same figures")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object per perturbation")
	return command
}

func (p *program) benchDivergence(options bench.Options, asJSON bool) error {
	if isTerminal(p.stderr) {
		bar := progressbar.NewOptions(options.Games, progressbar.OptionSetWriter(p.stderr), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
		options.Progress = func(done int) { _ = bar.Set(done) } // a bar that cannot be drawn is no reason to stop
	}
	summaries, err := bench.Run(options)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	if !asJSON {
		printf(table, "perturbation\tgames\tidentity\tup to divergence\tdiverged\tdetected\tfalse alarms\tmedian delay\t\n")
	}
	for i := range summaries {
		s := &summaries[i]
		if asJSON {
			if err := p.printJSON(s); err != nil {
				return err
			}
			continue
		}
		printf(table, "%s\t%d\t%s\t%s\t%d\t%s\t%s\t%.1f s\t\n", s.Perturbation, s.Games,
			share(s.Right, s.Mentions), share(s.SoundRight, s.SoundMentions), s.Diverged,
			share(s.Detected, s.Diverged), share(s.FalseAlarms, s.Games-s.Diverged), float64(s.MedianDelayMS)/1000)
	}
	return table.Flush()
}

// share is a percentage, or a dash if there is nothing to have a share of.
func share(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
