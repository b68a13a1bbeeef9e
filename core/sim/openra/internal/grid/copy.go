// SPDX-License-Identifier: GPL-3.0-or-later

package grid

import (
	"convertd/core/sim/openra/internal/lists"
)

// CopyFrom copies into the memory of an old one.
func (m *ActorMap) CopyFrom(old, from *ActorMap) {
	m.Heads = lists.Copied(old.Heads, from.Heads)
	m.Nodes = lists.Copied(old.Nodes, from.Nodes)
	m.Stale = lists.Copied(old.Stale, from.Stale)
	m.Filled = lists.Copied(old.Filled, from.Filled)
	m.Settled = lists.Copied(old.Settled, from.Settled)
}
