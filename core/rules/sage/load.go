// SPDX-License-Identifier: GPL-3.0-or-later

package sage

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// packs holds the packed rules (see generate).
//
//go:embed data
var packs embed.FS

// loaded keeps each pack once it was read. A Pack must not be changed.
var loaded sync.Map

// ForGame returns the rules of a game by the name that headers have; ok is
// false where no public table holds any. The error is for damage in the
// program's own data.
func ForGame(game string) (pack *Pack, ok bool, err error) {
	if known, found := loaded.Load(game); found {
		return known.(*Pack), true, nil
	}
	packed, err := packs.ReadFile("data/" + game + ".json.gz")
	if err != nil {
		return nil, false, nil // an embedded file can only be absent
	}
	if pack, err = read(packed); err != nil {
		return nil, false, fmt.Errorf("rules of %s: %w", game, err)
	}
	known, _ := loaded.LoadOrStore(game, pack)
	return known.(*Pack), true, nil
}

func read(packed []byte) (*Pack, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	pack := &Pack{}
	if err := json.Unmarshal(text, pack); err != nil {
		return nil, err
	}
	return pack, nil
}
