// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestOnlyForceTurnsAGunOnFriendsAndWrecks(t *testing.T) {
	for _, test := range []struct {
		order string
		owner int32
		kind  string
		want  bool
	}{
		{"Attack", 1, "1tnk", true},
		{"Attack", 0, "1tnk", false},
		{"ForceAttack", 0, "1tnk", true},
		{"Attack", 1, "2tnk.husk", false},
		{"ForceAttack", 1, "2tnk.husk", true},
	} {
		for _, gunner := range []string{"2tnk", "v2rl"} {
			w := plain(t)
			gun := w.put(t, gunner, 0, Cell{X: 20, Y: 20})
			victim := w.put(t, test.kind, test.owner, Cell{X: 20, Y: 26})
			victim.HP, victim.Stance = victim.Type.MaxHP, info.StanceHoldFire
			w.give(0, gun, Order{Name: test.order, Target: state.TargetActor, Actor: victim.ID})
			hurt := false
			for range 150 {
				before := victim.HP
				w.Step()
				// Wrecks burn by 200 at a time; a hit costs more.
				hurt = hurt || victim.Dead || before-victim.HP > 300
			}
			if test.want != hurt {
				t.Errorf("%s of a %s on a %s of player %d: hit %t", test.order, gunner, test.kind, test.owner, hurt)
			}
		}
	}
}

func TestMedicsHealTheirOwnSide(t *testing.T) {
	w := plain(t)
	w.put(t, "medi", 0, Cell{X: 20, Y: 20})
	friend, enemy := w.put(t, "e1", 0, Cell{X: 21, Y: 20}), w.put(t, "e6", 1, Cell{X: 20, Y: 21})
	friend.Stance = info.StanceHoldFire
	friend.HP, enemy.HP = friend.Type.MaxHP/2, enemy.Type.MaxHP/2
	w.pass(100)
	if friend.HP <= friend.Type.MaxHP/2 {
		t.Errorf("the friend has %d", friend.HP)
	}
	if enemy.HP > enemy.Type.MaxHP/2 {
		t.Errorf("the enemy has %d", enemy.HP)
	}
}
