// SPDX-License-Identifier: GPL-3.0-or-later

package icsave

import (
	"encoding/json"

	"convertd/core/icrep"
)

// Metadata describes a save for people (docs/icsave.md#metadata). Unknown
// members are kept in Extra and written again.
type Metadata struct {
	SaveName      string      `json:"save_name"`
	Timestamp     string      `json:"timestamp,omitempty"` // only if the caller gives one
	EngineVersion string      `json:"engine_version"`
	ModAPIVersion string      `json:"mod_api_version"`
	GameModule    string      `json:"game_module"`
	ActiveMods    []icrep.Mod `json:"active_mods"`
	MapName       string      `json:"map_name"`
	MapHash       string      `json:"map_hash,omitempty"`
	Tick          uint64      `json:"tick"` // set by the writer
	// GameTime is seconds of game time with one decimal.
	GameTime  json.Number `json:"game_time_seconds"`
	Players   []Player    `json:"players"`
	Campaign  *Campaign   `json:"campaign,omitempty"`
	Thumbnail string      `json:"thumbnail,omitempty"` // "thumbnail.png" if there is one; set by the writer
	Integrity *Integrity  `json:"integrity,omitempty"` // set by the writer

	Extra map[string]json.RawMessage `json:"-"`
}

// Player is one participant.
type Player struct {
	Name    string                     `json:"name"`
	Faction string                     `json:"faction"`
	IsHuman bool                       `json:"is_human"`
	Extra   map[string]json.RawMessage `json:"-"`
}

// Campaign says where in a campaign the save is. Flags is an object of the
// campaign's own.
type Campaign struct {
	CampaignID string          `json:"campaign_id"`
	MissionID  string          `json:"mission_id"`
	Flags      json.RawMessage `json:"flags"`
}

// Integrity holds the digests of what the header does not cover; see
// docs/icsave.md.
type Integrity struct {
	Header    string `json:"header"`
	Metadata  string `json:"metadata"`
	Thumbnail string `json:"thumbnail,omitempty"`
}

// The members of each object, for UnmarshalWithExtra.
const (
	metadataMembers = "save_name timestamp engine_version mod_api_version game_module active_mods map_name " +
		"map_hash tick game_time_seconds players campaign thumbnail integrity"
	playerMembers = "name faction is_human"
)

// MarshalJSON writes known and extra members.
func (m Metadata) MarshalJSON() ([]byte, error) {
	type plain Metadata
	return icrep.MarshalWithExtra(plain(m), m.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (m *Metadata) UnmarshalJSON(text []byte) error {
	type plain Metadata
	var p plain
	extra, err := icrep.UnmarshalWithExtra(text, &p, metadataMembers)
	*m = Metadata(p)
	m.Extra = extra
	return err
}

// MarshalJSON writes known and extra members.
func (p Player) MarshalJSON() ([]byte, error) {
	type plain Player
	return icrep.MarshalWithExtra(plain(p), p.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (p *Player) UnmarshalJSON(text []byte) error {
	type plain Player
	var q plain
	extra, err := icrep.UnmarshalWithExtra(text, &q, playerMembers)
	*p = Player(q)
	p.Extra = extra
	return err
}

// canonical returns the metadata as it stands in a file.
func (m *Metadata) canonical() ([]byte, error) {
	c := *m
	if c.ActiveMods == nil {
		c.ActiveMods = []icrep.Mod{}
	}
	if c.Players == nil {
		c.Players = []Player{}
	}
	if c.GameTime == "" {
		c.GameTime = "0.0"
	}
	text, err := json.Marshal(c)
	if err == nil {
		text, err = icrep.CanonicalJSON(text)
	}
	if err != nil {
		return nil, failure(ErrCorrupt, "metadata", -1, "%v", err)
	}
	if len(text) > MaxMetadataBytes {
		return nil, failure(ErrLimit, "metadata", -1, "%d bytes, the limit is %d", len(text), MaxMetadataBytes)
	}
	return text, nil
}
