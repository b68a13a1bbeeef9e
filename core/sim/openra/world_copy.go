// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// copyTo makes another world stand as this one does: what is played in one of
// them afterwards does not show in the other. The memory of the other is used
// again, so that thousands of trials from one moment allocate next to nothing.
// What rules, map and lobby give is shared; so is what is never changed once it
// is made. The copy is not observed.
func (w *World) copyTo(to *World) {
	old := *to
	*to = *w
	to.free, to.room, to.scratch = old.free, old.room, old.scratch
	to.observer, to.random.watch = nil, nil
	to.players = copiedPlayers(old.players, w.players)
	to.actors = to.copiedActors(old.actors, w.actors)
	to.activeSet = copied(old.activeSet, w.activeSet)
	to.sums = copied(old.sums, w.sums)
	to.effects = copied(old.effects, w.effects)
	to.tasks = copied(old.tasks, w.tasks)
	to.ends = copied(old.ends, w.ends)
	to.deeds = copied(old.deeds, w.deeds)
	to.strikes = copiedStrikes(old.strikes, w.strikes)
	to.satellites = copied(old.satellites, w.satellites)
	to.successors = copied(old.successors, w.successors)
	to.watches = copied(old.watches, w.watches)
	to.auras = copied(old.auras, w.auras)
	to.contacts = copied(old.contacts, w.contacts)
	to.spans = copied(old.spans, w.spans)
	to.crossings = copied(old.crossings, w.crossings)
	to.steps = copied(old.steps, w.steps)
	to.occupied.copyFrom(&old.occupied, &w.occupied)
	to.bins.copyFrom(&old.bins, &w.bins)
	to.influence = copied(old.influence, w.influence)
	to.resources.kind = copied(old.resources.kind, w.resources.kind)
	to.resources.density = copied(old.resources.density, w.resources.density)
	to.resources.stale = copied(old.resources.stale, w.resources.stale)
	to.resources.terrain = copied(old.resources.terrain, w.resources.terrain)
	to.resources.atStart = copied(old.resources.atStart, w.resources.atStart)
	to.frozen = copied(old.frozen, w.frozen)
	to.memories.in = copied(old.memories.in, w.memories.in)
	to.paths = old.paths
	to.paths.copyFrom(&w.paths)
	to.beginPaths()
	to.makers.ids = copied(old.makers.ids, w.makers.ids)
	to.charging.ids = copied(old.charging.ids, w.charging.ids)
	to.jammers.ids = copied(old.jammers.ids, w.jammers.ids)
	to.bearers.ids = copied(old.bearers.ids, w.bearers.ids)
	to.watchers.ids = copied(old.watchers.ids, w.watchers.ids)
	to.unmodelled.Names = copied(old.unmodelled.Names, w.unmodelled.Names)
}

// copied copies a list into memory that is there; a list that is nil stays it.
func copied[T any](to, from []T) []T {
	switch {
	case from == nil:
		return nil
	case to == nil:
		to = make([]T, 0, len(from))
	}
	return append(to[:0], from...)
}

// resized gives a list the length of another; what it held is kept, to be used
// again.
func resized[T any](list []T, n int) []T {
	if n <= cap(list) {
		return list[:n]
	}
	longer := make([]T, n)
	copy(longer, list[:cap(list)])
	return longer
}

func copiedPlayers(to, from []player) []player {
	to = resized(to, len(from))
	for i := range from {
		old, p := to[i], &to[i]
		*p = from[i]
		p.powers = copied(old.powers, p.powers)
		p.queues = copiedQueues(old.queues, p.queues)
		p.tech = copied(old.tech, p.tech)
		p.visible = copied(old.visible, p.visible)
		p.through = copied(old.through, p.through)
		p.covered = copied(old.covered, p.covered)
		p.explored = copied(old.explored, p.explored)
		p.shown = copied(old.shown, p.shown)
		p.resettled = copied(old.resettled, p.resettled)
		p.touched = copied(old.touched, p.touched)
		p.isTouched = copied(old.isTouched, p.isTouched)
		p.recalls = copied(old.recalls, p.recalls)
	}
	return to
}

func copiedQueues(to, from []queue) []queue {
	if from == nil {
		return nil
	}
	to = resized(to, len(from))
	for i := range from {
		items := to[i].items
		to[i] = from[i]
		to[i].items = copied(items, from[i].items)
	}
	return to
}

// copiedActors copies into the actors that a world has, w, and makes the rest.
func (w *World) copiedActors(to, from []*Actor) []*Actor {
	for _, a := range to[min(len(from), len(to)):] {
		w.drop(a)
	}
	to = resized(to, len(from))
	for i, a := range from {
		switch {
		case a == nil:
			w.drop(to[i])
			to[i] = nil
			continue
		case to[i] == nil:
			to[i] = w.room.actor()
		}
		w.copyActor(to[i], a)
	}
	return to
}

func copiedStrikes(to, from []strikeUnderWay) []strikeUnderWay {
	if from == nil {
		return nil
	}
	old := to
	to = resized(to, len(from))
	for i := range from {
		var hit []uint32
		if i < len(old) {
			hit = old[i].hit
		}
		to[i] = from[i]
		to[i].hit = copied(hit, from[i].hit)
	}
	return to
}

// drop gives back what an actor of an earlier trial was doing.
func (w *World) drop(a *Actor) {
	if a != nil {
		w.releaseTree(a.activity)
		a.activity = nil
	}
}

func (w *World) copyActor(to, from *Actor) {
	w.drop(to)
	old := *to
	*to = *from
	to.activity = w.copiedActivity(from.activity)
	to.sight.Cells = copied(old.sight.Cells, from.sight.Cells)
	to.rally = copied(old.rally, from.rally)
	to.rallyPath = copied(old.rallyPath, from.rallyPath)
	to.dockReserved = copied(old.dockReserved, from.dockReserved)
	to.passengers = copied(old.passengers, from.passengers)
	to.shots = copied(old.shots, from.shots)
	to.queues = copiedQueues(old.queues, from.queues)
}

// copiedActivity copies an activity with all inside and after it.
func (w *World) copiedActivity(from *Activity) *Activity {
	if from == nil {
		return nil
	}
	to := w.newActivity(from.kind)
	to.activityFigures, to.activityProgress = from.activityFigures, from.activityProgress
	to.path = append(to.path[:0], from.path...)
	to.child, to.next = w.copiedActivity(from.child), w.copiedActivity(from.next)
	return to
}

func (m *actorMap) copyFrom(old, from *actorMap) {
	m.heads = copied(old.heads, from.heads)
	m.nodes = copied(old.nodes, from.nodes)
	m.stale = copied(old.stale, from.stale)
	m.filled = copied(old.filled, from.filled)
	m.settled = copied(old.settled, from.settled)
}

func (m *binMap) copyFrom(old, from *binMap) {
	m.bins = resized(old.bins, len(from.bins))
	for i := range from.bins {
		m.bins[i] = copied(m.bins[i], from.bins[i])
	}
	m.add = copied(old.add, from.add)
	m.remove = copied(old.remove, from.remove)
	m.waiting = copied(old.waiting, from.waiting)
	m.owners = copied(old.owners, from.owners)
	m.stale = copied(old.stale, from.stale)
	m.leaving = copied(old.leaving, from.leaving)
	m.where = copied(old.where, from.where)
}
