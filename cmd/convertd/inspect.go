// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
)

func newInspect(p *program) *cobra.Command {
	inspect := inspection{program: p}
	command := &cobra.Command{
		Use: "inspect FILE...", Short: "Show what is in a replay, an .icrep or an .icsave", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.withEngine(command, func(loaded *config.Loaded, engine *conversion.Engine) error {
				inspect.engine, inspect.loaded = engine, loaded
				var failed batch
				for _, path := range arguments {
					failed.add(p.contain(func() error { return inspect.file(command.Context(), path) }))
				}
				return failed.err()
			})
		},
	}
	command.Flags().BoolVar(&inspect.json, "json", false, "print one JSON object per file")
	command.Flags().BoolVar(&inspect.sections, "sections", false, "list the bytes of every section of an .icrep")
	formatFlags(command, &inspect.format, &inspect.profile)
	return command
}

// inspection is one call of the verb.
type inspection struct {
	program         *program
	engine          *conversion.Engine
	loaded          *config.Loaded
	json, sections  bool
	format, profile string
}

// file prints what is in one file. Damage is an error after what could be read
// was printed.
func (i *inspection) file(ctx context.Context, path string) error {
	data, err := readSource(path, i.loaded.Limits.SourceBytes)
	if err != nil {
		return fileError(path, err)
	}
	name := filepath.Base(path)
	if isOwnRecording(data) {
		return i.recording(path, name, data)
	}
	if isOwnSave(data) {
		return i.save(path, name, data)
	}
	result, damage, err := i.engine.Inspect(ctx, conversion.Input{
		Name: name, Data: data, Format: i.format, Profile: i.profile,
	})
	if err != nil {
		return fileError(path, err)
	}
	if i.json {
		err = i.program.printJSON(result)
	} else if result.Format != "" {
		err = printInspection(i.program.stdout, result)
	}
	if err != nil {
		return err
	}
	if damage != nil {
		return fileError(path, damage)
	}
	return nil
}
