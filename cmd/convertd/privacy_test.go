// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/internal/corpus"
	"convertd/internal/privacy"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

// secretReplay is a real replay that holds something that identifies somebody.
type secretReplay struct {
	label  string // for messages: no name out of the corpus
	format string
	data   []byte
	finder *privacy.Finder
	has    map[privacy.Kind]bool
}

// foundSecrets is what secretReplays found: reading the corpus takes long.
var foundSecrets []secretReplay

// secretReplays are all replays of the corpus that hold a secret.
func secretReplays(t *testing.T) []secretReplay {
	t.Helper()
	if raceEnabled {
		t.Skip("under the race detector this takes ten minutes: the run without it looks at the whole corpus")
	}
	if foundSecrets != nil {
		return foundSecrets
	}
	var replays []secretReplay
	for _, family := range []string{"ea", "orarep", "remastered", "rts", "murk"} {
		err := filepath.WalkDir(corpus.Dir(t, family), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if unpacked, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
				if data, err = io.ReadAll(unpacked); err != nil {
					return err
				}
			}
			secrets := privacy.Secrets(data)
			if format := bundledFormat(data); format != "" && len(secrets) > 0 {
				found := secretReplay{
					label: family + " " + conversion.SourceSHA256(data)[:12], format: format, data: data,
					finder: privacy.NewFinder(secrets), has: map[privacy.Kind]bool{},
				}
				for _, secret := range secrets {
					found.has[secret.Kind] = true
				}
				replays = append(replays, found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	kinds := map[privacy.Kind]int{}
	for i := range replays {
		for kind := range replays[i].has {
			kinds[kind]++
		}
	}
	t.Logf("%d replays hold secrets: %v", len(replays), kinds)
	for _, kind := range []privacy.Kind{privacy.Address, privacy.AccountName, privacy.Session, privacy.Fingerprint} {
		if kinds[kind] == 0 {
			t.Fatalf("no replay of the corpus holds a %s: the test would show nothing", kind)
		}
	}
	foundSecrets = replays
	return replays
}

// bundledFormat is the format that a bundled decoder sees in the bytes.
func bundledFormat(data []byte) string {
	best := sdk.Match{}
	for _, decoder := range bundledDecoders() {
		input := sdk.ProbeInput{Head: data[:min(len(data), sdk.ProbeBytes)], Tail: data[max(0, len(data)-sdk.ProbeBytes):], Size: int64(len(data))}
		if match := decoder.Probe(input); match.Confidence > best.Confidence {
			best = match
		}
	}
	return best.Format
}

func (r *secretReplay) decoder() sdk.Decoder {
	for _, decoder := range bundledDecoders() {
		for _, format := range decoder.Info().Formats {
			if format.ID == r.format {
				return decoder
			}
		}
	}
	return nil
}

// lookInText fails for every secret that an output shows. The failure does not.
func (r *secretReplay) lookInText(t *testing.T, output string, text []byte) {
	t.Helper()
	for _, finding := range r.finder.InText(text) {
		t.Errorf("%s: %s tells a %s", r.label, output, finding)
	}
}

// TestNoSecretOfAnyLobbyLeavesADecoder: whatever a decoder sends of a real
// replay, at either depth, holds no address, account, fingerprint or folder of
// the recording machine.
func TestNoSecretOfAnyLobbyLeavesADecoder(t *testing.T) {
	for _, replay := range secretReplays(t) {
		for _, options := range []sdk.DecodeOptions{{}, {Depth: sdk.DepthHeader}, {Native: true}} {
			sent, err := sinktest.Decode(replay.decoder(), sdk.Source{Data: replay.data}, options)
			if err != nil {
				replay.lookInText(t, "an error", []byte(err.Error()))
			}
			for _, order := range sent.Orders {
				for _, finding := range replay.finder.InBytes(order.Raw) {
					t.Errorf("%s: the raw bytes of %s %d hold a %s", replay.label, order.NativeName, order.NativeID, finding)
				}
			}
			for what, part := range map[string]any{
				"the header": sent.Header, "an order": sent.Orders, "a sync sample": sent.Syncs, "a camera sample": sent.Cameras,
				"a native line": sent.Text(), "a diagnostic": sent.Diagnostics, "the trailer": sent.Trailer,
			} {
				text, err := json.Marshal(part)
				if err != nil {
					t.Fatal(err)
				}
				replay.lookInText(t, what, text)
			}
		}
	}
}

// TestNoSecretOfAnyLobbyStandsInAnOutput goes through the verbs, with decoder
// processes: lines, inspections, the file with all that it packs, the report, the
// summary and the log at its most talkative.
func TestNoSecretOfAnyLobbyStandsInAnOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("converts every replay of the corpus that holds a secret")
	}
	var log bytes.Buffer
	loaded, err := config.Load(config.Sources{Environ: []string{"HOME=" + t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	engine, stop, err := openEngine(loaded, 2, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	replays := secretReplays(t)
	for i := range replays {
		replays[i].lookAtVerbs(t, engine)
	}
	stop()
	for i := range replays {
		replays[i].lookInText(t, "the log", log.Bytes())
	}
}

func (r *secretReplay) lookAtVerbs(t *testing.T, engine *conversion.Engine) {
	input := conversion.Input{Name: "replay", Data: r.data, Format: r.format}
	var lines bytes.Buffer
	r.lookAtError(t, "dump", engine.Dump(t.Context(), input, &lines))
	r.lookInText(t, "dump", lines.Bytes())

	inspection, damage, err := engine.Inspect(t.Context(), input)
	r.lookAtError(t, "inspect", errors.Join(damage, err))
	if err == nil {
		var text bytes.Buffer
		if err := printInspection(&text, inspection); err != nil {
			t.Fatal(err)
		}
		r.lookInText(t, "inspect", text.Bytes())
		object, err := json.Marshal(inspection)
		if err != nil {
			t.Fatal(err)
		}
		r.lookInText(t, "inspect --json", object)
	}

	outcome, err := engine.Convert(t.Context(), conversion.Request{
		Name: input.Name, Data: r.data, Format: r.format, SHA256: conversion.SourceSHA256(r.data), Folder: t.TempDir(),
	})
	r.lookAtError(t, "convert", errors.Join(err, outcome.Damage))
	r.lookInText(t, "convert --json", outcome.Summary)
	r.lookInText(t, "the report", outcome.Report)
	if err == nil {
		r.lookAtFile(t, outcome.Path)
	}
}

func (r *secretReplay) lookAtError(t *testing.T, verb string, err error) {
	if err == nil {
		return
	}
	if _, ok := ir.AsDecodeError(err); !ok {
		t.Errorf("%s: %s: %v", r.label, verb, err)
	}
	r.lookInText(t, "an error of "+verb, []byte(strings.Join(describe(err), "\n")))
}

// lookAtFile looks at everything an .icrep holds, unpacked, and at the bytes of
// foreign orders.
func (r *secretReplay) lookAtFile(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r.lookInText(t, "the file", []byte(icreptest.Dump(t, data)))
	file, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r.lookInText(t, "the metadata", file.RawMetadata())
	names, err := file.Names()
	if err != nil {
		t.Fatal(err)
	}
	r.lookInText(t, "the names", []byte(fmt.Sprint(names)))
	for ticks := file.Ticks(0); ticks.Next(); {
		for i := range ticks.Frame().Orders {
			game := &ticks.Frame().Orders[i].Order
			if game.Kind != order.KindGameOrder {
				continue
			}
			var command order.Command
			order.ReadCommand(bincode.NewReader(game.Game.Payload), &command)
			for _, finding := range r.finder.InBytes(command.Raw) {
				t.Errorf("%s: the bytes of order %s hold a %s", r.label, command.Name, finding)
			}
		}
	}
}

// TestOnlyTheDumpVerbAsksForRawLines: nothing that answers over NATS or HTTP can
// hand out what a person may see of a file of their own.
func TestOnlyTheDumpVerbAsksForRawLines(t *testing.T) {
	allowed := []string{
		"cmd/convertd/dump.go",             // the verb
		"conversion/inspect.go",            // DumpRaw itself
		"host/source.go",                   // the message to the decoder
		"sdk/server.go",                    // the message read
		"sdk/conformance/checks_stream.go", // decoders under test
	}
	var found []string
	err := filepath.WalkDir(corpus.Repository, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".pb.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, sign := range []string{"DumpRaw", "Raw: true", "GetRaw()", "Options.Raw"} {
			if name, _ := filepath.Rel(corpus.Repository, path); bytes.Contains(source, []byte(sign)) && !slices.Contains(found, name) {
				found = append(found, filepath.ToSlash(name))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	slices.Sort(allowed)
	if !slices.Equal(found, allowed) {
		t.Errorf("raw lines are asked for in %v, may be in %v", found, allowed)
	}
}
