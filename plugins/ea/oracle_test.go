// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"encoding/json"
	"testing"

	"convertd/internal/corpus"
)

// oracle is one entry of oracle.json. It is read with unknown fields
// forbidden, so every fact of the oracle has a field here: it is compared in
// corpus_test.go, or its comment says why it cannot be.
type oracle struct {
	File   string `json:"file"` // names the recording
	SHA256 string `json:"sha256"`
	Size   int    `json:"size"`
	Magic  string `json:"magic"`
	Game   string `json:"game"`

	Header oracleHeader `json:"header"`
	Map    oracleMap    `json:"map"`
	Slots  []oracleSlot `json:"slots"`
	Body   oracleBody   `json:"body"`
	Footer oracleFooter `json:"footer"`
	CRC    oracleCRC    `json:"crc"`

	WalkedCleanly  bool    `json:"walked_cleanly"`
	Error          *string `json:"error"`
	BytesConsumed  uint64  `json:"bytes_consumed"`
	Duration       float64 `json:"duration_s"`
	TicksPerSecond uint32  `json:"ticks_per_second"`
}

type oracleHeader struct {
	StartTime        int64    `json:"start_time"`
	EndTime          int64    `json:"end_time"`
	FrameCount       uint64   `json:"frame_count"`
	Desync           int      `json:"desync"`
	QuitEarly        int      `json:"quit_early"`
	DesyncFrame      int      `json:"desync_frame"`
	CRCInterval      int      `json:"crc_interval"`
	Flag             int      `json:"flag"`
	PlayerDisconnect []int    `json:"player_disconnect"`
	ReplayName       string   `json:"replay_name"`
	SystemTime       []int    `json:"systemtime"` // the day of the week is left out: the date has it
	Version          any      `json:"version"`    // a text, or four numbers
	Build            string   `json:"build"`
	VersionNumber    uint32   `json:"version_number"`
	ExeCRC           uint32   `json:"exe_crc"`
	IniCRC           uint32   `json:"ini_crc"`
	FastGamePlay     int      `json:"fast_game_play"`
	StartingMoney    int      `json:"starting_money"`
	LocalPlayer      *int     `json:"local_player_index"`
	CreateAHero      []hero   `json:"create_a_hero"`
	Difficulty       int      `json:"difficulty"`
	OriginalGameMode int      `json:"original_game_mode"`
	RankPoints       int      `json:"rank_points"`
	MaxFPS           int      `json:"max_fps"`
	BodyOffset       uint64   `json:"body_offset"`
	OptionsKeys      []string `json:"options_keys"`
	ContainerVersion int      `json:"container_version"`
	ChannelMask      int      `json:"channel_mask"`
	Title            string   `json:"title"`
	Description      string   `json:"description"`
	MapName          string   `json:"map_name"`
	MapID            string   `json:"map_id"`
	// Participants: only their number is compared. Their ids are those of
	// accounts and are not emitted; names and teams stand in the slots, which
	// are compared.
	Participants []any `json:"participants"`
	// ExtraParticipant is empty in all files and is not emitted.
	ExtraParticipant any `json:"extra_participant"`
	// MetadataOffset and MetadataLength end where the body begins, which is
	// compared.
	MetadataOffset uint64   `json:"metadata_offset"`
	MetadataLength uint64   `json:"metadata_length"`
	ModInfo        []string `json:"mod_info"`
	Timestamp      int64    `json:"timestamp"`
	LocalSlot      *int     `json:"local_slot"`
	FileName       string   `json:"file_name"`
	VersionText    string   `json:"version_text"`
	DataHash       string   `json:"data_hash"`
	// TailInts: the game mode among them is compared, the rest are channel
	// ids, a frame rate and zeros, the same in every file.
	TailInts []int32 `json:"tail_ints"`
}

type hero struct {
	Slot int `json:"slot"`
	Size int `json:"size"`
}

type oracleMap struct {
	Path         string `json:"path"`
	Mask         int    `json:"contents_mask"`
	CRC          string `json:"crc"`
	Size         int    `json:"size"`
	Seed         int64  `json:"seed"`
	Interval     int    `json:"crc_interval"`
	GameRules    []int  `json:"game_rules"`
	StartingCash *int   `json:"starting_cash"`
	Superweapons *int   `json:"superweapon_restriction"`
	GSID         string `json:"gsid"`
	GT           string `json:"gt"`
	PC           string `json:"pc"`
	RU           []int  `json:"ru"`
}

type oracleSlot struct {
	Slot          int     `json:"slot"`
	Kind          string  `json:"kind"`
	Name          string  `json:"name"`
	Level         string  `json:"level"`
	Flags         string  `json:"flags"`
	Color         *int    `json:"color"`
	Faction       int32   `json:"faction"`
	Start         int32   `json:"start"`
	Team          int32   `json:"team"`
	PlayerIndex   *int32  `json:"player_index"`
	CommandSource *int32  `json:"command_source"`
	FactionName   *string `json:"faction_name"`
	Resolved      *int32  `json:"random_resolves_to"`
	ResolvedName  string  `json:"random_resolves_to_name"`
	Clan          string  `json:"clan"`
	Handicap      string  `json:"handicap_field"`
}

type oracleBody struct {
	Chunks        int               `json:"n_chunks"` // the sum of ChunksByType, which is compared
	ChunksByType  map[string]int    `json:"chunks_by_type"`
	Commands      uint64            `json:"n_commands"`
	ByType        map[string]uint64 `json:"by_type"`
	ByPlayer      map[string]int    `json:"by_player"`
	BySource      map[string]int    `json:"by_source"`
	ArgumentTypes map[string]int    `json:"arg_types"`
	CameraBySlot  map[string]int    `json:"camera_by_slot"`
	// CameraSizes: sizes of chunks do not leave the decoder; the number of
	// samples per slot is compared.
	CameraSizes   map[string]int `json:"camera_chunk_sizes"`
	FirstFrame    uint64         `json:"first_frame"`
	LastFrame     uint64         `json:"last_frame"`
	FirstTimecode uint64         `json:"first_timecode"`
	LastTimecode  uint64         `json:"last_timecode"`
	FrameGoesBack int            `json:"frame_goes_back"`
	TimeGoesBack  int            `json:"timecode_goes_back"`
	// ReservedNonzero is 0 in all files; the word means nothing.
	ReservedNonzero int    `json:"reserved_nonzero"`
	Digest          string `json:"stream_sha256"`
}

type oracleFooter struct {
	LastTimecode uint64 `json:"last_timecode"`
	Version      int    `json:"version"`
	Kind         *int   `json:"payload_kind"`
	Payload      string `json:"payload_hex"`
	// Length: the decoder checks it against the bytes there are and says so if
	// they differ; no diagnostic may come of it.
	Length int `json:"length"`
}

type oracleCRC struct {
	// Players and Reports are compared by counting samples.
	Players       int               `json:"players"`
	Reports       map[string]uint64 `json:"reports"`
	Checkpoints   uint64            `json:"checkpoints"`
	Pairing       string            `json:"pairing"` // prose
	Disagreements []struct {
		Frame      *uint64           `json:"frame"`
		Checkpoint *uint64           `json:"checkpoint"`
		Values     map[string]string `json:"values"`
	} `json:"disagreements"`
}

func readOracle(tb testing.TB) []oracle {
	tb.Helper()
	decoder := json.NewDecoder(bytes.NewReader(corpus.Read(tb, "ea", "oracle.json")))
	decoder.DisallowUnknownFields()
	var all struct {
		Format string   `json:"format"`
		Note   string   `json:"note"`
		Files  []oracle `json:"files"`
	}
	if err := decoder.Decode(&all); err != nil {
		tb.Fatal(err)
	}
	if len(all.Files) != 103 {
		tb.Fatalf("the oracle has %d files, want 103", len(all.Files))
	}
	return all.Files
}
