// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"fmt"

	"convertd/core/order"
)

// Limits of one conversion. They bound what a hostile replay can cost.
const (
	// MaxTicks is the longest game that is simulated: 90 minutes in
	// milliseconds, or 30 hours at 50 ticks a second.
	MaxTicks = 90 * 60 * 1000
	// maxAhead bounds how many orders, or sync samples, are held while the
	// other of the two has not caught up. Decoders send both in order of
	// ticks, so they are a batch apart.
	maxAhead = 1 << 16
	// maxWarnings bounds the warnings kept; all are counted.
	maxWarnings = 200
	// maxForeignIDs bounds the distinct foreign ids counted.
	maxForeignIDs = 1 << 20
	// maxCameras bounds the samples of cameras that are read ahead of the tick that is
	// played. More of them come only where a stream says a great deal about cameras
	// before it says anything else.
	maxCameras = 1 << 16
)

// A game is believed to be as long as the bytes recorded of it can make it: so much
// game time for each, beside a stretch in which nothing happens at all. The longest
// that any known format packs into a byte is a fifth of a second; each decoder of
// ours holds its own to closer bounds.
const (
	bytesPerSecond = 2
	idleSeconds    = 20 * 60
	// idleTicks bounds that stretch for games that count milliseconds.
	idleTicks = 120_000
	// mostPerSecond are milliseconds, the finest that any format counts; a header may
	// name any rate.
	mostPerSecond = 1000
	mostPerByte   = 128 // of them
)

// credibleTicks is the length of the longest game that a file of this size is
// believed to hold; of a size that is not known, 0, any that is played at all.
func credibleTicks(sourceBytes uint64, rate order.TickRate) uint64 {
	if sourceBytes == 0 {
		return MaxTicks
	}
	perSecond := min(mostPerSecond, uint64(rate.Num)/max(1, uint64(rate.Den))+1)
	idle := min(idleTicks, idleSeconds*perSecond)
	carried := min(sourceBytes, MaxTicks) * perSecond / bytesPerSecond
	return min(MaxTicks, idle+min(carried, min(sourceBytes, MaxTicks)*mostPerByte))
}

// LimitError means that a replay passed a limit of the conversion. It is not
// worth trying again.
type LimitError struct {
	What  string
	Limit uint64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s exceeds the limit of %d", e.What, e.Limit)
}

// StreamError means that a decoder broke the contract of its stream: order of
// events, ticks going back. The decoder is at fault, not the replay.
type StreamError struct{ Message string }

func (e *StreamError) Error() string { return "decoder stream: " + e.Message }
