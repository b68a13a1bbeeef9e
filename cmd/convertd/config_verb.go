// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"github.com/spf13/cobra"

	"convertd/printable"
)

func newConfig(p *program) *cobra.Command {
	command := &cobra.Command{Use: "config", Short: "Show or check the configuration", Args: cobra.ArbitraryArgs}
	command.AddCommand(newConfigShow(p), newConfigCheck(p))
	return command
}

func newConfigShow(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "show", Short: "Print every setting and where its value came from", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			settings := loaded.Settings()
			if asJSON {
				return p.printJSON(map[string]any{"file": loaded.File, "settings": settings})
			}
			table := printable.NewTable(p.stdout)
			printf(table, "KEY\tVALUE\tFROM\n")
			for _, setting := range settings {
				printf(table, "%s\t%v\t%s\n", setting.Key, setting.Value, setting.Origin)
			}
			return table.Flush()
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

func newConfigCheck(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Say whether the configuration is valid, and open the files and folders it names", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			if err := p.checkNamed(loaded); err != nil {
				return err
			}
			source := "no file; defaults, environment and flags only"
			if loaded.File != "" {
				source = loaded.File
			}
			_, err = printable.Fprintf(p.stdout, "valid (%s)\n", source)
			return err
		},
	}
}
