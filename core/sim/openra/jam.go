package openra

// jamsInfo is what leads missiles astray (JamsMissiles).
type jamsInfo struct {
	reach, chance int32
	whose         relations // whose missiles
}

// jammed draws whether one of the jammers near a missile leads it astray.
func (w *World) jammed(e *effect) bool {
	for _, id := range w.jammers.list(w, func(t *actorType) bool { return t.jams != nil }) {
		a := w.actors[id]
		info := a.typ.jams
		if a.center.sub(e.at).flatSquared() > int64(info.reach)*int64(info.reach) || !w.allow(info.whose, a.owner, e.owner) {
			continue
		}
		if w.behaviour.coarseFacing {
			// Until 20200503 one in so many, by whole numbers: of all, without a draw.
			if w.random.below(100/max(info.chance, 1)) == 0 {
				return true
			}
		} else if w.random.below(100) < info.chance {
			return true
		}
	}
	return false
}
