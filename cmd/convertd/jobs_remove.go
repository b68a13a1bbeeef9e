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

func newJobsRemove(p *program) *cobra.Command {
	var results bool
	command := &cobra.Command{
		Use: "rm JOB...", Short: "Forget finished jobs: state, events, report and dead letter", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				var failed batch
				for _, id := range arguments {
					status, err := client.Status(ctx, id)
					if err == nil {
						err = p.removeJobs(ctx, client, []daemon.Status{status}, results)
					}
					failed.add(err)
				}
				return failed.err()
			})
		},
	}
	resultsFlag(command, &results)
	return command
}

func resultsFlag(command *cobra.Command, results *bool) {
	command.Flags().BoolVar(results, "results", false, "also remove the results that no other job has")
}

const purgeHelp = `Forgets finished jobs: state, events, report and dead letter. Which ones is said by
at least one of --state, --older and --label; --dry-run only lists them. Results
stay, as other jobs may have them, unless --results is given.`

func newJobsPurge(p *program) *cobra.Command {
	var (
		state           string
		older           time.Duration
		results, dryRun bool
		selection       daemon.Selection
	)
	command := &cobra.Command{
		Use: "purge", Short: "Forget all finished jobs of a state, an age or a label", Long: purgeHelp, Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			selection.State = daemon.State(state)
			if state == "" && older == 0 && len(selection.Labels) == 0 {
				return usage("say which jobs: --state, --older or --label")
			}
			if state != "" && !selection.State.Final() {
				return usage("--state is %q: use done, failed or cancelled: other jobs are not finished", state)
			}
			if older > 0 {
				selection.Before = time.Now().Add(-older)
			}
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				jobs, err := client.Select(ctx, selection)
				if err != nil {
					return err
				}
				if dryRun {
					return p.printJobs(jobs, "", false)
				}
				return p.removeJobs(ctx, client, jobs, results)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&state, "state", "", "only jobs in this `state`: done, failed, cancelled")
	flags.DurationVar(&older, "older", 0, "only jobs that have not changed for this `time`, such as 720h")
	flags.StringToStringVar(&selection.Labels, "label", nil, "only jobs with this label, `name=value`; may be repeated")
	flags.BoolVar(&dryRun, "dry-run", false, "only list them")
	resultsFlag(command, &results)
	return command
}

// removeJobs forgets jobs, and results that nobody else has if that is asked for.
func (p *program) removeJobs(ctx context.Context, client *daemon.Client, jobs []daemon.Status, results bool) error {
	var keys []string
	if results {
		var err error
		if keys, err = client.ResultsOf(ctx, jobs); err != nil {
			return err
		}
	}
	var failed batch
	removed := 0
	for i := range jobs {
		if _, err := client.Remove(ctx, jobs[i].ID); err != nil {
			failed.add(err)
			continue
		}
		removed++
	}
	for _, key := range keys {
		_, err := client.RemoveResult(ctx, key)
		failed.add(err)
	}
	_, err := printable.Fprintf(p.stdout, "removed %s%s\n", counted(removed, "job", "jobs"), suffix(resultsText(results, len(keys)), " and ", ""))
	failed.add(err)
	return failed.err()
}

func resultsText(asked bool, results int) string {
	if !asked {
		return ""
	}
	return counted(results, "result", "results")
}
