// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"convertd/conversion"
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
	Convert(ctx context.Context, request conversion.Request) (conversion.Outcome, error)

	// Formats lists what can be converted, sorted by id.
	Formats() []conversion.Format

	// MapAvailable reports whether the map with this id can be loaded now. A
	// result that was made without it is made again once it can.
	MapAvailable(id string) bool
}

// ResultKey is the address of a result: SHA-256 over the content of the
// source, the version of the converter, the format asked for and the options.
func ResultKey(sourceSHA256, converterVersion, format string, options conversion.Options) (string, error) {
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
