// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
)

// ConditionHash is what the flags of a conditional trait add to its hash.
func (w *World) ConditionHash(a *Actor, slot *info.SyncSlot) int32 {
	if slot.Flags == nil {
		return 0
	}
	return w.flagsHash(a, slot.Flags)
}

func (w *World) flagsHash(a *Actor, flags *info.SyncFlags) int32 {
	var h int32
	if flags.Requires != nil && !w.Holds(a, flags.Requires) {
		h ^= 1
	}
	if flags.Pauses != nil && w.Holds(a, flags.Pauses) {
		h ^= 1
	}
	return h
}

// CellHash is the hash of a cell in this release (docs/engine/openra-world.md#trait-hash).
func (w *World) CellHash(c Cell) int32 {
	if w.Release.OldCells {
		return (c.X*5 ^ c.Y*3) / 4
	}
	return c.Bits()
}

// tickRelease runs the traits that only the releases hash or that they run
// otherwise than the fork.
func (w *World) tickRelease(a *Actor) {
	w.tickBuildingQueues(a)
	if a.Type.Cover != nil && w.Release.CoarseFacing {
		a.Aim = a.Facing
	}
	if a.Type.FrozenUnderFog && w.Release.SeenNow {
		a.EverSeen = w.seeingNow(a.ID)
	}
	if len(a.Type.SoundInterval) > 1 && !w.Release.QuietCreation {
		w.tickSound(a)
	}
	if len(a.Type.IdleInterval) > 1 && !w.Release.QuietCreation {
		w.tickIdleAnimation(a)
	}
}

// tickTrickler counts and pays (docs/engine/openra-releases.md#trickle).
func (w *World) tickTrickler(a *Actor, t *info.TricklerInfo) {
	if !w.Holds(a, t.Enabled) {
		a.Trickle = t.Interval
		return
	}
	if a.Trickle--; a.Trickle < 0 {
		a.Trickle = t.Interval
		w.Players[a.Owner].Cash += t.Amount
	}
}

// mobileHash is the hash of a unit's Mobile; until 20210321 its path is part
// of it.
func (w *World) mobileHash(a *Actor) int32 {
	return w.FacingHash(a.Facing) ^ w.CellHash(a.From) ^ w.CellHash(a.To) ^ w.PlaceHash(a.Center) ^ a.PathHash
}

// constructRelease sets what traits of the releases draw and set in their
// constructors (docs/engine/openra-releases.md#constructor-draws).
func (w *World) constructRelease(a *Actor) {
	if t := a.Type.Trickler; t != nil {
		a.Trickle = t.Initial
	}
	if w.Release.Fork {
		w.restWanderer(a)
		return
	}
	a.ConstructQueues()
	a.Aim = a.Facing
	if w.Release.CoarseFacing {
		a.ConstructOldTurret()
	}
	w.setRallyOffset(a)
	if interval := a.Type.IdleInterval; len(interval) > 1 && !w.Release.QuietCreation {
		a.IdleWait = w.Random.Between(interval[0], interval[1])
	}
	w.constructIdleTurn(a)
	w.drawSound(a)
	w.createWanderer(a)
	w.drawSound(a)
}

// drawSound draws when something makes its first sound: when its trait is constructed,
// and again when that is enabled (AmbientSound.cs of 2022).
func (w *World) drawSound(a *Actor) {
	if delay := a.Type.SoundDelay; len(delay) > 1 && !w.Release.QuietCreation {
		a.IdleWait = w.Random.Between(delay[0], delay[1]) + 1
	}
}

// tickSound counts to the next sound and draws the pause after it.
func (w *World) tickSound(a *Actor) {
	if a.IdleWait--; a.IdleWait <= 0 {
		a.IdleWait = w.Random.Between(a.Type.SoundInterval[0], a.Type.SoundInterval[1]) + 1
	}
}

// setRallyOffset gives a building the rally point it has in 20200202 when nobody
// set one.
func (w *World) setRallyOffset(a *Actor) {
	if a.Type.RallyPoint && w.Release.RallyHash {
		a.RallyPath = []Cell{a.Cell.Add(a.Type.RallyOffset)}
	}
}

// tickIdleAnimation counts to the next idle animation and draws the pause
// after it.
func (w *World) tickIdleAnimation(a *Actor) {
	if a.IdleWait--; a.IdleWait <= 0 {
		a.IdleWait = w.Random.Between(a.Type.IdleInterval[0], a.Type.IdleInterval[1])
	}
}

// seeingNow is the set of players that see a building as it is, a bit per
// player (docs/engine/openra-releases.md#seen-by).
func (w *World) seeingNow(id uint32) uint32 {
	if f := w.Frozen.Of(id); f != nil {
		return f.Known &^ f.Shown
	}
	return 0
}

func boolean8(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// TurretHash is where a turret points, as far as the releases hash it.
func (w *World) TurretHash(a *Actor, second bool) int32 {
	switch {
	case !w.Release.CoarseFacing || a.Type.TurretSpeed == 0:
		return 0
	case second && a.Type.TwoTurrets:
		return a.HoverTicks / anglesPerFacing
	}
	return a.Aim / 4
}

// CoverFacing is where TakeCover points, which is a turret that turns as fast as
// its body: until 20200503 the direction of turrets is hashed.
func (w *World) CoverFacing(a *Actor) int32 {
	if !w.Release.CoarseFacing {
		return 0
	}
	return a.Aim / anglesPerFacing
}

// ContentHash is the hash of a harvester's load where Harvester keeps it.
func (w *World) ContentHash(a *Actor) int32 {
	switch {
	case w.Release.ContentHash:
		return w.storesHash(a) ^ int32(a.Linked<<16) ^ int32(a.LastHost<<16)
	case w.Release.ContentValue:
		value := int32(0)
		for i := range w.Resources.Infos {
			value += a.Stored[i] * w.Resources.Infos[i].Value
		}
		return value ^ int32(a.Linked<<16) ^ int32(a.LastHost<<16)
	}
	return 0
}

// PathHash is Mobile.PathHash: the cells of a path that was just found,
// weighted by their place from the goal.
func pathHash(path []Cell) int32 {
	h := int32(0)
	for i, c := range path {
		h += int32(i) * c.Bits()
	}
	return h
}

// playerStoreHash is StoresResources.Stored until 20231010: the share of its
// owner's ore that a building holds.
func (w *World) playerStoreHash(a *Actor) int32 {
	p := &w.Players[a.Owner]
	if a.Type.Storage == 0 || p.Capacity == 0 || !w.Release.ContentHash && !w.Release.ContentValue {
		return 0
	}
	return int32(int64(a.Type.Storage) * int64(p.Ore) / int64(p.Capacity))
}
