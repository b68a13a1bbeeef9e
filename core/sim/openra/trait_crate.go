// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// openCrate gives a unit what is in a crate.
func (w *World) openCrate(a, other *Actor) {
	if other.collected {
		return
	}
	w.dispose(other)
	other.collected = true
	actions := other.typ.crate.actions
	total := int32(0)
	for i := range actions {
		total += w.crateShares(a, &actions[i])
	}
	if len(actions) == 0 {
		return
	}
	n := w.random.below(total)
	for i := range actions {
		share := w.crateShares(a, &actions[i])
		if n < share {
			if w.behaviour.fork && actions[i].givesUnits() {
				w.later(task{kind: taskGiveContents, actor: a.ID, typ: other.typ, amount: int32(i)})
			} else {
				w.activate(a, other, &actions[i])
			}
			return
		}
		n -= share
	}
}

// givesUnits reports whether an action makes units around the finder.
func (action *crateAction) givesUnits() bool {
	switch action.kind {
	case "DuplicateUnitCrateAction", "GiveUnitCrateAction", "GiveBaseBuilderCrateAction", "GiveMcvCrateAction":
		return true
	}
	return false
}

// crateAction is one thing that may be in a crate. Until 20230225 the one that
// gives a new base is called GiveMcvCrateAction, and in 20200202 and 20200503
// the one that heals HealUnitsCrateAction; they do the same.
type crateAction struct {
	key           string // of the trait, with what tells it from others of its kind
	kind          string
	shares        int32
	noBase        int32
	amount        int32
	maxValue      int32
	maxAmount     int32
	radius        int32
	after         int32
	units         []string
	factions      []string
	prerequisites []string
	excluded      []string
	targets       []string
	weapon        *weapon
	levels        int32
	reach         int32  // how near others stand who get it too
	others        int32  // how many of them at most, -1: all
	condition     string // granted
	owner         string // whose units it gives, the finder's if empty
	allies        bool   // it changes the map for his whole side
	duration      int32
}

func (c *compiler) crateAction(trait *rules.Trait) crateAction {
	return crateAction{
		weapon: c.weaponNamed(trait.Text("Weapon")),
		key:    trait.Key, kind: trait.Name, shares: number(trait, "SelectionShares", 10), noBase: number(trait, "NoBaseSelectionShares", 0),
		amount: number(trait, "Amount", 0), maxValue: number(trait, "MaxDuplicateValue", -1),
		maxAmount: number(trait, "MaxAmount", 2), radius: number(trait, "MaxRadius", 4), after: number(trait, "TimeDelay", 0),
		units: trait.Texts("Units"), factions: trait.Texts("ValidFactions"), prerequisites: trait.Texts("Prerequisites"),
		excluded: trait.Texts("ExcludedActorTypes"), targets: trait.Texts("ValidTargets"),
		levels: number(trait, "Levels", 1), reach: number(trait, "Range", 3), others: number(trait, "MaxExtraCollectors", 4),
		condition: trait.Text("Condition"), owner: trait.Text("Owner"), allies: trait.Bool("IncludeAllies"), duration: number(trait, "Duration", 0),
	}
}

// orderContents puts what may be in a crate in the order the rule files list it
// in: one draw over all shares decides, so the order tells which it is.
func (t *actorType) orderContents(nodes []rules.Node) {
	if t.crate == nil {
		return
	}
	place := func(key string) int {
		return slices.IndexFunc(nodes, func(n rules.Node) bool { return n.Key == key })
	}
	slices.SortStableFunc(t.crate.actions, func(a, b crateAction) int { return place(a.key) - place(b.key) })
}

// crateShares is the chance of an action for the one who found the crate.
func (w *World) crateShares(a *Actor, action *crateAction) int32 {
	p := &w.players[a.owner]
	if w.tick < action.after || contains(action.excluded, a.typ.name) || !w.hasPrerequisites(p, action.prerequisites) {
		return 0
	}
	valid := !p.nonCombatant && (len(action.factions) == 0 || contains(action.factions, p.faction))
	switch action.kind {
	case "LevelUpCrateAction":
		if !a.mayRise() {
			return 0
		}
	case "HideMapCrateAction":
		if w.knowsForGood(a.owner) {
			return 0
		}
	case "GiveBaseBuilderCrateAction", "GiveMcvCrateAction":
		if !valid || !w.roomForAll(a, action) {
			return 0
		}
		if !w.hasBase(a.owner) {
			return action.noBase
		}
	case "DuplicateUnitCrateAction":
		if !valid || !w.countsAs(a, action.targets) ||
			len(w.cellsToDuplicate(a, action)) == 0 {
			return 0
		}
	case "GiveUnitCrateAction":
		if !valid || !w.roomForAll(a, action) {
			return 0
		}
	case "GrantExternalConditionCrateAction":
		if !a.typ.accepts(action.condition) {
			return 0
		}
	}
	return action.shares
}

// roomForAll reports whether each unit of a squad could stand beside the finder.
func (w *World) roomForAll(a *Actor, action *crateAction) bool {
	for _, name := range action.units {
		if t := w.typeOf(strings.ToLower(name)); t == nil || len(w.cellsAround(a, t)) == 0 {
			return false
		}
	}
	return true
}

// hasBase reports whether a player has something a base grows from.
func (w *World) hasBase(owner int32) bool {
	for _, a := range w.actors {
		if a != nil && a.inWorld && a.owner == owner && a.typ.baseBuilding {
			return true
		}
	}
	return false
}

// cellsAround lists the cells around a unit, its own included, that a type
// could be put in. It is the crate that asks, on behalf of who owns the world:
// to him nobody is an ally, and what can be run over stands in nobody's way.
func (w *World) cellsAround(a *Actor, t *actorType) []Cell {
	if t.mobile == nil {
		return nil
	}
	probe := &Actor{typ: t, actorFigures: actorFigures{owner: worldOwner}}
	l := &w.locomotors[t.mobile.locomotor]
	var cells []Cell
	at := w.location(a)
	for x := int32(-1); x <= 1; x++ {
		for y := int32(-1); y <= 1; y++ {
			c := at.Add(Cell{X: x, Y: y})
			if w.enterCost(l, probe, c, byAll, none, false, subFull) == unreachable || !w.behaviour.strands && !w.joined(l, c, at) {
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
func (w *World) giveUnits(a *Actor, action *crateAction) {
	if w.behaviour.fork {
		w.giveSquad(a, action)
		return
	}
	var used []Cell
	owner := a.owner
	for i := range w.players {
		if action.owner != "" && w.players[i].name == action.owner {
			owner = int32(i)
		}
	}
	for _, name := range action.units {
		t := w.typeOf(strings.ToLower(name))
		if t == nil {
			continue
		}
		var cells []Cell
		for _, c := range w.cellsAround(a, t) {
			if !listedCell(used, c) {
				cells = append(cells, c)
			}
		}
		if len(cells) == 0 {
			continue
		}
		c := cells[w.random.below(int32(len(cells)))]
		used = append(used, c)
		w.later(task{kind: taskProduce, typ: t, spawn: spawn{owner: owner, cell: c, hasCell: true, facing: -1}})
	}
}

// cellsToDuplicate lists the cells around a unit in which a second one could
// stand, nearest first.
func (w *World) cellsToDuplicate(a *Actor, action *crateAction) []Cell {
	if a.typ.mobile == nil {
		return nil
	}
	var cells []Cell
	for _, ring := range wpos.Annulus(0, action.radius) {
		if c := w.location(a).Add(ring.At); w.ground.contains(c) && w.canEnter(a, c, none, byAll) {
			cells = append(cells, c)
		}
	}
	return cells
}

// duplicate gives more of the unit that found the crate; all places are
// shuffled before the first is taken.
func (w *World) duplicate(a *Actor, action *crateAction) {
	cells := w.cellsToDuplicate(a, action)
	for i := range len(cells) - 1 {
		j := i + int(w.random.below(int32(len(cells)-i)))
		cells[i], cells[j] = cells[j], cells[i]
	}
	count := min(int32(len(cells)), action.maxAmount)
	if action.maxValue > 0 && a.typ.cost > 0 {
		count = min(count, action.maxValue/a.typ.cost)
	}
	for _, c := range cells[:count] {
		w.later(task{kind: taskProduce, typ: a.typ, spawn: spawn{owner: a.owner, cell: c, hasCell: true, facing: -1}})
	}
}

// giveContents is the frame-end task that doubles the finder. The fork looks for
// the places at the end of the tick, when the finder may already be on the way
// to the next cell: ra-dev2026-rl-7047e24cebde, net frame 3610, and
// ra-dev2026-rl-da822cf490a3, net frame 2640, need the places for a second
// unit as they are then, and their draws after all others of the tick.
func (w *World) giveContents(t *task) {
	if a := w.alive(t.actor); a != nil && a.inWorld {
		w.activate(a, nil, &t.typ.crate.actions[t.amount])
	}
}

// activate does what the crate holds; the crate is nil where it is gone by then.
func (w *World) activate(a, crate *Actor, action *crateAction) {
	switch action.kind {
	case "GiveCashCrateAction":
		w.later(task{kind: taskGiveCash, player: a.owner, amount: action.amount})
	case "GiveUnitCrateAction", "GiveBaseBuilderCrateAction", "GiveMcvCrateAction":
		w.giveUnits(a, action)
	case "HideMapCrateAction":
		w.changeGround(a.owner, action.allies, (*World).forgetGround)
	case "RevealMapCrateAction":
		w.changeGround(a.owner, action.allies, (*World).exploreAll)
	case "DuplicateUnitCrateAction":
		w.duplicate(a, action)
	case "HealActorsCrateAction", "HealUnitsCrateAction":
		for _, other := range w.actors {
			if other != nil && !other.dead && other.owner == a.owner && other.typ.maxHP > 0 {
				w.heal(other, other.typ.maxHP)
			}
		}
	case "ExplodeCrateAction":
		if action.weapon != nil {
			w.explode(action.weapon, a, a.center)
		}
	case "LevelUpCrateAction":
		w.shareOut(a, crate, action, (*Actor).mayRise, func(one *Actor) task { return task{kind: taskLevelUp, actor: one.ID, amount: action.levels} })
	case "GrantExternalConditionCrateAction":
		accepts := func(one *Actor) bool { return one.typ.accepts(action.condition) }
		w.shareOut(a, crate, action, accepts, func(one *Actor) task {
			return task{kind: taskShield, actor: one.ID, amount: action.duration, name: action.condition}
		})
	default:
		w.unmodelled.add(action.kind)
	}
}
