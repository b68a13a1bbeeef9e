// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"fmt"

	"convertd/core/divergence"
)

// covered counts the orders that were judged, and why the others were not.
type covered struct {
	judged  uint64
	screen  uint64 // concern the screen only
	skipped map[string]uint64

	// otherRules: the rules that judge are not those of the recorded game.
	otherRules bool
	// doubtful counts the orders that only such rules judged, anyway those that
	// were taken whatever the state was; fresh how many of them came since a native
	// hash was met last.
	doubtful, freshDoubtful uint64
	anyway, freshAnyway     uint64
}

// add takes what became of one order. silent says why the order says nothing, ""
// if it may say something.
func (c *covered) add(e *divergence.OrderEvidence, silent string) {
	switch {
	case e.Fit == divergence.FitNotGame:
	case silent == detailInterface:
		c.screen++
	case silent != "":
		c.skip(silent)
	case e.Judged() && c.otherRules:
		c.doubtful++
		c.freshDoubtful++
	case e.Judged():
		c.judged++
	case e.Fit == divergence.FitAccepted:
		c.anyway++
		c.freshAnyway++
	default:
		c.skip(e.Reason)
	}
}

func (c *covered) skip(reason string) {
	if c.skipped == nil {
		c.skipped = make(map[string]uint64)
	}
	if _, known := c.skipped[reason]; !known && len(c.skipped) >= maxSkipReasons {
		reason = detailOther
	}
	c.skipped[reason]++
}

// met is called where a native hash is met: it shows what orders did that no rule
// could have refused, or no rule of the recorded game.
func (c *covered) met() {
	c.judged += c.freshAnyway + c.freshDoubtful
	c.anyway -= c.freshAnyway
	c.doubtful -= c.freshDoubtful
	c.freshAnyway, c.freshDoubtful = 0, 0
}

// coverage sums up what was judged, and why the rest was not.
func (c *conversion) coverage() divergence.Coverage {
	told := &c.identity.told
	coverage := divergence.Coverage{
		OrdersJudged: c.covered.judged, OrdersTotal: c.totals.Total - c.covered.screen, SubjectsBound: told.bound, SubjectsNamed: told.named,
	}
	note := func(format string, arguments ...any) {
		coverage.NotChecked = append(coverage.NotChecked, fmt.Sprintf(format, arguments...))
	}
	proof := &c.proof.report
	switch {
	case proof.Judge == nil && proof.NotChecked != "":
		note("%s", proof.NotChecked)
	case proof.Judge == nil:
		note(noNativeHash)
	case proof.Checked == 0:
		note(noHashRecorded)
	}
	for i := range c.game.StandIns {
		standIn := &c.game.StandIns[i]
		said := proof.Judge == nil && (standIn.Code == divergence.StandInMap || standIn.Code == divergence.StandInWorld)
		harmless := standIn.OtherRules && c.proof.whole()
		if !said && !harmless {
			note("%s: %s", standIn.Code, standIn.Text())
		}
	}
	if c.pace != nil {
		if coverage.RulesBroken = c.pace.Broken(); coverage.RulesBroken != "" {
			note("%s", coverage.RulesBroken)
		}
	}
	if coverage.OrdersTotal == 0 {
		note(noOrders)
	}
	for i, reason := range divergence.SortedCounts(c.covered.skipped) {
		if i == maxReasons {
			note("orders for other reasons")
			break
		}
		note("%d of %d orders: %s", reason.Count, coverage.OrdersTotal, reason.Reason)
	}
	if c.covered.doubtful > 0 {
		note("%d of %d orders: judged by rules of another game or version", c.covered.doubtful, coverage.OrdersTotal)
	}
	if c.covered.anyway > 0 {
		note("%d of %d orders: possible in any state", c.covered.anyway, coverage.OrdersTotal)
	}
	if unbound := coverage.SubjectsNamed - coverage.SubjectsBound; unbound > 0 {
		note("%d of %d units: not known here", unbound, coverage.SubjectsNamed)
	}
	return coverage
}

const (
	// maxReasons bounds the kinds of orders that are listed, maxSkipReasons those
	// that are told apart: names of orders come from the file.
	maxReasons     = 10
	maxSkipReasons = 200
	detailOther    = "other orders"

	noHashRecorded = "the recording holds no hash that could be compared"
	noOrders       = "the recording holds no order that acts on the world"
)
