// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/ir"
	"convertd/internal/corpus"
)

// digestedDump is one file of an oracle: what `dump` must print of it.
type digestedDump struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	// One of these is the SHA-256 of the printed lines, as the format's
	// oracle calls it.
	Orders string `json:"orders_digest_sha256"`
	Text   string `json:"canonical_text_sha256"`
	Body   struct {
		Stream string `json:"stream_sha256"`
	} `json:"body"`
	Stream string `json:"stream_sha256"`
}

func (d *digestedDump) digest() string {
	for _, digest := range []string{d.Orders, d.Text, d.Body.Stream, d.Stream} {
		if digest != "" {
			return digest
		}
	}
	return ""
}

// testEngine is the engine that the verbs use, with real decoder processes.
func testEngine(t *testing.T) *conversion.Engine {
	t.Helper()
	loaded, err := config.Load(config.Sources{Environ: []string{"HOME=" + t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	engine, stop, err := openEngine(loaded, 2, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return engine
}

// Through decoder processes `dump` prints exactly what independent readers of
// the formats wrote down, of damaged files everything before the damage.
func TestDumpHasTheDigestsOfTheOracles(t *testing.T) {
	engine := testEngine(t)
	for _, family := range []string{"orarep", "ea", "murk"} {
		t.Run(family, func(t *testing.T) {
			folder := corpus.Dir(t, family)
			var oracle struct {
				Files []digestedDump `json:"files"`
			}
			if err := json.Unmarshal(corpus.Read(t, family, "oracle.json"), &oracle); err != nil {
				t.Fatal(err)
			}
			checked := 0
			for i := range oracle.Files {
				if checkDump(t, engine, folder, &oracle.Files[i]) {
					checked++
				}
			}
			if checked == 0 {
				t.Error("the oracle has no digest that was checked")
			}
		})
	}
}

func checkDump(t *testing.T, engine *conversion.Engine, folder string, file *digestedDump) bool {
	t.Helper()
	want := file.digest()
	data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(file.File)))
	if want == "" || err != nil {
		return false // packed, or nothing readable in it
	}
	digest := sha256.New()
	err = engine.DumpRaw(t.Context(), conversion.Input{Name: filepath.Base(file.File), Data: data}, digest)
	if err != nil {
		var damage *ir.DecodeError
		if !errors.As(err, &damage) {
			t.Errorf("%s: %v", file.SHA256[:12], err)
			return true
		}
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != want {
		t.Errorf("%s: the dump has digest %s, the oracle %s (%v)", file.SHA256[:12], got, want, err)
	}
	return true
}

// Four characters of a real replay make its lobby unknown to the senders of its
// orders. That is odd, and no reason to stop.
func TestOrdersOfSendersOutsideTheLobbyAreConverted(t *testing.T) {
	data := corpus.Read(t, "orarep", "engine-written", "ra-release-20130514.rep")
	for _, offset := range []int{755, 766, 2855, 2866} {
		if data[offset] != '1' {
			t.Fatalf("byte %d is %q", offset, data[offset])
		}
		data[offset] = '9'
	}
	outcome, err := testEngine(t).Convert(t.Context(), conversion.Request{
		Name: "a.rep", Data: data, SHA256: conversion.SourceSHA256(data), Folder: t.TempDir(),
	})
	if err != nil || outcome.Path == "" {
		t.Errorf("the outcome is %+v: %v", outcome, err)
	}
}
