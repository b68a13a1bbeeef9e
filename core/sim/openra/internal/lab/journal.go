// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
)

// RecordedFrame is one net frame as a recording has it.
type RecordedFrame struct {
	Orders []state.Order
	Hash   int32
	Hashed bool // whether a hash was recorded
}

// journalFrames is how far apart the copies of a journal are, and so how far
// back a laboratory can begin at least.
const journalFrames = 64

// Journal keeps what it takes to play the frames before a difference again: a
// copy of the world every journalFrames frames, what was recorded since, and
// what was seen for the first time in the game and when.
type Journal struct {
	News   News
	older  *engine.World // as it stood before frames[0]
	newer  *engine.World // as it stood journalFrames later, nil before that
	frames []RecordedFrame
	ended  []deadActor
}

// NewJournal returns the journal of a game that has not begun.
func NewJournal() *Journal { return &Journal{} }

// Before notes a frame before it is played: w stands as it does before its
// orders. The orders are kept.
func (j *Journal) Before(w *engine.World, frame RecordedFrame) {
	switch {
	case j.older == nil:
		j.older = &engine.World{}
		w.CopyTo(j.older)
	case len(j.frames) == 2*journalFrames:
		j.older, j.newer = j.newer, j.older
		j.frames = append(j.frames[:0], j.frames[journalFrames:]...)
		w.CopyTo(j.newer)
	case len(j.frames) == journalFrames:
		j.newer = &engine.World{}
		w.CopyTo(j.newer)
	}
	for i := range frame.Orders {
		if o := &frame.Orders[i]; o.Target == state.TargetPosition {
			o.Cell = w.CellContaining(o.Position)
		}
	}
	j.frames = append(j.frames, frame)
	j.News.orders(w, frame.Orders)
}

// After notes what a tick brought.
func (j *Journal) After(w *engine.World) {
	j.News.tick(w)
	for _, e := range w.FreshEnds() {
		j.ended = append(j.ended, deadActor{tick: w.Ticks, Ended: e})
	}
	if extra := len(j.ended) - maxRemembered; extra > 0 {
		j.ended = append(j.ended[:0], j.ended[extra:]...)
	}
}

// maxRemembered is how many of the dead are remembered: they may be blamed.
const maxRemembered = 64

type deadActor struct {
	tick int32
	state.Ended
}

// Follow adds a frame that came after the last one noted and is not played here.
func (j *Journal) Follow(frame RecordedFrame) { j.frames = append(j.frames, frame) }
