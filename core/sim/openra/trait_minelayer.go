// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// Minelayers lay a mine where they stand, or a field of them (Minelayer,
// LayMines).

// orderMines resolves the orders of a minelayer. A field begins where the order
// before said, until 20200503; since then the order itself says so.
func (w *World) orderMines(a *Actor, o *Order) {
	info := a.typ.Minelayer
	c, pointed := w.cellOf(o)
	if info == nil || a.typ.Mobile == nil || !pointed {
		return
	}
	switch o.Name {
	case "BeginMinefield":
		a.mineStart = c
	case "PlaceMine":
		if w.takesMines(info, c) {
			w.order(a, o.Queued, w.newActivity(actLayMines))
		}
	case "PlaceMinefield":
		if len(info.Terrain) > 0 && len(o.ExtraCells) > 0 {
			a.mineStart = o.ExtraCells[0]
		}
		act := w.newActivity(actLayMines)
		act.hasTarget = true
		act.path = w.minefield(a, info, a.mineStart, w.ground.clampCell(c), act.path)
		w.order(a, o.Queued, act)
	}
}

func (w *World) takesMines(rule *info.MinelayerInfo, c Cell) bool {
	return w.ground.contains(c) && (len(rule.Terrain) == 0 || info.Contains(rule.Terrain, w.terrainName(c)))
}

// minefield appends the cells near the line from one cell to another, in the box
// between them, nearest to the beginning first.
func (w *World) minefield(a *Actor, info *info.MinelayerInfo, from, to Cell, cells []Cell) []Cell {
	from = w.ground.clampCell(from)
	along := Cell{X: to.X - from.X, Y: to.Y - from.Y}
	length := int64(along.X)*int64(along.X) + int64(along.Y)*int64(along.Y)
	for x := min(from.X, to.X); x <= max(from.X, to.X); x++ {
		for y := min(from.Y, to.Y); y <= max(from.Y, to.Y); y++ {
			across := int64(along.Y)*int64(x-from.X) - int64(along.X)*int64(y-from.Y)
			c := Cell{X: x, Y: y}
			if across*across*1024*1024 < int64(info.Depth)*int64(info.Depth)*max(length, 1) && w.wantsMine(a, info, c) {
				cells = append(cells, c)
			}
		}
	}
	slices.SortStableFunc(cells, func(c, d Cell) int { return int(c.DistanceSquared(from) - d.DistanceSquared(from)) })
	return cells
}

// wantsMine reports whether a cell belongs to a field as far as the owner knows.
func (w *World) wantsMine(a *Actor, info *info.MinelayerInfo, c Cell) bool {
	p := &w.players[a.owner]
	free := w.canEnter(a, c, none, byImmovable)
	if len(info.Terrain) == 0 {
		return free || w.ground.contains(c) && !w.sees(p, c)
	}
	return w.takesMines(info, c) && w.knows(p, c) && free && w.staysIn(c)
}

// beginLayMines takes the minelayer's own place where no field is named.
func (w *World) beginLayMines(a *Actor, act *Activity) {
	if !act.hasTarget {
		act.path = append(act.path[:0], w.location(a))
	}
}

// tickLayMines lays a mine where the minelayer stands if that is in the field,
// and then goes to the next cell of it; without mines it rearms before.
func (w *World) tickLayMines(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	here := w.location(a)
	if !listedCell(act.path, here) || !w.nobodyElse(a, here) {
		for _, c := range act.path {
			if w.nobodyElse(a, c) {
				act.cooldown.moving = true
				act.queueChild(w.moveTo(c, 0, false))
				return false
			}
		}
		return true
	}
	if a.typ.Ammo != nil && a.ammo == 0 && len(a.typ.RearmedAt) > 0 {
		return w.goToRearm(a, act)
	}
	if a.typ.Ammo == nil || a.ammo < a.typ.Minelayer.Usage {
		return false
	}
	a.ammo -= a.typ.Minelayer.Usage
	act.path = slices.DeleteFunc(act.path, func(c Cell) bool { return c == here })
	w.later(task{kind: taskLayMine, actor: a.ID})
	w.queueWait(act, a.typ.Minelayer.Wait)
	return false
}

// goToRearm sends a minelayer to the nearest building that gives it mines; it
// comes back to its field.
func (w *World) goToRearm(a *Actor, act *Activity) bool {
	var host *Actor
	nearest := int64(0)
	for _, other := range w.actors {
		if other == nil || other.dead || !other.inWorld || !w.allied(a.owner, other.owner) || !info.Contains(a.typ.RearmedAt, other.typ.Name) {
			continue
		}
		if d := other.center.Sub(a.center).Squared(); host == nil || d < nearest {
			host, nearest = other, d
		}
	}
	if host == nil {
		return true
	}
	act.cooldown.moving = true
	act.queueChild(w.moveBeside(host.ID, host.center))
	act.queueChild(w.moveTo(w.cellContaining(host.center), 0, false))
	act.queueChild(w.resupply(a, host, ontoPlatform))
	return false
}

// nobodyElse reports whether a mine may lie in a cell: at most the minelayer is
// there.
func (w *World) nobodyElse(a *Actor, c Cell) bool {
	if !w.ground.within(c) {
		return false
	}
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		if w.occupied.nodes[at].actor != a.ID {
			return false
		}
	}
	return true
}

// layMine is the frame-end task that puts the mine under the minelayer.
func (w *World) layMine(t *task) {
	a := w.actor(t.actor)
	if a == nil {
		return
	}
	mine := w.typeOf(a.typ.Minelayer.Mine)
	if mine == nil || len(a.typ.Minelayer.Terrain) > 0 && (!a.inWorld || a.dead || !w.nobodyElse(a, w.location(a))) {
		return
	}
	w.create(mine, spawn{owner: a.owner, cell: w.location(a), hasCell: true, facing: -1}).linked = a.ID
}

// cleanMinefields takes out of the fields of a minelayer what is mined already,
// and what turns out to be no place for mines.
func (w *World) cleanMinefields(a *Actor) {
	p := &w.players[a.owner]
	for act := a.current(); act != nil; act = act.next {
		if act.kind != actLayMines {
			continue
		}
		act.path = slices.DeleteFunc(act.path, func(c Cell) bool {
			return w.minedFor(a, c) || w.sees(p, c) && (!w.canEnter(a, c, none, byImmovable) || !w.staysIn(c))
		})
	}
}

func (w *World) minedFor(a *Actor, c Cell) bool {
	if !w.ground.within(c) {
		return false
	}
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		other := w.actors[w.occupied.nodes[at].actor]
		if other != nil && other.typ.Name == a.typ.Minelayer.Mine && w.visibleTo(other, a.owner) {
			return true
		}
	}
	return false
}
