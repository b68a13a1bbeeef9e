// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"fmt"
	"slices"
	"strings"

	"convertd/core/ir"
)

const (
	// detectTurns bounds how far each layout is tried. Two or three turns with
	// events identify a layout; quiet openings are longer.
	detectTurns = 4096
	// enoughEvidence ends a trial early: a few dozen events or selections.
	enoughEvidence = 512

	// strongEvidence outweighs a header with a value that no build writes: a
	// damaged byte there does not make the turns unreadable.
	strongEvidence = 4 * (evidenceQuiet + evidenceEvent)

	// littleEvidence is what a few quiet turns show: not enough against a
	// layout that nothing contradicts.
	littleEvidence = 4

	// Weights of what a turn can show for a layout.
	evidenceQuiet     = 1 // a plausible camera, an empty selection, no event
	evidenceSelection = 4 // a selection that adds up
	evidenceEvent     = 8 // an event of the right frame, type and flag
)

// candidate is one layout that fits a file.
type candidate struct {
	r        *recording // without settings and details
	evidence int
	broken   bool // the walk met a contradiction, not the end of the file
	doubt    string
}

// detection is which layouts fit, the best first.
type detection struct {
	candidates []candidate
	// cut is the truncation of a header that might have fitted a longer file,
	// and cutLayout its layout.
	cut       *ir.DecodeError
	cutLayout *layout
	// broken is what makes the header of a named layout unreadable.
	broken *ir.DecodeError
	// why says what speaks against the layouts that were tried, for the
	// error where none fits.
	why string
}

// rivals names the profiles that fit as well as the first candidate: those with
// at least half of its evidence, and where little is shown at all, those that
// nothing contradicts.
func (d *detection) rivals() string {
	best := &d.candidates[0]
	var profiles []string
	for i := range d.candidates[1:] {
		other := &d.candidates[1+i]
		profile := other.r.layout.profile
		rival := 2*other.evidence >= best.evidence || !other.broken && best.evidence < littleEvidence
		if rival && profile != best.r.layout.profile && !slices.Contains(profiles, profile) {
			profiles = append(profiles, profile)
		}
	}
	return strings.Join(profiles, ", ")
}

// trial is how a layout came to be tried.
type trial uint8

// Trials, in the order of their trust in the file.
const (
	trialPlausible trial = iota // the header must be without doubt
	trialDoubtful               // strong evidence outweighs a doubt
	trialNamed                  // somebody named the profile and knows better
)

// detect tries the layouts of a format and a profile ("" for any) on the start
// of a file.
func detect(data []byte, format, profile string) detection {
	var d detection
	if profile != "" {
		d.tryAll(data, format, profile, trialNamed)
	} else {
		d.tryAll(data, format, profile, trialPlausible)
		if !slices.ContainsFunc(d.candidates, func(c candidate) bool { return c.evidence >= strongEvidence }) {
			d.tryAll(data, format, profile, trialDoubtful)
		}
	}
	slices.SortStableFunc(d.candidates, func(a, b candidate) int { return b.evidence - a.evidence })
	if len(d.candidates) > 0 && d.candidates[0].evidence == 0 && d.cut != nil && profile != "" {
		// Of the structures a named profile may have, the larger ones do not
		// fit into the file, and nothing speaks for the smaller ones.
		d.candidates = nil
	}
	return d
}

func (d *detection) tryAll(data []byte, format, profile string, how trial) {
	for _, l := range layouts {
		if (format == "" || format == l.format()) && (profile == "" || profile == l.profile) {
			d.try(l, data, how)
		}
	}
}

// try adds a layout to the candidates if it fits.
func (d *detection) try(l *layout, data []byte, how trial) {
	named := how == trialNamed
	mode := parseNamed
	if how == trialPlausible {
		mode = parseTrial
	}
	r, doubt, err := parseHeader(l, data, mode)
	if err != nil {
		if err.Code == ir.CodeTruncated && d.cut == nil && (named || doubt == "" && clue(data) && !l.noUI) {
			d.cut, d.cutLayout = err, l
		}
		if err.Code == ir.CodeMalformed && named && d.broken == nil {
			d.broken = err
		}
		d.note(l, err.Message)
		return
	}
	switch {
	case doubt != "" && how == trialPlausible:
		d.note(l, doubt)
		return
	case doubt == "" && how == trialDoubtful:
		return // was tried
	}
	if len(r.nodes) == 0 && l.header.node == nodeWithoutAddress && !named {
		return // without players it is the layout with addresses
	}
	best := r.bestStart(data)
	best.doubt = doubt
	switch {
	case named:
	case how == trialDoubtful && best.evidence < strongEvidence:
		return
	case l.noUI && best.evidence == 0:
		// A header of small numbers alone is too little to go by.
		d.note(l, "no event speaks for it")
		return
	case best.broken && best.evidence == 0:
		d.note(l, "its first turn contradicts itself")
		return
	}
	d.candidates = append(d.candidates, best)
}

// bestStart walks from each frame that the recording may begin with.
func (r *recording) bestStart(data []byte) candidate {
	best := candidate{r: r, evidence: -1}
	for _, start := range r.starts() {
		w := newWalker(r, data, start)
		if evidence := w.evidence(); evidence > best.evidence {
			best.evidence = evidence
			best.broken = w.err != nil && w.err.Code == ir.CodeMalformed
			best.r.start = start
		}
	}
	return best
}

// note keeps the first reason against a layout.
func (d *detection) note(l *layout, why string) {
	if d.why == "" {
		d.why = fmt.Sprintf("%s: %s", l.profile, why)
	}
}

// starts are the frames a recording may begin with, as far as they make a
// difference to where event blocks are: 0, or those of a loaded game.
func (r *recording) starts() []uint64 {
	switch {
	case r.solo() || r.layout.noUI:
		return []uint64{0}
	case r.protocol != multiFrameCompression || r.sendRate < 1 || r.sendRate > maxSendRate:
		return []uint64{0, 1}
	}
	starts := make([]uint64, r.sendRate+1)
	for i := range starts {
		starts[i] = uint64(i)
	}
	return starts
}

// evidence walks and adds up what the turns show for the layout, up to the
// first contradiction.
func (w *walker) evidence() int {
	total := 0
	const limit = 128 * leptonsPerCell // the widest map any build has
	for t := (turn{}); total < enoughEvidence && w.index < detectTurns && w.next(&t); {
		if t.cameraX >= limit || t.cameraY >= limit {
			w.malformed(sectionUI, t.at, "the camera is beyond the map")
			return total
		}
		if t.hasUI && (t.cameraX|t.cameraY) != 0 && t.complete {
			total += evidenceQuiet
		}
		if t.selection > 0 && !allZero(t.selected) {
			total += evidenceSelection
		}
		total += evidenceEvent * t.count
	}
	return total
}

func allZero(b []byte) bool {
	for _, each := range b {
		if each != 0 {
			return false
		}
	}
	return true
}

// leptonsPerCell is how many leptons a cell is wide.
const leptonsPerCell = 256

// clue reports whether the start of a header says anything.
func clue(data []byte) bool {
	const shortest = 64 // bytes of a header below which nothing is known
	return len(data) >= shortest && !allZero(data)
}

// notFound is the error where no layout fits.
func (d *detection) notFound(data []byte) *ir.DecodeError {
	if d.cut != nil {
		return d.cut
	}
	if d.broken != nil {
		return d.broken
	}
	err := &ir.DecodeError{Code: ir.CodeNotRecognised, Section: sectionHeader, Message: "no layout fits"}
	if len(data) > 0 && d.why != "" {
		err.Message += " (" + d.why + ")"
	}
	return err
}
