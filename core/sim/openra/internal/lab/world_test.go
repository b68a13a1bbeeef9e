// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"testing"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
)

func TestExplanationNamesWhatIsWrong(t *testing.T) {
	right, wrong := enginetest.Start(t, engine.New, enginetest.TwoBots(t)), enginetest.Start(t, engine.New, enginetest.TwoBots(t))
	for range 30 {
		right.Frame(nil)
		wrong.Frame(nil)
	}
	recorded := right.NativeHash()
	if e := Explain(wrong, recorded); e.Difference != 0 || len(e.Candidates) != 0 {
		t.Errorf("equal worlds differ: %+v", e)
	}
	unit := enginetest.Named(wrong.Actors, "mcv")
	unit.HP -= 123
	e := Explain(wrong, recorded)
	if len(e.Candidates) == 0 || e.Candidates[0].String() != fmt.Sprintf("Health of mcv %d is %d there and %d here", unit.ID, unit.HP+123, unit.HP) {
		t.Errorf("health: %v", e.Candidates)
	}
	unit.HP += 123
	right.Random.Raw()
	right.Random.Raw()
	if e := Explain(wrong, right.NativeHash()); len(e.Candidates) == 0 || e.Candidates[0].String() != "the recorded game drew 2 more" {
		t.Errorf("draws: %v", e.Candidates)
	}
}
