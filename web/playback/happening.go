// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/plugins/rts/snapshot"
)

// happening is an event of the simulation with the tick it happened in.
type happening struct {
	tick order.Tick
	sim.Event
}

// event is what the protocol says of it; ok is false where it says nothing, or to
// nobody who looks with these eyes.
func (h *happening) event(s *scene, view sim.View, eyes *sight) (event snapshot.Event, ok bool) {
	if h.HasPosition && !eyes.at(h.Position) {
		return event, false
	}
	k := s.kinds.kind(view, h.Entity)
	if k.Role == roleScenery {
		return event, false
	}
	switch {
	case h.Kind == sim.EventRemoved && h.Cause == sim.CauseKilled && h.HasPosition:
		return snapshot.Event{Kind: snapshot.EventDeath, ID: wireID(h.Tag), At: point(h.Position), EntityKind: k.foreign}, true
	case h.Kind == sim.EventConstructionCompleted && (eyes.all() || eyes.vision.has(h.Owner)):
		return snapshot.Event{Kind: snapshot.EventBuild, ID: wireID(h.Tag), EntityKind: k.foreign}, true
	}
	return event, false
}

// happeningNames are the words of convertd.fights.
var happeningNames = map[sim.EventKind]string{
	sim.EventCreated: "created", sim.EventRemoved: "destroyed", sim.EventOwnerChanged: "owner", sim.EventKindChanged: "changed",
	sim.EventConstructionStarted: "started", sim.EventConstructionCompleted: "built", sim.EventResourceCollected: "collected",
	sim.EventUpgradeCompleted: "upgrade", sim.EventAbilityUsed: "ability", sim.EventDamaged: "damaged", sim.EventStandingChanged: "standing",
	sim.EventCorrected: "corrected", sim.EventSuperweaponFired: "superweapon",
}

var causeNames = map[sim.Cause]string{
	sim.CauseKilled: "killed", sim.CauseSold: "sold", sim.CauseTransformed: "transformed", sim.CauseConsumed: "consumed",
	sim.CauseExpired: "expired", sim.CauseEvidence: "evidence",
}

// fight is an entry of convertd.fights.
type fight struct {
	Tick     order.Tick  `json:"tick"`
	Kind     string      `json:"kind"`
	ID       uint32      `json:"id,omitempty"`
	N        *sim.KindID `json:"n,omitempty"`
	Player   uint32      `json:"player,omitempty"`
	X        *int32      `json:"x,omitempty"`
	Y        *int32      `json:"y,omitempty"`
	By       uint32      `json:"by,omitempty"`
	ByPlayer uint32      `json:"byPlayer,omitempty"`
	Cause    string      `json:"cause,omitempty"`
	Amount   int64       `json:"amount,omitempty"`
	Name     string      `json:"name,omitempty"`
}

// fight tells an event to those who see everything of the game.
func (h *happening) fight(s *scene, view sim.View) fight {
	f := fight{
		Tick: h.tick, Kind: happeningNames[h.Kind], ID: wireID(h.Tag), Player: playerNumber(h.Owner), Amount: h.Amount, Name: h.Name,
	}
	if h.Kind <= sim.EventConstructionCompleted {
		n := s.kinds.kind(view, h.Entity).N
		f.N = &n
	}
	at, located := h.Position, h.HasPosition
	if e, ok := view.Entity(h.Tag); !located && ok {
		at, located = e.Position, e.HasPosition
	}
	if located {
		x, y := pixels(at.X), pixels(at.Y)
		f.X, f.Y = &x, &y
	}
	if h.Kind == sim.EventRemoved {
		f.Cause = causeNames[h.Cause]
	}
	if h.Kind == sim.EventRemoved || h.Kind == sim.EventDamaged {
		f.By, f.ByPlayer = wireID(h.Killer), playerNumber(h.KillerOwner)
	}
	return f
}
