// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
)

// WorldSlots and PlayerSlots are the hashed traits of the two actors that
// stand in no rule file as such (docs/engine/openra-world.md#hashed-traits).
func WorldSlots(set *rules.Ruleset) []info.SyncSlot {
	if nodes := set.Nodes("world"); nodes != nil {
		return info.ReleaseSlots(set, nodes)
	}
	return []info.SyncSlot{{Kind: info.SyncPause, Key: "DebugPauseState"}}
}

// PlayerSlots are the hashed traits of a player.
func PlayerSlots(set *rules.Ruleset, queues []info.QueueInfo) []info.SyncSlot {
	if nodes := set.Nodes("player"); nodes != nil {
		return info.ReleaseSlots(set, nodes)
	}
	slots := []info.SyncSlot{
		{Kind: info.SyncShroud, Key: "Shroud"},
		{Kind: info.SyncResources, Key: "PlayerResources"},
		{Kind: info.SyncObjectives, Key: "MissionObjectives"},
		{Kind: info.SyncDeveloper, Key: "DeveloperMode"},
		{Kind: info.SyncGps, Key: "GpsWatcher"},
		{Kind: info.SyncPlayerExperience, Key: "PlayerExperience"},
	}
	for i := range queues {
		slots = append(slots, info.SyncSlot{Kind: info.SyncQueue, Index: int32(i), Key: "ClassicProductionQueue@" + queues[i].Kind})
	}
	return append(slots, info.SyncSlot{Kind: info.SyncPower, Key: "PowerManager"}, info.SyncSlot{Kind: info.SyncFrozenLayer, Key: "FrozenActorLayer"})
}

// PlayerHashFactor multiplies a player's actor id wherever a player is hashed.
const PlayerHashFactor = 0x567

// NativeHash is the engine's synchronisation hash of the world as it stands
// (docs/engine/openra-world.md#hash).
func (w *World) NativeHash() int32 {
	if !w.Present.known {
		w.countPresent()
	}
	w.sumActors()
	n, hash := w.Present.count, w.Present.hash
	for id := range w.Sums {
		sum := &w.Sums[id]
		hash += int32(1+id) * (n*sum.Sum + sum.Weighted)
		n += sum.Traits
	}
	for i := range w.Effects {
		if h, synced := w.EffectHash(&w.Effects[i]); synced {
			hash += n * h
			n++
		}
	}
	hash += w.Random.Last
	for i := range w.Players {
		if w.Players[i].Unlocked() {
			hash += int32(w.Players[i].Actor<<16) * PlayerHashFactor
		}
	}
	return hash
}

// PresentHash is the part of the native hash that says who is in the world. It is
// counted anew when somebody came or went: nothing in it changes otherwise.
type PresentHash struct {
	count, hash int32
	known       bool
}

func (w *World) countPresent() {
	w.Present = PresentHash{known: true}
	for _, a := range w.Actors {
		if a != nil && a.InWorld {
			w.Present.hash += w.Present.count * int32(1+a.ID) * int32(a.ID<<16)
			w.Present.count++
		}
	}
}

// sumActors brings the sums up to the present. Conditions that are hashed may
// change without a word to the actor.
func (w *World) sumActors() {
	for id := len(w.Sums); id < len(w.Actors); id++ {
		w.Sums = append(w.Sums, w.sumTraits(w.Actors[id]))
	}
	if w.Release.ConditionalHash {
		for id, a := range w.Actors {
			w.Sums[id] = w.sumTraits(a)
		}
		return
	}
	for id := range w.ActiveSet.All {
		w.Sums[id] = w.sumTraits(w.Actors[id])
	}
}

// Rest takes an actor, or the place of one who is gone, out of those who are
// awake.
func (w *World) Rest(id int) {
	w.ActiveSet.Drop(id)
	if id < len(w.Sums) {
		w.Sums[id] = w.sumTraits(w.Actors[id])
	}
}

// sumTraits adds up the traits of an actor; there is nothing of one who is gone.
func (w *World) sumTraits(a *Actor) info.TraitSum {
	if a == nil {
		return info.TraitSum{}
	}
	sum := a.Type.FixedSum
	for i := range a.Type.Summands {
		s := &a.Type.Summands[i]
		h := w.hashOf(a, s.Kind, s.Index)
		if s.Flags != nil {
			h ^= w.flagsHash(a, s.Flags)
		}
		sum.Sum += h
		sum.Weighted += s.Place * h
	}
	return sum
}

// BareType is the type of the world or a player, of which nothing but their hashed
// traits is asked.
func BareType(index int32, name string, syncs []info.SyncSlot) *info.ActorType {
	t := &info.ActorType{Index: index, Name: name, Syncs: syncs}
	t.FindSummands()
	return t
}

// TraitHash is the hash of one trait, without its flags.
func (w *World) TraitHash(a *Actor, slot *info.SyncSlot) int32 {
	return w.hashOf(a, slot.Kind, slot.Index)
}

// hashOf is the hash of the trait of a kind; index says which of several.
func (w *World) hashOf(a *Actor, kind info.SyncKind, index int32) int32 {
	if hash := hashedTraits[kind].hash; hash != nil {
		return hash(w, a, index)
	}
	return 0
}

func (w *World) paraDropHash(a *Actor) int32 {
	h := info.Boolean(a.InDropRange) ^ a.DropDelay
	if a.HasDrop {
		h ^= w.CenterOfCell(a.DropCell).Hash()
	}
	return h
}
