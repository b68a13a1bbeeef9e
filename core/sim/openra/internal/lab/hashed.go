// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/wpos"
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

// HashedOf lists what the native hash is made of.
func HashedOf(w *engine.World) Hashed {
	h := Hashed{Frame: w.Frames, Tick: w.Ticks, Last: w.Random.Last, Draws: w.Random.Draws}
	for _, a := range w.Actors {
		if a == nil {
			continue
		}
		one := HashedActor{ID: a.ID, Type: nameOf(w, a), InWorld: a.InWorld}
		if a.Owner >= 0 && int(a.Owner) < len(w.Players) {
			one.Owner = w.Players[a.Owner].Actor
		}
		for i := range a.Type.Syncs {
			slot := &a.Type.Syncs[i]
			class, _, _ := strings.Cut(slot.Key, "@")
			one.Traits = append(one.Traits, HashedTrait{
				Class: class, Key: slot.Key, Hash: w.TraitHash(a, slot) ^ w.ConditionHash(a, slot), Values: hashedValues(w, a, slot),
			})
		}
		h.Actors = append(h.Actors, one)
	}
	for i := range w.Effects {
		if hash, synced := w.EffectHash(&w.Effects[i]); synced {
			e := &w.Effects[i]
			h.Effects = append(h.Effects, HashedTrait{Class: effectNames[e.Kind], Hash: hash, Values: []HashedValue{{"pos", placeText(e.At)}}})
		}
	}
	for i := range w.Players {
		if w.Players[i].Unlocked() {
			h.Unlocked = append(h.Unlocked, w.Players[i].Actor)
		}
	}
	return h
}

// effectNames are the engine's classes.
var effectNames = map[state.EffectKind]string{
	state.EffectBullet: "Bullet", state.EffectMissile: "Missile", state.EffectBomb: "GravityBomb", state.EffectZap: "TeslaZap", state.EffectLaser: "LaserZap",
}

func placeText(p wpos.Pos) string { return fmt.Sprintf("%d,%d,%d", p.X, p.Y, p.Z) }
func cellText(c wpos.Cell) string { return fmt.Sprintf("%d,%d", c.X, c.Y) }

// hashedValues names what a trait's hash is made of, where that is more than one
// value and they are known apart.
func hashedValues(w *engine.World, a *state.Actor, slot *info.SyncSlot) []HashedValue {
	var values []HashedValue
	add := func(name string, value any) { values = append(values, HashedValue{name, fmt.Sprint(value)}) }
	switch slot.Kind {
	case info.SyncMobile:
		add("PathHash", a.PathHash)
		add("Facing", w.FacingHash(a.Facing))
		add("FromCell", cellText(a.From))
		add("ToCell", cellText(a.To))
		add("CenterPosition", placeText(w.Raised(a.Center)))
	case info.SyncAircraft, info.SyncBoat:
		add("Facing", w.FacingHash(a.Facing))
		add("CenterPosition", placeText(w.Raised(a.Center)))
	case info.SyncHusk:
		add("TopLeft", cellText(a.Cell))
		add("CenterPosition", placeText(w.Raised(a.Center)))
		add("Facing", w.FacingHash(a.Facing))
	case info.SyncImmobile:
		add("location", cellText(a.Cell))
		add("position", placeText(w.Raised(a.Center)))
	case info.SyncBuilding:
		add("topLeft", cellText(a.Cell))
	case info.SyncCrate:
		add("ticks", a.CrateTicks)
		add("Location", cellText(a.Cell))
	case info.SyncAutoTarget:
		add("nextScanTime", a.NextScan)
		add("Aggressor", actorText(a.Aggressor))
	case info.SyncExperience:
		add("experience", a.Experience)
		add("Level", a.Level)
	case info.SyncChangesHealth:
		if slot.Index < info.MaxHeals {
			add("ticks", a.HealTicks[slot.Index])
			add("damageTicks", a.DamageTicks[slot.Index])
		}
	case info.SyncCover:
		add("remainingProneTime", a.ProneTicks)
		add("TurretFacing", w.CoverFacing(a))
	case info.SyncTurreted:
		add("QuantizedFacings", a.Type.TurretFacing)
		add("TurretFacing", w.TurretHash(a, slot.Index > 0))
	case info.SyncResources:
		p := &w.Players[a.Owner]
		add("Cash", p.Cash)
		add("Resources", p.Ore)
		add("ResourceCapacity", p.Capacity)
	case info.SyncPower:
		p := &w.Players[a.Owner]
		add("totalProvided", p.PowerProvided)
		add("totalDrained", p.PowerDrained)
	case info.SyncFrozenLayer:
		p := &w.Players[a.Owner]
		add("VisibilityHash", p.FrozenVisible)
		add("FrozenHash", p.FrozenKnown)
	case info.SyncParaDrop:
		add("inDropRange", a.InDropRange)
		add("dropDelay", a.DropDelay)
	default:
	}
	if f := slot.Flags; f != nil {
		if f.Pauses != nil {
			add("IsTraitPaused", w.Holds(a, f.Pauses))
		}
		if f.Requires != nil {
			add("IsTraitDisabled", !w.Holds(a, f.Requires))
		}
	}
	return values
}

func actorText(id uint32) string {
	if id == state.None {
		return "-"
	}
	return fmt.Sprintf("a%d", id)
}

// ChainOf is what an actor is doing, as traces write it.
func ChainOf(w *engine.World, id uint32) string {
	a := w.Peek(id)
	if a == nil || a.Activity == nil {
		return ""
	}
	var text strings.Builder
	writeChain(&text, a.Activity, maxChain)
	return text.String()
}

const maxChain = 24

func writeChain(text *strings.Builder, act *state.Activity, room int) int {
	for ; act != nil && room > 0; act = act.Next {
		text.WriteString(engine.KindName(act.Kind))
		switch act.State {
		case state.StateQueued:
			text.WriteByte('?')
		case state.StateCanceling:
			text.WriteByte('!')
		case state.StateDone:
			text.WriteByte('.')
		case state.StateActive:
		}
		room--
		if act.Child != nil {
			text.WriteByte('(')
			room = writeChain(text, act.Child, room)
			text.WriteByte(')')
		}
		if act.Next != nil {
			text.WriteByte(';')
		}
	}
	return room
}

// LastPlayerOf is the last actor that is a player; the first is 1.
func LastPlayerOf(w *engine.World) uint32 {
	last := state.None
	for i := range w.Players {
		last = max(last, w.Players[i].Actor)
	}
	return last
}
