// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"sort"

	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
)

// ScanLimits bound a scan.
type ScanLimits struct {
	// Trials is how many times the frames are played at most.
	Trials int
	// Chain is how many differences that follow the best trial are scanned as
	// well, one after the other, each from at most Back frames before it.
	Chain, Back int
	// Stop ends a scan early when it returns true; nil: never.
	Stop func() bool
}

// DefaultTrials is a scan of some ten seconds in a large battle.
const DefaultTrials = 20_000

// Trial is a set of small edits with which the recorded hash comes out.
type Trial struct {
	Edits []string `json:"edits"`
	// Met is how many frames in a row are met with them, from the first that
	// disagrees on; Distinct how many of these say something of their own:
	// where the difference stays the same, meeting one frame is meeting all.
	Met      int  `json:"met"`
	Distinct int  `json:"distinct"`
	ToEnd    bool `json:"to_end,omitempty"` // all frames at hand are met
	// Tried is how many sets of as many edits were tried before one fitted by
	// its sum: by chance one in 2^32 does.
	Tried int64 `json:"tried"`
	// Same are others that come to the same, MoreSame how many are not listed.
	Same     []string `json:"same,omitempty"`
	MoreSame int      `json:"more_same,omitempty"`
}

// Scan is what came of trying edits.
type Scan struct {
	From    int32   `json:"from"`   // first frame in which edits were made
	Played  int     `json:"played"` // trials that were played
	Singles int64   `json:"singles"`
	Pairs   int64   `json:"pairs"`
	Triples int64   `json:"triples"`
	Failed  int     `json:"failed,omitempty"`  // trials that the simulation could not play
	Stopped string  `json:"stopped,omitempty"` // why not everything was tried
	Trials  []Trial `json:"trials"`
	// Next is the scan of the difference that comes after the best trial.
	Next *Scan `json:"next,omitempty"`
}

// maxTrials is how many of the best are reported.
const maxTrials = 16

// scanner tries edits.
type scanner struct {
	lab    *Laboratory
	limits ScanLimits
	scan   Scan
	pool   []change
	found  []foundTrial
	best   int // most frames with a difference of their own that a trial met
}

// change is by how much an edit changes the first hash that disagrees.
type change struct {
	by   int32
	edit *edit
}

// foundTrial is a trial that fits, with what tells apart those that come to
// the same: how far they are met and by how much the first hash changed each.
type foundTrial struct {
	Trial
	set  []*edit
	kind editKind
	rare int // how often the like happened before
}

// Scan tries which small edits make the recorded hash come out: first one edit
// at a time, the latest tick first, then pairs and triples of those whose
// changes of the hash add up to the difference.
func (l *Laboratory) Scan(limits ScanLimits) Scan {
	if limits.Trials <= 0 {
		limits.Trials = DefaultTrials
	}
	s := &scanner{lab: l, limits: limits, scan: Scan{From: l.first, Trials: []Trial{}}}
	s.singles()
	s.traits()
	if s.best < enough {
		s.pairs()
		s.triples()
	}
	sort.SliceStable(s.found, func(i, j int) bool {
		a, b := &s.found[i], &s.found[j]
		if a.Distinct != b.Distinct {
			return a.Distinct > b.Distinct
		}
		if len(a.Edits) != len(b.Edits) {
			return len(a.Edits) < len(b.Edits)
		}
		if a.Met != b.Met {
			return a.Met > b.Met
		}
		return a.kind < b.kind
	})
	s.scan.Trials = grouped(s.found)
	if limits.Chain > 0 && len(s.found) > 0 && s.scan.Trials[0].Distinct > 1 && !s.scan.Trials[0].ToEnd {
		limits.Chain--
		if next := l.after(s.found[0].Met, limits.Back, s.found[0].set); next != nil {
			scan := next.Scan(limits)
			s.scan.Next = &scan
		}
	}
	return s.scan
}

// maxSame is how many trials that come to the same are listed.
const maxSame = 6

// grouped puts together single edits of a kind that last equally long: the
// places between two draws, for instance. The rarest leads.
func grouped(found []foundTrial) []Trial {
	groups := []Trial{}
	for len(found) > 0 && len(groups) < maxTrials {
		lead := found[0]
		n := 1
		for n < len(found) && len(lead.Edits) == 1 && len(found[n].Edits) == 1 && found[n].Met == lead.Met && found[n].kind == lead.kind {
			n++
		}
		group := found[:n]
		sort.SliceStable(group, func(i, j int) bool { return group[i].rare < group[j].rare })
		trial := group[0].Trial
		for i := 1; i < n; i++ {
			if len(trial.Same) < maxSame {
				trial.Same = append(trial.Same, group[i].Edits[0])
			} else {
				trial.MoreSame++
			}
		}
		groups = append(groups, trial)
		found = found[n:]
	}
	return groups
}

// ended reports whether the scan has to stop, and says why.
func (s *scanner) ended() bool {
	switch {
	case s.scan.Stopped != "":
		return true
	case s.scan.Played >= s.limits.Trials:
		s.scan.Stopped = "all trials that were allowed are used up"
	case s.limits.Stop != nil && s.limits.Stop():
		s.scan.Stopped = "the time is over"
	}
	return s.scan.Stopped != ""
}

// play tries a set of edits and keeps it if the hash comes out.
func (s *scanner) play(edits ...*edit) (out outcome) {
	defer func() {
		if recover() != nil {
			// Some edits make a world that the rules never lead to.
			s.scan.Failed++
			s.lab.work = &engine.World{}
			out = outcome{spoiled: true}
		}
	}()
	s.scan.Played++
	out = s.lab.try(edits...)
	if out.met == 0 {
		return out
	}
	trial := foundTrial{set: edits, kind: edits[0].kind, rare: s.lab.rarity(edits[0]), Trial: Trial{Met: out.met, Distinct: out.news, ToEnd: out.met == len(s.lab.frames)-s.lab.wrong}}
	for _, e := range edits {
		trial.Edits = append(trial.Edits, s.lab.describe(e))
	}
	switch len(edits) {
	case 1:
		trial.Tried = s.scan.Singles
	case 2:
		trial.Tried = s.scan.Pairs
	default:
		trial.Tried = s.scan.Triples
	}
	s.found, s.best = append(s.found, trial), max(s.best, out.news)
	return out
}

// enough is how many frames with differences of their own a single edit has to
// meet so that sets of several are not tried and no ticks long before it:
// leeway is how many before it still are, as the same may have come of what
// happened a little earlier.
const (
	enough = 5
	leeway = 2 * state.TicksPerFrame
)

// singles plays every single edit.
func (s *scanner) singles() {
	l := s.lab
	edits := l.candidates()
	s.scan.Singles = int64(len(edits))
	known, found := map[int32]bool{}, 0
	for i := range edits {
		if s.ended() || s.best >= enough && edits[i].base < found-leeway {
			return
		}
		best := s.best
		out := s.play(&edits[i])
		if best < enough && s.best >= enough {
			found = edits[i].base
		}
		if out.spoiled || out.change == 0 || out.met > 0 || known[out.change] {
			continue
		}
		known[out.change] = true
		s.pool = append(s.pool, change{by: out.change, edit: &edits[i]})
	}
}

// traits adds values that traits may have had, whose change of the hash needs
// no play.
func (s *scanner) traits() {
	known := map[int32]bool{}
	for _, one := range s.lab.traitChanges() {
		s.scan.Singles++
		if one.by == s.lab.plain[0] && !s.ended() {
			s.play(one.edit)
			continue
		}
		if one.by != 0 && !known[one.by] {
			known[one.by] = true
			s.pool = append(s.pool, one)
		}
	}
}

// maxFits is how many sets whose sum fits are played.
const maxFits = 2000

// pairs finds two edits whose changes add up, and plays them.
func (s *scanner) pairs() {
	pool := s.pool
	sort.SliceStable(pool, func(i, j int) bool { return pool[i].by < pool[j].by })
	n := int64(len(pool))
	s.scan.Pairs = n * (n - 1) / 2
	want, fits := s.lab.plain[0], 0
	for i := range pool {
		rest := want - pool[i].by
		at := sort.Search(len(pool), func(j int) bool { return pool[j].by >= rest })
		for ; at < len(pool) && pool[at].by == rest; at++ {
			if at <= i || pool[i].edit.sameAs(pool[at].edit) {
				continue
			}
			if fits++; fits > maxFits || s.ended() {
				return
			}
			s.play(pool[i].edit, pool[at].edit)
		}
	}
}

// maxTriplePool is how many values of traits are tried three at a time.
const maxTriplePool = 500

// triples finds three values of traits whose changes add up: who is to blame,
// flags. They come together when one hit falls on several.
func (s *scanner) triples() {
	var few []change
	for _, one := range s.pool {
		if one.edit.kind == editTrait && len(few) < maxTriplePool {
			few = append(few, one)
		}
	}
	n := int64(len(few))
	s.scan.Triples = n * (n - 1) * (n - 2) / 6
	type pair struct{ a, b int32 }
	sums := make(map[int32]pair, len(few)*len(few)/2)
	for i := range few {
		for j := i + 1; j < len(few); j++ {
			if !few[i].edit.sameAs(few[j].edit) {
				sums[few[i].by+few[j].by] = pair{int32(i), int32(j)}
			}
		}
	}
	for k := range few {
		p, ok := sums[s.lab.plain[0]-few[k].by]
		if !ok || int(p.b) >= k || few[p.a].edit.sameAs(few[k].edit) || few[p.b].edit.sameAs(few[k].edit) {
			continue
		}
		if s.ended() {
			return
		}
		s.play(few[p.a].edit, few[p.b].edit, few[k].edit)
	}
}

// SameAs reports whether two edits are of the same thing, so that only one of
// them can be made.
func (e *edit) sameAs(other *edit) bool {
	return e.kind == other.kind && e.kind == editTrait && e.actor == other.actor && e.slot == other.slot
}
