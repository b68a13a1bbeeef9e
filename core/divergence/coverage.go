// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import "encoding/json"

// Coverage says how much of a game was judged at all. A verdict is worth no more
// than what stands here.
type Coverage struct {
	// OrdersJudged counts the orders that a rule could have refused or found not to
	// fit, and those whose effect a native hash proves. What is not modelled, and
	// what is taken whatever the state is, is not judged.
	OrdersJudged uint64 `json:"orders_judged"`
	OrdersTotal  uint64 `json:"orders_total"`
	// SubjectsNamed counts the distinct entities that orders told to act,
	// SubjectsBound those of them that are known here.
	SubjectsBound uint64 `json:"subjects_bound"`
	SubjectsNamed uint64 `json:"subjects_named"`
	// NotChecked says in words what was not checked and why, what weighs most first.
	NotChecked []string `json:"not_checked"`
	// RulesBroken says that the rules do not hold for the game, so that nothing that was
	// judged by them counts; "" where they do. NotChecked lists it.
	RulesBroken string `json:"-"`
}

// MarshalJSON writes an empty list where nothing was left out.
func (c Coverage) MarshalJSON() ([]byte, error) {
	type plain Coverage
	if c.NotChecked == nil {
		c.NotChecked = []string{}
	}
	return json.Marshal(plain(c))
}

// JudgedPermille is the share of orders that were judged, 0 without any.
func (c *Coverage) JudgedPermille() uint64 { return shareOf(c.OrdersJudged, c.OrdersTotal) }

// BoundPermille is the share of subjects that are bound, 0 without any.
func (c *Coverage) BoundPermille() uint64 { return shareOf(c.SubjectsBound, c.SubjectsNamed) }

// suffices reports whether enough was judged for a verdict that vouches for
// anything. A game whose orders name nobody is measured by its orders alone.
func (c *Coverage) suffices(t *Thresholds) bool {
	return c.RulesBroken == "" && c.OrdersJudged >= uint64(t.FloorJudgedOrders) && c.JudgedPermille() >= uint64(t.FloorJudgedPermille) &&
		(c.SubjectsNamed == 0 || c.BoundPermille() >= uint64(t.FloorBoundPermille))
}

func shareOf(part, whole uint64) uint64 {
	if whole == 0 {
		return 0
	}
	return part * 1000 / whole
}
