// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"reflect"
	"testing"

	"convertd/core/sim/openra/internal/state"
	"convertd/internal/filled"
)

func TestEveryPartOfWhatIsRememberedIsLookedAt(t *testing.T) {
	fixed := map[string]bool{
		"Cells": true, "Low": true, "High": true, // an actor's footprint
		"Type": true, "Cell": true, "Center": true, "Facing": true, // what it is, and where
		"Shadow": true, // not state
	}
	kind := reflect.TypeFor[state.FrozenActor]()
	for i := range kind.NumField() {
		var before, after state.FrozenActor
		filled.Fill(reflect.ValueOf(&after).Elem().Field(i), "", nil, new(int))
		if name := kind.Field(i).Name; after.SameAs(&before) != fixed[name] {
			t.Errorf("frozenActor.%s: add it to sameAs, or to this list if it cannot change", name)
		}
	}
}
