// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// jammed draws whether one of the jammers near a missile leads it astray. The engine
// does not ask whether they are in the world: one in a transport jams on from where
// it boarded.
func (w *World) jammed(e *state.Effect) bool {
	for _, id := range w.jammers.list(w, func(a *Actor) bool { return a.Type.Jams != nil }) {
		a := w.Actors[id]
		if a == nil {
			continue // it went down with its transport, and no list was made since
		}
		info := a.Type.Jams
		if a.Center.Sub(e.At).FlatSquared() > int64(info.Reach)*int64(info.Reach) || !w.allow(info.From, a.Owner, e.Owner) {
			continue
		}
		if w.Release.CoarseFacing {
			// Until 20200503 one in so many, by whole numbers: of all, without a draw.
			if w.Random.Below(100/max(info.Chance, 1)) == 0 {
				return true
			}
		} else if w.Random.Below(100) < info.Chance {
			return true
		}
	}
	return false
}
