// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/lists"
)

// CopiedPlayers copies players into memory that is there.
func CopiedPlayers(to, from []Player) []Player {
	to = lists.Resized(to, len(from))
	for i := range from {
		old, p := to[i], &to[i]
		*p = from[i]
		p.Powers = lists.Copied(old.Powers, p.Powers)
		p.Queues = CopiedQueues(old.Queues, p.Queues)
		p.Tech = lists.Copied(old.Tech, p.Tech)
		p.Visible = lists.Copied(old.Visible, p.Visible)
		p.Through = lists.Copied(old.Through, p.Through)
		p.Covered = lists.Copied(old.Covered, p.Covered)
		p.Explored = lists.Copied(old.Explored, p.Explored)
		p.Shown = lists.Copied(old.Shown, p.Shown)
		p.Resettled = lists.Copied(old.Resettled, p.Resettled)
		p.Touched = lists.Copied(old.Touched, p.Touched)
		p.IsTouched = lists.Copied(old.IsTouched, p.IsTouched)
		p.Recalls = lists.Copied(old.Recalls, p.Recalls)
	}
	return to
}

// CopiedQueues copies queues into memory that is there.
func CopiedQueues(to, from []Queue) []Queue {
	if from == nil {
		return nil
	}
	to = lists.Resized(to, len(from))
	for i := range from {
		items := to[i].Items
		to[i] = from[i]
		to[i].Items = lists.Copied(items, from[i].Items)
	}
	return to
}

// CopiedStrikes copies strikes into memory that is there.
func CopiedStrikes(to, from []StrikeUnderWay) []StrikeUnderWay {
	if from == nil {
		return nil
	}
	old := to
	to = lists.Resized(to, len(from))
	for i := range from {
		var hit []uint32
		if i < len(old) {
			hit = old[i].Hit
		}
		to[i] = from[i]
		to[i].Hit = lists.Copied(hit, from[i].Hit)
	}
	return to
}
