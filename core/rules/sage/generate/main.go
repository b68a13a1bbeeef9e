// SPDX-License-Identifier: GPL-3.0-or-later

// Command generate makes the rule packs of core/rules/sage from rule tables
// (docs/engine/rules.md#sage-packs): it reads rules/*.json in the folder given
// with -tables and writes one gzip file of compact JSON per game to the folder
// given with -out. The same tables give the same bytes.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"convertd/core/rules/pack"
)

func main() {
	log.SetFlags(0)
	tables := flag.String("tables", "", "folder with rules/*.json")
	out := flag.String("out", "data", "folder the packs go to")
	flag.Parse()
	if *tables == "" {
		log.Fatal("generate: -tables is empty: set CONVERTD_TABLES to the folder with rules/")
	}
	for _, game := range []func(string) (*pack.Pack, error){zeroHour, generals, kanesWrath, tiberiumWars, redAlert3} {
		rules, err := game(filepath.Join(*tables, "rules"))
		if err == nil {
			err = write(rules, *out)
		}
		if err != nil {
			log.Fatal("generate: ", err)
		}
	}
}

// meta is what every table says about itself.
type meta struct {
	Source string `json:"source"`
	Commit string `json:"commit"`
	Path   string `json:"path"`
}

func (m meta) String() string { return fmt.Sprintf("%s@%s %s", m.Source, m.Commit, m.Path) }

func readTable(folder, name string, into any) error {
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return fmt.Errorf("read a table: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func write(rules *pack.Pack, out string) error {
	rules.Format, rules.FormatVersion, rules.IDs, rules.StartsInOrder = pack.Format, pack.Version, pack.IDsByTime, true
	slices.SortFunc(rules.Types, func(a, b pack.Type) int { return cmp.Compare(a.Name, b.Name) })
	text, err := json.Marshal(rules)
	if err != nil {
		return err
	}
	if _, err := pack.Read(text); err != nil {
		return err
	}
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := writer.Write(text); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, rules.Game+".json.gz"), packed.Bytes(), 0o644) //nolint:gosec // data files are public
}

// milliseconds of a table's seconds.
func milliseconds(seconds float64) int32 { return int32(seconds * 1000) }

// health bounds hit points: some tables make things indestructible with
// figures that no integer holds.
func health(points float64) int32 { return int32(min(points, 1<<24)) }
