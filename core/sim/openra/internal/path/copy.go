// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"convertd/core/sim/openra/internal/lists"
)

// CopyFrom takes over what another finder knows of the ground of its world.
func (f *Finder) CopyFrom(from *Finder) {
	f.Locomotors = copiedLocomotors(f.Locomotors, from.Locomotors)
}

func copiedLocomotors(to, from []Locomotor) []Locomotor {
	to = lists.Resized(to, len(from))
	for i := range from {
		open, immovable := to[i].Open, to[i].Immovable
		to[i] = from[i]
		to[i].Open = copiedHierarchy(open, from[i].Open)
		to[i].Immovable = copiedHierarchy(immovable, from[i].Immovable)
	}
	return to
}

// copiedHierarchy copies a coarse graph, unless the copy there is still one of
// it: these are the largest part of a world, and they seldom change.
func copiedHierarchy(to, from *Hierarchy) *Hierarchy {
	switch {
	case from == nil:
		return nil
	case to == nil:
		to = &Hierarchy{}
	case to.CopyOf == from && to.Copied == from.Changes && to.Changes == from.Changes:
		return to
	}
	old := *to
	*to = *from
	to.Blockers = lists.Copied(old.Blockers, from.Blockers)
	to.Single = lists.Copied(old.Single, from.Single)
	to.Local = lists.Copied(old.Local, from.Local)
	to.Edges = lists.Resized(old.Edges, len(from.Edges))
	for i := range from.Edges {
		to.Edges[i] = lists.Copied(to.Edges[i], from.Edges[i])
	}
	to.Nodes = nil
	to.Dirty = lists.Copied(old.Dirty, from.Dirty)
	to.IsDirty = lists.Copied(old.IsDirty, from.IsDirty)
	to.Domain = lists.Copied(old.Domain, from.Domain)
	to.CopyOf, to.Copied = from, from.Changes
	return to
}
