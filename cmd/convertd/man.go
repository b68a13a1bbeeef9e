// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan makes manual pages for packagers. It is hidden: people have --help.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write manual pages into a folder", Args: cobra.ExactArgs(1), Hidden: true,
		RunE: func(command *cobra.Command, arguments []string) error {
			root := command.Root()
			root.DisableAutoGenTag = true // pages of one version are the same each time
			date := time.Unix(0, 0).UTC()
			if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
				date = time.Unix(seconds, 0).UTC()
			}
			err := doc.GenManTree(root, &doc.GenManHeader{
				Title: "CONVERTD", Section: "1", Date: &date, Source: "convertd " + version(), Manual: "convertd",
			}, arguments[0])
			if err != nil {
				return fmt.Errorf("manual pages cannot be written: %w", err)
			}
			return nil
		},
	}
}
