// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"
	"testing"

	"convertd/core/sim/openra/internal/state"
)

// TestEveryActivityHasARule holds the table to the kinds: each has the name reports give
// it, none has another's, and what a damaged file makes up ends at once.
func TestEveryActivityHasARule(t *testing.T) {
	known := map[string]state.ActivityKind{}
	for kind := range state.ActivityCount {
		name := KindName(kind)
		if other, twice := known[name]; twice || name == "" {
			t.Errorf("kind %d is called %q, as kind %d is", kind, name, other)
		}
		known[name] = kind
	}
	if name := KindName(state.ActivityCount); !strings.HasPrefix(name, "activity ") {
		t.Errorf("what is no kind is called %q", name)
	}
	var w World
	if !w.tickActivity(&Actor{}, &Activity{ActivityFigures: state.ActivityFigures{Kind: state.ActivityCount + 1}}, nil) {
		t.Error("what is no kind goes on")
	}
}
