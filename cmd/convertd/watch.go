// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/daemon"
	"convertd/failure"
	"convertd/printable"
)

func newWatch(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "watch [JOB]", Short: "Print what happens to jobs as it happens; one job until it is finished", Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			job := ""
			if len(arguments) == 1 {
				job = arguments[0]
			}
			return p.withClient(command, runningServer, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				err := client.Watch(ctx, job, func(event daemon.Event) error {
					if err := p.printEvent(&event, asJSON); err != nil {
						return err
					}
					if job != "" && event.Kind.Final() {
						return daemon.ErrStopWatching
					}
					return nil
				})
				if errors.Is(err, failure.ErrShutdown) {
					return nil // a person has seen enough
				}
				return err
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per event")
	return command
}

// shownName is how many cells of a file's name a line shows.
const shownName = 60

func (p *program) printEvent(event *daemon.Event, asJSON bool) error {
	if asJSON {
		return p.printJSON(event)
	}
	text := ""
	switch {
	case event.Error != nil:
		text = event.Error.Code + ": " + event.Error.Message
	case event.Progress != nil:
		text = fmt.Sprintf("tick %d", event.Progress.Ticks)
	case event.Kind == daemon.EventDone:
		text = event.Verdict + ", " + event.Format
	}
	name := event.Filename
	if name == "" {
		name = "(no name)"
	}
	_, err := printable.Fprintf(p.stdout, "%s %-9s %s%s [job %s]\n",
		event.At.Format(time.TimeOnly), event.Kind, printable.Clip(name, shownName), suffix(printable.Text(text), ": ", ""), event.Job)
	return err
}
