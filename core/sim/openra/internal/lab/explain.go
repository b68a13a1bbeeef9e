// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/state"
)

// Term is one entry of the hash's sum that may have had another value.
type Term struct {
	Actor uint32
	Type  string
	Trait string
	// Have is the trait's value here, Want the value that would agree.
	Have, Want int32
	// Note says what the wanted value would mean.
	Note string
}

func (t *Term) String() string {
	text := fmt.Sprintf("%s of %s %d is %d there and %d here", t.Trait, t.Type, t.Actor, t.Want, t.Have)
	if t.Note != "" {
		text += " (" + t.Note + ")"
	}
	return text
}

// Candidate is one thing, or two, that would account for the whole difference
// between the recorded hash of a frame and the computed one.
type Candidate struct {
	// Draws is how many numbers the recorded game had drawn more, fewer if
	// negative.
	Draws int
	// Terms are the values that differ, none if something else accounts for
	// the rest.
	Terms []Term
	// Presence says that an actor is there and not here, or the other way
	// round.
	Presence string
	// Guesses is how many other things as likely as this one were tried. The
	// more there were, the likelier it is that this one fits by chance.
	Guesses int64
}

func (c Candidate) String() string {
	var parts []string
	switch {
	case c.Draws > 0:
		parts = append(parts, fmt.Sprintf("the recorded game drew %d more", c.Draws))
	case c.Draws < 0:
		parts = append(parts, fmt.Sprintf("the recorded game drew %d fewer", -c.Draws))
	}
	for i := range c.Terms {
		parts = append(parts, c.Terms[i].String())
	}
	if c.Presence != "" {
		parts = append(parts, c.Presence)
	}
	return strings.Join(parts, " and ")
}

// Explanation tells what could be wrong at the first frame that disagrees.
type Explanation struct {
	Frame      int32
	Tick       int32
	Difference int32 // recorded minus computed
	Draws      int64 // drawn here so far
	Candidates []Candidate
}

// Limits of what an explanation looks at.
const (
	maxDrawsAhead    = 300 // numbers drawn more, alone or with a narrow value
	maxDrawsBehind   = 60  // numbers drawn fewer
	maxDrawsWide     = 2   // numbers drawn more beside a value of many
	maxDrawsPair     = 2   // numbers drawn more beside two values
	maxDrawsPresence = 60  // numbers drawn more beside an actor more or less
	maxCandidates    = 24
	solutions        = 256
	// narrowValues is how many values a trait may have to be looked at beside
	// many draws; pairValues to be looked at beside another trait.
	narrowValues = 16
	pairValues   = 8
)

// Explain compares the world as it stands at the hash of a frame with the hash
// recorded for it. Only values that a trait can have are looked at. Likely
// candidates come first: those of which the fewest were tried.
func Explain(w *engine.World, recorded int32) Explanation {
	e := Explanation{Frame: w.Frames, Tick: w.Ticks, Difference: recorded - w.NativeHash(), Draws: w.Random.Draws}
	if e.Difference == 0 {
		return e
	}
	x := explainer{w: w, terms: hashTerms(w)}
	ahead := w.Random
	for draws := 0; draws <= maxDrawsAhead; draws++ {
		if draws > 0 {
			ahead.Raw()
		}
		x.draws, x.rest = draws, e.Difference-(ahead.Last-w.Random.Last)
		if x.rest == 0 {
			x.add(Candidate{Guesses: 1})
			continue
		}
		x.oneValue()
		if draws <= maxDrawsPair {
			x.twoValues()
		}
		if draws <= maxDrawsPresence {
			x.onePresence()
		}
	}
	behind(w, &x, e.Difference)
	sort.SliceStable(x.found, func(i, j int) bool { return x.found[i].Guesses < x.found[j].Guesses })
	if len(x.found) > maxCandidates {
		x.found = x.found[:maxCandidates]
	}
	e.Candidates = x.found
	return e
}

// behind looks at numbers the recorded game had drawn fewer, as far as the
// generator still holds them: up to its last twist.
func behind(w *engine.World, x *explainer, difference int32) {
	for draws := 1; draws <= maxDrawsBehind && w.Random.Index > int32(draws); draws++ {
		before := w.Random
		before.Index -= int32(draws) + 1
		before.Raw()
		x.draws, x.rest = -draws, difference-(before.Last-w.Random.Last)
		if x.rest == 0 {
			x.add(Candidate{Guesses: 1})
			continue
		}
		x.oneValue()
	}
}

// explainer looks for what accounts for a rest of the difference.
type explainer struct {
	w     *engine.World
	terms []hashTerm
	draws int
	rest  int32
	found []Candidate

	// Made once, when they are first needed.
	pairs   []contribution // sorted by sum
	without []absence
	shift   int32
}

// hashTerm is one trait's entry of the sum.
type hashTerm struct {
	actor  *state.Actor
	slot   *info.SyncSlot
	factor int32
	have   int32
}

func hashTerms(w *engine.World) []hashTerm {
	var n int32
	var terms []hashTerm
	for _, a := range w.Actors {
		if a != nil && a.InWorld {
			n++
		}
	}
	for _, a := range w.Actors {
		if a == nil {
			continue
		}
		for i := range a.Type.Syncs {
			slot := &a.Type.Syncs[i]
			terms = append(terms, hashTerm{
				actor: a, slot: slot, factor: n * int32(1+a.ID), have: w.TraitHash(a, slot) ^ w.ConditionHash(a, slot),
			})
			n++
		}
	}
	return terms
}

func (t *hashTerm) with(want int32, note string, w *engine.World) Term {
	return Term{Actor: t.actor.ID, Type: nameOf(w, t.actor), Trait: t.slot.Key, Have: t.have, Want: want, Note: note}
}

// add keeps a candidate. Draws make it less likely: with each there was
// everything to try again.
func (x *explainer) add(c Candidate) {
	c.Draws = x.draws
	apart := 1 + wpos.Abs64(int64(x.draws))
	c.Guesses *= apart * apart
	x.found = append(x.found, c)
}

// oneValue finds the traits whose value alone accounts for the rest.
func (x *explainer) oneValue() {
	for i := range x.terms {
		t := &x.terms[i]
		delta, step, ok := quotient(x.rest, t.factor)
		if !ok {
			continue
		}
		want := t.have + delta
		for range solutions {
			if of, note := plausible(x.w, t, want); of > 0 && (wpos.Abs64(int64(x.draws)) <= maxDrawsWide || of <= narrowValues) {
				x.add(Candidate{Terms: []Term{t.with(want, note, x.w)}, Guesses: min(of, 2*wpos.Abs64(int64(want)-int64(t.have))+1)})
			}
			want += step
			if step == 0 || want == t.have+delta {
				break
			}
		}
	}
}

// quotient solves factor*x = rest in the engine's wrapping arithmetic: x is
// the solution nearest to zero, the others lie a multiple of step away (0:
// there are no others).
func quotient(rest, factor int32) (x, step int32, ok bool) {
	if factor == 0 {
		return 0, 0, false
	}
	shift := uint(bits.TrailingZeros32(uint32(factor)))
	if uint32(rest)&(1<<shift-1) != 0 {
		return 0, 0, false
	}
	odd := uint32(factor) >> shift
	inverse := odd
	for range 4 {
		inverse *= 2 - odd*inverse
	}
	x = int32(uint32(rest)>>shift*inverse<<shift) >> shift
	if shift > 0 {
		step = int32(uint32(1) << (32 - shift))
	}
	return x, step, true
}

// contribution is what another value of a narrow trait adds to the hash.
type contribution struct {
	sum, want int32
	term      int
}

// twoValues finds pairs of narrow traits whose values together account for the
// rest: flags, timers of the next look.
func (x *explainer) twoValues() {
	if x.pairs == nil {
		x.pairs = x.contributions()
	}
	for i := range x.pairs {
		one := &x.pairs[i]
		want := x.rest - one.sum
		at := sort.Search(len(x.pairs), func(j int) bool { return x.pairs[j].sum >= want })
		for ; at < len(x.pairs) && x.pairs[at].sum == want; at++ {
			other := &x.pairs[at]
			if other.term <= one.term {
				continue
			}
			x.add(Candidate{
				Terms:   []Term{x.terms[one.term].with(one.want, "", x.w), x.terms[other.term].with(other.want, "", x.w)},
				Guesses: int64(len(x.pairs)),
			})
		}
	}
}

func (x *explainer) contributions() []contribution {
	var all []contribution
	for i := range x.terms {
		t := &x.terms[i]
		low := t.have &^ (pairValues - 1)
		for want := low; want < low+pairValues; want++ {
			if of, _ := plausible(x.w, t, want); want != t.have && of > 0 && of <= pairValues {
				all = append(all, contribution{sum: t.factor * (want - t.have), want: want, term: i})
			}
		}
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].sum != all[j].sum {
			return all[i].sum < all[j].sum
		}
		return all[i].term < all[j].term || all[i].term == all[j].term && all[i].want < all[j].want
	})
	return all
}

func nameOf(_ *engine.World, a *state.Actor) string {
	if a.Type.Name != "" {
		return a.Type.Name
	}
	return "world"
}
