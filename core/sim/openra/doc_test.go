// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTheGuideNamesEveryFileOnce keeps "Where to find what" in doc.go true.
func TestTheGuideNamesEveryFileOnce(t *testing.T) {
	guide, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`[a-z_]+\.go\b`).FindAllString(string(guide), -1)
	slices.Sort(named)
	listing, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, entry := range listing {
		if name := entry.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && name != "doc.go" {
			files = append(files, name)
		}
	}
	for _, name := range files {
		if !slices.Contains(named, name) {
			t.Errorf("%s is not in the guide", name)
		}
	}
	for i, name := range named {
		if !slices.Contains(files, name) || i > 0 && named[i-1] == name {
			t.Errorf("the guide names %s, which is gone or named twice", name)
		}
	}
}
