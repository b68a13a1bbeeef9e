// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"errors"

	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
)

// Laboratory plays the frames around the first that disagrees again, each time
// from a copy of the world as it was when all agreed.
type Laboratory struct {
	frames []RecordedFrame // the first is frame number first
	first  int32
	wrong  int             // index of the first that disagrees
	bases  []*engine.World // before each tick of the frames ahead of wrong; before the orders where those come first
	work   *engine.World
	log    tickLog
	plain  []int32 // recorded minus computed from wrong on, as far as they were played
	course []moment
	ended  []deadActor
	habits map[string]int // how often a function drew since the journal began
}

// moment is a copy of the world as it was hashed.
type moment struct {
	world      *engine.World
	difference int32
	terms      []hashTerm
}

// Errors of NewLaboratory.
var (
	// ErrNotReproduced: played from the journal, the game is another one. There
	// is nothing to try then.
	ErrNotReproduced = errors.New("played again from the journal the hashes before the difference are not met")
	// ErrNoDifference: all frames of the journal are met.
	ErrNoDifference = errors.New("there is no frame that differs")
)

// maxCourse is how many frames from the first that disagrees on are looked at
// as a whole.
const maxCourse = 12

// NewLaboratory opens a laboratory at the first frame of the journal that is
// not met; back is how many frames before it trials may begin, at least 1.
func NewLaboratory(j *Journal, back int) (*Laboratory, error) {
	if j.older == nil {
		return nil, ErrNoDifference
	}
	w := &engine.World{}
	j.older.CopyTo(w)
	habits := &logger{log: &tickLog{}}
	w.Observe(habits)
	wrong := -1
	for i := range j.frames {
		if h := w.BeginFrame(j.frames[i].Orders); j.frames[i].Hashed && h != j.frames[i].Hash {
			wrong = i
			break
		}
		ticks(w)
	}
	if wrong < 0 {
		return nil, ErrNoDifference
	}
	start := max(0, wrong-max(back, 1))
	if start == wrong {
		// The game differs from its first frame on: nothing went before it.
		return nil, ErrNotReproduced
	}
	j.older.CopyTo(w)
	for i := range start {
		w.BeginFrame(j.frames[i].Orders)
		ticks(w)
	}
	l := &Laboratory{frames: j.frames[start:], first: w.Frames + 1, wrong: wrong - start, work: &engine.World{}, ended: j.ended, habits: habits.log.habits()}
	l.playBases(w)
	return l, nil
}

// after opens a laboratory at the next difference of a game in which edits were
// made that met that many frames here.
func (l *Laboratory) after(met, back int, edits []*edit) *Laboratory {
	wrong := l.wrong + met
	start := max(wrong-max(back, 1), l.wrong)
	if wrong >= len(l.frames) || start == wrong {
		return nil
	}
	w := &engine.World{}
	from := l.begin(w, edits)
	editor := &editor{edits: edits, lab: l}
	w.Observe(editor)
	for i := from / state.TicksPerFrame; i < start; i++ {
		if from <= i*state.TicksPerFrame {
			l.hashFrame(w, editor, i)
		}
		l.playTicks(w, editor, i, from)
	}
	next := &Laboratory{
		frames: l.frames[start:], first: l.first + int32(start), wrong: wrong - start, work: &engine.World{}, ended: l.ended, habits: l.habits,
	}
	next.playBases(w)
	return next
}

// begin makes a world stand before the first tick in which an edit is made.
func (l *Laboratory) begin(w *engine.World, edits []*edit) (tick int) {
	tick = len(l.bases) - 1
	for _, e := range edits {
		tick = min(tick, e.base)
	}
	l.bases[tick].CopyTo(w)
	return tick
}

// playTicks plays the ticks of a frame, but for those before the one that play
// began with.
func (l *Laboratory) playTicks(w *engine.World, d *editor, frame, from int) {
	for range state.TicksPerFrame - max(from-frame*state.TicksPerFrame, 0) {
		d.beforeTick(w)
		w.Step()
	}
}

// hashFrame executes the orders of a frame.
func (l *Laboratory) hashFrame(w *engine.World, d *editor, frame int) int32 {
	for _, e := range d.edits {
		e.beforeFrame(w, frame)
	}
	d.lastDraws(w)
	return w.BeginFrame(d.orders(frame))
}

// ticks runs the ticks of a net frame.
func ticks(w *engine.World) {
	for range state.TicksPerFrame {
		w.Step()
	}
}

// playBases plays unchanged, keeps a copy before each tick, and notes all that
// happens up to the difference; and how the difference goes on.
func (l *Laboratory) playBases(w *engine.World) {
	log := &logger{log: &l.log}
	for i := range l.frames {
		if i < l.wrong {
			w.Observe(log)
		} else {
			w.Observe(nil)
		}
		if i < l.wrong {
			l.keep(w)
		}
		h := w.BeginFrame(l.frames[i].Orders)
		if i >= l.wrong {
			l.plain = append(l.plain, l.frames[i].Hash-h)
			if len(l.course) < maxCourse {
				l.course = append(l.course, momentOf(w, l.frames[i].Hash-h))
			}
		}
		for k := range state.TicksPerFrame {
			if i < l.wrong && k > 0 {
				l.keep(w)
			}
			w.ForgetEnds()
			w.Step()
			if i < l.wrong {
				l.log.ends(w)
			}
		}
	}
}

func momentOf(w *engine.World, difference int32) moment {
	still := &engine.World{}
	w.CopyTo(still)
	return moment{world: still, difference: difference, terms: hashTerms(still)}
}

func (l *Laboratory) keep(w *engine.World) {
	base := &engine.World{}
	w.CopyTo(base)
	l.bases = append(l.bases, base)
}

// outcome is what a trial came to.
type outcome struct {
	// met is how many frames from the first that disagrees on are met, new how
	// many of them say something of their own: where the unchanged game goes on
	// differing by the same amount, one frame says no more than the one before.
	met, news int
	// change is by how much the first frame that disagrees came out otherwise;
	// wrong before it if a frame was missed that is met without any edit.
	change  int32
	spoiled bool
}

// try plays with edits, from the tick in which the first of them is made.
func (l *Laboratory) try(edits ...*edit) outcome {
	w := l.work
	from := l.begin(w, edits)
	editor := &editor{edits: edits, lab: l}
	w.Observe(editor)
	defer w.Observe(nil)
	var out outcome
	for i := from / state.TicksPerFrame; i < len(l.frames); i++ {
		if from <= i*state.TicksPerFrame && !l.judge(i, l.hashFrame(w, editor, i), &out) {
			return out
		}
		l.playTicks(w, editor, i, from)
	}
	return out
}

// judge notes what a frame came to, and whether the trial goes on.
func (l *Laboratory) judge(frame int, hash int32, out *outcome) (goes bool) {
	recorded := &l.frames[frame]
	met := !recorded.Hashed || hash == recorded.Hash
	at := frame - l.wrong
	switch {
	case at < 0:
		out.spoiled = !met
		return met
	case at == 0:
		out.change = hash - (recorded.Hash - l.plain[0])
	}
	if !met {
		return false
	}
	out.met++
	if at == 0 || l.plain[at] != l.plain[at-1] {
		out.news++
	}
	return true
}
