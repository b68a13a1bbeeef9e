// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"
	"strings"

	"convertd/core/sim/openra/internal/info"
)

// Hashed is what the native hash is made of, as the world stands: what a trace of
// the engine is held against.
type Hashed struct {
	Frame, Tick int32
	Last        int32 // last number of the shared generator
	Draws       int64
	Actors      []HashedActor // by rising id
	Effects     []HashedTrait
	Unlocked    []uint32 // actors of the players who look on
}

// HashedActor is what the hash has of one actor.
type HashedActor struct {
	ID      uint32
	Type    string
	Owner   uint32 // actor of the player
	InWorld bool
	Traits  []HashedTrait
}

// HashedTrait is one summand.
type HashedTrait struct {
	Class  string // name of the trait, without what tells several of one class apart
	Key    string
	Hash   int32
	Values []HashedValue // where more than one makes the hash
}

// HashedValue is one of the values a hash is made of, written as traces do.
type HashedValue struct{ Name, Value string }

// Hashed lists what the native hash is made of.
func (w *World) Hashed() Hashed {
	h := Hashed{Frame: w.frame, Tick: w.tick, Last: w.random.last, Draws: w.random.draws}
	for _, a := range w.actors {
		if a == nil {
			continue
		}
		one := HashedActor{ID: a.ID, Type: w.nameOf(a), InWorld: a.inWorld}
		if a.owner >= 0 && int(a.owner) < len(w.players) {
			one.Owner = w.players[a.owner].actor
		}
		for i := range a.typ.Syncs {
			slot := &a.typ.Syncs[i]
			class, _, _ := strings.Cut(slot.Key, "@")
			one.Traits = append(one.Traits, HashedTrait{
				Class: class, Key: slot.Key, Hash: w.traitHash(a, slot) ^ w.conditionHash(a, slot), Values: w.hashedValues(a, slot),
			})
		}
		h.Actors = append(h.Actors, one)
	}
	for i := range w.effects {
		if hash, synced := w.effectHash(&w.effects[i]); synced {
			e := &w.effects[i]
			h.Effects = append(h.Effects, HashedTrait{Class: effectNames[e.kind], Hash: hash, Values: []HashedValue{{"pos", placeText(e.at)}}})
		}
	}
	for i := range w.players {
		if w.players[i].unlocked() {
			h.Unlocked = append(h.Unlocked, w.players[i].actor)
		}
	}
	return h
}

// effectNames are the engine's classes.
var effectNames = map[effectKind]string{
	effectBullet: "Bullet", effectMissile: "Missile", effectBomb: "GravityBomb", effectZap: "TeslaZap", effectLaser: "LaserZap",
}

func placeText(p Pos) string { return fmt.Sprintf("%d,%d,%d", p.X, p.Y, p.Z) }
func cellText(c Cell) string { return fmt.Sprintf("%d,%d", c.X, c.Y) }

// hashedValues names what a trait's hash is made of, where that is more than one
// value and they are known apart.
func (w *World) hashedValues(a *Actor, slot *info.SyncSlot) []HashedValue {
	var values []HashedValue
	add := func(name string, value any) { values = append(values, HashedValue{name, fmt.Sprint(value)}) }
	switch slot.Kind {
	case info.SyncMobile:
		add("PathHash", a.pathHash)
		add("Facing", w.facingHash(a.facing))
		add("FromCell", cellText(a.from))
		add("ToCell", cellText(a.to))
		add("CenterPosition", placeText(a.center))
	case info.SyncAircraft, info.SyncBoat:
		add("Facing", w.facingHash(a.facing))
		add("CenterPosition", placeText(a.center))
	case info.SyncHusk:
		add("TopLeft", cellText(a.cell))
		add("CenterPosition", placeText(a.center))
		add("Facing", w.facingHash(a.facing))
	case info.SyncImmobile:
		add("location", cellText(a.cell))
		add("position", placeText(a.center))
	case info.SyncBuilding:
		add("topLeft", cellText(a.cell))
	case info.SyncCrate:
		add("ticks", a.crateTicks)
		add("Location", cellText(a.cell))
	case info.SyncAutoTarget:
		add("nextScanTime", a.nextScan)
		add("Aggressor", actorText(a.aggressor))
	case info.SyncExperience:
		add("experience", a.experience)
		add("Level", a.level)
	case info.SyncChangesHealth:
		if slot.Index < info.MaxHeals {
			add("ticks", a.healTicks[slot.Index])
			add("damageTicks", a.damageTicks[slot.Index])
		}
	case info.SyncCover:
		add("remainingProneTime", a.proneTicks)
		add("TurretFacing", w.coverFacing(a))
	case info.SyncTurreted:
		add("QuantizedFacings", a.typ.TurretFacing)
		add("TurretFacing", w.turretHash(a, slot.Index > 0))
	case info.SyncResources:
		p := &w.players[a.owner]
		add("Cash", p.cash)
		add("Resources", p.ore)
		add("ResourceCapacity", p.capacity)
	case info.SyncPower:
		p := &w.players[a.owner]
		add("totalProvided", p.powerProvided)
		add("totalDrained", p.powerDrained)
	case info.SyncFrozenLayer:
		p := &w.players[a.owner]
		add("VisibilityHash", p.frozenVisible)
		add("FrozenHash", p.frozenKnown)
	case info.SyncParaDrop:
		add("inDropRange", a.inDropRange)
		add("dropDelay", a.dropDelay)
	default:
	}
	if f := slot.Flags; f != nil {
		if f.Pauses != nil {
			add("IsTraitPaused", w.holds(a, f.Pauses))
		}
		if f.Requires != nil {
			add("IsTraitDisabled", !w.holds(a, f.Requires))
		}
	}
	return values
}

func actorText(id uint32) string {
	if id == none {
		return "-"
	}
	return fmt.Sprintf("a%d", id)
}

// Chain is what an actor is doing, as traces write it.
func (w *World) Chain(id uint32) string {
	a := w.peek(id)
	if a == nil || a.activity == nil {
		return ""
	}
	var text strings.Builder
	writeChain(&text, a.activity, maxChain)
	return text.String()
}

const maxChain = 24

func writeChain(text *strings.Builder, act *Activity, room int) int {
	for ; act != nil && room > 0; act = act.next {
		text.WriteString(kindName(act.kind))
		switch act.state {
		case stateQueued:
			text.WriteByte('?')
		case stateCanceling:
			text.WriteByte('!')
		case stateDone:
			text.WriteByte('.')
		case stateActive:
		}
		room--
		if act.child != nil {
			text.WriteByte('(')
			room = writeChain(text, act.child, room)
			text.WriteByte(')')
		}
		if act.next != nil {
			text.WriteByte(';')
		}
	}
	return room
}

// LastPlayer is the last actor that is a player; the first is 1.
func (w *World) LastPlayer() uint32 {
	last := none
	for i := range w.players {
		last = max(last, w.players[i].actor)
	}
	return last
}
