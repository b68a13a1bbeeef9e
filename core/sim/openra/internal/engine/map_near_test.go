// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"path/filepath"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/corpus"
)

// The map of ra-release-20200503-skirmish is not at hand, but the stock map it
// was made from is. What its own rules add is two hashed traits on every unit
// that drives or walks, the first of them off while it moves, so the recorded hashes
// and those played on the stock map differ by a constant, which grows by the same
// for every new actor: its other cells are hashed. Net frame 394 has the first
// refinery and bombers, and goes on otherwise.
func TestTheRecordingOf20200503IsMetButForItsMap(t *testing.T) {
	const perActor, frames = 121164, 393
	rec := enginetest.ReadRecording(t, filepath.Join(corpus.Dir(t, "orarep"), "ra-release-20200503-skirmish.orarep"))
	setup := rec.Setup(t, enginetest.ReadMap(t, filepath.Join(corpus.Dir(t, "maps"), "forgotten-plains.oramap")))
	// The map at hand is that of a later release, whose turns have 1024 parts.
	for i := range setup.Map.Actors {
		if facing := &setup.Map.Actors[i].Facing; *facing > 0 {
			*facing /= 4
		}
	}
	w := enginetest.Start(t, New, setup)
	var before, count int32
	for i := range frames {
		hash := w.BeginFrame(rec.Orders(i)) + w.withMapTraits()
		for range state.TicksPerFrame {
			w.Advance()
		}
		off := rec.Hashes[i] - hash
		if i > 0 && off-before != perActor*(w.Present.count-count) {
			t.Fatalf("net frame %d: %d off, after %d with %d more actors", i+1, off, before, w.Present.count-count)
		}
		before, count = off, w.Present.count
	}
}

// withMapTraits is what two more hashed traits on every unit with Mobile add to
// the hash: the first is 1 while the unit moves, and all that comes behind them counts
// for more.
func (w *World) withMapTraits() int32 {
	var added, shift int32
	n := w.Present.count
	for _, a := range w.Actors {
		if a == nil {
			continue
		}
		for k := range a.Type.Syncs {
			slot := &a.Type.Syncs[k]
			added += shift * int32(1+a.ID) * (w.TraitHash(a, slot) ^ w.ConditionHash(a, slot))
			n++
			if a.Type.Mobile == nil {
				continue
			}
			switch slot.Key {
			case "Chronoshiftable", "DetectCloaked":
				if a.Movement&state.MovingHorizontal != 0 {
					added += int32(1+a.ID) * (n + shift)
				}
				shift++
			case "HitShape":
				shift++
			}
		}
	}
	return added
}
