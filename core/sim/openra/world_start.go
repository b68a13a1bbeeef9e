// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"
	"slices"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// playerType and worldType are the indexes of the two actor types that stand
// in no table.
const (
	worldType  = -1
	playerType = -2
)

// New starts a world: players, map actors and starting units in the engine's
// order, with its draws (docs/engine/openra-world.md#start). The error says what of the setup
// cannot be played.
func New(setup Setup) (*World, error) {
	if setup.Rules == nil {
		return nil, fmt.Errorf("openra: no rules in the setup: load them with rules.Load")
	}
	if setup.Map != nil {
		if err := CheckMap(setup.Rules, setup.Map); err != nil {
			return nil, fmt.Errorf("openra: %w", err)
		}
	}
	w := &World{set: setup.Rules, random: newTwister(setup.Seed), clients: setup.Clients, pausedUntil: setup.PausedUntil}
	w.readOptions(&setup)
	w.ground = newGround(setup.Rules, setup.Map)
	w.takeTypes(&setup)
	cells := w.ground.width * w.ground.height
	w.occupied = newActorMap(w.ground.width, w.ground.height)
	w.bins = w.ground.newBins()
	w.influence = make([]uint32, cells)
	w.resources = w.newResourceLayer()
	w.beginPaths()
	for i := range setup.Rules.World.Locomotors {
		w.paths.locomotors = append(w.paths.locomotors, newLocomotor(&setup.Rules.World.Locomotors[i], w.ground))
	}
	w.readCrateRules()
	w.readPlayerProvides()
	w.createPlayers(&setup)
	w.readCreatureRules()
	w.numberQueues()
	w.createBridges(&setup)
	w.createMapActors(&setup)
	if w.behaviour.SharedSpawns {
		w.drawSpawns(&setup)
	}
	w.loadMapResources(&setup)
	w.resources.atStart = slices.Clone(w.resources.terrain)
	w.paths.beginGraphs()
	w.createStartingUnits(&setup)
	w.paused = w.pausedUntil > 0
	return w, nil
}

func (w *World) readOptions(setup *Setup) {
	o := &w.options
	o.crates = setup.optionTrue("crates", true)
	o.fog = setup.optionTrue("fog", true)
	o.explored = setup.optionTrue("explored", false)
	o.creeps = setup.optionTrue("creeps", setup.Rules.World.OptionTrue("creeps"))
	o.shortGame = setup.optionTrue("shortgame", true)
	o.buildRadius = setup.optionTrue("buildradius", true)
	o.allyBuild = setup.optionTrue("allybuild", true)
	o.cheats = setup.optionTrue("cheats", setup.Rules.World.OptionTrue("cheats"))
	o.separateSpawns = setup.optionTrue("separateteamspawns", true)
	o.timeLimit = timeLimitOf(setup)
	o.startingCash = setup.optionInt("startingcash", 5000)
	o.startingUnits = setup.option("startingunits", "none")
	o.techLevel = setup.option("techlevel", "unrestricted")
	for i := range setup.Rules.World.PlayerTraits {
		trait := &setup.Rules.World.PlayerTraits[i]
		switch trait.Name {
		case "ProvidesTechPrerequisite":
			if trait.Text("Id") == o.techLevel {
				o.prerequisites = append(o.prerequisites, trait.Texts("Prerequisites")...)
			}
		case "LobbyPrerequisiteCheckbox":
			if setup.optionTrue(trait.Text("ID"), trait.Bool("Enabled")) {
				o.prerequisites = append(o.prerequisites, trait.Texts("Prerequisites")...)
			}
		}
	}
	people := 0
	for _, client := range setup.Clients {
		if client.Bot == "" && client.Slot != "" {
			people++
		}
	}
	o.developer = o.cheats || people == 1
	w.behaviour = info.ReleaseBehaviour(setup.Rules.Release)
}

// createPlayers makes the world actor and the players: those of the map that
// nobody plays, one per slot with a client, and the onlooker for everybody
// (docs/engine/openra-world.md#lobby).
func (w *World) createPlayers(setup *Setup) {
	w.enlist(&Actor{typ: bareType(worldType, "", worldSlots(setup.Rules)), actorFigures: actorFigures{inWorld: true}})
	w.nextID = 1
	own := newTwister(setup.Seed)
	draw := &own
	if w.behaviour.SharedSpawns {
		draw = &w.random
	}
	var mapPlayers []maps.Player
	if setup.Map != nil {
		mapPlayers = setup.Map.Players
	}
	for _, p := range mapPlayers {
		if !p.Playable {
			w.addPlayer(setup, player{
				name: p.Name, client: -1, nonCombatant: p.NonCombatant, spectating: p.Spectating,
				faction: w.drawFaction(draw, p.Faction, false),
			})
		}
	}
	picks := newSpawnPicks(setup, w)
	for _, slot := range setup.Slots {
		client := clientIn(setup, slot.Name)
		if client == nil {
			continue
		}
		p := player{
			name: slot.Player, client: client.Index, playable: true, bot: client.Bot != "", botType: client.Bot, handicap: wpos.Clamp(client.Handicap, 0, maxHandicap),
			faction: w.drawFaction(draw, client.Faction, !slot.LockFaction), developer: w.options.developer,
		}
		if !w.behaviour.SharedSpawns {
			p.spawn, p.home = picks.pick(draw, client.Spawn)
		}
		w.addPlayer(setup, p)
	}
	w.addPlayer(setup, player{
		name: "Everyone", client: -1, nonCombatant: true, spectating: true, faction: w.drawFaction(draw, "Random", false),
		developer: false,
	})
	if w.options.developer {
		for i := range w.players {
			w.players[i].developer = true
		}
	}
	w.relate(mapPlayers)
}

// drawSpawns hands out the start positions when the map stands
// (docs/engine/openra-world.md#spawns).
func (w *World) drawSpawns(setup *Setup) {
	picks := newSpawnPicks(setup, w)
	for i := range w.players {
		p := &w.players[i]
		for j := range setup.Clients {
			if p.playable && setup.Clients[j].Index == p.client {
				p.spawn, p.home = picks.pick(&w.random, setup.Clients[j].Spawn)
			}
		}
	}
}

func clientIn(setup *Setup, slot string) *Client {
	for i := range setup.Clients {
		if setup.Clients[i].Slot == slot && slot != "" {
			return &setup.Clients[i]
		}
	}
	return nil
}

func (w *World) addPlayer(setup *Setup, p player) {
	cells := w.ground.width * w.ground.height
	p.cash = w.options.startingCash
	p.visible = make([]uint16, cells)
	p.explored = make([]bool, cells)
	p.shown, p.resettled = make([]uint8, cells), newStaleCells(int(cells))
	p.isTouched = make([]bool, cells)
	if w.options.explored {
		for i := range p.explored {
			p.explored[i] = true
			p.touch(int32(i))
		}
	}
	infos := queueInfos(setup.Rules)
	for i := range infos {
		p.queues = append(p.queues, queue{info: &infos[i], enabled: true, validFaction: true})
	}
	p.actor = w.nextID
	w.nextID++
	w.enlist(&Actor{
		typ:          bareType(playerType, "player", playerSlots(setup.Rules, infos)),
		actorFigures: actorFigures{ID: p.actor, owner: int32(len(w.players)), inWorld: true},
	})
	w.players = append(w.players, p)
}

// queueInfos lists the shared queues in the order of the rule files.
func queueInfos(set *rules.Ruleset) []info.QueueInfo {
	var infos []info.QueueInfo
	for _, kind := range set.World.Queues {
		for i := range set.World.PlayerTraits {
			trait := &set.World.PlayerTraits[i]
			if trait.Name != "ClassicProductionQueue" || trait.Text("Type") != kind {
				continue
			}
			infos = append(infos, info.QueueInfo{
				Kind: kind, Reductions: info.Numbers32(trait.Ints("BuildTimeSpeedReduction")), SpeedUp: trait.Bool("SpeedUp"),
				LowPower: info.Number(trait, "LowPowerModifier", 100), Modifier: info.Number(trait, "BuildDurationModifier", 100),
				ItemLimit: info.Number(trait, "ItemLimit", 999),
			})
		}
	}
	return infos
}

// maxFactionDraws bounds how deep groups of factions may nest.
const maxFactionDraws = 11

// drawFaction resolves a faction; groups and unknown names cost draws.
func (w *World) drawFaction(draw *twister, name string, selectable bool) string {
	var candidates []rules.Faction
	for _, faction := range w.set.World.Factions {
		if !selectable || faction.Selectable {
			candidates = append(candidates, faction)
		}
	}
	if len(candidates) == 0 {
		return name
	}
	find := func(list []rules.Faction, name string) (rules.Faction, bool) {
		for _, faction := range list {
			if faction.Name == name {
				return faction, true
			}
		}
		return rules.Faction{}, false
	}
	chosen, ok := find(candidates, name)
	if !ok {
		chosen = candidates[draw.below(int32(len(candidates)))]
	}
	for range maxFactionDraws {
		if len(chosen.RandomMembers) == 0 {
			break
		}
		member := chosen.RandomMembers[draw.below(int32(len(chosen.RandomMembers)))]
		next, ok := find(w.set.World.Factions, member)
		if !ok {
			break
		}
		chosen = next
	}
	return chosen.Name
}

// spawnPicks hands out start positions. Those that were chosen in the lobby are
// taken from the beginning.
type spawnPicks struct {
	cells    []Cell
	free     []int32
	taken    []int32
	separate bool
}

func newSpawnPicks(setup *Setup, w *World) *spawnPicks {
	picks := &spawnPicks{separate: w.options.separateSpawns}
	if setup.Map == nil || setup.Rules.World.NoStarts {
		return picks
	}
	for _, a := range setup.Map.Actors {
		if a.Type == "mpspawn" {
			picks.cells = append(picks.cells, Cell{X: int32(a.X), Y: int32(a.Y)})
		}
	}
	fixed := map[int32]bool{}
	for _, n := range setup.DisabledSpawns {
		fixed[n] = true
	}
	for _, client := range setup.Clients {
		if client.Slot != "" && client.Spawn > 0 {
			fixed[client.Spawn] = true
			if int(client.Spawn) <= len(picks.cells) {
				picks.taken = append(picks.taken, client.Spawn)
			}
		}
	}
	for i := range picks.cells {
		if n := int32(i + 1); !fixed[n] {
			picks.free = append(picks.free, n)
		}
	}
	return picks
}

func (s *spawnPicks) pick(draw *twister, wanted int32) (int32, Cell) {
	if wanted > 0 && int(wanted) <= len(s.cells) {
		return wanted, s.cells[wanted-1]
	}
	if len(s.free) == 0 {
		return 0, Cell{}
	}
	at := 0
	if len(s.taken) == 0 || !s.separate {
		at = int(draw.below(int32(len(s.free))))
	} else {
		best := int64(-1)
		for i, n := range s.free {
			sum := int64(0)
			for _, other := range s.taken {
				sum += int64(s.cells[n-1].Sub(s.cells[other-1]).Squared())
			}
			if sum > best {
				best, at = sum, i
			}
		}
	}
	n := s.free[at]
	s.free = append(s.free[:at], s.free[at+1:]...)
	s.taken = append(s.taken, n)
	return n, s.cells[n-1]
}

// relate sets who is whose ally or enemy.
func (w *World) relate(mapPlayers []maps.Player) {
	reference := func(name string) maps.Player {
		for _, p := range mapPlayers {
			if p.Name == name {
				return p
			}
		}
		return maps.Player{}
	}
	for i := range w.players {
		p := &w.players[i]
		own := reference(p.name)
		for j := range w.players {
			q := &w.players[j]
			bit := uint32(1) << uint(j)
			switch {
			case i == j, q.spectating && !p.nonCombatant && p.playable, info.Contains(own.Allies, q.name):
				p.allies |= bit
			case info.Contains(own.Enemies, q.name):
				p.enemies |= bit
			case p.playable && q.playable && w.teamOf(p) != 0 && w.teamOf(p) == w.teamOf(q):
				p.allies |= bit
			case p.playable && q.playable:
				p.enemies |= bit
			}
			if !q.nonCombatant && i != j && p.allies&bit == 0 {
				p.rivals |= bit
			}
		}
	}
}

// createMapActors makes every actor of the map, start points included.
func (w *World) createMapActors(setup *Setup) {
	if setup.Map == nil {
		return
	}
	for _, entry := range setup.Map.Actors {
		if w.behaviour.AbsentOwners && !w.hasPlayer(entry.Owner) {
			continue
		}
		t := w.typeOf(entry.Type)
		if t == nil {
			w.nextID++
			w.actors = append(w.actors, nil)
			continue
		}
		s := spawn{
			owner: w.playerNamed(entry.Owner), cell: Cell{X: int32(entry.X), Y: int32(entry.Y)}, hasCell: true,
			facing: w.mapFacing(entry.Facing), byMap: true, health: mapHealth(entry.Health),
			turret: w.mapFacing(entry.Turret), hasTurret: entry.Turret >= 0, stance: entry.Stance, cargo: entry.Cargo,
		}
		if entry.SubCell >= 0 {
			s.sub, s.hasSub = subCell(entry.SubCell), true
		}
		w.create(t, s)
	}
}

// mapHealth is the share of its health that a map gives an actor, in percent, 0 if it
// names none: what a map gives none has the least there is.
func mapHealth(percent int) int32 {
	if percent < 0 {
		return 0
	}
	return int32(max(percent, 1))
}

// mapFacing is a facing as a map has it, -1 if it has none: maps of releases in which
// a turn had 256 parts count in these.
func (w *World) mapFacing(facing int) int32 {
	if w.behaviour.CoarseFacing && facing > 0 {
		return int32(facing) * 4
	}
	return int32(facing)
}

// hasPlayer reports whether somebody plays as a player of the map.
func (w *World) hasPlayer(name string) bool {
	return slices.ContainsFunc(w.players, func(p player) bool { return p.name == name })
}

func (w *World) playerNamed(name string) int32 {
	for i := range w.players {
		if w.players[i].name == name {
			return int32(i)
		}
	}
	return 0
}

func (w *World) loadMapResources(setup *Setup) {
	if setup.Map == nil {
		return
	}
	types := make([]uint8, len(setup.Map.Resources))
	for i, resource := range setup.Map.Resources {
		types[i] = resource.Type
	}
	w.loadResources(types, setup.Rules.Release.Name == "release-20200202")
}
