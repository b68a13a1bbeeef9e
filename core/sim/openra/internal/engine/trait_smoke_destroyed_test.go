// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

func TestWhatIsDestroyedAtOnceSmokesLikeAnythingHit(t *testing.T) {
	for smoke, want := range map[int32]int64{0: 1, 10: 0} {
		w := plain(t)
		w.Step()
		truck := w.put(t, "truk", 0, Cell{X: 20, Y: 20})
		other := w.put(t, "truk", 0, Cell{X: 22, Y: 20})
		truck.Smoke[0] = smoke
		smokes := other.Type.Smokes
		other.Type.Smokes = nil
		draws := w.Random.Draws
		w.Destroy(other, other, nil)
		plainDeath := w.Random.Draws - draws
		other.Type.Smokes = smokes
		draws = w.Random.Draws
		w.Destroy(truck, truck, nil)
		if n := w.Random.Draws - draws - plainDeath; n != want {
			t.Errorf("with smoke for %d ticks: %d draws more than without, want %d", smoke, n, want)
		}
	}
}
