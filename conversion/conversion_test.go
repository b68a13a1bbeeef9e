// SPDX-License-Identifier: GPL-3.0-or-later

package conversion_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/failure"
	"convertd/host"
	"convertd/internal/corpus"
	"convertd/internal/foxes"
)

var repository = ".."

func newEngine(t *testing.T, change func(*conversion.Settings), mapFolders ...string) *conversion.Engine {
	t.Helper()
	decoders, err := host.New(host.Config{Bundled: bundled, MaxJobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := decoders.Close(); err != nil {
			t.Error(err)
		}
	})
	options := conversion.Settings{Version: "0.0.0", Build: "test", Thresholds: divergence.DefaultThresholds()}
	if change != nil {
		change(&options)
	}
	engine, err := conversion.New(decoders, conversion.NewMapFolders(mapFolders), options)
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

func fixture(t *testing.T, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{repository, "testdata", "replays"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func request(t *testing.T, name string, data []byte) conversion.Request {
	t.Helper()
	return conversion.Request{
		Name: name, Data: data, SHA256: conversion.SourceSHA256(data), Format: conversion.FormatAuto, Folder: t.TempDir(),
	}
}

func convert(t *testing.T, engine *conversion.Engine, r conversion.Request) (conversion.Outcome, []byte) {
	t.Helper()
	outcome, err := engine.Convert(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(outcome.Path)
	if err != nil {
		t.Fatal(err)
	}
	return outcome, file
}

func checkSchema(t *testing.T, name string, data []byte) {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(repository, "docs", "schemas", name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("not a %s: %v\n%s", name, err, data)
	}
}

func TestConversionIsAFileASummaryAndAReport(t *testing.T) {
	engine := newEngine(t, nil)
	for _, path := range [][]string{
		{"orarep", "good", "ra-skirmish.orarep"}, {"orarep", "good", "ra-spectated-desync.orarep"}, {"murk", "good", "every-kind.murk"},
	} {
		outcome, file := convert(t, engine, request(t, path[2], fixture(t, path...)))
		if outcome.Damage != nil || outcome.Format != path[0] {
			t.Errorf("%s: outcome is %+v", path[2], outcome)
		}
		checkSchema(t, "summary", outcome.Summary)
		checkSchema(t, "report", outcome.Report)
		reader, err := icrep.Open(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		if report := reader.Verify(icrep.VerifyOptions{States: true}); !report.OK() {
			t.Errorf("%s: %v", path[2], report.Err())
		}
	}
}

// Nothing about who converts, when, where or under which name is in the bytes.
func TestBytesDependOnContentAndOptionsOnly(t *testing.T) {
	data := fixture(t, "orarep", "good", "ra-skirmish.orarep")
	_, first := convert(t, newEngine(t, nil), request(t, "private name.orarep", data))
	_, second := convert(t, newEngine(t, nil), request(t, "", data))
	if !bytes.Equal(first, second) {
		t.Error("two conversions of one content differ")
	}
	if bytes.Contains(first, []byte("private name")) {
		t.Error("the name of the source is in the file")
	}
	dated := request(t, "", data)
	dated.Options.ConvertedAt = 1_000_000_000
	_, third := convert(t, newEngine(t, nil), dated)
	if !bytes.Contains(third, []byte("2001-09-09T01:46:40Z")) || bytes.Equal(first, third) {
		t.Error("the date of conversion is not written when it is given")
	}
}

func TestDamageKeepsTheGoodPrefix(t *testing.T) {
	engine := newEngine(t, nil)
	outcome, file := convert(t, engine, request(t, "a.orarep", fixture(t, "orarep", "partial", "cut-in-packet.orarep")))
	decode, ok := ir.AsDecodeError(outcome.Damage)
	if !ok || decode.Code != ir.CodeTruncated || decode.Offset == 0 || len(file) == 0 {
		t.Errorf("damage is %v, the file has %d bytes", outcome.Damage, len(file))
	}
	checkSchema(t, "report", outcome.Report)
}

func TestWhatIsNoReplayLeavesNothing(t *testing.T) {
	engine := newEngine(t, nil)
	r := request(t, "a.orarep", fixture(t, "orarep", "bad", "text.orarep"))
	if _, err := engine.Convert(t.Context(), r); failure.Classify(err).Code != "not_recognised" {
		t.Errorf("the error is %v", err)
	}
	r = request(t, "a.murk", fixture(t, "murk", "bad", "version-1.murk"))
	if _, err := engine.Convert(t.Context(), r); failure.Classify(err).Code != "unsupported_version" {
		t.Errorf("the error is %v", err)
	}
	r.Format = "absent"
	if _, err := engine.Convert(t.Context(), r); !errors.Is(err, host.ErrUnknownDecoder) {
		t.Errorf("the error is %v", err)
	}
	left, err := os.ReadDir(r.Folder)
	if err != nil || len(left) != 0 {
		t.Errorf("%d files are left (%v)", len(left), err)
	}
}

func TestCancelledConversionSaysWhy(t *testing.T) {
	engine := newEngine(t, nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(failure.ErrCancelled)
	r := request(t, "a.orarep", fixture(t, "orarep", "good", "ra-skirmish.orarep"))
	if _, err := engine.Convert(ctx, r); !errors.Is(err, failure.ErrCancelled) {
		t.Errorf("the error is %v", err)
	}
}

func TestVersionNamesEverythingThatDecidesAboutBytes(t *testing.T) {
	versions := map[string]string{}
	for name, change := range map[string]func(*conversion.Settings){
		"base":       nil,
		"build":      func(o *conversion.Settings) { o.Build = "other" },
		"thresholds": func(o *conversion.Settings) { o.Thresholds.LostSubjects++ },
		"maps":       func(o *conversion.Settings) { o.EmbedMaps = true },
	} {
		version := newEngine(t, change).Version()
		if other, ok := versions[version]; ok {
			t.Errorf("%s and %s have the same version", name, other)
		}
		versions[version] = name
	}
}

func TestInspectionIsThatOfTheSchema(t *testing.T) {
	engine := newEngine(t, nil)
	for _, path := range [][]string{
		{"orarep", "good", "ra-skirmish.orarep"},
		{"orarep", "good", "ra-spectated-desync.orarep"},
		{"orarep", "partial", "cut-in-packet.orarep"},
		{"murk", "good", "every-kind.murk"},
	} {
		data := fixture(t, path...)
		inspection, damage, err := engine.Inspect(t.Context(), conversion.Input{Name: path[2], Data: data})
		if err != nil {
			t.Fatal(err)
		}
		if (damage != nil) != (path[1] == "partial") || inspection.SHA256 != conversion.SourceSHA256(data) || inspection.File != path[2] {
			t.Errorf("%s: damage %v, inspection %+v", path[2], damage, inspection)
		}
		encoded, err := json.Marshal(inspection)
		if err != nil {
			t.Fatal(err)
		}
		checkSchema(t, "inspection", encoded)
	}
}

func TestFormatsAreListedByID(t *testing.T) {
	var ids []string
	for _, format := range newEngine(t, nil).Formats() {
		ids = append(ids, format.ID)
	}
	if diff := cmp.Diff([]string{
		"bfme2replay", "bfmereplay", "cnc3replay", "cnc4replay",
		foxes.FormatID, // these tests bring it
		"genrep", "kwreplay", "murk", "orarep", "ra3replay",
	}, ids); diff != "" {
		t.Error(diff)
	}
}

func TestMapsAreFoundByTheirUID(t *testing.T) {
	source := corpus.Dir(t, "maps")
	const name, uid = "singles-a4c43b57c1.oramap", "a4c43b57c10d0e6db1a7c8f93c7fa362892c4986"
	want, err := os.ReadFile(filepath.Join(source, name))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for path, data := range map[string][]byte{"notes.txt": []byte("x"), "broken.oramap": []byte("no map"), "sub/any name.ORAMAP": want} {
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(path)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, path), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found := conversion.NewMapFolders([]string{folder})
	data, ok, err := found.FindMap(uid)
	if err != nil || !ok || !bytes.Equal(data, want) {
		t.Fatalf("found %v, %d bytes, %v", ok, len(data), err)
	}
	if _, ok, err := found.FindMap("absent"); ok || err != nil {
		t.Errorf("an absent map: found %v, %v", ok, err)
	}
	if err := os.RemoveAll(filepath.Join(folder, "sub")); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := found.FindMap(uid); ok || err != nil {
		t.Errorf("a map that was removed: found %v, %v", ok, err)
	}
	if _, _, err := conversion.NewMapFolders([]string{filepath.Join(folder, "absent")}).FindMap(uid); err == nil || !strings.Contains(err.Error(), "maps.folders") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// A result that was made without its map names it, so that a daemon makes it
// again once the map is there.
func TestMissingMapIsNamed(t *testing.T) {
	const uid = "a4c43b57c10d0e6db1a7c8f93c7fa362892c4986"
	data := corpus.Read(t, "orarep", "ra-dev2026-short-unfinished.orarep")
	without := newEngine(t, nil)
	outcome, _ := convert(t, without, request(t, "a.orarep", data))
	if outcome.MissingMap != uid || without.MapAvailable(uid) || outcome.Verdict == "proven" {
		t.Errorf("missing map is %q, verdict %s", outcome.MissingMap, outcome.Verdict)
	}
	with := newEngine(t, nil, corpus.Dir(t, "maps"))
	outcome, file := convert(t, with, request(t, "a.orarep", data))
	if outcome.MissingMap != "" || !with.MapAvailable(uid) || outcome.Verdict != "proven" {
		t.Errorf("missing map is %q, verdict %s", outcome.MissingMap, outcome.Verdict)
	}
	embedding := request(t, "a.orarep", data)
	embedding.Options.EmbedMap = true
	if _, larger := convert(t, with, embedding); len(larger) <= len(file) {
		t.Error("the map is not in the file although it was asked for")
	}
}

func TestProgressIsTold(t *testing.T) {
	engine := newEngine(t, nil)
	told := 0
	r := request(t, "a.orarep", fixture(t, "orarep", "good", "ra-skirmish.orarep"))
	r.Progress = func(conversion.Progress) { told++ }
	begun := time.Now()
	convert(t, engine, r)
	if told == 0 {
		t.Errorf("nothing was told in %v", time.Since(begun))
	}
}
