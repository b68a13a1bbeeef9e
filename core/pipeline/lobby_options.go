// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"encoding/json"

	"convertd/core/icrep"
	"convertd/core/ir"
)

// LobbyOption is a setting that players chose before the game, under the name that
// the foreign game gives it.
type LobbyOption struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// lobbyOptionsKey is our member of the metadata for them (docs/icrep.md#metadata).
const lobbyOptionsKey = "lobby_options"

// Limits of what a recording keeps of a lobby. More than any game has.
const (
	MaxLobbyOptions     = 64
	MaxLobbyOptionBytes = 256 // of a name or a value; longer ones are left out
)

// notOptions are settings that stand among a lobby's options and are none: what map
// it is, the seed, numbers of the session at a matchmaking service.
var notOptions = map[string]bool{"M": true, "MC": true, "MS": true, "SD": true, "GSID": true, "GT": true}

// lobbyOptions chooses what a recording keeps of a lobby.
func lobbyOptions(settings []ir.KeyValue) []LobbyOption {
	var list []LobbyOption
	for _, s := range settings {
		if s.Key == "" || s.Value == "" || notOptions[s.Key] || len(s.Key) > MaxLobbyOptionBytes || len(s.Value) > MaxLobbyOptionBytes {
			continue
		}
		if len(list) == MaxLobbyOptions {
			break
		}
		list = append(list, LobbyOption{s.Key, s.Value})
	}
	return list
}

// keepLobbyOptions writes them into metadata; a game without any gets no member.
func keepLobbyOptions(m *icrep.Metadata, settings []ir.KeyValue) {
	list := lobbyOptions(settings)
	if len(list) == 0 {
		return
	}
	text, err := json.Marshal(list)
	if err != nil {
		return // texts can be encoded
	}
	m.Extra[lobbyOptionsKey] = text
}

// LobbyOptionsOf reads what a recording keeps of a lobby; a member of another form
// gives none.
func LobbyOptionsOf(m *icrep.Metadata) []LobbyOption {
	var list []LobbyOption
	if json.Unmarshal(m.Extra[lobbyOptionsKey], &list) != nil || len(list) > MaxLobbyOptions {
		return nil
	}
	return list
}
