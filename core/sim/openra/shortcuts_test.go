package openra

import (
	"slices"
	"testing"
)

// TestShortcutsChangeNothing holds what saves time to what does without it, with
// actors of every type in the middle of everything they can do.
func TestShortcutsChangeNothing(t *testing.T) {
	for i, game := range duels {
		t.Run(game.mod+" "+game.version, func(t *testing.T) {
			var worlds [2]*World
			var noises [2]*noise
			for k := range worlds {
				w, err := New(duel(t, game.mod, game.version, game.one, game.other))
				if err != nil {
					t.Fatal(err)
				}
				w.letEverybodyCheat()
				worlds[k], noises[k] = w, newNoise(w, uint64(i), 5)
			}
			rested, awake := worlds[0], worlds[1]
			for frame := range 250 {
				noises[0].play(rested, 1)
				awake.stirAll()
				awake.memoriesChanged()
				noises[1].play(awake, 1)
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
	for _, a := range w.actors {
		if a != nil && a.sight.active {
			w.applySight(a, &a.sight, -1)
		}
	}
	for i := range w.watches {
		if one := &w.watches[i]; one.wait == 0 {
			w.applyWatch(one, -1)
		}
	}
	for i := range w.players {
		left := slices.IndexFunc(w.players[i].visible, func(viewers uint16) bool { return viewers != 0 })
		if left >= 0 {
			t.Errorf("player %d: cell %d is seen %d times by nobody", i, left, w.players[i].visible[left])
		}
	}
}
