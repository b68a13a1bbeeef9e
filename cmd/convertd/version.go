// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"convertd/core/ir"
	"convertd/printable"
)

// version of convertd. It is written into every result, so it changes only
// with a release.
const version = "0.1.0"

func newVersion(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			facts := struct {
				Version   string `json:"version"`
				Revision  string `json:"revision"`
				Go        string `json:"go"`
				IRVersion int    `json:"ir_version"`
			}{version, revision(), runtime.Version(), ir.Version}
			if asJSON {
				return p.printJSON(facts)
			}
			_, err := printable.Fprintf(p.stdout, "convertd %s (revision %s, %s, IR version %d)\n", facts.Version, facts.Revision, facts.Go, facts.IRVersion)
			return err
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

// revision is the commit the program was built from, "unknown" if it was
// built outside of one and "+changes" added if files were changed.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	commit, changed := "unknown", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			commit = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changed = "+changes"
		}
	}
	return commit + changed
}

// buildIdentity names this very program in the address of results: two
// programs that could make different bytes never share one.
func buildIdentity() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("own executable: %w", err)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("own executable: %w", err)
	}
	defer file.Close() //nolint:errcheck // read only
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return "", fmt.Errorf("own executable: %w", err)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}
