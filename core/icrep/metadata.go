// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Metadata is the JSON section of a file (docs/icrep.md#metadata). Members that
// are not listed here are kept in Extra and written again.
type Metadata struct {
	ReplayID      string `json:"replay_id"`           // UUID; derived from the content if empty
	Timestamp     string `json:"timestamp,omitempty"` // RFC 3339, UTC; when the game was played
	EngineVersion string `json:"engine_version"`
	BaseBuild     int    `json:"base_build"` // set by the writer: the header version
	DataVersion   string `json:"data_version"`
	// Rules says in words which rules DataVersion stands for.
	Rules      string `json:"rules,omitempty"`
	GameModule string `json:"game_module"`
	ActiveMods []Mod  `json:"active_mods"`
	MapName    string `json:"map_name"`
	MapHash    string `json:"map_hash"`
	GameSpeed  string `json:"game_speed"`
	// TickRate is ticks per second as a fraction; the writer derives
	// DurationSeconds from it.
	TickRate        *Rate  `json:"tick_rate,omitempty"`
	BalancePreset   string `json:"balance_preset"`
	TotalTicks      uint64 `json:"total_ticks"`      // set by the writer
	DurationSeconds uint64 `json:"duration_seconds"` // set by the writer if TickRate is there
	// UnknownStatistics lists the members of PlayerStats that whoever recorded does not
	// know: they are 0 in every PlayerStatSnapshot and mean nothing.
	UnknownStatistics []string `json:"unknown_statistics,omitempty"`
	Players           []Player `json:"players"`
	InitialRNGSeed    Seed     `json:"initial_rng_seed"`
	Signed            bool     `json:"signed"` // set by the writer
	RelayServer       string   `json:"relay_server,omitempty"`

	ConvertedFrom *ConvertedFrom `json:"converted_from,omitempty"`
	// BranchFrom says where somebody went on playing from a replay; only native
	// takeovers have it (docs/engine/iron-curtain.md#takeover).
	BranchFrom json.RawMessage `json:"branch_from,omitempty"`
	// Divergence holds what a conversion found out about its own trust: the
	// extension object of docs/icrep.md#divergence.
	Divergence json.RawMessage `json:"divergence,omitempty"`
	// Recorder tells of losses that the header has no field for.
	Recorder *RecorderFacts `json:"recorder,omitempty"`
	// Anonymized is true in files that were anonymised. AnonymizedFrom is the
	// digest of the file they were made from, if the user wanted it kept.
	Anonymized     bool   `json:"anonymized,omitempty"`
	AnonymizedFrom string `json:"anonymized_from,omitempty"`
	// Integrity is set by the writer.
	Integrity *Integrity `json:"integrity,omitempty"`

	Extra map[string]json.RawMessage `json:"-"`
}

// Mod is one active modification.
type Mod struct {
	ID      string                     `json:"id"`
	Version string                     `json:"version"`
	Extra   map[string]json.RawMessage `json:"-"`
}

// Rate is a number of ticks per second.
type Rate struct {
	Num uint64 `json:"num"`
	Den uint64 `json:"den"`
}

// Outcomes of a player.
const (
	OutcomeWon          = "won"
	OutcomeLost         = "lost"
	OutcomeDraw         = "draw"
	OutcomeDisconnected = "disconnected"
	OutcomeUnknown      = "unknown"
)

// Kinds of players. A neutral one belongs to the world: creeps, what nobody owns.
const (
	KindHuman     = "human"
	KindBot       = "bot"
	KindSpectator = "spectator"
	KindNeutral   = "neutral"
)

// Player is one participant. Name is a display name, never an account.
type Player struct {
	Slot    int    `json:"slot"`
	Name    string `json:"name"`
	Faction string `json:"faction"`
	// Outcome is what is certain; OutcomeGuess is what the source only suggests.
	Outcome      string `json:"outcome"`
	OutcomeGuess string `json:"outcome_guess,omitempty"`
	APM          int    `json:"apm_avg"`
	// EffectiveAPM leaves out the actions without effect (docs/figures.md).
	EffectiveAPM int `json:"effective_apm_avg,omitempty"`
	// Kind is one of the Kind constants, "" where it is not known.
	Kind string `json:"kind,omitempty"`
	Team int    `json:"team,omitempty"` // from 1; 0 is none
	// FactionInferred marks a faction that the recording does not name: it was
	// left to chance and follows from what was built.
	FactionInferred bool                       `json:"faction_inferred,omitempty"`
	Extra           map[string]json.RawMessage `json:"-"`
}

// ConvertedFrom says what a converted file was made from
// (docs/engine/iron-curtain.md#foreign-replays). A file that has it was never
// played in Iron Curtain: it is not signed and cannot be taken over.
type ConvertedFrom struct {
	Source              string                     `json:"source"`
	OriginalFile        string                     `json:"original_file"` // bare file name, or empty
	OriginalSHA256      string                     `json:"original_sha256,omitempty"`
	OriginalMod         string                     `json:"original_mod"`
	OriginalVersion     string                     `json:"original_version"`
	ConversionDate      string                     `json:"conversion_date,omitempty"` // only if the caller gives one
	TranslationWarnings int                        `json:"translation_warnings"`
	DivergedAtTick      *uint64                    `json:"diverged_at_tick"`
	Extra               map[string]json.RawMessage `json:"-"`
}

// RecorderFacts counts what a recording lost besides tick frames.
type RecorderFacts struct {
	LostKeyframes uint64 `json:"lost_keyframes,omitempty"`
	LostEvents    uint64 `json:"lost_events,omitempty"`
	Repaired      bool   `json:"repaired,omitempty"`
	// DamagedMetadata says that the metadata did not have their digest when the file
	// was repaired: what they say may be wrong.
	DamagedMetadata bool                       `json:"damaged_metadata,omitempty"`
	Extra           map[string]json.RawMessage `json:"-"`
}

// Seed is a 64-bit number that JSON readers with doubles must not round: above
// 2^53 it is written as a decimal string.
type Seed uint64

// maxExactJSON is the largest integer that every JSON reader keeps exactly.
const maxExactJSON = 1 << 53

// MarshalJSON writes a number, or a decimal string above 2^53.
func (s Seed) MarshalJSON() ([]byte, error) {
	text := strconv.FormatUint(uint64(s), 10)
	if s > maxExactJSON {
		text = `"` + text + `"`
	}
	return []byte(text), nil
}

// UnmarshalJSON reads both forms.
func (s *Seed) UnmarshalJSON(text []byte) error {
	if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
		text = text[1 : len(text)-1]
	}
	v, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return fmt.Errorf("initial_rng_seed is not a 64-bit number: %w", err)
	}
	*s = Seed(v)
	return nil
}

// The members of each object, for UnmarshalWithExtra.
const (
	metadataMembers = "replay_id timestamp engine_version base_build data_version rules game_module active_mods " +
		"map_name map_hash game_speed tick_rate balance_preset total_ticks duration_seconds unknown_statistics " +
		"players initial_rng_seed signed relay_server converted_from branch_from divergence " +
		"recorder anonymized anonymized_from integrity"
	modMembers           = "id version"
	playerMembers        = "slot name faction outcome outcome_guess apm_avg effective_apm_avg kind team faction_inferred"
	convertedFromMembers = "source original_file original_sha256 original_mod original_version conversion_date " +
		"translation_warnings diverged_at_tick"
	recorderFactsMembers = "lost_keyframes lost_events repaired damaged_metadata"
)

// MarshalJSON writes known and extra members.
func (m Metadata) MarshalJSON() ([]byte, error) {
	type plain Metadata
	return MarshalWithExtra(plain(m), m.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (m *Metadata) UnmarshalJSON(text []byte) (err error) {
	type plain Metadata
	var p plain
	extra, err := UnmarshalWithExtra(text, &p, metadataMembers)
	*m = Metadata(p)
	m.Extra = extra
	return err
}

// MarshalJSON writes known and extra members.
func (m Mod) MarshalJSON() ([]byte, error) {
	type plain Mod
	return MarshalWithExtra(plain(m), m.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (m *Mod) UnmarshalJSON(text []byte) error {
	type plain Mod
	var p plain
	extra, err := UnmarshalWithExtra(text, &p, modMembers)
	*m = Mod(p)
	m.Extra = extra
	return err
}

// MarshalJSON writes known and extra members.
func (p Player) MarshalJSON() ([]byte, error) {
	type plain Player
	return MarshalWithExtra(plain(p), p.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (p *Player) UnmarshalJSON(text []byte) error {
	type plain Player
	var q plain
	extra, err := UnmarshalWithExtra(text, &q, playerMembers)
	*p = Player(q)
	p.Extra = extra
	return err
}

// MarshalJSON writes known and extra members.
func (c ConvertedFrom) MarshalJSON() ([]byte, error) {
	type plain ConvertedFrom
	return MarshalWithExtra(plain(c), c.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (c *ConvertedFrom) UnmarshalJSON(text []byte) error {
	type plain ConvertedFrom
	var p plain
	extra, err := UnmarshalWithExtra(text, &p, convertedFromMembers)
	*c = ConvertedFrom(p)
	c.Extra = extra
	return err
}

// MarshalJSON writes known and extra members.
func (f RecorderFacts) MarshalJSON() ([]byte, error) {
	type plain RecorderFacts
	return MarshalWithExtra(plain(f), f.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (f *RecorderFacts) UnmarshalJSON(text []byte) error {
	type plain RecorderFacts
	var p plain
	extra, err := UnmarshalWithExtra(text, &p, recorderFactsMembers)
	*f = RecorderFacts(p)
	f.Extra = extra
	return err
}

// ParseMetadata reads a metadata section.
func ParseMetadata(text []byte) (*Metadata, error) {
	if len(text) > MaxMetadataBytes {
		return nil, failure(ErrLimit, SectionMetadata, -1, "%d bytes, the limit is %d", len(text), MaxMetadataBytes)
	}
	if _, err := parseJSON(text); err != nil {
		return nil, corrupt(SectionMetadata, -1, "%v", err)
	}
	m := &Metadata{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, corrupt(SectionMetadata, -1, "%v", err)
	}
	return m, nil
}

// Canonical returns the metadata as it stands in a file.
func (m *Metadata) Canonical() ([]byte, error) {
	c := *m
	if c.ActiveMods == nil {
		c.ActiveMods = []Mod{}
	}
	if c.Players == nil {
		c.Players = []Player{}
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, corrupt(SectionMetadata, -1, "%v", err)
	}
	text, err = CanonicalJSON(text)
	if err != nil {
		return nil, corrupt(SectionMetadata, -1, "%v", err)
	}
	if len(text) > MaxMetadataBytes {
		return nil, failure(ErrLimit, SectionMetadata, -1, "%d bytes, the limit is %d", len(text), MaxMetadataBytes)
	}
	return text, nil
}
