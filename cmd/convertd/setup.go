// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"

	"github.com/spf13/cobra"

	"convertd/daemon"
	"convertd/failure"
	"convertd/printable"
)

const setupHelp = `Shows what streams, buckets and consumers lack of what the configuration asks
for, and then makes or changes it. Settings of the configuration that nobody has
set change nothing that is there, and what the configuration has no setting for
stays as the operator has it.

With --dry-run nothing is changed; the exit code is 1 if something would be.`

func newSetup(p *program) *cobra.Command {
	var dryRun bool
	command := &cobra.Command{
		Use: "setup", Short: "Make or change streams and buckets, after showing the difference", Long: setupHelp, Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) (err error) {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			b := &broker{}
			defer func() { err = errors.Join(err, b.close()) }()
			if err := b.connect(loaded, anyStore, p.logger(loaded, false)); err != nil {
				return err
			}
			setup, err := daemon.PlanSetup(command.Context(), b.conn, storageOptions(loaded))
			if err != nil {
				return err
			}
			if err := p.printSetup(setup); err != nil {
				return err
			}
			if dryRun {
				if len(setup.Changes) > 0 {
					return &exitError{code: failure.ExitFailed, silent: true}
				}
				return nil
			}
			return setup.Change(command.Context())
		},
	}
	command.Flags().BoolVar(&dryRun, "dry-run", false, "only show the difference; exit code 1 if there is one")
	return command
}

// printSetup shows what is missing or different, one setting a line.
func (p *program) printSetup(setup *daemon.Setup) error {
	if len(setup.Changes) == 0 {
		_, err := printable.Fprintf(p.stdout, "nothing to change\n")
		return err
	}
	table := printable.NewTable(p.stdout)
	printf(table, "NAME\tSETTING\tIS\tWILL BE\n")
	for _, change := range setup.Changes {
		if change.Missing {
			printf(table, "%s\t\tmissing\tmade\n", change.Name)
		}
		for _, difference := range change.Differences {
			printf(table, "%s\t%s\t%s\t%s\n", change.Name, difference.Setting, difference.Is, difference.Want)
		}
	}
	return table.Flush()
}
