// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"testing"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// What changes again before he looks is followed a change in each look.
func TestWhoAimsAtWhatChangesTwiceFollowsAChangeAtATime(t *testing.T) {
	w := enginetest.Start(t, engine.New, enginetest.TwoBots(t))
	soldier, vehicle := enginetest.Put(t, w, "e3", 0, wpos.Cell{X: 24, Y: 20}), enginetest.Put(t, w, "mcv", 1, wpos.Cell{X: 20, Y: 20})
	soldier.Stance = info.StanceHoldFire
	attack := w.AttackActivity(soldier, vehicle.ID, true)
	soldier.Activity = attack
	yard, again := enginetest.Become(t, w, vehicle, "fact"), (*state.Actor)(nil)
	again = enginetest.Become(t, w, yard, "mcv")
	for _, want := range []*state.Actor{yard, again, again} {
		if seen := w.Look(soldier, attack); attack.Host != want.ID || (seen.Actor == nil) != (want == yard) {
			t.Errorf("he aims at %s, not at %s", called(w, attack.Host), called(w, want.ID))
		}
	}
}
