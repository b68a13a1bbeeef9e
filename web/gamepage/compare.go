// SPDX-License-Identifier: GPL-3.0-or-later

package gamepage

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/web/library"
)

// Side is one of two recordings that are compared.
type Side struct {
	Game   *library.Game
	File   *icrep.Reader
	Report *divergence.Report // may be nil
}

// Comparison says in what two recordings differ.
type Comparison struct {
	SameSource bool          `json:"same_source"`
	A          *library.Game `json:"a"`
	B          *library.Game `json:"b"`
	Fields     []FieldPair   `json:"fields"` // those that differ

	FirstDifferentTick *uint64 `json:"first_different_tick"`
	FirstDifferentMS   *uint64 `json:"first_different_ms"`
	// FirstDifference is what differs there: orders, state, or length where one
	// is the beginning of the other; none.
	FirstDifference string `json:"first_difference"`
	TicksCompared   uint64 `json:"ticks_compared"`

	Orders        OrderComparison `json:"orders"`
	VerdictChange string          `json:"verdict_change"` // of b, against a: better, worse, same, unordered
	Rejections    []ReasonPair    `json:"rejections"`
}

// FieldPair is a fact that both have and that differs.
type FieldPair struct {
	Name string `json:"name"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// OrderComparison counts orders that stand in both at the same tick, and others.
type OrderComparison struct {
	Same  uint64 `json:"same"`
	OnlyA uint64 `json:"only_a"`
	OnlyB uint64 `json:"only_b"`
}

// ReasonPair is how often orders did not fit for one reason.
type ReasonPair struct {
	Reason string `json:"reason"`
	Text   string `json:"text"`
	A      uint64 `json:"a"`
	B      uint64 `json:"b"`
}

// Compare reads both recordings side by side.
func Compare(a, b Side) (*Comparison, error) {
	out := &Comparison{
		SameSource: a.Game.SourceSHA256 != "" && a.Game.SourceSHA256 == b.Game.SourceSHA256, A: a.Game, B: b.Game,
		Fields: fields(a.Game, b.Game), FirstDifference: "none", VerdictChange: verdictChange(a.Game.Verdict, b.Game.Verdict),
		Rejections: rejections(a.Report, b.Report),
	}
	return out, out.frames(a.File, b.File)
}

func fields(a, b *library.Game) []FieldPair {
	list := []FieldPair{}
	add := func(name string, x, y any) {
		if left, right := fmt.Sprint(x), fmt.Sprint(y); left != right {
			list = append(list, FieldPair{name, left, right})
		}
	}
	add("verdict", a.Verdict, b.Verdict)
	add("confidence", a.Confidence, b.Confidence)
	add("judged_permille", a.JudgedPermille, b.JudgedPermille)
	add("bound_permille", a.BoundPermille, b.BoundPermille)
	if a.Proof != nil && b.Proof != nil {
		add("proof.checked", a.Proof.Checked, b.Proof.Checked)
		add("proof.proven", a.Proof.Proven, b.Proof.Proven)
	}
	if a.Orders != nil && b.Orders != nil {
		add("orders.translated", a.Orders.Translated, b.Orders.Translated)
		add("orders.rejected", a.Orders.Rejected, b.Orders.Rejected)
		add("orders.unmodelled", a.Orders.Unmodelled, b.Orders.Unmodelled)
	}
	add("outcome", a.Outcome.Kind, b.Outcome.Kind)
	add("length_ms", a.LengthMS, b.LengthMS)
	add("module", a.Module, b.Module)
	add("map.name", a.Map.Name, b.Map.Name)
	add("map.id", a.Map.ID, b.Map.ID)
	add("map.found", a.Map.Found, b.Map.Found)
	add("partial", a.Partial, b.Partial)
	add("file_bytes", a.FileBytes, b.FileBytes)
	return list
}

func verdictChange(a, b divergence.Verdict) string {
	switch {
	case a == b:
		return "same"
	case a.WorseThan(b):
		return "better"
	case b.WorseThan(a):
		return "worse"
	}
	return "unordered"
}

func rejections(a, b *divergence.Report) []ReasonPair {
	byReason := map[string]*ReasonPair{}
	count := func(report *divergence.Report, into func(*ReasonPair) *uint64) {
		if report == nil {
			return
		}
		for _, r := range report.Rejections {
			pair := byReason[r.Reason]
			if pair == nil {
				pair = &ReasonPair{Reason: r.Reason, Text: Words(r.Reason)}
				byReason[r.Reason] = pair
			}
			*into(pair) = r.Count
		}
	}
	count(a, func(p *ReasonPair) *uint64 { return &p.A })
	count(b, func(p *ReasonPair) *uint64 { return &p.B })
	list := make([]ReasonPair, 0, len(byReason))
	for _, pair := range byReason {
		list = append(list, *pair)
	}
	slices.SortFunc(list, func(x, y ReasonPair) int {
		return cmp.Or(cmp.Compare(y.A+y.B, x.A+x.B), cmp.Compare(x.Reason, y.Reason))
	})
	return list
}

// frames walks through both at the same time, tick by tick.
func (c *Comparison) frames(a, b *icrep.Reader) error {
	clock := clockOf(a)
	differ := func(tick order.Tick, what string) {
		if c.FirstDifferentTick == nil {
			number, ms := uint64(tick), clock.ms(tick)
			c.FirstDifferentTick, c.FirstDifferentMS, c.FirstDifference = &number, &ms, what
		}
	}
	left, right := a.Ticks(0), b.Ticks(0)
	moreA, moreB := left.Next(), right.Next()
	var textsA, textsB [][]byte
	for moreA && moreB {
		x, y := left.Frame(), right.Frame()
		switch {
		case x.Tick < y.Tick:
			c.Orders.OnlyA += uint64(len(x.Orders))
			differ(x.Tick, "orders")
			moreA = left.Next()
			continue
		case y.Tick < x.Tick:
			c.Orders.OnlyB += uint64(len(y.Orders))
			differ(y.Tick, "orders")
			moreB = right.Next()
			continue
		}
		c.TicksCompared++
		textsA, textsB = orderTexts(textsA[:0], x), orderTexts(textsB[:0], y)
		same := common(textsA, textsB)
		c.Orders.Same += same
		c.Orders.OnlyA += uint64(len(textsA)) - same
		c.Orders.OnlyB += uint64(len(textsB)) - same
		if int(same) != len(textsA) || int(same) != len(textsB) {
			differ(x.Tick, "orders")
		} else if x.StateHash != y.StateHash {
			differ(x.Tick, "state")
		}
		moreA, moreB = left.Next(), right.Next()
	}
	if moreA != moreB {
		differ(min(order.Tick(a.Header().TotalTicks), order.Tick(b.Header().TotalTicks)), "length")
	}
	for ; moreA; moreA = left.Next() {
		c.Orders.OnlyA += uint64(len(left.Frame().Orders))
	}
	for ; moreB; moreB = right.Next() {
		c.Orders.OnlyB += uint64(len(right.Frame().Orders))
	}
	if err := left.Err(); err != nil {
		return err
	}
	return right.Err()
}

// orderTexts writes each order of a frame as bytes that can be compared.
func orderTexts(texts [][]byte, frame *icrep.TickFrame) [][]byte {
	for i := range frame.Orders {
		o := &frame.Orders[i]
		texts = append(texts, order.AppendTimestampedOrder(nil, o))
	}
	slices.SortFunc(texts, bytes.Compare)
	return texts
}

// common counts what stands in both of two sorted lists.
func common(a, b [][]byte) uint64 {
	var n uint64
	for len(a) > 0 && len(b) > 0 {
		switch c := bytes.Compare(a[0], b[0]); {
		case c == 0:
			n, a, b = n+1, a[1:], b[1:]
		case c < 0:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return n
}
