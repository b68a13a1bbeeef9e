// SPDX-License-Identifier: GPL-3.0-or-later

// Package converted turns foreign recordings into .icrep files for tests: the
// decoder runs in this process, everything else as in a real conversion.
package converted

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/plugins/ea"
	"convertd/plugins/orarep"
	"convertd/sdk"
)

// Game is a file with what it needs.
type Game struct {
	File      *icrep.Reader
	Bytes     []byte
	Materials *pipeline.Materials
	Report    *divergence.Report
}

// mapFile serves one map under every id.
type mapFile []byte

// FindMap implements pipeline.Maps.
func (m mapFile) FindMap(string) (data []byte, ok bool, err error) { return m, m != nil, nil }

// Engine converts a game of testdata/engine, recorded by OpenRA on one of our maps.
func Engine(tb testing.TB, name string) *Game {
	tb.Helper()
	folder := filepath.Join(corpus.Repository, "testdata", "engine")
	terrain := "two-meadows-ra.oramap"
	if name[:3] == "cnc" {
		terrain = "two-meadows-cnc.oramap"
	}
	return OpenRA(tb, filepath.Join(folder, name), filepath.Join(folder, "maps", terrain))
}

// OpenRA converts an .orarep that was played on a map, "" for one that is not to be
// had.
func OpenRA(tb testing.TB, path, terrain string) *Game {
	tb.Helper()
	materials := &pipeline.Materials{}
	if terrain != "" {
		data, err := os.ReadFile(terrain)
		if err != nil {
			tb.Fatal(err)
		}
		materials.Maps = mapFile(data)
	}
	return convert(tb, orarep.New(), path, materials)
}

// With converts an .orarep whose map is found by its id.
func With(tb testing.TB, path string, folders pipeline.Maps) *Game {
	tb.Helper()
	return convert(tb, orarep.New(), path, &pipeline.Materials{Maps: folders})
}

// EA converts a recording of one of EA's games.
func EA(tb testing.TB, path string) *Game {
	tb.Helper()
	return convert(tb, ea.New(), path, &pipeline.Materials{})
}

func convert(tb testing.TB, decoder sdk.Decoder, path string, materials *pipeline.Materials) *Game {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	s := &stream{}
	s.end = decoder.Decode(tb.Context(), sdk.Source{Name: filepath.Base(path), Data: data}, sdk.DecodeOptions{}, s)
	if s.end == nil {
		s.end = io.EOF
	}
	sum := sha256.Sum256(data)
	job := &pipeline.Job{
		File: filepath.Base(path), SHA256: hex.EncodeToString(sum[:]), EngineVersion: "test", Thresholds: divergence.DefaultThresholds(),
		Materials: *materials,
	}
	out := filepath.Join(tb.TempDir(), "game.icrep")
	result, err := pipeline.Convert(tb.Context(), job, s, func(metadata icrep.Metadata) (pipeline.Recording, error) {
		return icrep.CreateFile(out, icrep.Options{Metadata: metadata, Durability: icrep.SyncNever})
	})
	if err != nil {
		tb.Fatal(err)
	}
	game := &Game{Materials: materials, Report: &result.Report}
	if game.Bytes, err = os.ReadFile(out); err != nil {
		tb.Fatal(err)
	}
	if game.File, err = icrep.Open(bytes.NewReader(game.Bytes), int64(len(game.Bytes))); err != nil {
		tb.Fatal(err)
	}
	return game
}

// stream is a decoder's events: the sdk.Sink that takes them, and the pipeline.Source
// that gives them out.
type stream struct {
	events []pipeline.Event
	orders ir.OrderBatchWriter
	end    error
}

// Next implements pipeline.Source.
func (s *stream) Next(context.Context) (pipeline.Event, error) {
	if len(s.events) == 0 {
		return pipeline.Event{}, s.end
	}
	event := s.events[0]
	s.events = s.events[1:]
	return event, nil
}

func (s *stream) add(event pipeline.Event) error {
	s.events = append(s.events, event)
	return nil
}

// Header implements sdk.Sink.
func (s *stream) Header(h *ir.Header) error { return s.add(pipeline.Event{Header: h}) }

// Order implements sdk.Sink.
func (s *stream) Order(o *ir.Order) error {
	full, err := s.orders.Add(o)
	if err == nil && full {
		return s.flush()
	}
	return err
}

func (s *stream) flush() error {
	if s.orders.Len() == 0 {
		return nil
	}
	reader := &ir.OrderBatchReader{}
	if err := reader.Reset(s.orders.Flush(nil)); err != nil {
		return err
	}
	return s.add(pipeline.Event{Orders: reader})
}

// Sync implements sdk.Sink.
func (s *stream) Sync(sample ir.SyncSample) error {
	return s.add(pipeline.Event{Sync: []ir.SyncSample{sample}})
}

// Camera implements sdk.Sink.
func (s *stream) Camera(sample ir.CameraSample) error {
	return s.add(pipeline.Event{Camera: []ir.CameraSample{sample}})
}

// Native implements sdk.Sink.
func (s *stream) Native([]byte) error { return nil }

// Diagnostic implements sdk.Sink.
func (s *stream) Diagnostic(d ir.Diagnostic) error { return s.add(pipeline.Event{Diagnostic: &d}) }

// Trailer implements sdk.Sink.
func (s *stream) Trailer(t *ir.Trailer) error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.add(pipeline.Event{Trailer: t})
}
