// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"fmt"
	"testing"

	"convertd/core/rules"
)

func TestTheTypesUsedLastAreKept(t *testing.T) {
	var keeper TypeKeeper
	compiled := 0
	take := func(i int) {
		keeper.Take(TypeKey{Set: &rules.Ruleset{}, Tileset: fmt.Sprint(i)}, func() *CompiledTypes { return &CompiledTypes{} })
	}
	set := &rules.Ruleset{}
	again := func() {
		keeper.Take(TypeKey{Set: set}, func() *CompiledTypes { compiled++; return &CompiledTypes{} })
	}
	again()
	for i := range keptTypes - 1 {
		take(i)
	}
	again()
	for i := range keptTypes - 1 {
		take(i)
	}
	again()
	if compiled != 1 || len(keeper.kept) != keptTypes {
		t.Fatalf("compiled %d times, %d kept; want once, %d", compiled, len(keeper.kept), keptTypes)
	}
	for i := range keptTypes {
		take(i)
	}
	if again(); compiled != 2 {
		t.Fatalf("compiled %d times: what was not used for long is still there", compiled)
	}
}
