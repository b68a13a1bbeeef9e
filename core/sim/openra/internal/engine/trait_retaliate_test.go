// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestAnAggressorIsRememberedWhenHeIsGone(t *testing.T) {
	w := plain(t)
	victim, aggressor := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 23, Y: 20})
	w.Damage(victim, aggressor, 100, nil)
	if victim.Aggressor != aggressor.ID {
		t.Fatalf("it blames %d, not %d", victim.Aggressor, aggressor.ID)
	}
	w.Destroy(aggressor, victim, nil)
	w.pass(3)
	if w.Actor(aggressor.ID) != nil || victim.Aggressor != aggressor.ID {
		t.Errorf("three ticks after his end it blames %d", victim.Aggressor)
	}
}

func TestWhatCannotMoveAnswersOnlyWhomItSees(t *testing.T) {
	for _, test := range []struct {
		victim string
		at     Cell
		blames bool
	}{
		{"pbox", Cell{X: 24, Y: 20}, true},
		{"pbox", Cell{X: 40, Y: 20}, false},
		{"2tnk", Cell{X: 24, Y: 20}, true},
		{"2tnk", Cell{X: 40, Y: 20}, true},
	} {
		w := plain(t)
		victim, gun := w.put(t, test.victim, 0, Cell{X: 20, Y: 20}), w.put(t, "arty", 1, test.at)
		victim.Stance = info.StanceAttackAnything
		w.Step()
		if seen := w.VisibleTo(gun, 0); seen != (test.at.X == 24) {
			t.Fatalf("seen at %v: %v", test.at, seen)
		}
		victim.Aggressor = none
		w.cancelAll(victim)
		w.Step()
		victim.Requested, victim.Opportunity = none, none
		w.Damage(victim, gun, 100, nil)
		if blames := victim.Aggressor == gun.ID; blames != test.blames {
			t.Errorf("%s hurt from %v blames %d", test.victim, test.at, victim.Aggressor)
		}
	}
}

func TestAGarrisonThatDiesWithItsBunkerLooksForNobody(t *testing.T) {
	w := plain(t)
	box, gun := w.put(t, "pbox", 0, Cell{X: 20, Y: 20}), w.put(t, "arty", 1, Cell{X: 24, Y: 20})
	inside := w.Actor(box.Passengers[0])
	inside.Stance, box.Stance = info.StanceAttackAnything, info.StanceHoldFire
	draws := w.Random.Draws
	w.Destroy(box, gun, nil)
	if !inside.Dead || inside.Aggressor != none {
		t.Errorf("dead %v, blames %d", inside.Dead, inside.Aggressor)
	}
	if n := w.Random.Draws - draws; n != 1 {
		t.Errorf("%d draws, one for the explosion", n)
	}
}
