// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/divergence"
	"convertd/core/order"
)

// subjects counts distinct foreign ids that orders told to act.
type subjects struct {
	state map[uint32]subjectState
	count subjectCount
}

type subjectCount struct{ named, bound, lost uint64 }

type subjectState uint8

const (
	subjectBound   subjectState = 1 << iota
	subjectLost                 // named while its entity is dead here
	subjectTold                 // told to act
	subjectMissing              // not known here, or dead, when it was named last
)

// note takes one mention; being bound later counts as bound.
func (s *subjects) note(native uint32, bound, dead bool) {
	was, known := s.state[native]
	if !known && len(s.state) >= maxForeignIDs {
		return
	}
	now := was
	if !known {
		s.count.named++
	}
	if bound && was&subjectBound == 0 {
		now |= subjectBound
		s.count.bound++
	}
	if dead && was&subjectLost == 0 {
		now |= subjectLost
		s.count.lost++
	}
	if !known || now != was {
		s.state[native] = now
	}
}

// pastProof counts what divergence.PastProof reports.
type pastProof struct {
	open     bool
	report   divergence.PastProof
	subjects subjects
	parts    [3]stretch
}

// stretch is one part of it. Subjects are those of all parts up to its end.
type stretch struct {
	report  *divergence.Stretch
	reasons map[string]uint64
	closed  bool
}

// The parts by where they end.
const (
	toEvidence = iota
	toDivergence
	toEnd
)

// begin opens all parts at a tick.
func (p *pastProof) begin(tick order.Tick, rate order.TickRate) {
	p.open = true
	p.subjects = subjects{state: make(map[uint32]subjectState)}
	from := divergence.Moment{Tick: tick, TimeMS: rate.Milliseconds(tick)}
	for i, report := range []*divergence.Stretch{&p.report.ToEvidence, &p.report.ToDivergence, &p.report.ToEnd} {
		report.From = from
		p.parts[i] = stretch{report: report, reasons: make(map[string]uint64)}
	}
}

// add takes what became of one order.
func (p *pastProof) add(e *divergence.OrderEvidence) {
	for i := range p.parts {
		s := &p.parts[i]
		if s.report == nil || s.closed {
			continue
		}
		switch e.Fit {
		case divergence.FitAccepted:
			s.report.Accepted++
		case divergence.FitCorrected:
			s.report.Corrected++
		case divergence.FitRejected:
			s.report.Rejected++
			s.reasons[e.Reason]++
		case divergence.FitNotModelled:
			s.report.Unmodelled++
		case divergence.FitNotGame:
		}
	}
}

// end closes a part at a tick, if it is not closed yet. Of its subjects as many
// were named.
func (p *pastProof) end(part int, tick order.Tick, rate order.TickRate, named subjectCount) {
	s := &p.parts[part]
	if s.report == nil || s.closed {
		return
	}
	s.closed = true
	s.report.To = divergence.Moment{Tick: tick, TimeMS: rate.Milliseconds(tick)}
	s.report.Rejections = divergence.SortedCounts(s.reasons)
	s.report.Subjects, s.report.Bound, s.report.Lost = named.named, named.bound, named.lost
}

// endPast closes the parts that the tracker says are over, at a tick.
func (c *conversion) endPast(tick order.Tick, named subjectCount) {
	if c.tracker.Evident() {
		c.past.end(toEvidence, tick, c.rate, named)
	}
	if c.tracker.Confidence() == divergence.Diverged {
		c.past.end(toDivergence, tick, c.rate, named)
	}
}

// reportPast closes everything, for the report.
func (c *conversion) reportPast() *divergence.PastProof {
	if !c.past.open {
		return nil
	}
	for part := range c.past.parts {
		c.past.end(part, c.sim.Tick(), c.rate, c.past.subjects.count)
	}
	return &c.past.report
}
