package openra

import "testing"

func TestASpyInTheRadarTakesTheMap(t *testing.T) {
	w := plain(t)
	spy, dome := w.put(t, "spy", 0, Cell{20, 20}), w.built(t, "dome", 1, Cell{24, 20})
	w.step()
	far := w.ground.index(Cell{70, 70})
	w.players[1].explored[far] = true
	w.infiltrate(spy, dome)
	if !w.players[0].explored[far] || w.players[1].explored[far] {
		t.Errorf("the spy's player knows the corner: %t; its victim: %t", w.players[0].explored[far], w.players[1].explored[far])
	}
}

func TestASpyInASiloBeginsTheChargeAnew(t *testing.T) {
	w, silo := powered(t, "mslo")
	w.pass(100)
	spy := w.put(t, "spy", 1, Cell{20, 20})
	power := w.players[0].power("NukePowerInfoOrder")
	if power == nil || power.remaining != 13500-100 {
		t.Fatalf("the charge: %+v", power)
	}
	w.infiltrate(spy, silo)
	if power.remaining != 13500 {
		t.Errorf("%d ticks are left", power.remaining)
	}
}
