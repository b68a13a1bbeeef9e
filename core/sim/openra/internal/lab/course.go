// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"

	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/core/sim/openra/internal/engine"
)

// Course is one trait, perhaps beside a shift of the random numbers, that
// accounts for several frames on end: the difference changes from frame to
// frame, and one and the same trait explains each.
type Course struct {
	What   string `json:"what"`
	Draws  int    `json:"draws,omitempty"` // numbers the recorded game had drawn more in each of the frames
	Frames int    `json:"frames"`          // frames explained, from the first that disagrees on
	// Distinct is how many of them are not explained by the one before.
	Distinct int `json:"distinct"`
	// Bits is how many bits of the hashes would have to agree by chance, less
	// those that the size of the search gives away.
	Bits int `json:"bits"`
}

// Limits of what is looked at.
const (
	courseDraws  = 8
	courseNarrow = 1 << 12 // how far a value may be off whose trait is not known to be plausible
	maxCourses   = 6
	leastBits    = 12
)

// Courses finds the traits that account for more than chance would have it.
func (l *Laboratory) Courses() []Course {
	first := &l.course[0]
	tries := bits.Len(uint(len(first.terms) * (2*courseDraws + 1)))
	found := []Course{}
	for draws := -courseDraws; draws <= courseDraws; draws++ {
		for i := range first.terms {
			if c, ok := l.courseOf(&first.terms[i], draws); ok {
				c.Bits -= tries
				if c.Bits >= leastBits {
					found = append(found, c)
				}
			}
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].Bits > found[j].Bits })
	return found[:min(len(found), maxCourses)]
}

// courseOf follows one trait through the frames.
func (l *Laboratory) courseOf(term *hashTerm, draws int) (c Course, ok bool) {
	var values []string
	var lastRest, lastFactor int32
	for i := range l.course {
		m := &l.course[i]
		t := m.find(term.actor.ID, term.slot.Key)
		shift, known := m.shift(draws)
		rest := m.difference - shift
		if t == nil || !known || rest == 0 {
			break
		}
		want, of := m.fit(t, rest)
		if of == 0 {
			break
		}
		c.Frames++
		values = append(values, fmt.Sprintf("%d/%d", want, t.have))
		if rest != lastRest || t.factor != lastFactor {
			c.Distinct++
			c.Bits += 32 - bits.Len64(uint64(of-1))
		}
		lastRest, lastFactor = rest, t.factor
	}
	if c.Frames == 0 {
		return c, false
	}
	c.Draws = draws
	c.What = fmt.Sprintf("%s of %s, there/here %s", term.slot.Key, called(l.course[0].world, term.actor.ID), strings.Join(values, " "))
	return c, true
}

// find is the entry of a trait, nil if its actor is gone.
func (m *moment) find(actor uint32, key string) *hashTerm {
	for i := range m.terms {
		if t := &m.terms[i]; t.actor.ID == actor && t.slot.Key == key {
			return t
		}
	}
	return nil
}

// shift is what numbers drawn more or fewer add to the hash.
func (m *moment) shift(draws int) (by int32, known bool) {
	ahead := m.world.Random
	if draws < 0 {
		if ahead.Index <= int32(-draws) {
			return 0, false
		}
		ahead.Index -= int32(-draws) + 1
		draws = 1
	}
	for range draws {
		ahead.Raw()
	}
	return ahead.Last - m.world.Random.Last, true
}

// fit finds the value that accounts for a rest, and of how many it is one.
func (m *moment) fit(t *hashTerm, rest int32) (want int32, of int64) {
	delta, step, ok := quotient(rest, t.factor)
	if !ok {
		return 0, 0
	}
	want = t.have + delta
	for range solutions {
		near := 2*wpos.Abs64(int64(want)-int64(t.have)) + 1
		if among, _ := plausible(m.world, t, want); among > 0 {
			return want, min(among, near)
		}
		want += step
		if step == 0 || want == t.have+delta {
			break
		}
	}
	if near := 2*wpos.Abs64(int64(delta)) + 1; near <= courseNarrow {
		return t.have + delta, near
	}
	return 0, 0
}

// Motion is a trait that accounts for how the difference itself changed from
// one frame to the next, whatever the rest of it is.
type Motion struct {
	Frame int32  `json:"frame"`
	What  string `json:"what"`
}

// maxMotions is how many are reported.
const maxMotions = 12

// narrowMotion is the most a value may have moved otherwise than here.
const narrowMotion = 64

// Motions compares the changes of the difference with the entries that changed
// here: what moved here and not there, or by a little more. By chance one frame
// in some twenty thousand has one.
func (l *Laboratory) Motions() []Motion {
	found := []Motion{}
	for i := 1; i < len(l.course); i++ {
		before, now := &l.course[i-1], &l.course[i]
		change := now.difference - before.difference
		if change == 0 {
			continue
		}
		for k := range now.terms {
			t := &now.terms[k]
			old := before.find(t.actor.ID, t.slot.Key)
			if old == nil || old.factor != t.factor {
				continue
			}
			moved, _, ok := quotient(change, t.factor)
			own := t.have - old.have
			switch {
			case !ok:
				continue
			case own != 0 && moved == -own:
				found = append(found, now.motion(t, "changed by %d here and not there", own))
			case own != 0 && wpos.Abs(moved) <= narrowMotion:
				found = append(found, now.motion(t, "changed by %d here and by %d there", own, own+moved))
			case own == 0 && wpos.Abs(moved) <= narrowMotion:
				found = append(found, now.motion(t, "changed by %d there and not here", moved))
			}
			if len(found) == maxMotions {
				return found
			}
		}
	}
	return found
}

func (m *moment) motion(t *hashTerm, format string, values ...any) Motion {
	return Motion{
		Frame: m.world.Frames, What: fmt.Sprintf("%s of %s ", t.slot.Key, called(m.world, t.actor.ID)) + fmt.Sprintf(format, values...),
	}
}

// Differences are those of the frames from the first that disagrees on.
func (l *Laboratory) Differences() []int32 {
	list := []int32{}
	for i := range l.course {
		list = append(list, l.course[i].difference)
	}
	return list
}

// Draw is one number drawn in the frame before the difference.
type Draw struct {
	Tick int32  `json:"tick"`
	N    int64  `json:"n"` // which it is of all that were drawn in the game
	By   string `json:"by"`
}

// Draws lists who drew in the last frame before the difference, in order.
func (l *Laboratory) Draws() []Draw {
	list := []Draw{}
	from := l.bases[(l.wrong-1)*state.TicksPerFrame].Ticks
	for i := range l.log.draws {
		if d := &l.log.draws[i]; d.tick > from {
			list = append(list, Draw{Tick: d.tick, N: d.n + 1, By: l.describeDoer(d)})
		}
	}
	return list
}

// Entry is a hashed trait that changed here in the last frame before the
// difference.
type Entry struct {
	What   string `json:"what"`
	Factor int32  `json:"factor"`
	Before int32  `json:"before"`
	Now    int32  `json:"now"`
}

// Entries lists the hashed traits that changed here in the last frame before
// the difference.
func (l *Laboratory) Entries() []Entry {
	list := []Entry{}
	before, now := l.bases[(l.wrong-1)*state.TicksPerFrame], &l.course[0]
	for i := range now.terms {
		t := &now.terms[i]
		a := before.Actors[min(int(t.actor.ID), len(before.Actors)-1)]
		e := Entry{What: fmt.Sprintf("%s of %s", t.slot.Key, called(now.world, t.actor.ID)), Factor: t.factor, Now: t.have}
		if a == nil || a.ID != t.actor.ID || a.Type != t.actor.Type {
			e.What += ", new"
		} else if e.Before = before.TraitHash(a, t.slot) ^ before.ConditionHash(a, t.slot); e.Before == e.Now {
			continue
		}
		list = append(list, e)
	}
	return list
}

// Verify plays on with the values of a candidate and says how many frames are
// then met: from the first that disagrees on, and how many of these say
// something of their own. ok is false where the values cannot be given to the
// world.
func (l *Laboratory) Verify(c *Candidate) (met, distinct int, ok bool) {
	if len(c.Terms) == 0 || len(c.Terms) > maxEdits || c.Draws != 0 || c.Presence != "" {
		return 0, 0, false
	}
	var edits []*edit
	first := &l.course[0]
	for i := range c.Terms {
		t := first.find(c.Terms[i].Actor, c.Terms[i].Trait)
		if t == nil {
			return 0, 0, false
		}
		probe := &engine.World{}
		first.world.CopyTo(probe)
		if !setTrait(probe, t.actor.ID, t.slotOf(), c.Terms[i].Want) {
			return 0, 0, false
		}
		edits = append(edits, &edit{kind: editTrait, base: len(l.bases) - 1, frame: l.wrong, actor: t.actor.ID, slot: t.slotOf(), n: c.Terms[i].Want})
	}
	out := l.try(edits...)
	return out.met, out.news, true
}
