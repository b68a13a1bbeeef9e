package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/daemon/conversion"
)

func newDump(p *program) *cobra.Command {
	var input conversion.Input
	command := &cobra.Command{
		Use: "dump FILE", Short: "Print every native record of a replay as one line", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.withEngine(command, func(loaded *config.Loaded, engine *conversion.Engine) error {
				return dump(command.Context(), engine, loaded, input, arguments[0], p.stdout)
			})
		},
	}
	formatFlags(command, &input.Format, &input.Profile)
	return command
}

// dump prints one file's records. Those before damage are printed, then the
// error is returned.
func dump(ctx context.Context, engine *conversion.Engine, loaded *config.Loaded, input conversion.Input, path string, to io.Writer) (err error) {
	input.Name = filepath.Base(path)
	if input.Data, err = readSource(path, loaded.Limits.SourceBytes); err != nil {
		return fileError(path, err)
	}
	output := bufio.NewWriterSize(to, 1<<16)
	err = engine.Dump(ctx, input, output)
	if flushErr := output.Flush(); flushErr != nil {
		return errors.Join(err, fmt.Errorf("standard output: %w", flushErr))
	}
	if err != nil {
		return fileError(path, err)
	}
	return nil
}

// formatFlags are those of every verb that reads foreign replays.
func formatFlags(command *cobra.Command, format, profile *string) {
	command.Flags().StringVar(format, "format", "auto", "format `id`, where recognising it is not wanted or not possible")
	command.Flags().StringVar(profile, "profile", "", "layout `variant` of the format")
}
