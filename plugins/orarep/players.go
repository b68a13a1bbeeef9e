// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strings"

	"convertd/core/ir"
)

// seat is one participant: a client of the lobby, its slot, and what the
// metadata says about it. Seats and Header.Players have the same order: those
// who play in slot order, then the spectators.
type seat struct {
	client     int32
	controller int32 // connection that sends a bot's orders, -1 for people
	slot       int32 // place of the slot among all slots, -1 for spectators
	observer   bool
	bot        string

	lobby    *lobbyClient
	slotInfo *lobbySlot
	recorded *metadataPlayer
}

// buildSeats brings lobby and metadata together.
func buildSeats(s *session, m *metadata) []seat {
	seats := lobbySeats(s)
	known := make(map[int32]bool, len(seats))
	for i := range seats {
		known[seats[i].client] = true
	}
	playing := playingSeats(seats)
	for i := range m.players {
		recorded := &m.players[i]
		if j := seatOfClient(seats, recorded.client); j >= 0 {
			if seats[j].recorded == nil {
				seats[j].recorded = recorded
			}
			continue
		}
		if len(seats) >= maxPlayers || known[recorded.client] && recorded.client >= 0 {
			continue
		}
		// In the metadata but not in the lobby: only if the lobby is missing.
		added := seat{client: recorded.client, controller: -1, slot: int32(playing), bot: recorded.value("BotType"), recorded: recorded}
		if added.bot == "" && recorded.value("IsBot") == "True" {
			added.bot = recorded.value("Name")
		}
		seats = append(seats, seat{})
		copy(seats[playing+1:], seats[playing:])
		seats[playing] = added
		playing++
	}
	return seats
}

// lobbySeats are the clients of the lobby in slot order, spectators last.
func lobbySeats(s *session) []seat {
	var seats []seat
	taken := make([]bool, len(s.clients))
	for i := range s.slots {
		for j := range s.clients {
			if taken[j] || s.clients[j].value("Slot") != s.slots[i].name {
				continue
			}
			taken[j] = true
			seats = append(seats, lobbySeat(&s.clients[j], &s.slots[i], int32(i)))
			break
		}
	}
	for j := range s.clients {
		if taken[j] {
			continue
		}
		// A slot that is not in the list of slots still seats a player.
		next := lobbySeat(&s.clients[j], nil, -1)
		if next.observer = s.clients[j].value("Slot") == ""; !next.observer {
			next.slot = int32(len(s.slots))
		}
		seats = append(seats, next)
	}
	return seats
}

func lobbySeat(client *lobbyClient, slot *lobbySlot, number int32) seat {
	bot := client.value("Bot")
	controller := int32(-1)
	if bot != "" {
		controller = parseInt32(client.value("BotControllerClientIndex"), -1)
	}
	return seat{client: client.index, controller: controller, slot: number, bot: bot, lobby: client, slotInfo: slot}
}

// playingSeats counts the seats in front of the spectators.
func playingSeats(seats []seat) int {
	n := 0
	for n < len(seats) && !seats[n].observer {
		n++
	}
	return n
}

// seatOfClient is the index of a connection's seat, or NoPlayer.
func seatOfClient(seats []seat, client int32) int32 {
	for i := range seats {
		if seats[i].client == client && client >= 0 {
			return int32(i)
		}
	}
	return ir.NoPlayer
}

// players turns the seats into the players of the header.
func (r *replay) players() []ir.Player {
	players := make([]ir.Player, len(r.seats))
	for i := range r.seats {
		players[i] = r.seats[i].player()
	}
	return players
}

func (s *seat) player() ir.Player {
	p := ir.Player{Slot: s.slot, Client: s.client, Kind: s.kind(), AI: s.bot}
	if s.lobby != nil {
		p.Name = s.lobby.value("Name")
		p.Faction = chosenFaction(s.lobby)
		p.Team = parseInt32(s.lobby.value("Team"), 0)
		p.Start = parseInt32(s.lobby.value("SpawnPoint"), 0)
		p.Color = s.lobby.value("Color")
	}
	if s.recorded != nil {
		s.applyRecorded(&p)
	} else if isRandomFaction(p.Faction) {
		// What was drawn is not in the lobby: only the choice is known.
		p.ChosenFaction, p.Faction = p.Faction, ""
	}
	p.Name = maskAddresses(p.Name)
	p.Details = s.details()
	return p
}

// applyRecorded lets the metadata, written at the end of the game, override the
// lobby: it holds the faction and spawn point that were drawn.
func (s *seat) applyRecorded(p *ir.Player) {
	chosen := p.Faction
	p.Name = firstOf(s.recorded.value("Name"), p.Name)
	p.Color = firstOf(s.recorded.value("Color"), p.Color)
	p.Faction = firstOf(s.recorded.value("FactionId"), chosen)
	if chosen == "" {
		chosen = s.recorded.value("DisplayFactionId")
	}
	if chosen != p.Faction {
		p.ChosenFaction = chosen
	}
	p.Team = parseInt32(s.recorded.value("Team"), p.Team)
	p.Start = parseInt32(s.recorded.value("SpawnPoint"), p.Start)
	switch s.recorded.value("Outcome") {
	case "Won":
		p.Outcome = ir.OutcomeWon
	case "Lost":
		p.Outcome = ir.OutcomeLost
	}
}

func (s *seat) kind() ir.PlayerKind {
	switch {
	case s.observer:
		return ir.PlayerObserver
	case s.bot != "":
		return ir.PlayerAI
	default:
		return ir.PlayerHuman
	}
}

// chosenFaction is the faction picked in the lobby; its key changed twice
// (docs/formats/orarep.md#lobby).
func chosenFaction(client *lobbyClient) string {
	return firstOf(client.value("Faction"), client.value("Race"), client.value("Country"))
}

// isRandomFaction recognises the engine's and the mods' random factions by
// their common prefix ("Random", "RandomAllies").
func isRandomFaction(faction string) bool {
	return strings.HasPrefix(strings.ToLower(faction), "random")
}

// details are all facts of lobby client, slot and metadata under their own
// names, private ones left out.
func (s *seat) details() []ir.KeyValue {
	var details []ir.KeyValue
	if s.lobby != nil {
		details = appendDetails(details, "Client.", s.lobby.nodes)
	}
	if s.slotInfo != nil {
		details = append(details, ir.KeyValue{Key: "Slot", Value: s.slotInfo.name})
		details = appendDetails(details, "Slot.", s.slotInfo.nodes)
	}
	if s.recorded != nil {
		details = appendDetails(details, "Metadata.", s.recorded.nodes)
	}
	return details
}
