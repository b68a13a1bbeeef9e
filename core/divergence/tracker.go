// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"fmt"

	"convertd/core/order"
)

// Fit says how an order fitted the state it met.
type Fit uint8

// Fits.
const (
	// FitAccepted: the order was valid and applied.
	FitAccepted Fit = iota
	// FitNotModelled: the simulation does not model the order; it says nothing.
	FitNotModelled
	// FitRejected: the simulation refused the order. Reason says why.
	FitRejected
	// FitCorrected: the order did not fit, and the simulation took it for proof
	// and brought its state in line. Reason says what did not fit.
	FitCorrected
	// FitNotGame: nothing of the world is meant (chat, pauses), or the world is
	// not known at all. It is no evidence.
	FitNotGame
)

// OrderEvidence is what became of one foreign order.
type OrderEvidence struct {
	Tick   order.Tick
	Player order.PlayerID
	Fit    Fit
	Reason string // stable name of the reason of a rejection
	// Subjects the order named, and how many of them were dead, never bound
	// to an entity of ours, or of another owner.
	Subjects, Dead, Unbound, NotOwned int
	InvalidPosition                   bool
	// OffMap: it names a place that no map reaches. Others is how many of its subjects
	// a player of another team commanded last. Both are evidence whatever the state and
	// the rules are.
	OffMap bool
	Others int
	// Looked: that was looked for although the world is not known. The order then
	// counts beside those that show it.
	Looked bool
	// NothingNew: those of the subjects that are not here were known not to be. That
	// one unit is missing shows once, however often it is told to act.
	NothingNew bool
	// Unconditional: the order was taken, as it would have been in any state.
	Unconditional bool
}

// Judged reports whether a rule could have refused the order or found that it
// does not fit.
func (e *OrderEvidence) Judged() bool {
	switch e.Fit {
	case FitAccepted:
		return !e.Unconditional
	case FitRejected, FitCorrected:
		return true
	case FitNotModelled, FitNotGame:
	}
	return false
}

// contradicts reports whether the order contradicts the recording itself.
func (e *OrderEvidence) contradicts() bool {
	return e.OffMap || e.Subjects > 0 && e.Others >= e.Subjects
}

// weighs reports whether the order counts as one that fits or does not.
func (e *OrderEvidence) weighs() bool {
	if e.Looked || e.contradicts() {
		return true
	}
	return e.Fit != FitNotGame && (e.Fit != FitNotModelled || e.Subjects > 0)
}

// suspicious reports whether the order contradicts our state.
func (e *OrderEvidence) suspicious() bool {
	if e.contradicts() {
		return true
	}
	if e.Fit == FitNotGame {
		return false
	}
	return e.Fit == FitRejected || e.Fit == FitCorrected || e.InvalidPosition ||
		(e.Subjects > 0 && e.Dead+e.Unbound+e.NotOwned >= e.Subjects)
}

// repeats reports whether the order fails for nothing but units that were known to
// be missing: it tells nothing that was not told before.
func (e *OrderEvidence) repeats() bool {
	if !e.NothingNew || e.InvalidPosition || e.NotOwned > 0 || e.contradicts() {
		return false
	}
	return e.Fit != FitCorrected && (e.Fit != FitRejected || e.Reason == reasonNoSubjects)
}

// reasonNoSubjects is how the simulation says that none of the units it knows.
const reasonNoSubjects = "no_subjects"

// Tracker collects evidence in tick order and derives the confidence from it.
type Tracker struct {
	thresholds  Thresholds
	tickRate    order.TickRate
	buckets     []bucket // ring over the window
	bucketTicks order.Tick
	head        uint64 // number of the newest bucket
	window      bucket // sums over the window
	overall     bucket // sums since the start, or since the last hash that is met

	confidence Confidence
	onset      *Onset
	evidence   *Onset // of the first evidence beside hashes
	counters   Counters
	lost       map[order.PlayerID]uint32
	reasons    map[string]uint64
	timeline   []TimelinePoint
	spacing    order.Tick
	pending    TimelinePoint
}

// bucket counts orders: those that are evidence, those of them that do not fit, and
// those of these that only repeat what another one told.
type bucket struct{ judged, suspicious, repeated uint64 }

func (b *bucket) add(other bucket) {
	b.judged += other.judged
	b.suspicious += other.suspicious
	b.repeated += other.repeated
}

func (b *bucket) drop(other bucket) {
	b.judged -= other.judged
	b.suspicious -= other.suspicious
	b.repeated -= other.repeated
}

const bucketsPerWindow = 30

// Counters are the figures that Iron Curtain shows of a foreign replay
// (docs/engine/iron-curtain.md#divergence) with what they are made of.
type Counters struct {
	OrdersTargetingDeadUnits        uint64 `json:"orders_targeting_dead_units"`
	OrdersTargetingUnknownUnits     uint64 `json:"orders_targeting_unknown_units"`
	OrdersTargetingForeignUnits     uint64 `json:"orders_targeting_foreign_units"`
	OrdersTargetingInvalidPositions uint64 `json:"orders_targeting_invalid_positions"`
}

// Onset is where the confidence first fell to a level.
type Onset struct {
	Tick   order.Tick `json:"tick"`
	TimeMS uint64     `json:"time_ms"`
	Reason string     `json:"reason"`
}

// NewTracker returns a tracker for a game of that tick rate.
func NewTracker(thresholds Thresholds, rate order.TickRate) *Tracker {
	window := rate.TicksIn(thresholds.WindowMilliseconds)
	return &Tracker{
		thresholds:  thresholds,
		tickRate:    rate,
		buckets:     make([]bucket, bucketsPerWindow),
		bucketTicks: max(1, window/bucketsPerWindow),
		lost:        make(map[order.PlayerID]uint32),
		reasons:     make(map[string]uint64),
		spacing:     max(1, rate.TicksIn(timelineStepMilliseconds)),
	}
}

// Order takes what became of an order. Ticks never go back.
func (t *Tracker) Order(e *OrderEvidence) {
	t.advance(e.Tick)
	t.count(e)
	if !e.weighs() {
		return
	}
	one := bucket{judged: 1}
	if e.Fit != FitNotGame {
		t.pending.Orders++
	}
	suspicious := e.suspicious()
	if suspicious {
		one.suspicious = 1
		t.pending.Rejected++
	}
	switch {
	case !suspicious:
		t.lost[e.Player] = 0
	case e.repeats():
		one.repeated = 1
	default:
		t.lost[e.Player]++
	}
	t.buckets[t.head%bucketsPerWindow].add(one)
	t.window.add(one)
	t.overall.add(one)
	if suspicious {
		t.assess(e)
	}
}

func (t *Tracker) count(e *OrderEvidence) {
	if e.NotOwned > 0 || e.Others > 0 {
		t.counters.OrdersTargetingForeignUnits++
	}
	if e.InvalidPosition || e.OffMap {
		t.counters.OrdersTargetingInvalidPositions++
	}
	if e.Fit == FitNotGame {
		return
	}
	if e.Dead > 0 {
		t.counters.OrdersTargetingDeadUnits++
	}
	if e.Unbound > 0 {
		t.counters.OrdersTargetingUnknownUnits++
	}
	if e.Fit == FitRejected {
		t.reasons[e.Reason]++
	}
}

// HashMismatch records that a native hash disagreed: from here on the state is
// certainly not the original one, however well the orders still fit.
func (t *Tracker) HashMismatch(m HashMismatch) {
	t.advance(m.Tick)
	t.overall = bucket{}
	t.lower(MinorDrift, m.Tick, fmt.Sprintf("recorded hash of frame %d is not met", m.Frame))
}

// Evidence lowers the confidence for a reason that is not about an order: an
// outcome, a final score, a defeat that our state contradicts.
func (t *Tracker) Evidence(tick order.Tick, level Confidence, reason string) {
	t.advance(tick)
	t.fall(level, tick, reason)
}

func (t *Tracker) assess(e *OrderEvidence) {
	limits, window := &t.thresholds, &t.window
	if t.lost[e.Player] >= limits.LostSubjects && limits.LostSubjects > 0 {
		t.fall(Diverged, e.Tick, fmt.Sprintf("%d orders in a row of player %d do not fit", t.lost[e.Player], e.Player))
	}
	if window.judged >= uint64(limits.MinimumOrders) && window.suspicious >= uint64(limits.MinimumRejected) {
		reason := fmt.Sprintf("%d of %d orders in %d ms do not fit", window.suspicious, window.judged, limits.WindowMilliseconds)
		switch {
		case t.diverges(window):
			t.fall(Diverged, e.Tick, reason)
		case window.suspicious*1000 > window.judged*uint64(limits.DriftPermille):
			t.fall(MinorDrift, e.Tick, reason)
		}
	}
	if t.divergesOverall() {
		t.fall(Diverged, e.Tick, fmt.Sprintf("%d of %d orders so far do not fit", t.overall.suspicious, t.overall.judged))
	}
}

// diverges reports whether a window has diverged. That one unit is missing shows in
// every order it gets, in a burst of fifty clicks as well: only the first counts.
func (t *Tracker) diverges(window *bucket) bool {
	fresh, judged := window.suspicious-window.repeated, window.judged-window.repeated
	return fresh >= uint64(t.thresholds.DivergedRejected) && judged >= uint64(t.thresholds.MinimumOrders) &&
		fresh*1000 > judged*uint64(t.thresholds.DivergedPermille)
}

// divergesOverall reports whether too much of the whole game does not fit.
func (t *Tracker) divergesOverall() bool {
	fresh := t.overall.suspicious - t.overall.repeated
	return t.thresholds.OverallPermille > 0 && t.overall.judged >= uint64(t.thresholds.FloorJudgedOrders) &&
		fresh >= uint64(t.thresholds.DivergedRejected) && t.overall.suspicious*1000 > t.overall.judged*uint64(t.thresholds.OverallPermille)
}

// fall lowers the confidence by evidence, which a hash that was missed before
// does not hide: how far the games have come apart is another question than
// whether they are the same.
func (t *Tracker) fall(level Confidence, tick order.Tick, reason string) {
	if t.evidence == nil {
		t.evidence = &Onset{Tick: tick, TimeMS: t.tickRate.Milliseconds(tick), Reason: reason}
	}
	t.lower(level, tick, reason)
}

func (t *Tracker) lower(level Confidence, tick order.Tick, reason string) {
	if level <= t.confidence {
		return
	}
	t.confidence = level
	t.onset = &Onset{Tick: tick, TimeMS: t.tickRate.Milliseconds(tick), Reason: reason}
}

// advance drops what has left the window and closes timeline points.
func (t *Tracker) advance(tick order.Tick) {
	target := uint64(tick / t.bucketTicks)
	if target > t.head+bucketsPerWindow {
		t.head = target - bucketsPerWindow
		clear(t.buckets)
		t.window = bucket{}
	}
	for t.head < target {
		t.head++
		slot := &t.buckets[t.head%bucketsPerWindow]
		t.window.drop(*slot)
		*slot = bucket{}
	}
	t.closePoints(tick)
}

// Evident reports whether anything beside a hash has spoken against the state
// we reached.
func (t *Tracker) Evident() bool { return t.evidence != nil }

// Confidence is the level reached so far.
func (t *Tracker) Confidence() Confidence { return t.confidence }
