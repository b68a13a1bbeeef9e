// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"path/filepath"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"convertd/core/bench"
	"convertd/printable"
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
	var options bench.Options
	var asJSON bool
	var folders []string
	command := &cobra.Command{
		Use:   "divergence",
		Short: "Play games of our own, convert them back under perturbed rules, and count what was found out",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if options.Games < 1 || options.Games > maxBenchGames {
				return usage("--games %d: use 1 to %d", options.Games, maxBenchGames)
			}
			if options.Seconds < 0 || options.Seconds > maxBenchSeconds {
				return usage("--seconds %d: use 1 to %d, or 0 for the length that belongs to the size", options.Seconds, maxBenchSeconds)
			}
			var err error
			if options.Maps, err = p.benchMaps(folders); err != nil {
				return err
			}
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			options.Thresholds = thresholds(loaded)
			return p.benchDivergence(options, asJSON)
		},
	}
	flags := command.Flags()
	flags.IntVar(&options.Games, "games", 200, "games to play, each under every perturbation")
	flags.IntVar(&options.Seconds, "seconds", 0, "length of a game at most in seconds of game time, 0 for 1140, or 600 if small")
	flags.BoolVar(&options.Small, "small", false, "play small games with some 50 entities instead of games as large as real ones")
	flags.StringArrayVar(&folders, "maps", nil, "`folder` with maps (.oramap): every second game is on one of them; may be repeated")
	flags.Uint64Var(&options.Seed, "seed", 1, "of the first game; the same seed gives the same figures")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object per perturbation")
	return command
}

// benchMaps reads the maps of folders that games can be played on, in the order
// of their file names, and says which cannot.
func (p *program) benchMaps(folders []string) ([]*bench.Terrain, error) {
	var list []*bench.Terrain
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(folder, "*.oramap"))
		if err != nil {
			return nil, usage("--maps %s: %v", folder, err)
		}
		for _, path := range paths {
			archive, err := readSmall(path)
			if err != nil {
				return nil, fileError(path, err)
			}
			terrain, err := bench.ReadTerrain(archive)
			if err != nil {
				_, _ = printable.Fprintf(p.stderr, "convertd: %s: left out: %v\n", path, err)
				continue
			}
			list = append(list, terrain)
		}
		if len(list) == 0 {
			return nil, usage("--maps %s: no map there that games can be played on", folder)
		}
	}
	return list, nil
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
	if asJSON {
		for i := range summaries {
			if err := p.printJSON(&summaries[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return bench.WriteTable(p.stdout, summaries)
}
