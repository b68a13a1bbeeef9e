package main

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/daemon/conversion"
)

func newDump(p *program) *cobra.Command {
	var input conversion.Input
	command := &cobra.Command{
		Use: "dump FILE", Short: "Print every native record of a replay as one line", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			engine, stop, err := openEngine(loaded, 1, p.logger(loaded, false))
			if err != nil {
				return err
			}
			defer stop()
			input.Name = filepath.Base(arguments[0])
			if input.Data, err = readSource(arguments[0], loaded.Limits.SourceBytes); err != nil {
				return fileError(arguments[0], err)
			}
			output := bufio.NewWriterSize(p.stdout, 1<<16)
			err = engine.Dump(command.Context(), input, output)
			if flushErr := output.Flush(); flushErr != nil {
				return errors.Join(err, fmt.Errorf("standard output: %w", flushErr))
			}
			if err != nil {
				return fileError(arguments[0], err)
			}
			return nil
		},
	}
	formatFlags(command, &input.Format, &input.Profile)
	return command
}

// formatFlags are those of every verb that reads foreign replays.
func formatFlags(command *cobra.Command, format, profile *string) {
	command.Flags().StringVar(format, "format", "auto", "format `id`, where recognising it is not wanted or not possible")
	command.Flags().StringVar(profile, "profile", "", "layout `variant` of the format")
}
