// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"cmp"
	"slices"

	"convertd/core/order"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
	"convertd/plugins/rts/protocol"
)

// playerEconomy is a player of convertd.economy.
type playerEconomy struct {
	ID             uint32       `json:"id"`
	Known          bool         `json:"known"`
	Credits        int64        `json:"credits"`
	Stored         int64        `json:"stored"`
	Capacity       int64        `json:"capacity"`
	Power          int32        `json:"power"`
	Drain          int32        `json:"drain"`
	Standing       string       `json:"standing"`
	Units          int          `json:"units"`
	Structures     int          `json:"structures"`
	ArmyValue      int64        `json:"armyValue"`
	UnitsLost      int          `json:"unitsLost"`
	StructuresLost int          `json:"structuresLost"`
	LostValue      int64        `json:"lostValue"`
	Kills          int          `json:"kills"`
	Queues         []queuedItem `json:"queues"`
	Holds          []held       `json:"holds"`
}

// held is how many a player has of a kind.
type held struct {
	N     sim.KindID `json:"n"`
	Count int        `json:"count"`
}

// queuedItem is one entry of a production queue: all of the same that follow each other.
type queuedItem struct {
	N        *sim.KindID `json:"n,omitempty"`
	Queue    string      `json:"queue"`
	Item     string      `json:"item"`
	Name     string      `json:"name"`
	Progress float64     `json:"progress"`
	State    string      `json:"state"`
	Count    int         `json:"count"`
	By       uint32      `json:"by,omitempty"`
}

type economyMessage struct {
	T       string          `json:"t"`
	Tick    uint32          `json:"tick"`
	Players []playerEconomy `json:"players"`
}

var standingNames = map[simstate.Standing]string{
	simstate.StandingPlaying: "playing", simstate.StandingWon: "won", simstate.StandingLost: "lost", simstate.StandingLeft: "left",
}

// holding is what a player has of each kind.
type holding map[sim.KindID]int

// holdings counts what everybody has.
func (r *room) holdings() []holding {
	view := r.view()
	all := make([]holding, view.Players())
	for e := range view.Entities() {
		if !r.scene.plays(e.Owner) || e.Flags&simstate.FlagInWorld == 0 || e.Flags&simstate.FlagScenery != 0 {
			continue
		}
		if k := r.scene.kinds.kind(view, e.Kind); k.Role == roleScenery {
			continue
		}
		if all[e.Owner] == nil {
			all[e.Owner] = make(holding)
		}
		all[e.Owner][e.Kind]++
	}
	return all
}

// economy is what everybody has and makes.
func (r *room) economy() economyMessage {
	view, all := r.view(), r.holdings()
	m := economyMessage{T: "convertd.economy", Tick: uint32(view.Tick()), Players: []playerEconomy{}}
	for id := range view.Players() {
		player, _ := view.Player(order.PlayerID(id))
		if !r.scene.plays(player.ID) {
			continue
		}
		one := playerEconomy{
			ID: playerNumber(player.ID), Known: player.Known, Credits: player.Credits, Stored: player.Stored, Capacity: player.Capacity,
			Power: player.PowerProvided, Drain: player.PowerDrained, Standing: standingNames[player.Standing], Queues: r.queues(player.ID),
			Holds: []held{},
		}
		for n, count := range all[id] {
			k := r.scene.kinds.kind(view, n)
			one.Holds = append(one.Holds, held{n, count})
			if k.structure {
				one.Structures += count
				continue
			}
			one.Units += count
			one.ArmyValue += int64(count) * k.Cost
		}
		slices.SortFunc(one.Holds, func(a, b held) int { return cmp.Compare(a.N, b.N) })
		lost := r.story.lostBefore(view.Tick(), player.ID)
		one.UnitsLost, one.StructuresLost, one.LostValue, one.Kills = lost.units, lost.structures, lost.value, lost.kills
		m.Players = append(m.Players, one)
	}
	return m
}

// queues lists what a player makes.
func (r *room) queues(player order.PlayerID) []queuedItem {
	list := []queuedItem{}
	shows := r.view().Observable()
	if shows == nil {
		return list
	}
	for _, q := range shows.AppendQueues(nil, player) {
		item := queuedItem{
			Queue: q.Queue, Item: q.Item, Name: r.scene.subject.Item(q.Item), Progress: float64(q.Done) / 1000, State: "waiting", Count: 1,
			By: wireID(q.Maker),
		}
		if item.Name == "" {
			item.Name = q.Item
		}
		if n, ok := r.view().FindKind(q.Item); ok {
			item.N = &n
		}
		switch {
		case q.Ready:
			item.State = "ready"
		case q.Paused:
			item.State = "paused"
		case q.First:
			item.State = "building"
		}
		if last := len(list) - 1; last >= 0 && !q.First && list[last].Queue == item.Queue && list[last].Item == item.Item && list[last].By == item.By {
			list[last].Count++
			continue
		}
		if len(list) < maxQueuedItems {
			list = append(list, item)
		}
	}
	return list
}

// maxQueuedItems bounds what is told of one player's queues.
const maxQueuedItems = 64

// analysis is what observers see of every player, in the protocol's words.
func (r *room) analysis() *protocol.ReplayAnalysis {
	view, all := r.view(), r.holdings()
	m := &protocol.ReplayAnalysis{Tick: uint32(view.Tick()), Players: []protocol.AnalysisPlayer{}}
	for id := range view.Players() {
		if !r.scene.plays(order.PlayerID(id)) {
			continue
		}
		one := protocol.AnalysisPlayer{
			ID: playerNumber(order.PlayerID(id)), Units: []protocol.UnitCount{}, Production: r.production(order.PlayerID(id)),
			UnitsLost: []protocol.UnitCount{},
		}
		units := unitCounts{}
		for n, count := range all[id] {
			if k := r.scene.kinds.kind(view, n); !k.structure {
				units.add(k.foreign.String(), count, k.Cost)
			}
		}
		one.Units = units.sorted()
		lost := r.story.lostBefore(view.Tick(), order.PlayerID(id))
		one.UnitsLost = lost.byKind.sorted()
		one.ResourcesLost.Steel = clampU32(lost.unitValue)
		m.Players = append(m.Players, one)
	}
	return m
}

// unitCounts are counts and costs by the protocol's kind.
type unitCounts map[string]protocol.UnitCount

func (u unitCounts) add(kind string, count int, cost int64) {
	one := u[kind]
	one.Kind = kind
	one.Count += uint32(count)
	one.SteelValue = clampU32(int64(one.SteelValue) + int64(count)*cost)
	u[kind] = one
}

func (u unitCounts) sorted() []protocol.UnitCount {
	list := make([]protocol.UnitCount, 0, len(u))
	for _, one := range u {
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b protocol.UnitCount) int { return cmp.Compare(kindCodes[a.Kind], kindCodes[b.Kind]) })
	return list
}

// production has a row for each queue that works.
func (r *room) production(player order.PlayerID) []protocol.ProductionRow {
	rows := []protocol.ProductionRow{}
	shows := r.view().Observable()
	if shows == nil {
		return rows
	}
	for _, q := range shows.AppendQueues(nil, player) {
		if !q.First {
			if len(rows) > 0 {
				rows[len(rows)-1].QueueDepth++
			}
			continue
		}
		k := r.scene.kinds.describe(q.Item)
		rows = append(rows, protocol.ProductionRow{
			BuildingID: wireID(q.Maker), BuildingKind: foreignKinds[roleFactory], ItemKind: foreignKinds[k.Role], ItemType: protocol.ItemUnit,
			Progress: float32(q.Done) / 1000, QueueDepth: 1,
		})
	}
	return rows
}
