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
}

// suspicious reports whether the order contradicts our state.
func (e *OrderEvidence) suspicious() bool {
	return e.Fit == FitRejected || e.Fit == FitCorrected || e.InvalidPosition ||
		(e.Subjects > 0 && e.Dead+e.Unbound+e.NotOwned >= e.Subjects)
}

// Tracker collects evidence in tick order and derives the confidence from it.
type Tracker struct {
	thresholds  Thresholds
	tickRate    order.TickRate
	buckets     []bucket // ring over the window
	bucketTicks order.Tick
	head        uint64 // number of the newest bucket
	judged      uint64 // sums over the window
	suspicious  uint64

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

type bucket struct{ judged, suspicious uint64 }

const bucketsPerWindow = 30

// Counters are the figures of D056 with what they are made of.
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
	if e.Fit == FitNotGame || (e.Fit == FitNotModelled && e.Subjects == 0) {
		return
	}
	slot := &t.buckets[t.head%bucketsPerWindow]
	slot.judged++
	t.judged++
	t.pending.Orders++
	if !e.suspicious() {
		t.lost[e.Player] = 0
		return
	}
	slot.suspicious++
	t.suspicious++
	t.pending.Rejected++
	t.lost[e.Player]++
	t.judge(e)
}

func (t *Tracker) count(e *OrderEvidence) {
	if e.Fit == FitNotGame {
		return
	}
	if e.Dead > 0 {
		t.counters.OrdersTargetingDeadUnits++
	}
	if e.Unbound > 0 {
		t.counters.OrdersTargetingUnknownUnits++
	}
	if e.NotOwned > 0 {
		t.counters.OrdersTargetingForeignUnits++
	}
	if e.InvalidPosition {
		t.counters.OrdersTargetingInvalidPositions++
	}
	if e.Fit == FitRejected {
		t.reasons[e.Reason]++
	}
}

// HashMismatch records that a native hash disagreed: from here on the state is
// certainly not the original one, however well the orders still fit.
func (t *Tracker) HashMismatch(m HashMismatch) {
	t.advance(m.Tick)
	t.lower(MinorDrift, m.Tick, fmt.Sprintf("recorded hash of frame %d is not met", m.Frame))
}

// Evidence lowers the confidence for a reason that is not about an order: an
// outcome, a final score, a defeat that our state contradicts.
func (t *Tracker) Evidence(tick order.Tick, level Confidence, reason string) {
	t.advance(tick)
	t.fall(level, tick, reason)
}

func (t *Tracker) judge(e *OrderEvidence) {
	if t.lost[e.Player] >= t.thresholds.LostSubjects && t.thresholds.LostSubjects > 0 {
		t.fall(Diverged, e.Tick, fmt.Sprintf("%d orders in a row of player %d do not fit", t.lost[e.Player], e.Player))
	}
	if t.judged < uint64(t.thresholds.MinimumOrders) || t.suspicious < uint64(t.thresholds.MinimumRejected) {
		return
	}
	permille := t.suspicious * 1000 / t.judged
	switch {
	case permille > uint64(t.thresholds.DivergedPermille):
		t.fall(Diverged, e.Tick, fmt.Sprintf("%d of %d orders in %d ms do not fit", t.suspicious, t.judged, t.thresholds.WindowMilliseconds))
	case permille > uint64(t.thresholds.DriftPermille):
		t.fall(MinorDrift, e.Tick, fmt.Sprintf("%d of %d orders in %d ms do not fit", t.suspicious, t.judged, t.thresholds.WindowMilliseconds))
	}
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
		t.judged, t.suspicious = 0, 0
	}
	for t.head < target {
		t.head++
		slot := &t.buckets[t.head%bucketsPerWindow]
		t.judged -= slot.judged
		t.suspicious -= slot.suspicious
		*slot = bucket{}
	}
	t.closePoints(tick)
}

// Evident reports whether anything beside a hash has spoken against the state
// we reached.
func (t *Tracker) Evident() bool { return t.evidence != nil }

// Confidence is the level reached so far.
func (t *Tracker) Confidence() Confidence { return t.confidence }
