// SPDX-License-Identifier: GPL-3.0-or-later

package laws

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/internal/corpus"
)

// mostLines is how long a package may become before a part of it gets a room of its
// own. Tests do not count.
const mostLines = 20_000

func TestNoPackageIsTooLargeToBeReadAsATableOfContents(t *testing.T) {
	packages := 0
	for _, folder := range packageFolders(t, corpus.Repository) {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		if lines > 0 {
			packages++
		}
		if lines > mostLines {
			t.Errorf("%s has %d lines, %d at most: give a part of it a room of its own (docs/adr/0240-the-engine-is-a-stack-of-packages.md)", folder, lines, mostLines)
		}
	}
	if packages < 20 {
		t.Errorf("only %d packages were looked at", packages)
	}
}
