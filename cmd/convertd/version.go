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
	"strings"

	"github.com/spf13/cobra"

	"convertd/core/ir"
	"convertd/printable"
)

// unversioned is the version of a program that Go noted none in: `go run`,
// `go test`, and builds outside of a repository.
const unversioned = "0.0.0-devel"

// provenance says which source a program was built from.
type provenance struct {
	Version  string // semantic versioning, without the v of the tag
	Revision string // the commit, or "unknown"
	Tree     string // "unchanged" or "changed" since that commit, or "unknown"
}

// ownProvenance is that of this program. Go takes the version from the tag of
// the commit; without one it is made from the last tag, the date and the commit.
func ownProvenance() provenance {
	info, _ := debug.ReadBuildInfo()
	return provenanceOf(info)
}

// version of convertd. It is written into every result.
func version() string { return ownProvenance().Version }

func provenanceOf(info *debug.BuildInfo) provenance {
	from := provenance{Version: unversioned, Revision: "unknown", Tree: "unknown"}
	if info == nil {
		return from
	}
	if number, tagged := strings.CutPrefix(info.Main.Version, "v"); tagged {
		from.Version = number
	}
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			from.Revision = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			from.Tree = "changed"
		case setting.Key == "vcs.modified":
			from.Tree = "unchanged"
		}
	}
	return from
}

func newVersion(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return p.printVersionJSON(ownProvenance())
			}
			return p.printVersion(ownProvenance())
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

func (p *program) printVersion(from provenance) error {
	_, err := printable.Fprintf(p.stdout, "convertd %s (commit %s, tree %s, %s, IR version %d)\n", from.Version, from.Revision, from.Tree, runtime.Version(), ir.Version)
	return err
}

func (p *program) printVersionJSON(from provenance) error {
	return p.printJSON(struct {
		Version   string `json:"version"`
		Revision  string `json:"revision"`
		Tree      string `json:"tree"`
		Go        string `json:"go"`
		IRVersion int    `json:"ir_version"`
	}{from.Version, from.Revision, from.Tree, runtime.Version(), ir.Version})
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
