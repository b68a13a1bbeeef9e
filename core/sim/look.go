// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Look is what can be seen of an entity without knowing its game: what the View
// shows of it, and those of its components that mean the same in every game.
type Look struct {
	Position    order.WorldPos // valid if HasPosition
	HasPosition bool           // an entity that is nowhere has none
	Facing      int32          // 1024 to a turn, 0 north, clockwise; valid if HasFacing
	HasFacing   bool
	Health      int32  // in the game's own points
	MaxHealth   int32  // 0 if it has no health
	Native      uint32 // the foreign engine's id, valid if HasNative
	HasNative   bool
	Flags       snapshot.Flags
}

// appendRest writes what of it is not in snapshot.MotionComponents.
func (l *Look) appendRest(to *snapshot.ComponentWriter) {
	if l.MaxHealth > 0 {
		b := bincode.AppendInt32(to.Start(snapshot.EntityHealth), l.Health)
		to.Set(snapshot.EntityHealth, bincode.AppendInt32(b, l.MaxHealth))
	}
	if l.HasNative {
		to.Set(snapshot.EntityNative, bincode.AppendUint32(to.Start(snapshot.EntityNative), l.Native))
	}
	to.Set(snapshot.EntityFlags, bincode.AppendUint32(to.Start(snapshot.EntityFlags), uint32(l.Flags)))
}

// appendMotion writes what of it is in snapshot.MotionComponents.
func (l *Look) appendMotion(to *snapshot.ComponentWriter) {
	if l.HasPosition {
		to.Set(snapshot.EntityPosition, order.AppendWorldPos(to.Start(snapshot.EntityPosition), l.Position))
	}
	if l.HasFacing {
		to.Set(snapshot.EntityFacing, bincode.AppendInt32(to.Start(snapshot.EntityFacing), l.Facing))
	}
}

// PlayerLook is the same of a player.
type PlayerLook struct {
	// Known is false where a game keeps nothing of its players; the rest is then
	// zero and not part of the state.
	Known         bool
	Credits       int64 // all that can be spent
	Stored        int64 // resources in it that need storage
	Capacity      int64 // storage for those
	PowerProvided int32
	PowerDrained  int32
	Standing      snapshot.Standing
}

func (l *PlayerLook) append(to *snapshot.ComponentWriter) {
	if !l.Known {
		return
	}
	b := bincode.AppendInt64(to.Start(snapshot.PlayerMoney), l.Credits)
	to.Set(snapshot.PlayerMoney, bincode.AppendInt64(bincode.AppendInt64(b, l.Stored), l.Capacity))
	b = bincode.AppendInt32(to.Start(snapshot.PlayerPower), l.PowerProvided)
	to.Set(snapshot.PlayerPower, bincode.AppendInt32(b, l.PowerDrained))
	to.Set(snapshot.PlayerStanding, bincode.AppendUint8(to.Start(snapshot.PlayerStanding), uint8(l.Standing)))
}
