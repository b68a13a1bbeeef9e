package openra

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"
)

// Candidate is one thing that alone would account for a difference between
// the recorded hash of a frame and the computed one.
type Candidate struct {
	// Draws is how many numbers the recorded game had drawn more.
	Draws int
	// Actor, Type and Trait name the term; Trait is "" if the draws alone
	// account for everything.
	Actor uint32
	Type  string
	Trait string
	// Have is the trait's value here, Want the value that would agree.
	Have, Want int32
	// Note says what the wanted value would mean.
	Note string
}

func (c Candidate) String() string {
	var parts []string
	if c.Draws != 0 {
		parts = append(parts, fmt.Sprintf("the recorded game drew %d more", c.Draws))
	}
	if c.Trait != "" {
		parts = append(parts, fmt.Sprintf("%s of %s %d is %d there and %d here", c.Trait, c.Type, c.Actor, c.Want, c.Have))
	}
	if c.Note != "" {
		parts[len(parts)-1] += " (" + c.Note + ")"
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
	maxDrawsAhead      = 300
	maxDrawsMoving     = 2
	solutions          = 256
	maxValueAlone      = 1 << 22
	maxValueAfterDraws = 8
	maxCandidates      = 24
)

// Explain compares the world as it stands at the hash of a frame with the hash
// recorded for it. Likely candidates come first: the fewer things must be
// wrong and the smaller the difference of the value.
func (w *World) Explain(recorded int32) Explanation {
	e := Explanation{Frame: w.frame, Tick: w.tick, Difference: recorded - w.NativeHash(), Draws: w.random.draws}
	if e.Difference == 0 {
		return e
	}
	ahead := w.random
	for draws := 0; draws <= maxDrawsAhead; draws++ {
		if draws > 0 {
			ahead.raw()
		}
		rest := e.Difference - (ahead.last - w.random.last)
		if rest == 0 {
			e.Candidates = append(e.Candidates, Candidate{Draws: draws})
			continue
		}
		limit := int32(maxValueAlone)
		if draws > 0 {
			limit = maxValueAfterDraws
		}
		e.Candidates = w.terms(e.Candidates, rest, limit, draws)
	}
	sort.SliceStable(e.Candidates, func(i, j int) bool { return e.Candidates[i].weight() < e.Candidates[j].weight() })
	if len(e.Candidates) > maxCandidates {
		e.Candidates = e.Candidates[:maxCandidates]
	}
	return e
}

// weight orders candidates: smaller is likelier.
func (c *Candidate) weight() int64 {
	if c.Trait == "" {
		return int64(c.Draws)
	}
	weight := int64(1000)
	if c.Note != "" {
		return weight + int64(c.Draws)*1000
	}
	if c.Draws > 0 {
		weight += 100000 + int64(c.Draws)
	}
	return weight + abs64(int64(c.Want)-int64(c.Have))
}

// terms finds the traits whose value alone accounts for a rest.
func (w *World) terms(found []Candidate, rest, limit int32, draws int) []Candidate {
	var n int32
	for _, a := range w.actors {
		if a != nil && a.inWorld {
			n++
		}
	}
	for _, a := range w.actors {
		if a == nil {
			continue
		}
		for i := range a.typ.syncs {
			slot := &a.typ.syncs[i]
			factor := n * int32(1+a.ID)
			n++
			have := w.traitHash(a, slot)
			delta, step, ok := quotient(rest, factor)
			if !ok {
				continue
			}
			if slot.kind == syncMobile && draws <= maxDrawsMoving {
				found = w.movements(found, a, slot, have, delta, step, draws)
			}
			if abs(delta) <= limit {
				found = append(found, Candidate{
					Draws: draws, Actor: a.ID, Type: w.nameOf(a), Trait: slot.key, Have: have, Want: have + delta,
				})
			}
		}
	}
	return found
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

// movements finds values of a unit's Mobile trait that a unit near its cell
// could have.
func (w *World) movements(found []Candidate, a *Actor, slot *syncSlot, have, delta, step int32, draws int) []Candidate {
	reach := w.ground.width
	if w.ground.height > reach {
		reach = w.ground.height
	}
	size := uint32(1) << bits.Len32(uint32(reach)*1024)
	want := have + delta
	for range solutions {
		for _, d := range append(directions[:], Cell{}) {
			from := a.from
			if rest := uint32(want ^ from.bits() ^ from.add(d).bits()); rest < size {
				found = append(found, Candidate{
					Draws: draws, Actor: a.ID, Type: w.nameOf(a), Trait: slot.key, Have: have, Want: want,
					Note: fmt.Sprintf("a step by %d,%d, position and facing xor to %d", d.X, d.Y, rest),
				})
			}
		}
		want += step
		if step == 0 || want == have+delta {
			break
		}
	}
	return found
}

func (w *World) nameOf(a *Actor) string {
	if a.typ.name != "" {
		return a.typ.name
	}
	return "world"
}
