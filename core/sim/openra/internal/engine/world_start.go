// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"slices"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// PlayerType and WorldType are the indexes of the two actor types that stand
// in no table.
const (
	WorldType  = -1
	PlayerType = -2
)

// New starts a world: players, map actors and starting units in the engine's
// order, with its draws (docs/engine/openra-world.md#start). The error says what of the setup
// cannot be played.
func New(setup state.Setup) (*World, error) {
	if setup.Rules == nil {
		return nil, fmt.Errorf("openra: no rules in the setup: load them with rules.Load")
	}
	if setup.Map != nil {
		if err := CheckMap(setup.Rules, setup.Map); err != nil {
			return nil, fmt.Errorf("openra: %w", err)
		}
	}
	w := &World{Rules: setup.Rules, Random: state.NewTwister(setup.Seed), Clients: setup.Clients, pausedUntil: setup.PausedUntil}
	w.readOptions(&setup)
	w.Ground = grid.NewGround(setup.Rules, setup.Map)
	w.takeTypes(&setup)
	cells := w.Ground.Width * w.Ground.Height
	w.Occupied = grid.NewActorMap(w.Ground.Width, w.Ground.Height)
	w.Bins = w.Ground.NewBins()
	w.Influence = make([]uint32, cells)
	w.beginResources()
	w.beginPaths()
	for i := range setup.Rules.World.Locomotors {
		w.Paths.Locomotors = append(w.Paths.Locomotors, path.NewLocomotor(&setup.Rules.World.Locomotors[i], w.Ground))
	}
	w.readPlayerProvides()
	w.createPlayers(&setup)
	w.readSpawners()
	w.numberQueues()
	w.createBridges(&setup)
	w.createMapActors(&setup)
	if w.Release.SharedSpawns {
		w.drawSpawns(&setup)
	}
	if setup.Map != nil {
		w.loadResources(setup.Map.Resources)
	}
	w.Resources.AtStart = slices.Clone(w.Resources.Terrain)
	w.Paths.BeginGraphs()
	w.createStartingUnits(&setup)
	w.Paused = w.pausedUntil > 0
	return w, nil
}

func (w *World) readOptions(setup *state.Setup) {
	o := &w.Options
	o.Crates = setup.OptionTrue("crates", true)
	o.Fog = setup.OptionTrue("fog", true)
	o.Explored = setup.OptionTrue("explored", false)
	o.Creeps = setup.OptionTrue("creeps", setup.Rules.World.OptionTrue("creeps"))
	o.ShortGame = setup.OptionTrue("shortgame", true)
	o.BuildRadius = setup.OptionTrue("buildradius", true)
	o.AllyBuild = setup.OptionTrue("allybuild", true)
	o.Cheats = setup.OptionTrue("cheats", setup.Rules.World.OptionTrue("cheats"))
	o.SeparateSpawns = setup.OptionTrue("separateteamspawns", true)
	o.TimeLimit = timeLimitOf(setup)
	o.StartingCash = setup.OptionInt("startingcash", 5000)
	o.StartingUnits = setup.Option("startingunits", "none")
	o.TechLevel = setup.Option("techlevel", "unrestricted")
	for i := range setup.Rules.World.PlayerTraits {
		trait := &setup.Rules.World.PlayerTraits[i]
		switch trait.Name {
		case "ProvidesTechPrerequisite":
			if trait.Text("Id") == o.TechLevel {
				o.Prerequisites = append(o.Prerequisites, trait.Texts("Prerequisites")...)
			}
		case "LobbyPrerequisiteCheckbox":
			if setup.OptionTrue(trait.Text("ID"), trait.Bool("Enabled")) {
				o.Prerequisites = append(o.Prerequisites, trait.Texts("Prerequisites")...)
			}
		}
	}
	people := 0
	for _, client := range setup.Clients {
		if client.Bot == "" && client.Slot != "" {
			people++
		}
	}
	o.Developer = o.Cheats || people == 1
	w.Release = info.ReleaseBehaviour(setup.Rules.Release)
}

// createPlayers makes the world actor and the players: those of the map that
// nobody plays, one per slot with a client, and the onlooker for everybody
// (docs/engine/openra-world.md#lobby).
func (w *World) createPlayers(setup *state.Setup) {
	w.enlist(&Actor{Type: BareType(WorldType, "", WorldSlots(setup.Rules)), ActorFigures: state.ActorFigures{InWorld: true}})
	w.NextID = 1
	own := state.NewTwister(setup.Seed)
	draw := &own
	if w.Release.SharedSpawns {
		draw = &w.Random
	}
	var mapPlayers []maps.Player
	if setup.Map != nil {
		mapPlayers = setup.Map.Players
	}
	for _, p := range mapPlayers {
		if !p.Playable {
			w.addPlayer(setup, state.Player{
				Name: p.Name, Client: -1, NonCombatant: p.NonCombatant, Spectating: p.Spectating,
				Faction: w.drawFaction(draw, p.Faction, false),
			})
		}
	}
	picks := newSpawnPicks(setup, w)
	for _, slot := range setup.Slots {
		client := clientIn(setup, slot.Name)
		if client == nil {
			continue
		}
		p := state.Player{
			Name: slot.Player, Client: client.Index, Playable: true, Bot: client.Bot != "", BotType: client.Bot, Handicap: wpos.Clamp(client.Handicap, 0, state.MaxHandicap),
			Faction: w.drawFaction(draw, client.Faction, !slot.LockFaction), Developer: w.Options.Developer,
		}
		if !w.Release.SharedSpawns {
			p.Spawn, p.Home = picks.pick(draw, client.Spawn)
		}
		w.addPlayer(setup, p)
	}
	w.addPlayer(setup, state.Player{
		Name: "Everyone", Client: -1, NonCombatant: true, Spectating: true, Faction: w.drawFaction(draw, "Random", false),
		Developer: false,
	})
	if w.Options.Developer {
		for i := range w.Players {
			w.Players[i].Developer = true
		}
	}
	w.relate(mapPlayers)
}

// drawSpawns hands out the start positions when the map stands
// (docs/engine/openra-world.md#spawns).
func (w *World) drawSpawns(setup *state.Setup) {
	picks := newSpawnPicks(setup, w)
	for i := range w.Players {
		p := &w.Players[i]
		for j := range setup.Clients {
			if p.Playable && setup.Clients[j].Index == p.Client {
				p.Spawn, p.Home = picks.pick(&w.Random, setup.Clients[j].Spawn)
			}
		}
	}
}

func clientIn(setup *state.Setup, slot string) *state.Client {
	for i := range setup.Clients {
		if setup.Clients[i].Slot == slot && slot != "" {
			return &setup.Clients[i]
		}
	}
	return nil
}

func (w *World) addPlayer(setup *state.Setup, p state.Player) {
	cells := w.Ground.Width * w.Ground.Height
	p.Cash = w.Options.StartingCash
	p.Visible = make([]uint16, cells)
	p.Explored = make([]bool, cells)
	p.Shown, p.Resettled = make([]uint8, cells), grid.NewStaleCells(int(cells))
	p.IsTouched = make([]bool, cells)
	if w.Options.Explored {
		for i := range p.Explored {
			p.Explored[i] = true
			p.Touch(int32(i))
		}
	}
	infos := QueueInfos(setup.Rules)
	for i := range infos {
		p.Queues = append(p.Queues, state.Queue{Info: &infos[i], Enabled: true, ValidFaction: true})
	}
	p.Actor = w.NextID
	w.NextID++
	w.enlist(&Actor{
		Type:         BareType(PlayerType, "player", PlayerSlots(setup.Rules, infos)),
		ActorFigures: state.ActorFigures{ID: p.Actor, Owner: int32(len(w.Players)), InWorld: true},
	})
	w.Players = append(w.Players, p)
}

// QueueInfos lists the shared queues in the order of the rule files.
func QueueInfos(set *rules.Ruleset) []info.QueueInfo {
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
func (w *World) drawFaction(draw *state.Twister, name string, selectable bool) string {
	var candidates []rules.Faction
	for _, faction := range w.Rules.World.Factions {
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
		chosen = candidates[draw.Below(int32(len(candidates)))]
	}
	for range maxFactionDraws {
		if len(chosen.RandomMembers) == 0 {
			break
		}
		member := chosen.RandomMembers[draw.Below(int32(len(chosen.RandomMembers)))]
		next, ok := find(w.Rules.World.Factions, member)
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

func newSpawnPicks(setup *state.Setup, w *World) *spawnPicks {
	picks := &spawnPicks{separate: w.Options.SeparateSpawns}
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

func (s *spawnPicks) pick(draw *state.Twister, wanted int32) (int32, Cell) {
	if wanted > 0 && int(wanted) <= len(s.cells) {
		return wanted, s.cells[wanted-1]
	}
	if len(s.free) == 0 {
		return 0, Cell{}
	}
	at := 0
	if len(s.taken) == 0 || !s.separate {
		at = int(draw.Below(int32(len(s.free))))
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
	for i := range w.Players {
		p := &w.Players[i]
		own := reference(p.Name)
		for j := range w.Players {
			q := &w.Players[j]
			bit := uint32(1) << uint(j)
			switch {
			case i == j, q.Spectating && !p.NonCombatant && p.Playable, info.Contains(own.Allies, q.Name):
				p.Allies |= bit
			case info.Contains(own.Enemies, q.Name):
				p.Enemies |= bit
			case p.Playable && q.Playable && w.teamOf(p) != 0 && w.teamOf(p) == w.teamOf(q):
				p.Allies |= bit
			case p.Playable && q.Playable:
				p.Enemies |= bit
			}
			if !q.NonCombatant && i != j && p.Allies&bit == 0 {
				p.Rivals |= bit
			}
		}
	}
}

// createMapActors makes every actor of the map, start points included.
func (w *World) createMapActors(setup *state.Setup) {
	if setup.Map == nil {
		return
	}
	for _, entry := range setup.Map.Actors {
		if w.Release.AbsentOwners && !w.hasPlayer(entry.Owner) {
			continue
		}
		t := w.TypeOf(entry.Type)
		if t == nil {
			w.NextID++
			w.Actors = append(w.Actors, nil)
			continue
		}
		s := state.Spawn{
			Owner: w.playerNamed(entry.Owner), Cell: Cell{X: int32(entry.X), Y: int32(entry.Y)}, HasCell: true,
			Facing: w.mapFacing(entry.Facing), ByMap: true, Health: mapHealth(entry.Health),
			Turret: w.mapFacing(entry.Turret), HasTurret: entry.Turret >= 0, Stance: entry.Stance, Cargo: entry.Cargo,
		}
		if entry.SubCell >= 0 {
			s.Sub, s.HasSub = grid.SubCell(entry.SubCell), true
		}
		w.Create(t, s)
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
	switch {
	case facing == noFacing:
		return noFacing
	case w.Release.CoarseFacing:
		return int32(facing) * 4 // below zero it is hashed so, until the actor turns
	}
	return wpos.Angle(int32(facing))
}

// noFacing is that of an actor of which nobody says where it points.
const noFacing = -1

// hasPlayer reports whether somebody plays as a player of the map.
func (w *World) hasPlayer(name string) bool {
	return slices.ContainsFunc(w.Players, func(p state.Player) bool { return p.Name == name })
}

func (w *World) playerNamed(name string) int32 {
	for i := range w.Players {
		if w.Players[i].Name == name {
			return int32(i)
		}
	}
	return 0
}
