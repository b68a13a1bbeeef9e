// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"convertd/config"
	"convertd/daemon"
	"convertd/printable"
)

// groupFlag is the flag of those who submit.
func groupFlag(flags *pflag.FlagSet, group *string, instead string) {
	flags.StringVar(group, "group", "", "`name` of a group, the label \"group\": groups have equal shares of the workers, and can be paused"+instead)
}

func newJobsGroups(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "groups", Short: "List groups that have unfinished jobs or are paused", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				groups, err := client.Groups(ctx)
				if err != nil {
					return err
				}
				return p.printGroups(groups, asJSON)
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per group")
	return command
}

func (p *program) printGroups(groups []daemon.Group, asJSON bool) error {
	table := printable.NewTable(p.stdout)
	if !asJSON {
		printf(table, "GROUP\tSTATE\tHIGH\tNORMAL\tBULK\n")
	}
	for i := range groups {
		group := &groups[i]
		if asJSON {
			if err := p.printJSON(group); err != nil {
				return err
			}
			continue
		}
		name := group.Name
		if name == "" {
			name = "(none)"
		}
		printf(table, "%s\t%s\t%d\t%d\t%d\n", name, groupState(group),
			group.Jobs[daemon.PriorityHigh], group.Jobs[daemon.PriorityNormal], group.Jobs[daemon.PriorityBulk])
	}
	return table.Flush()
}

func groupState(group *daemon.Group) string {
	if group.Paused {
		return "paused"
	}
	return "open"
}

func newJobsPause(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "pause GROUP...", Short: "Let no worker take jobs of groups; those that run go on", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.changeGroups(command, arguments, (*daemon.Client).AskToPause)
		},
	}
}

func newJobsResume(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "resume GROUP...", Short: "Let workers take jobs of paused groups again", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.changeGroups(command, arguments, (*daemon.Client).AskToResume)
		},
	}
}

func (p *program) changeGroups(command *cobra.Command, names []string, change func(*daemon.Client, context.Context, string) (daemon.Group, error)) error {
	return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
		var failed batch
		for _, name := range names {
			group, err := change(client, ctx, name)
			if err == nil {
				jobs := uint64(0)
				for _, some := range group.Jobs {
					jobs += some
				}
				_, err = printable.Fprintf(p.stdout, "%s %s, %d unfinished jobs\n", group.Name, groupState(&group), jobs)
			}
			failed.add(err)
		}
		return failed.err()
	})
}
