// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"convertd/core/divergence"
)

// Request is one conversion.
type Request struct {
	Name string // bare file name, may be empty
	// OriginalFile is written into the file as converted_from.original_file. It is
	// for results that belong to whoever named them: what is shared by content
	// leaves it empty (docs/adr/0044-names-stay-out.md).
	OriginalFile string
	Data         []byte // the replay; not to be written to
	SHA256       string // of Data, hex
	Format       string // format id or FormatAuto
	Options      Options
	Folder       string         // existing empty folder of this conversion, removed afterwards
	Progress     func(Progress) // may be called often; cheap
}

// Outcome is what a conversion left.
type Outcome struct {
	Path       string // the file, inside Request.Folder
	Format     string // format id that was found
	Game       string
	Verdict    string               // proven, plausible, minor_drift, unjudged, diverged, source_desync
	Coverage   *divergence.Coverage // how much was judged, nil if that is not known
	Summary    json.RawMessage      // the object of `convert --json`, at most MaxSummaryBytes
	Report     json.RawMessage      // the divergence report
	MissingMap string               // id of a map that was not to be had, "" if none
	Damage     error                // why the source was not read to its end, nil if it was
}

// Format is one line of convert.formats (docs/schemas/formats.schema.json).
type Format struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	Extensions  []string `json:"extensions"`
	Decoder     string   `json:"decoder"`
	Version     string   `json:"version"` // of the decoder
	Bundled     bool     `json:"bundled"`
	Unverified  bool     `json:"unverified"`
}

// Options steer the conversion. They are part of the address of its result.
type Options struct {
	Profile  string          `json:"profile,omitempty"`   // layout variant to assume
	EmbedMap bool            `json:"embed_map,omitempty"` // put the map into the file
	World    json.RawMessage `json:"world,omitempty"`     // description of a Murk world
	// ConvertedAt is written into the file as the date of conversion (Unix
	// seconds); 0 writes none. The clock is never asked.
	ConvertedAt int64 `json:"converted_at,omitempty"`
}

// FormatAuto asks for recognition of the format by content.
const FormatAuto = "auto"

// Progress says how far a conversion is.
type Progress struct {
	Stage  string `json:"stage"`  // "convert"; more may come
	Ticks  uint64 `json:"ticks"`  // game ticks converted
	Orders uint64 `json:"orders"` // 0 where they are not counted on the way
}

// SourceSHA256 is the hex SHA-256 of a source.
func SourceSHA256(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}
