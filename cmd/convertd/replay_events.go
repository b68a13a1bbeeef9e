// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"github.com/spf13/cobra"

	"convertd/core/icreptools"
	"convertd/core/order"
)

func newReplayEvents(p *program) *cobra.Command {
	var csv bool
	var from, to uint64
	var kinds []string
	command := &cobra.Command{
		Use: "events FILE", Short: "Print the analysis events of an .icrep as JSON lines or CSV", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			file, err := openRecording(arguments[0])
			if err != nil {
				return fileError(arguments[0], err)
			}
			defer file.Close() //nolint:errcheck // read only
			format := icreptools.EventsJSON
			if csv {
				format = icreptools.EventsCSV
			}
			_, err = icreptools.WriteEvents(p.stdout, file.Reader, format, icreptools.EventFilter{
				From: order.Tick(from), To: order.Tick(to), Kinds: kinds,
			})
			if err != nil {
				return fileError(arguments[0], err)
			}
			return nil
		},
	}
	flags := command.Flags()
	flags.BoolVar(&csv, "csv", false, "print a table instead of JSON lines")
	flags.Uint64Var(&from, "from", 0, "first `tick`")
	flags.Uint64Var(&to, "to", 0, "first `tick` that is left out; 0: to the end")
	flags.StringArrayVar(&kinds, "kind", nil, "only events of this `kind`; may be repeated")
	return command
}
