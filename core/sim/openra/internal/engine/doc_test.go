// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTheGuideNamesEveryRoom keeps "Where to find what" in doc.go true: the first
// word of a file name is a room of the guide, and no room is empty.
func TestTheGuideNamesEveryRoom(t *testing.T) {
	guide, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]int{}
	for _, room := range regexp.MustCompile(`(?m)^//   - ([a-z]+): `).FindAllStringSubmatch(string(guide), -1) {
		files[room[1]] = 0
	}
	listing, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range listing {
		name, isGo := strings.CutSuffix(entry.Name(), ".go")
		if !isGo || strings.HasPrefix(name, "doc") {
			continue
		}
		room, _, _ := strings.Cut(name, "_")
		if _, known := files[room]; !known {
			t.Errorf("%s.go belongs to no room of the guide in doc.go", name)
		}
		files[room]++
	}
	for room, count := range files {
		if count == 0 {
			t.Errorf("the guide names %s, but no file is called so", room)
		}
	}
}
