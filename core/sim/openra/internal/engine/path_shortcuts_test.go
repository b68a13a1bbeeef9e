// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
)

// TestShortcutsChangeNothing holds what saves time to what does without it, with
// actors of every type in the middle of everything they can do.
func TestShortcutsChangeNothing(t *testing.T) {
	for i, game := range enginetest.Duels {
		t.Run(game.Mod+" "+game.Version, func(t *testing.T) {
			var worlds [2]*World
			var noises [2]*enginetest.Noise
			for k := range worlds {
				w, err := New(game.Setup(t))
				if err != nil {
					t.Fatal(err)
				}
				enginetest.Cheat(&w.Options, w.Players)
				worlds[k], noises[k] = w, newNoise(w, uint64(i), 5)
			}
			rested, awake := worlds[0], worlds[1]
			awake.kindsApart = false // names are compared
			for frame := range 250 {
				noises[0].Play(1)
				awake.WakeAll()
				awake.MemoriesChanged()
				noises[1].Play(1)
				if rested.NativeHash() != awake.NativeHash() {
					t.Fatalf("frame %d: with nobody at rest another game is played", frame)
				}
			}
			wantSightOfEverybodyCounted(t, rested)
		})
	}
}

// wantSightOfEverybodyCounted takes back what everybody sees, and what is shown
// without anybody there: nothing may be left of what was counted step by step.
func wantSightOfEverybodyCounted(t *testing.T, w *World) {
	t.Helper()
	for _, a := range w.Actors {
		if a != nil && a.Sight.Active {
			w.ApplySight(a, &a.Sight, -1)
		}
	}
	for i := range w.Outlook.Watches {
		if one := &w.Outlook.Watches[i]; one.Wait == 0 {
			w.ApplyWatch(one, -1)
		}
	}
	for i := range w.Players {
		left := slices.IndexFunc(w.Players[i].Visible, func(viewers uint16) bool { return viewers != 0 })
		if left >= 0 {
			t.Errorf("player %d: cell %d is seen %d times by nobody", i, left, w.Players[i].Visible[left])
		}
	}
}

// TestKindsOfQueuesBeyondTheLastSignAreToldApartByName gives the rules more kinds of
// queues than there are signs.
func TestKindsOfQueuesBeyondTheLastSignAreToldApartByName(t *testing.T) {
	w := plain(t)
	if !w.kindsApart {
		t.Fatal("two kinds of queues have the same sign")
	}
	maker := w.built(t, "tent", 0, Cell{X: 60, Y: 60})
	for i := range info.MaxSigns {
		kind := fmt.Sprintf("kind %d", i)
		w.Types[0].Produces = append(w.Types[0].Produces, kind)
	}
	maker.Type.Produces = append(maker.Type.Produces, "one more")
	w.NumberKinds()
	w.numberQueues()
	w.makers.known = false
	for kind, want := range map[string]bool{"one more": true, "kind 63": false} {
		queue := info.QueueInfo{Kind: kind, Sign: 1 << (info.MaxSigns - 1)}
		if got := w.produces(&w.Players[0], &queue); got != want || w.kindsApart {
			t.Errorf("%s: produced: %t, want %t; all have signs of their own: %t", kind, got, want, w.kindsApart)
		}
	}
}
