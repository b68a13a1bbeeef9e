// SPDX-License-Identifier: GPL-3.0-or-later

package gamepage

import (
	"cmp"
	"fmt"
	"slices"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
)

// Timeline is the course of a game: how far it can be trusted at each moment,
// and what happened when.
type Timeline struct {
	LengthMS      uint64       `json:"length_ms"`
	TickRate      *icrep.Rate  `json:"tick_rate"`
	KeyframesMS   []uint64     `json:"keyframes_ms"`
	Confidence    []Confidence `json:"confidence"`
	ProvenUntilMS *uint64      `json:"proven_until_ms"`
	Markers       []Marker     `json:"markers"`
	MarkersTotal  int          `json:"markers_total"`
}

// Confidence sums up the game between the point before and its own time.
type Confidence struct {
	TimeMS     uint64     `json:"time_ms"`
	Tick       order.Tick `json:"tick"`
	Orders     uint64     `json:"orders"`   // judged
	Rejected   uint64     `json:"rejected"` // of those, did not fit
	Confidence string     `json:"confidence"`
}

// Marker is something that happened at a moment.
type Marker struct {
	TimeMS  uint64     `json:"time_ms"`
	Tick    order.Tick `json:"tick"`
	UntilMS *uint64    `json:"until_ms,omitempty"`
	Kind    string     `json:"kind"`
	Player  int        `json:"player"` // slot, -1 where it is of nobody
	Other   *int       `json:"other,omitempty"`
	X       *int32     `json:"x,omitempty"` // world units
	Y       *int32     `json:"y,omitempty"`
	Value   *int64     `json:"value,omitempty"`
	Text    string     `json:"text"`
}

// Kinds of markers.
const (
	MarkerFight          = "fight"
	MarkerArmyLost       = "army_lost"
	MarkerBaseLost       = "base_lost"
	MarkerSuperweapon    = "superweapon"
	MarkerTurn           = "turn"
	MarkerPause          = "pause"
	MarkerUnpause        = "unpause"
	MarkerMatchEnd       = "match_end"
	MarkerFirstMismatch  = "first_mismatch"
	MarkerFirstEvidence  = "first_evidence"
	MarkerDivergence     = "divergence"
	MarkerSourceDesync   = "source_desync"
	MarkerRejectedOrders = "rejected_orders"
)

// maxMarkers bounds a page; MarkersTotal is exact.
const maxMarkers = 5000

// ReadTimeline reads the course of a game. report may be nil.
func ReadTimeline(reader *icrep.Reader, report *divergence.Report) (*Timeline, error) {
	t := &timelineReader{clock: clockOf(reader), fights: map[fightKey]int{}}
	t.out = &Timeline{
		LengthMS: t.clock.ms(order.Tick(reader.Header().TotalTicks)), TickRate: reader.Metadata().TickRate,
		KeyframesMS: []uint64{}, Confidence: []Confidence{}, Markers: []Marker{},
	}
	for _, keyframe := range reader.Keyframes() {
		t.out.KeyframesMS = append(t.out.KeyframesMS, t.clock.ms(keyframe.Tick))
	}
	if report != nil {
		t.report(report)
	}
	names, err := reader.Names()
	if err != nil {
		return nil, err
	}
	t.names = names
	if reader.HasEvents() {
		events := reader.Events(0)
		for events.Next() {
			t.event(events.Event())
		}
		if err := events.Err(); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(t.out.Markers, func(a, b Marker) int { return cmp.Compare(a.Tick, b.Tick) })
	return t.out, nil
}

type timelineReader struct {
	clock  clock
	names  []string
	out    *Timeline
	fights map[fightKey]int // fights that go on, by their marker
}

// fightKey tells fights of one player apart: their end names the same place.
type fightKey struct {
	player order.PlayerID
	center order.WorldPos
}

func (t *timelineReader) add(m Marker) {
	t.out.MarkersTotal++
	if len(t.out.Markers) < maxMarkers {
		m.TimeMS = t.clock.ms(m.Tick)
		t.out.Markers = append(t.out.Markers, m)
	}
}

func (t *timelineReader) report(r *divergence.Report) {
	for _, point := range r.Timeline {
		confidence := point.Confidence
		if r.Verdict == divergence.VerdictProven {
			confidence = string(divergence.VerdictProven)
		}
		t.out.Confidence = append(t.out.Confidence, Confidence{
			TimeMS: point.TimeMS, Tick: point.Tick, Orders: point.Orders, Rejected: point.Rejected, Confidence: confidence,
		})
	}
	t.proven(r)
	if o := r.FirstEvidence; o != nil {
		t.add(Marker{Tick: o.Tick, Kind: MarkerFirstEvidence, Player: -1, Text: "the first doubt: " + Words(o.Reason)})
	}
	if o := r.FirstLikelyDivergence; o != nil && r.Verdict != divergence.VerdictProven {
		t.add(Marker{Tick: o.Tick, Kind: MarkerDivergence, Player: -1, Text: "it came apart here at the latest: " + Words(o.Reason)})
	}
	if m := r.SourceSync.FirstMismatch; m != nil {
		t.add(Marker{Tick: order.Tick(m.Tick), Kind: MarkerSourceDesync, Player: -1, Text: "the players' own games came apart"})
	}
	for i := range r.Timeline {
		if point := &r.Timeline[i]; point.Rejected > 0 {
			rejected := int64(point.Rejected)
			t.add(Marker{
				Tick: point.Tick, Kind: MarkerRejectedOrders, Player: -1, Value: &rejected,
				Text: fmt.Sprintf("%d of the %d orders up to here do not fit", point.Rejected, point.Orders),
			})
		}
	}
}

// proven marks how far the native hash was met.
func (t *timelineReader) proven(r *divergence.Report) {
	if r.Proof.Judge == nil {
		return
	}
	until := t.out.LengthMS
	if m := r.Proof.FirstMismatch; m != nil {
		until = t.clock.ms(m.Tick)
		text := "the first checksum that is not met"
		if m.Suspect != nil {
			text += ": it would be if " + m.Suspect.What
		}
		t.add(Marker{Tick: m.Tick, Kind: MarkerFirstMismatch, Player: -1, Text: text})
	}
	if r.Proof.Checked > 0 {
		t.out.ProvenUntilMS = &until
	}
	for i := range t.out.Confidence {
		if point := &t.out.Confidence[i]; point.TimeMS <= until && r.Proof.Proven > 0 {
			point.Confidence = string(divergence.VerdictProven)
		}
	}
}

func at(m Marker, pos order.WorldPos) Marker {
	m.X, m.Y = &pos.X, &pos.Y
	return m
}

func (t *timelineReader) event(e icrep.Event) {
	switch v := e.(type) {
	case *icrep.EngagementStarted:
		value := v.ValueFriendly + v.ValueEnemy
		t.fights[fightKey{v.Player, v.Center}] = len(t.out.Markers)
		t.add(at(Marker{Tick: v.Tick, Kind: MarkerFight, Player: slot(v.Player), Value: &value, Text: "a fight begins"}, v.Center))
	case *icrep.EngagementEnded:
		t.fightEnds(v)
	case *icrep.ArmyWipe:
		t.add(Marker{Tick: v.Tick, Kind: MarkerArmyLost, Player: slot(v.Player), Value: &v.TotalValueLost, Text: "an army is lost"})
		t.keepValue()
	case *icrep.BaseDestroyed:
		t.add(at(Marker{Tick: v.Tick, Kind: MarkerBaseLost, Player: slot(v.Player), Text: "a base is lost"}, v.Pos))
	case *icrep.SuperweaponFired:
		t.add(at(Marker{Tick: v.Tick, Kind: MarkerSuperweapon, Player: slot(v.Player), Text: t.name(v.Weapon) + " is fired"}, v.Target))
	case *icrep.ComebackMoment:
		t.add(Marker{Tick: v.Tick, Kind: MarkerTurn, Player: slot(v.Player), Value: &v.Swing, Text: "the game turns"})
		t.keepValue()
	case *icrep.Pause:
		kind, text := MarkerUnpause, "the game goes on"
		if v.Paused {
			kind, text = MarkerPause, "the game is paused"
		}
		t.add(Marker{Tick: v.Tick, Kind: kind, Player: slot(v.Player), Text: text})
	case *icrep.MatchEnded:
		t.add(Marker{Tick: v.Tick, Kind: MarkerMatchEnd, Player: -1, Text: "the game ends"})
	}
}

// keepValue gives the last marker a value of its own: the event it was read
// from is used again for the next.
func (t *timelineReader) keepValue() {
	if len(t.out.Markers) == 0 {
		return
	}
	last := &t.out.Markers[len(t.out.Markers)-1]
	if last.Value != nil {
		value := *last.Value
		last.Value = &value
	}
}

func (t *timelineReader) fightEnds(e *icrep.EngagementEnded) {
	key := fightKey{e.Player, e.Center}
	marker, known := t.fights[key]
	if !known || marker >= len(t.out.Markers) {
		return
	}
	delete(t.fights, key)
	until := t.clock.ms(order.Tick(uint64(t.out.Markers[marker].Tick) + e.Duration))
	t.out.Markers[marker].UntilMS = &until
	t.out.Markers[marker].Text = lossText(e)
}

func (t *timelineReader) name(id icrep.NameID) string {
	if int(id) < len(t.names) {
		return t.names[id]
	}
	return "a superweapon"
}
