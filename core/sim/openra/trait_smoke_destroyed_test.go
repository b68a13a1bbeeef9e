// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

func TestWhatIsDestroyedAtOnceSmokesLikeAnythingHit(t *testing.T) {
	for smoke, want := range map[int32]int64{0: 1, 10: 0} {
		w := plain(t)
		w.step()
		truck := w.put(t, "truk", 0, Cell{X: 20, Y: 20})
		other := w.put(t, "truk", 0, Cell{X: 22, Y: 20})
		truck.smoke[0] = smoke
		smokes := other.typ.Smokes
		other.typ.Smokes = nil
		draws := w.random.draws
		w.destroy(other, other, nil)
		plainDeath := w.random.draws - draws
		other.typ.Smokes = smokes
		draws = w.random.draws
		w.destroy(truck, truck, nil)
		if n := w.random.draws - draws - plainDeath; n != want {
			t.Errorf("with smoke for %d ticks: %d draws more than without, want %d", smoke, n, want)
		}
	}
}
