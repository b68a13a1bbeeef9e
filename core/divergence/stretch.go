// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import "convertd/core/order"

// PastProof judges what is not proven: three stretches that begin where the
// proof ends, at the start where nothing is proven.
type PastProof struct {
	// ToEvidence ends before the order, or behind the tick, that is the first
	// evidence beside hashes against the state we reached; ToDivergence in
	// the same way where the confidence falls to diverged; ToEnd with the game.
	// Where there is no such moment they end with the game.
	ToEvidence   Stretch `json:"to_evidence"`
	ToDivergence Stretch `json:"to_divergence"`
	ToEnd        Stretch `json:"to_end"`
}

// Stretch says how well the orders of a part of the game fit the state they
// met.
type Stretch struct {
	From Moment `json:"from"`
	To   Moment `json:"to"`
	// Subjects counts the distinct entities that orders told to act, Bound
	// those of them that are known here, Lost those that were commanded while
	// ours was dead.
	Subjects uint64 `json:"subjects"`
	Bound    uint64 `json:"bound"`
	Lost     uint64 `json:"lost"`
	// Accepted, Corrected and Rejected are the judged orders. What is corrected
	// did not fit: the order was taken for proof. What is not modelled is no
	// evidence either way.
	Accepted   uint64        `json:"accepted"`
	Corrected  uint64        `json:"corrected"`
	Rejected   uint64        `json:"rejected"`
	Unmodelled uint64        `json:"unmodelled"`
	Rejections []ReasonCount `json:"rejections"`
}

// Moment is a tick and its time in the game.
type Moment struct {
	Tick   order.Tick `json:"tick"`
	TimeMS uint64     `json:"time_ms"`
}

// BoundPermille is the share of subjects that are bound, 1000 without any.
func (s *Stretch) BoundPermille() uint64 { return permille(s.Bound, s.Subjects) }

// AcceptedPermille is the share of judged orders that were accepted, 1000
// without any.
func (s *Stretch) AcceptedPermille() uint64 { return permille(s.Accepted, s.Judged()) }

// Judged counts the orders that are evidence.
func (s *Stretch) Judged() uint64 { return s.Accepted + s.Corrected + s.Rejected }

func permille(part, whole uint64) uint64 {
	if whole == 0 {
		return 1000
	}
	return part * 1000 / whole
}
