// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"slices"

	"convertd/core/order"
)

const (
	// timelineStepMilliseconds is the spacing of timeline points at first.
	timelineStepMilliseconds = 10_000
	// maxTimelinePoints bounds a report: when it is reached every second point
	// is merged into its neighbour and the spacing doubles.
	maxTimelinePoints = 720
)

// TimelinePoint sums up the game time between the point before and its tick.
type TimelinePoint struct {
	Tick       order.Tick     `json:"tick"`
	TimeMS     uint64         `json:"time_ms"`
	Orders     uint64         `json:"orders"`   // judged
	Rejected   uint64         `json:"rejected"` // of those, did not fit
	Confidence string         `json:"confidence"`
	Players    []PlayerSample `json:"players,omitempty"`
}

// PlayerSample is a player's economy and army at a point.
type PlayerSample struct {
	Player    order.PlayerID `json:"player"`
	Credits   int64          `json:"credits"`
	ArmyValue int64          `json:"army_value"`
	Units     uint32         `json:"units"`
	Buildings uint32         `json:"buildings"`
}

// Players records the players' state for the timeline point that tick belongs
// to. The slice is copied.
func (t *Tracker) Players(tick order.Tick, players []PlayerSample) {
	t.closePoints(tick)
	t.pending.Players = append(t.pending.Players[:0], players...)
}

// WantsPlayers reports whether tick ends a timeline point, so that the caller
// collects player samples only then.
func (t *Tracker) WantsPlayers(tick order.Tick) bool { return (tick+1)%t.spacing == 0 }

func (t *Tracker) closePoints(tick order.Tick) {
	end := (t.pending.Tick/t.spacing + 1) * t.spacing
	if tick < end {
		t.pending.Tick = max(t.pending.Tick, tick)
		return
	}
	t.pending.Tick = end - 1
	t.closePoint()
	t.pending.Tick = tick
}

func (t *Tracker) closePoint() {
	point := t.pending
	point.TimeMS = t.tickRate.Milliseconds(point.Tick)
	point.Confidence = t.confidence.String()
	point.Players = slices.Clone(point.Players)
	t.timeline = append(t.timeline, point)
	t.pending = TimelinePoint{Players: t.pending.Players[:0]}
	if len(t.timeline) >= maxTimelinePoints {
		t.thin()
	}
}

// thin merges pairs of points.
func (t *Tracker) thin() {
	kept := t.timeline[:0]
	for i := 0; i+1 < len(t.timeline); i += 2 {
		merged := t.timeline[i+1]
		merged.Orders += t.timeline[i].Orders
		merged.Rejected += t.timeline[i].Rejected
		kept = append(kept, merged)
	}
	if len(t.timeline)%2 == 1 {
		kept = append(kept, t.timeline[len(t.timeline)-1])
	}
	t.timeline = kept
	t.spacing *= 2
}
