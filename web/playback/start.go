// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"encoding/hex"
	"strings"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/plugins/rts/protocol"
	"convertd/printable"
)

// palette are the colours of players, in the order of their ids: told apart by people who
// see colours in any of the common ways.
var palette = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#f0e442", "#56b4e9", "#e69f00", "#999999"}

func (s *scene) color(id order.PlayerID) string {
	if !s.plays(id) {
		return palette[len(palette)-1]
	}
	nth := 0
	for before := range id {
		if s.plays(before) {
			nth++
		}
	}
	return palette[nth%(len(palette)-1)]
}

// start is the message that begins a game, or begins it anew elsewhere.
func (r *room) start(c *client) *protocol.Start {
	metadata := r.scene.metadata
	message := &protocol.Start{
		PlayerID: c.id, Spectator: true, Lab: r.labInfo(c), Tick: uint32(r.stage.Tick()), Diagnostics: &protocol.Diagnostics{ObserverAnalysis: true},
		Map: r.scene.startMap(), Players: r.scene.startPlayers(r.view()),
		Replay: &protocol.ReplayInfo{
			ArtifactSchemaVersion: artifactSchema, ServerBuildSHA: printable.Text(metadata.EngineVersion), MapName: printable.Text(metadata.MapName),
			MapSchemaVersion: artifactSchema, MapContentHash: digestOf(metadata.MapHash),
			Seed: uint32(metadata.InitialRNGSeed), DurationTicks: uint32(r.duration()),
		},
	}
	if r.branch != nil {
		r.startPlaying(c, message)
		return message
	}
	if !c.full {
		message.Capabilities = &protocol.Capabilities{
			RoomTime: &protocol.RoomTimeCapabilities{
				Available: true, SetSpeed: true, Pause: true, Step: c.extended.Load(), SeekRelative: true, SeekAbsolute: true, Timeline: true,
			},
			Visibility: &protocol.VisibilityCapabilities{ReplayVision: r.scene.noSight == ""},
		}
	}
	return message
}

// startPlaying makes a start that of a live game.
func (r *room) startPlaying(c *client, message *protocol.Start) {
	message.Replay, message.Diagnostics = nil, nil
	if s := r.branch.seatOf(c); s != nil {
		message.PlayerID, message.Spectator = playerNumber(s.player), false
		message.Capabilities = &protocol.Capabilities{
			MatchControls: &protocol.MatchCapabilities{Pause: true}, Commands: &protocol.CommandCapabilities{Gameplay: true},
		}
	}
}

// artifactSchema is the version of replay artifacts that clients of the protocol know.
const artifactSchema = 2

func (s *scene) startPlayers(view sim.View) []protocol.StartPlayer {
	players := []protocol.StartPlayer{}
	for id := range s.recorded {
		player, ok := view.Player(order.PlayerID(id))
		if !ok || !s.recorded[id] {
			continue
		}
		one := protocol.StartPlayer{
			ID: playerNumber(player.ID), TeamID: s.teams[id], FactionID: "kriegsia", Name: s.playerName(player.ID), Color: s.color(player.ID),
		}
		if at, known := s.startOf(&player); known {
			one.StartTileX, one.StartTileY = uint32(at.X), uint32(at.Y)
		}
		players = append(players, one)
	}
	return players
}

// playerName is what a player is called.
func (s *scene) playerName(id order.PlayerID) string {
	for i := range s.metadata.Players {
		if p := &s.metadata.Players[i]; p.Slot == int(id) {
			return printable.Text(s.subject.Player(p.Name, ""))
		}
	}
	return ""
}

// startOf is the cell where a player began, as far as the map says.
func (s *scene) startOf(player *sim.Player) (cell order.CellPos, known bool) {
	if s.field == nil || player.Start <= 0 {
		return cell, false
	}
	nth := int32(0)
	for i := range s.field.Actors {
		if a := &s.field.Actors[i]; a.Type == "mpspawn" {
			if nth++; nth == player.Start {
				return order.CellPos{X: int32(a.X), Y: int32(a.Y)}, true
			}
		}
	}
	return cell, false
}

// The terrain of the protocol.
const (
	terrainGrass = iota
	terrainRock
	terrainWater
)

// startMap is the map as clients of the protocol know maps.
func (s *scene) startMap() protocol.StartMap {
	if s.ground != nil {
		return *s.ground
	}
	m := &protocol.StartMap{
		Width: uint32(s.width), Height: uint32(s.height), TileSize: pixelsPerCell, Terrain: make(protocol.Codes, s.width*s.height),
		Resources: []protocol.ResourceNode{},
	}
	kinds, cells := s.terrain()
	codes := make([]uint8, len(kinds))
	for n, kind := range kinds {
		switch terrainClass(kind) {
		case "water", "river":
			codes[n] = terrainWater
		case "rock", "cliff", "tree", "wall":
			codes[n] = terrainRock
		default:
			codes[n] = terrainGrass
		}
	}
	for i, n := range cells {
		m.Terrain[i] = codes[n]
	}
	s.ground = m
	return *m
}

// digestOf shortens a digest to what a map hash of the protocol has.
func digestOf(text string) string {
	sum := strings.TrimPrefix(text, "sha256:")
	if raw, err := hex.DecodeString(sum); err == nil && len(raw) >= 8 {
		return hex.EncodeToString(raw[:8])
	}
	return ""
}
