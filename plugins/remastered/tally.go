// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/ir"
)

// tally counts what went by, for the trailer.
type tally struct {
	kinds     [eventKinds]uint64
	selected  uint64 // objects in all selections of all turns
	lastFrame uint64
}

func (c *tally) turn(t *turn) {
	c.selected += uint64(t.selection)
	if t.complete {
		c.lastFrame = max(c.lastFrame, t.frame)
	}
}

// trailer says what was read. Complete is false if the walk ended in an error.
func (c *tally) trailer(w *walker) ir.Trailer {
	trailer := ir.Trailer{
		Complete: w.err == nil, BytesConsumed: uint64(w.at), LastFrame: c.lastFrame, Ticks: w.turns, Winner: ir.NoPlayer,
	}
	for kind, n := range c.kinds {
		if n > 0 {
			trailer.Commands += n
			trailer.CommandsByType = append(trailer.CommandsByType, ir.Count{Name: eventNames[kind], N: n})
		}
	}
	slices.SortFunc(trailer.CommandsByType, func(a, b ir.Count) int { return strings.Compare(a.Name, b.Name) })
	detail := func(name string, n uint64) {
		trailer.Details = append(trailer.Details, ir.KeyValue{Key: name, Value: strconv.FormatUint(n, 10)})
	}
	detail("complete_frames", w.turns)
	detail("complete_ui_blocks", w.uiBlocks)
	detail("complete_event_blocks", w.eventBlocks)
	detail("selected_targets_total", c.selected)
	if w.repeated > 0 {
		detail("repeated_frames", w.repeated)
	}
	if w.partial {
		detail("partial_frame", w.frame-1)
	}
	return trailer
}
