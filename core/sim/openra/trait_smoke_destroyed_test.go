// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

func TestWhatIsDestroyedAtOnceSmokesLikeAnythingHit(t *testing.T) {
	for smoke, want := range map[int32]int64{0: 1, 10: 0} {
		w := plain(t)
		w.step()
		truck := w.put(t, "truk", 0, Cell{X: 20, Y: 20})
		other := w.put(t, "truk", 0, Cell{X: 22, Y: 20})
		truck.Smoke[0] = smoke
		smokes := other.Type.Smokes
		other.Type.Smokes = nil
		draws := w.random.Draws
		w.destroy(other, other, nil)
		plainDeath := w.random.Draws - draws
		other.Type.Smokes = smokes
		draws = w.random.Draws
		w.destroy(truck, truck, nil)
		if n := w.random.Draws - draws - plainDeath; n != want {
			t.Errorf("with smoke for %d ticks: %d draws more than without, want %d", smoke, n, want)
		}
	}
}
