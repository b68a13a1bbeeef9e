// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"io/fs"
)

// Digest identifies the rules of a ruleset: the release that is played, and every table
// that is read for it, as it is packed. Two rulesets with the same digest play alike.
func (r *Ruleset) Digest() [sha256.Size]byte { return r.digest }

// digestOf is the SHA-256 of a row of texts, each after its length as a little-endian
// u64: the game, the names of the release, and for each table of it its name and its
// bytes. A table that the release does not have is left out.
func digestOf(mod string, release Release) ([sha256.Size]byte, error) {
	hash := sha256.New()
	add := func(text []byte) {
		var length [8]byte
		binary.LittleEndian.PutUint64(length[:], uint64(len(text)))
		hash.Write(length[:])
		hash.Write(text)
	}
	for _, name := range []string{mod, release.Name, release.Sync} {
		add([]byte(name))
	}
	for _, name := range []string{
		mod + "-actors.json.gz", mod + "-weapons.json.gz", mod + "-world.json.gz", mod + "-tilesets.json.gz",
		mod + "-" + release.Name + ".diff.json.gz", "trait-defaults.json.gz", "sync-traits.json.gz", "nodes-" + mod + ".txt",
	} {
		table, err := fs.ReadFile(tables, "data/"+name)
		if err != nil {
			continue // games without releases have no differences, some no nodes
		}
		add([]byte(name))
		add(table)
	}
	section, err := supplementText(mod)
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	add(section)
	return [sha256.Size]byte(hash.Sum(nil)), nil
}

// supplementText is the part of the supplement that is for one game.
func supplementText(mod string) (json.RawMessage, error) {
	sections, err := supplementSections()
	return sections[mod], err
}
