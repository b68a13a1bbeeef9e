// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
)

func newDivergence(p *program) *cobra.Command {
	command := &cobra.Command{Use: "divergence", Short: "Look into differences from the recorded game"}
	command.AddCommand(newDivergenceExplain(p), newDivergenceJudge(p), newDivergencePower(p), newDivergenceTrace(p))
	return command
}

// examination is one call of a verb that looks at replays without writing
// anything.
type examination struct {
	program         *program
	json            bool
	format, profile string
	// one looks at one file: it returns what --json prints, and prints the rest.
	one func(ctx context.Context, engine *conversion.Engine, input conversion.Input) (result any, text func(io.Writer) error, err error)
}

func (e examination) command(command *cobra.Command) *cobra.Command {
	command.Args = cobra.MinimumNArgs(1)
	command.RunE = func(command *cobra.Command, arguments []string) error { return e.run(command, arguments) }
	command.Flags().BoolVar(&e.json, "json", false, "print one JSON object per file")
	configListFlag(command.Flags(), "maps", "maps.folders", "`folder` with maps; may be repeated")
	formatFlags(command, &e.format, &e.profile)
	return command
}

func (e *examination) run(command *cobra.Command, files []string) error {
	return e.program.withEngine(command, func(loaded *config.Loaded, engine *conversion.Engine) error {
		var failed batch
		for _, path := range files {
			failed.add(e.program.contain(func() error { return e.file(command.Context(), engine, loaded, path) }))
		}
		return failed.err()
	})
}

func (e *examination) file(ctx context.Context, engine *conversion.Engine, loaded *config.Loaded, path string) error {
	data, err := readSource(path, loaded.Limits.SourceBytes)
	if err != nil {
		return fileError(path, err)
	}
	result, text, err := e.one(ctx, engine, conversion.Input{Name: filepath.Base(path), Data: data, Format: e.format, Profile: e.profile})
	if err != nil {
		return fileError(path, err)
	}
	if e.json {
		return e.program.printJSON(result)
	}
	return text(e.program.stdout)
}
