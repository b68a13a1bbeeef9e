// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// copyFrom takes over what another finder knows of the ground of its world.
func (f *finder) copyFrom(from *finder) {
	f.locomotors = copiedLocomotors(f.locomotors, from.locomotors)
}

func copiedLocomotors(to, from []locomotor) []locomotor {
	to = resized(to, len(from))
	for i := range from {
		open, immovable := to[i].open, to[i].immovable
		to[i] = from[i]
		to[i].open = copiedHierarchy(open, from[i].open)
		to[i].immovable = copiedHierarchy(immovable, from[i].immovable)
	}
	return to
}

// copiedHierarchy copies a coarse graph, unless the copy there is still one of
// it: these are the largest part of a world, and they seldom change.
func copiedHierarchy(to, from *hierarchy) *hierarchy {
	switch {
	case from == nil:
		return nil
	case to == nil:
		to = &hierarchy{}
	case to.copyOf == from && to.copied == from.changes && to.changes == from.changes:
		return to
	}
	old := *to
	*to = *from
	to.blockers = copied(old.blockers, from.blockers)
	to.single = copied(old.single, from.single)
	to.local = copied(old.local, from.local)
	to.edges = resized(old.edges, len(from.edges))
	for i := range from.edges {
		to.edges[i] = copied(to.edges[i], from.edges[i])
	}
	to.nodes = nil
	to.dirty = copied(old.dirty, from.dirty)
	to.isDirty = copied(old.isDirty, from.isDirty)
	to.domain = copied(old.domain, from.domain)
	to.copyOf, to.copied = from, from.changes
	return to
}
