// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"fmt"
	"strconv"
	"strings"

	"convertd/core/maps"
)

// Lobby is the state of the lobby as the texts of a replay built it up.
type Lobby struct {
	Map            string // UID
	Seed           int32
	Options        []Option
	Clients        []Client
	Slots          []Slot
	DisabledSpawns []int32
}

// Apply reads one lobby text: the order's name says which part of the lobby it
// replaces. Other names change nothing.
func (l *Lobby) Apply(name, text string) error {
	switch name {
	case "SyncInfo", "SyncLobbyClients", "SyncLobbySlots", "SyncLobbyGlobalSettings":
	default:
		return nil
	}
	root, err := maps.ParseMiniYAML(text)
	if err != nil {
		return fmt.Errorf("openra: the %s of the lobby: %w", name, err)
	}
	switch name {
	case "SyncInfo":
		*l = Lobby{}
	case "SyncLobbyClients":
		l.Clients = nil
	case "SyncLobbySlots":
		l.Slots = nil
	}
	for _, node := range root.Nodes {
		kind, id, _ := strings.Cut(node.Key, "@")
		switch kind {
		case "Client":
			l.Clients = append(l.Clients, clientOf(node))
		case "Slot":
			l.Slots = append(l.Slots, Slot{
				Name: id, Player: node.Text("PlayerReference"), Closed: node.Text("Closed") == "True",
				LockFaction: node.Text("LockFaction") == "True", LockSpawn: node.Text("LockSpawn") == "True",
			})
		case "GlobalSettings":
			l.settings(node)
		case "DisabledSpawnPoints":
			l.DisabledSpawns = nil
			for _, field := range strings.Split(node.Value, ",") {
				if n, err := strconv.ParseInt(strings.TrimSpace(field), 10, 32); err == nil {
					l.DisabledSpawns = append(l.DisabledSpawns, int32(n))
				}
			}
		}
	}
	return nil
}

func clientOf(node *maps.Node) Client {
	return Client{
		Index: intIn(node, "Index"), Slot: node.Text("Slot"), Faction: node.Text("Faction"), Spawn: intIn(node, "SpawnPoint"),
		Team: intIn(node, "Team"), Handicap: intIn(node, "Handicap"), Bot: node.Text("Bot"), BotController: intIn(node, "BotControllerClientIndex"),
		Admin: node.Text("IsAdmin") == "True",
	}
}

func intIn(node *maps.Node, key string) int32 {
	n, err := strconv.ParseInt(node.Text(key), 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}

func (l *Lobby) settings(node *maps.Node) {
	l.Map = node.Text("Map")
	l.Seed = intIn(node, "RandomSeed")
	l.Options = nil
	options := node.Child("Options")
	if options == nil {
		return
	}
	for _, option := range options.Nodes {
		l.Options = append(l.Options, Option{ID: option.Key, Value: option.Text("Value")})
	}
}

// Setup is the setup this lobby makes with rules and a map, which may be nil.
func (l *Lobby) Setup() Setup {
	return Setup{Seed: l.Seed, Options: l.Options, Clients: l.Clients, Slots: l.Slots, DisabledSpawns: l.DisabledSpawns}
}
