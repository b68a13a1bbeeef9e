// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/wpos"
)

// What changes again before he looks is followed a change in each look.
func TestWhoAimsAtWhatChangesTwiceFollowsAChangeAtATime(t *testing.T) {
	w := plain(t)
	soldier, vehicle := put(w, t, "e3", 0, wpos.Cell{X: 24, Y: 20}), put(w, t, "mcv", 1, wpos.Cell{X: 20, Y: 20})
	soldier.Stance = info.StanceHoldFire
	attack := w.AttackActivity(soldier, vehicle.ID, true)
	soldier.Activity = attack
	yard, again := becomes(w, t, vehicle, "fact"), (*state.Actor)(nil)
	again = becomes(w, t, yard, "mcv")
	for _, want := range []*state.Actor{yard, again, again} {
		if seen := w.Look(soldier, attack); attack.Host != want.ID || (seen.Actor == nil) != (want == yard) {
			t.Errorf("he aims at %s, not at %s", called(w, attack.Host), called(w, want.ID))
		}
	}
}
