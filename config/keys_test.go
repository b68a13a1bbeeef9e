// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"os"
	"strings"
	"testing"
)

// docs/operations.md is what people configure by: it names every key.
func TestEveryKeyIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range append(knownKeys.leaves, knownKeys.maps...) {
		if !strings.Contains(string(page), "`"+key+"`") {
			t.Errorf("docs/operations.md does not name %s", key)
		}
	}
}

func TestEditDistanceCountsSlips(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"workers", "wokers", 1}, {"lveel", "level", 2}, {"same", "same", 0}, {"kitten", "sitting", 3},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("editDistance(%q, %q) is %d, want %d", test.a, test.b, got, test.want)
		}
		if got := editDistance(test.b, test.a); got != test.want {
			t.Errorf("editDistance(%q, %q) is %d, want %d", test.b, test.a, got, test.want)
		}
	}
}
