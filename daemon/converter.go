// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"convertd/core/divergence"
)

// Converter does the conversions of a daemon. It is used from several
// goroutines at once.
type Converter interface {
	// Version names everything besides source and options that decides about
	// the bytes of a result.
	Version() string

	// Convert writes the converted file into request.Folder and describes it.
	//
	// Damage: if a good prefix of the source was converted, the outcome has
	// its file and Damage, and the error is nil. If nothing could be made of
	// the source the error is returned; Classify says what follows from it.
	// It returns soon after ctx is done, with context.Cause(ctx).
	Convert(ctx context.Context, request Request) (Outcome, error)

	// Formats lists what can be converted, sorted by id.
	Formats() []Format

	// MapAvailable reports whether the map with this id can be loaded now. A
	// result that was made without it is made again once it can.
	MapAvailable(id string) bool
}

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

// ResultKey is the address of a result: SHA-256 over the content of the
// source, the version of the converter, the format asked for and the options.
func ResultKey(sourceSHA256, converterVersion, format string, options Options) (string, error) {
	canonical, err := json.Marshal(options)
	if err != nil {
		return "", fmt.Errorf("options cannot be written as JSON: %w", err)
	}
	digest := sha256.New()
	for _, part := range []string{"convertd result 1", sourceSHA256, converterVersion, format, string(canonical)} {
		// The length keeps two parts from running into each other.
		digest.Write(fmt.Appendf(nil, "%d:%s\n", len(part), part))
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// SourceSHA256 is the hex SHA-256 of a source.
func SourceSHA256(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}
