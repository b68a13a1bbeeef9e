// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"convertd/core/divergence"
	"convertd/core/fault"
	"convertd/core/ir"
)

// Trial says how much of a game a rule pack can judge, kind of order by kind of order
// (docs/schemas/rules-trial.schema.json).
type Trial struct {
	File    string `json:"file"`
	Game    string `json:"game"`
	Version string `json:"version"`
	// Rules are those that the game was played by, RulesDigest the SHA-256 of their pack's
	// file, "" where it is not from outside.
	Rules       string `json:"rules"`
	RulesDigest string `json:"rules_digest"`

	Verdict  divergence.Verdict  `json:"verdict"`
	Coverage divergence.Coverage `json:"coverage"`
	StandIns divergence.StandIns `json:"stand_ins"`
	// Rejected and Corrected count the orders that do not fit.
	Rejected  uint64 `json:"rejected"`
	Corrected uint64 `json:"corrected"`
	// FirstEvidence is what first spoke against the state that was reached, nil without.
	FirstEvidence *divergence.Onset `json:"first_evidence"`
	// Kinds has each kind of order that acts on the world, the most frequent first.
	Kinds []KindJudged `json:"kinds"`
	// UnknownItems are what orders make that the pack does not have, UnknownFactions what
	// players play that it says no start of.
	UnknownItems    []divergence.ReasonCount `json:"unknown_items"`
	UnknownFactions []string                 `json:"unknown_factions"`

	Rejections  []divergence.ReasonCount `json:"rejections"`
	Corrections []divergence.ReasonCount `json:"corrections"`
	Error       *divergence.Failure      `json:"error"`
}

// KindJudged is one kind of order: how many were judged, and why the others were not.
type KindJudged struct {
	Kind      string                   `json:"kind"`
	Orders    uint64                   `json:"orders"`
	Judged    uint64                   `json:"judged"`
	NotJudged []divergence.ReasonCount `json:"not_judged"`
}

// Try plays a whole replay by the rules at hand, records nothing and says what of it
// was judged. Errors are those of Convert.
func Try(ctx context.Context, job *Job, source Source) (found *Trial, err error) {
	defer fault.Contain(&err)
	c, err := openConversion(ctx, job, source, unrecorded)
	if err != nil {
		return nil, err
	}
	c.trial = &trial{}
	defer c.frames.stop()
	if err := c.play(ctx); err != nil {
		return nil, err
	}
	result, err := c.finish()
	if err != nil {
		return nil, err
	}
	r := &result.Report
	found = &Trial{
		File: r.File, Game: r.Game, Version: r.GameVersion, Rules: c.game.Rules.Words, RulesDigest: strings.TrimPrefix(c.game.Rules.Pack, digestPrefix),
		Verdict: r.Verdict, Coverage: r.Coverage, StandIns: r.StandIns, Rejected: r.Orders.Rejected, Corrected: r.Orders.Corrected,
		FirstEvidence: r.FirstEvidence, Kinds: c.trial.list(), UnknownItems: divergence.SortedCounts(c.trial.items), UnknownFactions: append([]string{}, c.game.Rules.UnknownStarts...),
		Rejections: r.Rejections, Corrections: r.Corrections, Error: r.Error,
	}
	return found, nil
}

// trial counts for each kind what became of its orders. A nil one counts nothing.
type trial struct {
	kinds [256]kindTrial
	items map[string]uint64 // made and not known
	tick  []triedOrder      // of the evidence of the tick
}

type kindTrial struct {
	orders, judged uint64
	reasons        map[string]uint64
}

type triedOrder struct {
	kind ir.Kind
	item string
}

func (t *trial) beginTick() {
	if t != nil {
		t.tick = t.tick[:0]
	}
}

// order is called for each order of the tick that becomes evidence.
func (t *trial) order(o *ir.Order) {
	if t == nil {
		return
	}
	item := o.Item
	if item == "" && o.Present.Has(ir.PresentItemID) {
		item = fmt.Sprintf("number %d", o.ItemID)
	}
	t.tick = append(t.tick, triedOrder{o.Kind, item})
}

// judged is called for each of them once it was weighed.
func (t *trial) judged(at int, e *divergence.OrderEvidence, silent string) {
	if t == nil || e.Fit == divergence.FitNotGame || silent == detailInterface {
		return
	}
	one := &t.kinds[t.tick[at].kind]
	one.orders++
	reason := silent
	switch {
	case silent != "":
	case e.Judged():
		one.judged++
		return
	case e.Fit == divergence.FitAccepted:
		reason = detailAnyway
	default:
		reason = e.Reason
	}
	one.reasons = count(one.reasons, reason)
	if reason == detailNoRules && t.tick[at].item != "" {
		t.items = count(t.items, t.tick[at].item)
	}
}

// count adds one to a name, of which there are at most maxSkipReasons.
func count(counts map[string]uint64, name string) map[string]uint64 {
	if counts == nil {
		counts = make(map[string]uint64)
	}
	if _, known := counts[name]; !known && len(counts) >= maxSkipReasons {
		name = detailOther
	}
	counts[name]++
	return counts
}

// list has the kinds that occurred, the most frequent first.
func (t *trial) list() []KindJudged {
	kinds := []KindJudged{}
	for kind := range t.kinds {
		if one := &t.kinds[kind]; one.orders > 0 {
			kinds = append(kinds, KindJudged{ir.Kind(kind).String(), one.orders, one.judged, divergence.SortedCounts(one.reasons)})
		}
	}
	slices.SortStableFunc(kinds, func(a, b KindJudged) int { return cmp.Compare(b.Orders, a.Orders) })
	return kinds
}

const (
	// detailAnyway is said of an order that nothing could have refused, detailNoRules by
	// the module of one that makes what its rules do not have.
	detailAnyway  = "possible in any state"
	detailNoRules = "item without rules"
)
