// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
	"convertd/printable"
)

// gamePlayer is a player of convertd.game.
type gamePlayer struct {
	ID          uint32 `json:"id"`
	Index       int    `json:"index"`
	Name        string `json:"name"`
	Kind        string `json:"kind"`
	Faction     string `json:"faction"`
	FactionName string `json:"factionName"`
	Team        int32  `json:"team"`
	Color       string `json:"color"`
	StartX      *int32 `json:"startX,omitempty"`
	StartY      *int32 `json:"startY,omitempty"`
	Outcome     string `json:"outcome"`
	SightOf     bool   `json:"sightOf"`
}

type tickRate struct {
	Num uint32 `json:"num"`
	Den uint32 `json:"den"`
}

type gameMessage struct {
	T              string       `json:"t"`
	ID             string       `json:"id"`
	Kind           string       `json:"kind"`
	Module         string       `json:"module"`
	Exact          bool         `json:"exact"`
	Game           string       `json:"game"`
	GameTitle      string       `json:"gameTitle"`
	Version        string       `json:"version"`
	MapName        string       `json:"mapName"`
	TickRate       tickRate     `json:"tickRate"`
	Stride         uint32       `json:"stride"`
	DurationTicks  uint32       `json:"durationTicks"`
	Sight          bool         `json:"sight"`
	SightReason    string       `json:"sightReason,omitempty"`
	Movement       bool         `json:"movement"`
	MovementReason string       `json:"movementReason,omitempty"`
	Players        []gamePlayer `json:"players"`
	Verdict        string       `json:"verdict"`
	Confidence     string       `json:"confidence"`
	Notes          []string     `json:"notes"`
}

// gameMessage says what is played, and what the picture of it cannot show.
func (r *room) gameMessage() gameMessage {
	s := r.scene
	m := gameMessage{
		T: "convertd.game", ID: r.opening.game, Kind: r.kindName(), Module: s.metadata.GameModule, Exact: s.exact,
		Game: printable.Text(s.subject.Game), GameTitle: s.subject.Title(), Version: printable.Text(s.subject.Version),
		MapName: printable.Text(s.metadata.MapName), TickRate: tickRate{s.rate.Num, s.rate.Den}, Stride: uint32(s.stride),
		DurationTicks: uint32(r.duration()), Sight: s.noSight == "", SightReason: s.noSight, Movement: s.field != nil,
		Players: []gamePlayer{}, Verdict: r.story.verdict, Confidence: r.story.confidence, Notes: r.story.notes,
	}
	switch {
	case r.view().Len() == 0 && !s.exact:
		m.MovementReason = "what moves in this game is not known: only orders are"
	case !m.Movement && s.exact:
		m.MovementReason = "this world has no entities: its fields are its state"
	case !m.Movement:
		m.MovementReason = "the ground is not known: units go straight, and where players began is made up"
	}
	for id := range r.view().Players() {
		player, _ := r.view().Player(order.PlayerID(id))
		m.Players = append(m.Players, s.gamePlayer(r.view(), &player))
	}
	return m
}

func (s *scene) gamePlayer(view sim.View, player *sim.Player) gamePlayer {
	out := gamePlayer{
		ID: playerNumber(player.ID), Index: int(player.ID), Name: s.playerName(player.ID), Kind: playerKinds[player.Kind], Faction: player.Faction,
		Team: player.Team, Color: s.color(player.ID), Outcome: icrep.OutcomeUnknown,
	}
	for i := range s.metadata.Players {
		if p := &s.metadata.Players[i]; p.Slot == int(player.ID) {
			out.Outcome = p.Outcome
			if out.Faction == "" {
				out.Faction = printable.Text(p.Faction)
			}
			if out.Team == 0 {
				out.Team = int32(p.Team)
			}
			break
		}
	}
	if out.FactionName, _ = s.subject.Faction(out.Faction); out.FactionName == "" {
		out.FactionName = out.Faction
	}
	if at, known := s.startOf(player); known {
		x, y := at.X*pixelsPerCell, at.Y*pixelsPerCell
		out.StartX, out.StartY = &x, &y
	}
	if shows := view.Observable(); shows != nil && s.plays(player.ID) {
		layer, _, _ := shows.Sight(player.ID)
		out.SightOf = layer != nil
	}
	return out
}

var playerKinds = map[simstate.PlayerKind]string{
	simstate.PlayerHuman: icrep.KindHuman, simstate.PlayerAI: icrep.KindBot, simstate.PlayerNeutral: icrep.KindNeutral,
	simstate.PlayerObserver: icrep.KindSpectator,
}

// kindName is what kind of room this is.
func (r *room) kindName() string {
	switch {
	case r.branch != nil:
		return "branch"
	case r.lab != nil && r.lab.source == "":
		return "save"
	case r.lab != nil:
		return "lab"
	}
	return "replay"
}
