package openra

import "testing"

func TestAnAggressorIsRememberedWhenHeIsGone(t *testing.T) {
	w := plain(t)
	victim, aggressor := w.put(t, "2tnk", 0, Cell{20, 20}), w.put(t, "2tnk", 1, Cell{23, 20})
	w.damage(victim, aggressor, 100, nil)
	if victim.aggressor != aggressor.ID {
		t.Fatalf("it blames %d, not %d", victim.aggressor, aggressor.ID)
	}
	w.destroy(aggressor, victim, nil)
	w.pass(3)
	if w.actor(aggressor.ID) != nil || victim.aggressor != aggressor.ID {
		t.Errorf("three ticks after his end it blames %d", victim.aggressor)
	}
}
