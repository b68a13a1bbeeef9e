// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// Queue is the state of one production queue.
type Queue struct {
	Info         *info.QueueInfo
	Enabled      bool
	ValidFaction bool
	Items        []Item
	// maker is the building a queue belongs to, none for those of a player, and
	// index its place among that building's.
	Maker uint32
	Index int32
}

// Item is one thing being built.
type Item struct {
	Type          *info.ActorType
	TotalCost     int32
	TotalTime     int32
	RemainingTime int32
	RemainingCost int32
	OrePaid       int32
	Slowdown      int32
	Paused        bool
	Done          bool
	Started       bool
}

// Pause halts what is being built of a type, or lets it go on.
func (q *Queue) Pause(t *info.ActorType, paused bool) {
	for i := range q.Items {
		if q.Items[i].Type == t {
			q.Items[i].Paused = paused
			return
		}
	}
}
