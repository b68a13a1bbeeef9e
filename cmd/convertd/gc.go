// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/daemon"
	"convertd/printable"
)

const gcHelp = `Removes what nothing leads to any more: objects that no result names, results
whose file is gone, sources that no waiting job and no dead letter needs, claims
of workers that are gone, and the marks of what was deleted. What is younger than
--grace stays: it may be on its way to where it belongs. It is safe while daemons
work.

With --unreferenced it also removes results that no job has any more. They are
whole, and can be found by their address until then.`

func newGC(p *program) *cobra.Command {
	var options daemon.CollectOptions
	var asJSON bool
	command := &cobra.Command{
		Use: "gc", Short: "Remove what nothing leads to any more", Long: gcHelp, Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if options.Grace < 0 {
				return usage("--grace is negative: use 0s to keep nothing")
			}
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				found, err := client.Collect(ctx, options)
				if printErr := p.printGarbage(found, options.DryRun, asJSON); err == nil {
					err = printErr
				}
				return err
			})
		},
	}
	flags := command.Flags()
	flags.BoolVar(&options.DryRun, "dry-run", false, "only list")
	flags.BoolVar(&options.Unreferenced, "unreferenced", false, "also results that no job has")
	flags.DurationVar(&options.Grace, "grace", time.Hour, "keep what is younger than this `time`")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object per thing")
	return command
}

func (p *program) printGarbage(found []daemon.Garbage, dryRun, asJSON bool) error {
	if asJSON {
		for i := range found {
			if err := p.printJSON(found[i]); err != nil {
				return err
			}
		}
		return nil
	}
	table := printable.NewTable(p.stdout)
	printf(table, "KIND\tNAME\tBYTES\tWHY\n")
	things, bytes := 0, uint64(0)
	for i := range found {
		if found[i].Kind == "markers" {
			continue // nobody counts them
		}
		things++
		bytes += found[i].Bytes
		printf(table, "%s\t%s\t%d\t%s\n", found[i].Kind, found[i].Name, found[i].Bytes, found[i].Why)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	done := "removed"
	if dryRun {
		done = "would remove"
	}
	_, err := printable.Fprintf(p.stdout, "%s %s, %d bytes\n", done, counted(things, "thing", "things"), bytes)
	return err
}
