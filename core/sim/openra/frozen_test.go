package openra

import (
	"slices"
	"testing"
)

// TestAPlayerRecallsEveryBuildingOfAnEnemyThatHeRemembers lets buildings come up, come
// in sight and out of it, change hands and go, and asks each time whether what a
// player's units look through has all that they could choose.
func TestAPlayerRecallsEveryBuildingOfAnEnemyThatHeRemembers(t *testing.T) {
	w := playing(t, "ra", "{DEV_VERSION}")
	asked := 0
	ask := func(when string) {
		t.Helper()
		for player := range int32(len(w.players)) {
			recalls := w.recallsOf(player)
			for i := range w.frozen {
				f := &w.frozen[i]
				if f.known&f.shown>>uint(player)&1 == 0 || !w.hostile(player, f.ownerTo(player)) {
					continue
				}
				if asked++; !slices.Contains(recalls, int32(i)) {
					t.Errorf("%s: player %d does not recall the %s at %v", when, player, f.typ.name, f.cell)
				}
			}
			if !slices.IsSorted(recalls) {
				t.Errorf("%s: player %d recalls %v, in another order than they came up", when, player, recalls)
			}
		}
	}
	ask("before")
	silo := w.built(t, "silo", 1, Cell{60, 60})
	far := w.built(t, "silo", 1, Cell{80, 60})
	ask("when it is built")
	scout := w.put(t, "e1", 0, Cell{62, 62})
	scout.stance = stanceHoldFire
	w.pass(2)
	ask("when it is seen")
	w.dispose(scout)
	w.pass(2)
	ask("when it is out of sight")
	own := w.built(t, "powr", 0, Cell{100, 60})
	w.pass(1)
	ask("when another is built")
	w.changeOwner(own, 1)
	ask("when it changes hands")
	w.changeOwner(silo, 0)
	ask("when it changes hands out of sight")
	nobodys := w.built(t, "silo", 2, Cell{20, 100})
	w.players[0].enemies &^= 1 << 2
	ask("when a third player is no enemy")
	w.changeOwner(nobodys, 1)
	ask("when an enemy takes something of the third player's")
	w.frozen[0].known = 0
	w.dropForgotten()
	ask("when one is forgotten")
	w.dispose(far)
	w.pass(3)
	ask("when another is gone")
	if asked == 0 {
		t.Error("nobody remembers anything")
	}
}
