package openra

// Sight is part of play because what a player remembers of buildings is hashed
// (openra-world-releases.md §C).

// shown values of a cell.
const (
	shownShroud uint8 = iota
	shownFog
	shownVisible
)

// sightSource is the part of the map an actor sees from.
type sightSource struct {
	cells  []Cell // occupied cells when it was last measured
	center Pos
	active bool
	// disabled has a bit for each of the type's sights whose condition did not
	// hold when it was last looked at (RevealsShroud.CachedTraitDisabled).
	disabled uint8
}

// maxSights is the most sights an actor type has; the rules need three.
const maxSights = 8

// addSight lets an actor see from where it is.
func (w *World) addSight(a *Actor) {
	a.sightCell, a.sightCenter = cellContaining(a.center), a.center
	w.measureSight(a)
	w.applySight(a, 1)
	a.sight.active = true
}

func (w *World) removeSight(a *Actor) {
	if a.sight.active {
		w.applySight(a, -1)
		a.sight.active = false
	}
}

func (w *World) refreshSight(a *Actor) {
	a.sightCell, a.sightCenter = cellContaining(a.center), a.center
	if !a.inWorld {
		return
	}
	w.removeSight(a)
	w.measureSight(a)
	w.applySight(a, 1)
	a.sight.active = true
}

// sightThreshold is how far a unit moves before its sight is measured anew.
const sightThreshold = 256

func (w *World) sightMoved(a *Actor) {
	if !a.inWorld {
		return
	}
	d := a.center.sub(a.sightCenter)
	if d.squared() <= sightThreshold*sightThreshold && cellContaining(a.center) == a.sightCell {
		return
	}
	w.refreshSight(a)
}

// tickSight lets an actor see more or less when a condition of its sights
// changed.
func (w *World) tickSight(a *Actor) {
	if a.inWorld && w.disabledSights(a) != a.sight.disabled {
		w.refreshSight(a)
	}
}

// disabledSights are the sights of an actor whose conditions do not hold now.
func (w *World) disabledSights(a *Actor) uint8 {
	var disabled uint8
	for i := range a.typ.sights {
		if i < maxSights && !w.holds(a, a.typ.sights[i].requires) {
			disabled |= 1 << i
		}
	}
	return disabled
}

// sightHash is the hash of one RevealsShroud in the fork. In the releases the
// flag of the condition cancels it out (openra-world-releases.md §B.7).
func (w *World) sightHash(a *Actor, index int32) int32 {
	if index >= maxSights || w.behaviour.conditionalHash {
		return 0
	}
	return int32(a.sight.disabled >> index & 1)
}

func (w *World) measureSight(a *Actor) {
	a.sight.cells = a.sight.cells[:0]
	a.sight.center = a.center
	a.sight.disabled = w.disabledSights(a)
	w.footprintCells(a, func(c Cell, _ subCell) { a.sight.cells = append(a.sight.cells, c) })
}

// applySight adds or takes a source for everybody who shares its owner's
// sight.
func (w *World) applySight(a *Actor, change int) {
	for i := range a.typ.sights {
		info := &a.typ.sights[i]
		if info.maxRange <= info.minRange || i < maxSights && a.sight.disabled>>i&1 != 0 {
			continue
		}
		w.scratch.cells = w.scratch.cells[:0]
		if info.fromCenter {
			w.cellsInRange(a.sight.center, info)
		} else {
			for _, c := range a.sight.cells {
				w.cellsInRange(w.centerOfCell(c), info)
			}
		}
		w.share(a.owner, dedupe(w, w.scratch.cells), change)
	}
}

// cellsInRange collects the cells around a position in the scratch list.
func (w *World) cellsInRange(at Pos, info *sightInfo) {
	at.Y -= at.Z
	middle := cellContaining(at)
	low, high := int64(info.minRange)*int64(info.minRange), int64(info.maxRange)*int64(info.maxRange)
	for _, ring := range w.annulus(info.minRange/1024, (info.maxRange+1023+512)/1024) {
		c := middle.add(ring.at)
		if !w.ground.contains(c) {
			continue
		}
		d := w.centerOfCell(c).sub(at).flatSquared()
		if d <= high && (d == 0 || d > low) {
			w.scratch.cells = append(w.scratch.cells, c)
		}
	}
}

// dedupe drops repeated cells; a search layer serves as the set.
func dedupe(w *World, cells []Cell) []Cell {
	marks := &w.scratch.layers[0]
	marks.begin(w.ground.width * w.ground.height)
	kept := cells[:0]
	for _, c := range cells {
		i := w.ground.index(c)
		if marks.nodes[i].stamp == marks.stamp {
			continue
		}
		marks.nodes[i].stamp = marks.stamp
		marks.nodes[i].status = nodeUnvisited
		kept = append(kept, c)
	}
	return kept
}

func (w *World) share(owner int32, cells []Cell, change int) {
	for i := range w.players {
		if !w.allied(owner, int32(i)) {
			continue
		}
		p := &w.players[i]
		for _, c := range cells {
			at := w.ground.index(c)
			if change > 0 {
				p.visible[at]++
				p.explored[at] = true
			} else {
				p.visible[at]--
			}
			p.touch(at)
		}
	}
}

func (p *player) touch(at int32) {
	if !p.isTouched[at] {
		p.isTouched[at] = true
		p.touched = append(p.touched, at)
	}
}

// tickShroud settles the cells that changed and tells remembered buildings.
func (w *World) tickShroud(p *player) {
	for _, at := range p.touched {
		p.isTouched[at] = false
		now := shownShroud
		if p.explored[at] {
			now = shownFog
			if p.visible[at] > 0 {
				now = shownVisible
			}
		}
		if p.shown[at] != now {
			p.shown[at] = now
			w.shroudChanged(p, at)
		}
	}
	p.touched = p.touched[:0]
}

// sees reports whether a player sees a cell now.
func (w *World) sees(p *player, c Cell) bool {
	if !w.ground.within(c) {
		return false
	}
	return !w.options.fog || p.shroudDisabled || p.shown[w.ground.index(c)] == shownVisible
}
