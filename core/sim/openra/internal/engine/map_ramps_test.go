// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/internal/fixtures/oramap"
)

func TestOnRampsActorsAreHigherSince2021(t *testing.T) {
	for release, want := range map[string]int32{"release-20200503": 0, "release-20230225": 362} {
		w := play(t, oramap.Meadow(), release, "gdi", "nod")
		c := w.Actors[8].To
		w.Ground.LayRamp(c, 1)
		if got := w.heightAt(w.CenterOfCell(c)); got != want {
			t.Errorf("%s: %d high, not %d", release, got, want)
		}
	}
}

func TestInfantryOfTiberianSunTurnsWhenItIsIdle(t *testing.T) {
	for release, turns := range map[string]bool{"release-20200503": false, "release-20230225": true} {
		w := play(t, oramap.Meadow(), release, "gdi", "nod")
		man := w.put(t, "e1", enginetest.FirstPlayer, Cell{X: 30, Y: 0})
		facing, turned := man.Facing, false
		for range 801 {
			w.Step()
			turned = turned || man.Facing != facing
		}
		if turned != turns {
			t.Errorf("%s: he turned: %t", release, turned)
		}
	}
}

// ts-20230225-rivrrad4-0 of the engine's games, net frames 1 and 52.
func TestAFloaterDrawsWhenItMakesASound(t *testing.T) {
	for version, draws := range map[string]int64{"release-20200503": 1, "release-20230225": 3} {
		w := playing(t, "ts", version)
		before := w.Random.Draws
		floater := w.put(t, "jfish", 0, Cell{X: 30, Y: 0})
		if got := w.Random.Draws - before; got != draws {
			t.Errorf("%s: it draws %d numbers when it comes, not %d", version, got, draws)
		}
		if delay := floater.Type.SoundDelay; draws == 3 && (floater.IdleWait <= delay[0] || floater.IdleWait > delay[1]) {
			t.Errorf("its first sound comes in %d ticks", floater.IdleWait)
		}
		floater.IdleWait = 1
		before = w.Random.Draws
		if w.tickRelease(floater); (w.Random.Draws > before) != (draws == 3) {
			t.Errorf("%s: after a sound it draws %d numbers", version, w.Random.Draws-before)
		}
	}
}
