// SPDX-License-Identifier: GPL-3.0-or-later

package documents_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"convertd/internal/corpus"
)

// citation is a page of the documentation, and perhaps a place in it, as comments name
// them.
var citation = regexp.MustCompile(`docs/[a-z0-9/-]+\.md(#[a-z0-9_-]+)?`)

// A fact that a comment cites stands in the repository: readers have no other documents.
func TestWhatTheCodeCitesStandsInTheRepository(t *testing.T) {
	root := corpus.Repository
	listing := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "*.go", "*.proto", "*.ts", "*.tsx")
	listing.Dir = root
	files, err := listing.Output()
	if err != nil {
		t.Skipf("the list of files is git's: %v", err)
	}
	places := map[string]map[string]bool{}
	cited := 0
	for _, file := range strings.Split(strings.TrimRight(string(files), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for number, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, "// ") && strings.Contains(line[strings.Index(line, "// "):], "\u00a7") {
				t.Errorf("%s:%d cites a section by its number: name the page and its anchor", file, number+1)
			}
			for _, name := range citation.FindAllString(line, -1) {
				cited++
				page, anchor, _ := strings.Cut(name, "#")
				if places[page] == nil {
					if _, err := os.Stat(filepath.Join(root, page)); err != nil {
						t.Errorf("%s:%d cites %s, which does not exist", file, number+1, page)
						continue
					}
					places[page] = anchors(t, filepath.Join(root, page))
				}
				if anchor != "" && !places[page][anchor] {
					t.Errorf("%s:%d cites %s: the page has no such place", file, number+1, name)
				}
			}
		}
	}
	if cited < 300 {
		t.Errorf("only %d citations were found", cited)
	}
}
