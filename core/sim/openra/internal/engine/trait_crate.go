// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// openCrate gives a unit what is in a crate.
func (w *World) openCrate(a, other *Actor) {
	if other.Collected {
		return
	}
	w.Dispose(other)
	other.Collected = true
	actions := other.Type.Crate.Actions
	total := int32(0)
	for i := range actions {
		total += w.crateShares(a, &actions[i])
	}
	if len(actions) == 0 {
		return
	}
	n := w.Random.Below(total)
	for i := range actions {
		share := w.crateShares(a, &actions[i])
		if n < share {
			if w.Release.Fork && actions[i].GivesUnits() {
				w.later(state.Task{Kind: state.TaskGiveContents, Actor: a.ID, Type: other.Type, Amount: int32(i)})
			} else {
				w.activate(a, other, &actions[i])
			}
			return
		}
		n -= share
	}
}

// crateShares is the chance of an action for the one who found the crate.
func (w *World) crateShares(a *Actor, action *info.CrateAction) int32 {
	p := &w.Players[a.Owner]
	if w.Ticks < action.After || info.Contains(action.Excluded, a.Type.Name) || !w.hasPrerequisites(p, action.Prerequisites) {
		return 0
	}
	valid := !p.NonCombatant && (len(action.Factions) == 0 || info.Contains(action.Factions, p.Faction))
	switch action.Kind {
	case "LevelUpCrateAction":
		if !a.MayRise() {
			return 0
		}
	case "HideMapCrateAction":
		if w.knowsForGood(a.Owner) {
			return 0
		}
	case "GiveBaseBuilderCrateAction", "GiveMcvCrateAction":
		if !valid || !w.roomForAll(a, action) {
			return 0
		}
		if !w.hasBase(a.Owner) {
			return action.NoBase
		}
	case "DuplicateUnitCrateAction":
		if !valid || !w.countsAs(a, action.Targets) ||
			len(w.cellsToDuplicate(a, action)) == 0 {
			return 0
		}
	case "GiveUnitCrateAction":
		if !valid || !w.roomForAll(a, action) {
			return 0
		}
	case "GrantExternalConditionCrateAction":
		if !a.Type.Accepts(action.Condition) {
			return 0
		}
	}
	return action.Shares
}

// roomForAll reports whether each unit of a squad could stand beside the finder.
func (w *World) roomForAll(a *Actor, action *info.CrateAction) bool {
	for _, name := range action.Units {
		if t := w.TypeOf(strings.ToLower(name)); t == nil || len(w.cellsAround(a, t)) == 0 {
			return false
		}
	}
	return true
}

// hasBase reports whether a player has something a base grows from.
func (w *World) hasBase(owner int32) bool {
	for _, a := range w.Actors {
		if a != nil && a.InWorld && a.Owner == owner && a.Type.BaseBuilding {
			return true
		}
	}
	return false
}

// cellsAround lists the cells around a unit, its own included, that a type
// could be put in. It is the crate that asks, on behalf of who owns the world:
// to him nobody is an ally, and what can be run over stands in nobody's way.
func (w *World) cellsAround(a *Actor, t *info.ActorType) []Cell {
	if t.Mobile == nil {
		return nil
	}
	probe := &Actor{Type: t, ActorFigures: state.ActorFigures{Owner: worldOwner}}
	l := &w.Paths.Locomotors[t.Mobile.Locomotor]
	var cells []Cell
	at := w.location(a)
	for x := int32(-1); x <= 1; x++ {
		for y := int32(-1); y <= 1; y++ {
			c := at.Add(Cell{X: x, Y: y})
			if w.enterCost(l, probe, c, path.ByAll, none, false, grid.SubFull) == path.Unreachable || !w.Release.Strands && !w.Paths.Joined(l, c, at) {
				continue
			}
			cells = append(cells, c)
		}
	}
	return cells
}

// worldOwner is the player the world belongs to, and what falls from the sky.
const worldOwner = 0

// giveUnits puts each unit of a squad into a cell of its own.
func (w *World) giveUnits(a *Actor, action *info.CrateAction) {
	if w.Release.Fork {
		w.giveSquad(a, action)
		return
	}
	var used []Cell
	owner := a.Owner
	for i := range w.Players {
		if action.Owner != "" && w.Players[i].Name == action.Owner {
			owner = int32(i)
		}
	}
	for _, name := range action.Units {
		t := w.TypeOf(strings.ToLower(name))
		if t == nil {
			continue
		}
		var cells []Cell
		for _, c := range w.cellsAround(a, t) {
			if !path.ListedCell(used, c) {
				cells = append(cells, c)
			}
		}
		if len(cells) == 0 {
			continue
		}
		c := cells[w.Random.Below(int32(len(cells)))]
		used = append(used, c)
		w.later(state.Task{Kind: state.TaskProduce, Type: t, Spawn: state.Spawn{Owner: owner, Cell: c, HasCell: true, Facing: -1}})
	}
}

// cellsToDuplicate lists the cells around a unit in which a second one could
// stand, nearest first.
func (w *World) cellsToDuplicate(a *Actor, action *info.CrateAction) []Cell {
	if a.Type.Mobile == nil {
		return nil
	}
	var cells []Cell
	for _, ring := range wpos.Annulus(0, action.Radius) {
		if c := w.location(a).Add(ring.At); w.Ground.Contains(c) && w.CanEnter(a, c, none, path.ByAll) {
			cells = append(cells, c)
		}
	}
	return cells
}

// duplicate gives more of the unit that found the crate; all places are
// shuffled before the first is taken.
func (w *World) duplicate(a *Actor, action *info.CrateAction) {
	cells := w.cellsToDuplicate(a, action)
	for i := range len(cells) - 1 {
		j := i + int(w.Random.Below(int32(len(cells)-i)))
		cells[i], cells[j] = cells[j], cells[i]
	}
	count := min(int32(len(cells)), action.MaxAmount)
	if action.MaxValue > 0 && a.Type.Cost > 0 {
		count = min(count, action.MaxValue/a.Type.Cost)
	}
	for _, c := range cells[:count] {
		w.later(state.Task{Kind: state.TaskProduce, Type: a.Type, Spawn: state.Spawn{Owner: a.Owner, Cell: c, HasCell: true, Facing: -1}})
	}
}

// giveContents is the frame-end task that doubles the finder. The fork looks for
// the places at the end of the tick, when the finder may already be on the way
// to the next cell: ra-dev2026-rl-7047e24cebde, net frame 3610, and
// ra-dev2026-rl-da822cf490a3, net frame 2640, need the places for a second
// unit as they are then, and their draws after all others of the tick.
func (w *World) giveContents(t *state.Task) {
	if a := w.Alive(t.Actor); a != nil && a.InWorld {
		w.activate(a, nil, &t.Type.Crate.Actions[t.Amount])
	}
}

// activate does what the crate holds; the crate is nil where it is gone by then.
func (w *World) activate(a, crate *Actor, action *info.CrateAction) {
	switch action.Kind {
	case "GiveCashCrateAction":
		w.later(state.Task{Kind: state.TaskGiveCash, Player: a.Owner, Amount: action.Amount})
	case "GiveUnitCrateAction", "GiveBaseBuilderCrateAction", "GiveMcvCrateAction":
		w.giveUnits(a, action)
	case "HideMapCrateAction":
		w.changeGround(a.Owner, action.Allies, (*World).forgetGround)
	case "RevealMapCrateAction":
		w.changeGround(a.Owner, action.Allies, (*World).exploreAll)
	case "DuplicateUnitCrateAction":
		w.duplicate(a, action)
	case "HealActorsCrateAction", "HealUnitsCrateAction":
		for _, other := range w.Actors {
			if other != nil && !other.Dead && other.Owner == a.Owner && other.Type.MaxHP > 0 {
				w.Heal(other, other.Type.MaxHP)
			}
		}
	case "ExplodeCrateAction":
		if action.Weapon != nil {
			w.explode(action.Weapon, a, a.Center)
		}
	case "LevelUpCrateAction":
		w.shareOut(a, crate, action, (*Actor).MayRise, func(one *Actor) state.Task {
			return state.Task{Kind: state.TaskLevelUp, Actor: one.ID, Amount: action.Levels}
		})
	case "GrantExternalConditionCrateAction":
		accepts := func(one *Actor) bool { return one.Type.Accepts(action.Condition) }
		w.shareOut(a, crate, action, accepts, func(one *Actor) state.Task {
			return state.Task{Kind: state.TaskShield, Actor: one.ID, Amount: action.Duration, Name: action.Condition}
		})
	default:
		w.unmodelled.Add(action.Kind)
	}
}
