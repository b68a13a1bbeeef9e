// SPDX-License-Identifier: GPL-3.0-or-later

// Command generate packs the rule tables of the specification into the data
// folder of core/rules: one gzip file of compact JSON per table, with the
// source repository and commit kept. The same tables give the same bytes.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	from := flag.String("from", "", "folder of the rule tables")
	to := flag.String("to", "data", "folder the packed tables go to")
	flag.Parse()
	if err := run(*from, *to); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(from, to string) error {
	tables, err := filepath.Glob(filepath.Join(from, "openra-*.json"))
	if err != nil {
		return fmt.Errorf("list the tables in %s: %w", from, err)
	}
	if len(tables) == 0 {
		return fmt.Errorf("no openra-*.json in %q: name the folder with -from", from)
	}
	for _, table := range tables {
		if err := pack(table, to); err != nil {
			return err
		}
	}
	return nil
}

func pack(table, to string) error {
	text, err := os.ReadFile(table)
	if err != nil {
		return fmt.Errorf("read a table: %w", err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return fmt.Errorf("%s is not JSON: %w", filepath.Base(table), err)
	}
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("start gzip: %w", err)
	}
	if _, err := writer.Write(compact.Bytes()); err != nil {
		return fmt.Errorf("pack %s: %w", filepath.Base(table), err)
	}
	if err := writer.Close(); err != nil {
		return fmt.Errorf("pack %s: %w", filepath.Base(table), err)
	}
	name := strings.TrimPrefix(filepath.Base(table), "openra-") + ".gz"
	if err := os.WriteFile(filepath.Join(to, name), packed.Bytes(), 0o644); err != nil { //nolint:gosec // data files are public
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
