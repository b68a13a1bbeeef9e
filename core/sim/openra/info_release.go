// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// conditionHash is what the flags of a conditional trait add to its hash.
func (w *World) conditionHash(a *Actor, slot *info.SyncSlot) int32 {
	if slot.Flags == nil {
		return 0
	}
	return w.flagsHash(a, slot.Flags)
}

func (w *World) flagsHash(a *Actor, flags *info.SyncFlags) int32 {
	var h int32
	if flags.Requires != nil && !w.holds(a, flags.Requires) {
		h ^= 1
	}
	if flags.Pauses != nil && w.holds(a, flags.Pauses) {
		h ^= 1
	}
	return h
}

// cellHash is the hash of a cell in this release (docs/engine/openra-world.md#trait-hash).
func (w *World) cellHash(c Cell) int32 {
	if w.behaviour.OldCells {
		return (c.X*5 ^ c.Y*3) / 4
	}
	return c.Bits()
}

// tickRelease runs the traits that only the releases hash or that they run
// otherwise than the fork.
func (w *World) tickRelease(a *Actor) {
	w.tickBuildingQueues(a)
	if a.typ.Cover != nil && w.behaviour.CoarseFacing {
		a.aim = a.facing
	}
	if a.typ.FrozenUnderFog && w.behaviour.SeenNow {
		a.everSeen = w.seeingNow(a.ID)
	}
	if len(a.typ.IdleInterval) > 1 && !w.behaviour.QuietCreation {
		w.tickIdleAnimation(a)
	}
}

// tickTrickler counts and pays (docs/engine/openra-releases.md#trickle).
func (w *World) tickTrickler(a *Actor, t *info.TricklerInfo) {
	if !w.holds(a, t.Enabled) {
		a.trickle = t.Interval
		return
	}
	if a.trickle--; a.trickle < 0 {
		a.trickle = t.Interval
		w.players[a.owner].cash += t.Amount
	}
}

// mobileHash is the hash of a unit's Mobile; until 20210321 its path is part
// of it.
func (w *World) mobileHash(a *Actor) int32 {
	return w.facingHash(a.facing) ^ w.cellHash(a.from) ^ w.cellHash(a.to) ^ w.placeHash(a.center) ^ a.pathHash
}

// releaseHash is the hash of a trait that only the releases hash.
func (w *World) releaseHash(a *Actor, kind info.SyncKind, index int32) int32 {
	switch kind {
	case info.SyncBuildingQueue:
		if int(index) < len(a.queues) {
			q := &a.queues[index]
			return info.Boolean(q.enabled) ^ info.Boolean(q.validFaction)
		}
	case info.SyncCloak:
		return a.cloakTicks
	case info.SyncRallyPoint:
		if w.behaviour.RallyHash && len(a.rallyPath) > 0 {
			return w.cellHash(a.rallyPath[0])
		}
	default:
	}
	return 0
}

// constructRelease sets what traits of the releases draw and set in their
// constructors (docs/engine/openra-releases.md#constructor-draws).
func (w *World) constructRelease(a *Actor) {
	if t := a.typ.Trickler; t != nil {
		a.trickle = t.Initial
	}
	if w.behaviour.Fork {
		w.restWanderer(a)
		return
	}
	a.constructQueues()
	a.aim = a.facing
	if w.behaviour.CoarseFacing {
		a.constructOldTurret()
	}
	w.setRallyOffset(a)
	if interval := a.typ.IdleInterval; len(interval) > 1 && !w.behaviour.QuietCreation {
		a.idleWait = w.random.between(interval[0], interval[1])
	}
	w.restWanderer(a)
}

// setRallyOffset gives a building the rally point it has in 20200202 when nobody
// set one.
func (w *World) setRallyOffset(a *Actor) {
	if a.typ.RallyPoint && w.behaviour.RallyHash {
		a.rallyPath = []Cell{a.cell.Add(a.typ.RallyOffset)}
	}
}

// tickIdleAnimation counts to the next idle animation and draws the pause
// after it.
func (w *World) tickIdleAnimation(a *Actor) {
	if a.idleWait--; a.idleWait <= 0 {
		a.idleWait = w.random.between(a.typ.IdleInterval[0], a.typ.IdleInterval[1])
	}
}

// seeingNow is the set of players that see a building as it is, a bit per
// player (docs/engine/openra-releases.md#seen-by).
func (w *World) seeingNow(id uint32) uint32 {
	if f := w.memoryOf(id); f != nil {
		return f.known &^ f.shown
	}
	return 0
}

func boolean8(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// turretHash is where a turret points, as far as the releases hash it.
func (w *World) turretHash(a *Actor, second bool) int32 {
	switch {
	case !w.behaviour.CoarseFacing || a.typ.TurretSpeed == 0:
		return 0
	case second && a.typ.TwoTurrets:
		return a.hoverTicks / anglesPerFacing
	}
	return a.aim / 4
}

// coverFacing is where TakeCover points, which is a turret that turns as fast as
// its body: until 20200503 the direction of turrets is hashed.
func (w *World) coverFacing(a *Actor) int32 {
	if !w.behaviour.CoarseFacing {
		return 0
	}
	return a.aim / anglesPerFacing
}

// ContentHash is the hash of a harvester's load where Harvester keeps it.
func (w *World) contentHash(a *Actor) int32 {
	switch {
	case w.behaviour.ContentHash:
		return w.storesHash(a) ^ int32(a.linked<<16) ^ int32(a.lastHost<<16)
	case w.behaviour.ContentValue:
		value := int32(0)
		for i := range w.resources.infos {
			value += a.stored[i] * w.resources.infos[i].value
		}
		return value ^ int32(a.linked<<16) ^ int32(a.lastHost<<16)
	}
	return 0
}

// pathHash is Mobile.PathHash: the cells of a path that was just found,
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
	p := &w.players[a.owner]
	if a.typ.Storage == 0 || p.capacity == 0 || !w.behaviour.ContentHash && !w.behaviour.ContentValue {
		return 0
	}
	return int32(int64(a.typ.Storage) * int64(p.ore) / int64(p.capacity))
}
