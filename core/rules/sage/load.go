// SPDX-License-Identifier: GPL-3.0-or-later

package sage

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"sync"

	"convertd/core/rules/pack"
)

// packs holds the packed rules (see generate).
//
//go:embed data
var packs embed.FS

// loaded keeps each pack once it was read. A pack must not be changed.
var loaded sync.Map

// ForGame returns the rules of a game by the name that headers have; ok is
// false where no public table holds any. The error is for damage in the
// program's own data.
func ForGame(game string) (p *pack.Pack, ok bool, err error) {
	if known, found := loaded.Load(game); found {
		return known.(*pack.Pack), true, nil
	}
	packed, err := packs.ReadFile("data/" + game + ".json.gz")
	if err != nil {
		return nil, false, nil // an embedded file can only be absent
	}
	if p, err = read(packed); err != nil {
		return nil, false, fmt.Errorf("rules of %s: %w", game, err)
	}
	known, _ := loaded.LoadOrStore(game, p)
	return known.(*pack.Pack), true, nil
}

// Games lists the games that there are packs of, ascending.
func Games() []string {
	return []string{"generals", "kw", "ra3", "tw", "zerohour"}
}

func read(packed []byte) (*pack.Pack, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	return pack.Read(text)
}
