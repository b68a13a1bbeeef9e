// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/daemon"
	"convertd/failure"
	"convertd/printable"
)

func newJobs(p *program) *cobra.Command {
	command := &cobra.Command{Use: "jobs", Short: "List, show, retry, cancel, pause, fetch and remove jobs", Args: cobra.ArbitraryArgs}
	command.AddCommand(newJobsList(p), newJobsShow(p), newJobsRetry(p), newJobsCancel(p), newJobsFetch(p), newJobsRemove(p), newJobsPurge(p),
		newJobsGroups(p), newJobsPause(p), newJobsResume(p))
	return command
}

// withClient runs a verb that reads or changes jobs.
func (p *program) withClient(command *cobra.Command, choice serverChoice, use func(context.Context, *daemon.Client, *config.Loaded) error) error {
	loaded, err := p.config(command)
	if err != nil {
		return err
	}
	log := p.logger(loaded, false)
	b, err := openBroker(command.Context(), loaded, choice, log)
	if err != nil {
		return err
	}
	defer b.closeLogged(log)
	return daemon.Explain(command.Context(), b.conn, use(command.Context(), b.client, loaded))
}

func newJobsList(p *program) *cobra.Command {
	var asJSON bool
	var state string
	command := &cobra.Command{
		Use: "ls", Short: "List all jobs, oldest first", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				jobs, err := client.Jobs(ctx)
				if err != nil {
					return err
				}
				return p.printJobs(jobs, daemon.State(state), asJSON)
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per job")
	command.Flags().StringVar(&state, "state", "", "only jobs in this `state`: queued, running, done, failed, cancelled")
	return command
}

func (p *program) printJobs(jobs []daemon.Status, state daemon.State, asJSON bool) error {
	table := printable.NewTable(p.stdout)
	if !asJSON {
		printf(table, "JOB\tSTATE\tPRIORITY\tATTEMPTS\tFORMAT\tVERDICT\tREQUESTED\tFILE\tERROR\n")
	}
	for i := range jobs {
		job := &jobs[i]
		if state != "" && job.State != state {
			continue
		}
		if asJSON {
			if err := p.printJSON(job); err != nil {
				return err
			}
			continue
		}
		code := ""
		if job.Error != nil {
			code = job.Error.Code
		}
		printf(table, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", job.ID, job.State, job.Priority, job.Attempts,
			job.Format, job.Verdict, job.RequestedAt.Format(time.RFC3339), job.Filename, code)
	}
	return table.Flush()
}

func newJobsShow(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "show JOB", Short: "Print the state of a job as JSON", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				status, err := client.Status(ctx, arguments[0])
				if err != nil {
					return err
				}
				return p.printJSON(status)
			})
		},
	}
}

func newJobsRetry(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "retry JOB...", Short: "Queue failed or cancelled jobs again", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.changeJobs(command, arguments, (*daemon.Client).Retry)
		},
	}
}

func newJobsCancel(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "cancel JOB...", Short: "End jobs that are not finished", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.changeJobs(command, arguments, (*daemon.Client).AskToCancel)
		},
	}
}

func (p *program) changeJobs(command *cobra.Command, ids []string, change func(*daemon.Client, context.Context, string) (daemon.Status, error)) error {
	return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
		var failed batch
		for _, id := range ids {
			status, err := change(client, ctx, id)
			if err == nil {
				_, err = printable.Fprintf(p.stdout, "%s %s%s\n", status.ID, status.State, suffix(printable.Text(status.Filename), " (", ")"))
			}
			failed.add(err)
		}
		return failed.err()
	})
}

func newJobsFetch(p *program) *cobra.Command {
	var output string
	command := &cobra.Command{
		Use: "fetch JOB -o FILE", Short: "Write the converted file of a finished job", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			if output == "" {
				return usage("no output: give a file with -o")
			}
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, loaded *config.Loaded) error {
				status, err := client.Status(ctx, arguments[0])
				if err != nil {
					return err
				}
				if status.State != daemon.StateDone {
					return fmt.Errorf("job %s is %s: %w: only finished jobs have a file", status.ID, status.State, failure.ErrNotFound)
				}
				return p.fetch(ctx, client, status.Result, output, loaded)
			})
		},
	}
	command.Flags().StringVarP(&output, "output", "o", "", "`file` to write")
	configSwitch(command.Flags(), "overwrite", "output.overwrite", "replace the file if it is there")
	return command
}
