// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func TestADogLeapsOnItsVictim(t *testing.T) {
	w := plain(t)
	dog, victim := w.put(t, "dog", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 26, Y: 20})
	w.attack(dog, victim)
	cell, leapt := victim.To, false
	for range 100 {
		w.Step()
		leapt = leapt || dog.Leaping && dog.Center != w.CenterOfCell(dog.To).Add(w.Ground.OffsetOf(dog.ToSub))
		if victim.Dead {
			break
		}
	}
	if !victim.Dead || !leapt || dog.To != cell {
		t.Fatalf("dead %t, leapt %t, the dog is in %v, its victim was in %v", victim.Dead, leapt, dog.To, cell)
	}
	if dog.ShotLasts == 0 || dog.Leaping || dog.Aiming {
		t.Errorf("eating for %d ticks, leaping %t, aiming %t", dog.ShotLasts, dog.Leaping, dog.Aiming)
	}
	w.pass(10)
	at := dog.Center
	w.give(0, dog, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 30, Y: 20}})
	w.pass(5)
	if dog.Center != at {
		t.Error("it runs while it eats")
	}
	w.pass(60)
	if dog.Center == at {
		t.Error("it never goes on")
	}
}

func TestADogRunsWhenItAttacks(t *testing.T) {
	w := plain(t)
	dog := w.put(t, "dog", 0, Cell{X: 20, Y: 20})
	walks := w.speedIn(dog, dog.To)
	w.attack(dog, w.put(t, "e1", 1, Cell{X: 40, Y: 20}))
	w.pass(2)
	if runs := w.speedIn(dog, dog.To); runs != walks*150/100 {
		t.Errorf("it runs at %d and walks at %d", runs, walks)
	}
}

func TestTwoDogsDoNotLeapOnOneVictim(t *testing.T) {
	w := plain(t)
	a, b, victim := w.put(t, "dog", 0, Cell{X: 20, Y: 20}), w.put(t, "dog", 0, Cell{X: 20, Y: 22}), w.put(t, "e1", 1, Cell{X: 22, Y: 21})
	victim.Leaper = a.ID
	if !w.mayLeapAt(a, victim) || w.mayLeapAt(b, victim) {
		t.Error("the second dog leaps, too")
	}
	w.Destroy(a, victim, nil)
	if !w.mayLeapAt(b, victim) {
		t.Error("when the first is dead the second may")
	}
	if w.mayLeapAt(b, w.put(t, "2tnk", 1, Cell{X: 30, Y: 30})) {
		t.Error("dogs do not leap at tanks")
	}
}
