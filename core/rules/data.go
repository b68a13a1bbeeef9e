// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
)

// tables holds the packed rule tables (see generate).
//
//go:embed data
var tables embed.FS

// readTable decodes one packed table into plain JSON values.
func readTable(name string) (map[string]any, error) {
	packed, err := tables.ReadFile("data/" + name + ".json.gz")
	if err != nil {
		return nil, fmt.Errorf("rule table %s: %w", name, err)
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("rule table %s: %w", name, err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return nil, fmt.Errorf("rule table %s: %w", name, err)
	}
	var table map[string]any
	if err := json.Unmarshal(text, &table); err != nil {
		return nil, fmt.Errorf("rule table %s: %w", name, err)
	}
	return table, nil
}
