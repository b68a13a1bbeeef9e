// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"strings"

	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
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
	Values []engine.HashedValue // where more than one makes the hash
}

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
				Class: class, Key: slot.Key, Hash: w.TraitHash(a, slot) ^ w.ConditionHash(a, slot), Values: w.TraitValues(a, slot),
			})
		}
		h.Actors = append(h.Actors, one)
	}
	for i := range w.Effects {
		if hash, synced := w.EffectHash(&w.Effects[i]); synced {
			e := &w.Effects[i]
			h.Effects = append(h.Effects, HashedTrait{Class: effectNames[e.Kind], Hash: hash, Values: []engine.HashedValue{{Name: "pos", Value: e.At.Text()}}})
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
