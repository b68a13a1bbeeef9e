// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// Minelayers lay a mine where they stand, or a field of them (Minelayer,
// LayMines).

// orderMines resolves the orders of a minelayer. A field begins where the order
// before said, until 20200503; since then the order itself says so.
func (w *World) orderMines(a *Actor, o *Order) {
	info := a.Type.Minelayer
	c, pointed := w.cellOf(o)
	if info == nil || a.Type.Mobile == nil || !pointed {
		return
	}
	switch o.Name {
	case "BeginMinefield":
		a.MineStart = c
	case "PlaceMine":
		if w.takesMines(info, c) {
			w.order(a, o.Queued, w.newActivity(state.ActLayMines))
		}
	case "PlaceMinefield":
		if len(info.Terrain) > 0 && len(o.ExtraCells) > 0 {
			a.MineStart = o.ExtraCells[0]
		}
		act := w.newActivity(state.ActLayMines)
		act.HasTarget = true
		act.Path = w.minefield(a, info, a.MineStart, w.Ground.ClampCell(c), act.Path)
		w.order(a, o.Queued, act)
	}
}

func (w *World) takesMines(rule *info.MinelayerInfo, c Cell) bool {
	return w.Ground.Contains(c) && (len(rule.Terrain) == 0 || info.Contains(rule.Terrain, w.terrainName(c)))
}

// minefield appends the cells near the line from one cell to another, in the box
// between them, nearest to the beginning first.
func (w *World) minefield(a *Actor, info *info.MinelayerInfo, from, to Cell, cells []Cell) []Cell {
	from = w.Ground.ClampCell(from)
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
	p := &w.Players[a.Owner]
	free := w.CanEnter(a, c, none, path.ByImmovable)
	if len(info.Terrain) == 0 {
		return free || w.Ground.Contains(c) && !w.sees(p, c)
	}
	return w.takesMines(info, c) && w.knows(p, c) && free && w.staysIn(c)
}

// beginLayMines takes the minelayer's own place where no field is named.
func (w *World) beginLayMines(a *Actor, act *Activity) {
	if !act.HasTarget {
		act.Path = append(act.Path[:0], w.location(a))
	}
}

// tickLayMines lays a mine where the minelayer stands if that is in the field,
// and then goes to the next cell of it; without mines it rearms before.
func (w *World) tickLayMines(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	if result := w.tickCooldown(a, &act.Cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	here := w.location(a)
	if !path.ListedCell(act.Path, here) || !w.nobodyElse(a, here) {
		for _, c := range act.Path {
			if w.nobodyElse(a, c) {
				act.Cooldown.Moving = true
				act.QueueChild(w.MoveTo(c, 0, false))
				return false
			}
		}
		return true
	}
	if a.Type.Ammo != nil && a.Ammo == 0 && len(a.Type.RearmedAt) > 0 {
		return w.goToRearm(a, act)
	}
	if a.Type.Ammo == nil || a.Ammo < a.Type.Minelayer.Usage {
		return false
	}
	a.Ammo -= a.Type.Minelayer.Usage
	act.Path = slices.DeleteFunc(act.Path, func(c Cell) bool { return c == here })
	w.later(state.Task{Kind: state.TaskLayMine, Actor: a.ID})
	w.queueWait(act, a.Type.Minelayer.Wait)
	return false
}

// goToRearm sends a minelayer to the nearest building that gives it mines; it
// comes back to its field.
func (w *World) goToRearm(a *Actor, act *Activity) bool {
	var host *Actor
	nearest := int64(0)
	for _, other := range w.Actors {
		if other == nil || other.Dead || !other.InWorld || !w.Allied(a.Owner, other.Owner) || !info.Contains(a.Type.RearmedAt, other.Type.Name) {
			continue
		}
		if d := other.Center.Sub(a.Center).Squared(); host == nil || d < nearest {
			host, nearest = other, d
		}
	}
	if host == nil {
		return true
	}
	act.Cooldown.Moving = true
	act.QueueChild(w.moveBeside(host.ID, host.Center))
	act.QueueChild(w.MoveTo(w.CellContaining(host.Center), 0, false))
	act.QueueChild(w.resupply(a, host, ontoPlatform))
	return false
}

// nobodyElse reports whether a mine may lie in a cell: at most the minelayer is
// there.
func (w *World) nobodyElse(a *Actor, c Cell) bool {
	if !w.Ground.Within(c) {
		return false
	}
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		if w.Occupied.Nodes[at].Actor != a.ID {
			return false
		}
	}
	return true
}

// layMine is the frame-end task that puts the mine under the minelayer.
func (w *World) layMine(t *state.Task) {
	a := w.Actor(t.Actor)
	if a == nil {
		return
	}
	mine := w.TypeOf(a.Type.Minelayer.Mine)
	if mine == nil || len(a.Type.Minelayer.Terrain) > 0 && (!a.InWorld || a.Dead || !w.nobodyElse(a, w.location(a))) {
		return
	}
	w.Create(mine, state.Spawn{Owner: a.Owner, Cell: w.location(a), HasCell: true, Facing: -1}).Linked = a.ID
}

// cleanMinefields takes out of the fields of a minelayer what is mined already,
// and what turns out to be no place for mines.
func (w *World) cleanMinefields(a *Actor) {
	p := &w.Players[a.Owner]
	for act := a.Current(); act != nil; act = act.Next {
		if act.Kind != state.ActLayMines {
			continue
		}
		act.Path = slices.DeleteFunc(act.Path, func(c Cell) bool {
			return w.minedFor(a, c) || w.sees(p, c) && (!w.CanEnter(a, c, none, path.ByImmovable) || !w.staysIn(c))
		})
	}
}

func (w *World) minedFor(a *Actor, c Cell) bool {
	if !w.Ground.Within(c) {
		return false
	}
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		other := w.Actors[w.Occupied.Nodes[at].Actor]
		if other != nil && other.Type.Name == a.Type.Minelayer.Mine && w.VisibleTo(other, a.Owner) {
			return true
		}
	}
	return false
}
