// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/icrep"
	"convertd/core/icreptools"
)

func newDump(p *program) *cobra.Command {
	var input conversion.Input
	var raw bool
	command := &cobra.Command{
		Use: "dump FILE", Short: "Print every native record of a replay, or every order of an .icrep, as one line", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.withEngine(command, func(loaded *config.Loaded, engine *conversion.Engine) error {
				lines, to := engine.Dump, p.stdout
				if raw {
					if !isTerminal(p.piped) {
						to = &standardOutput{p.piped} // every byte as it is: the digests of the oracles are over them
					}
					printf(p.stderr, "convertd: --raw: the lines hold network addresses, accounts and names as they stand in the file: think before you pass them on\n")
					lines = engine.DumpRaw
				}
				return dump(command.Context(), lines, loaded, input, arguments[0], to)
			})
		},
	}
	command.Flags().BoolVar(&raw, "raw", false, "print addresses and account names as they stand in the file, for your own eyes")
	formatFlags(command, &input.Format, &input.Profile)
	return command
}

// printLines writes the native records of a replay.
type printLines func(ctx context.Context, input conversion.Input, output io.Writer) error

// dump prints one file's records. Those before damage are printed, then the
// error is returned.
func dump(ctx context.Context, lines printLines, loaded *config.Loaded, input conversion.Input, path string, to io.Writer) (err error) {
	input.Name = filepath.Base(path)
	if input.Data, err = readSource(path, loaded.Limits.SourceBytes); err != nil {
		return fileError(path, err)
	}
	output := bufio.NewWriterSize(to, 1<<16)
	if isOwnRecording(input.Data) {
		err = dumpRecording(input.Data, output)
	} else {
		err = lines(ctx, input, output)
	}
	if flushErr := output.Flush(); flushErr != nil && !errors.Is(err, errStandardOutput) {
		return errors.Join(err, flushErr)
	}
	if err != nil && !errors.Is(err, errStandardOutput) {
		return fileError(path, err)
	}
	return err
}

// dumpRecording prints the orders of an .icrep.
func dumpRecording(data []byte, to io.Writer) error {
	reader, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	_, err = icreptools.WriteOrders(to, reader)
	return err
}

// formatFlags are those of every verb that reads foreign replays.
func formatFlags(command *cobra.Command, format, profile *string) {
	command.Flags().StringVar(format, "format", "auto", "format `id`, where recognising it is not wanted or not possible")
	command.Flags().StringVar(profile, "profile", "", "layout `variant` of the format")
}
