// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"
	"testing"
)

// TestEveryActivityHasARule holds the table to the kinds: each has the name reports give
// it, none has another's, and what a damaged file makes up ends at once.
func TestEveryActivityHasARule(t *testing.T) {
	known := map[string]activityKind{}
	for kind := range activityCount {
		name := kindName(kind)
		if other, twice := known[name]; twice || name == "" {
			t.Errorf("kind %d is called %q, as kind %d is", kind, name, other)
		}
		known[name] = kind
	}
	if name := kindName(activityCount); !strings.HasPrefix(name, "activity ") {
		t.Errorf("what is no kind is called %q", name)
	}
	var w World
	if !w.tickActivity(&Actor{}, &Activity{activityFigures: activityFigures{kind: activityCount + 1}}, nil) {
		t.Error("what is no kind goes on")
	}
}
