// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/plugins/orarep"
	"convertd/sdk"
)

// play plays a game beside its trace.
func play(ctx context.Context, g *game) (*pipeline.TraceComparison, error) {
	data, err := os.ReadFile(g.File)
	if err != nil {
		return nil, err
	}
	terrain, err := os.ReadFile(g.Map)
	if err != nil {
		return nil, err
	}
	packed, err := os.Open(g.Trace)
	if err != nil {
		return nil, err
	}
	defer packed.Close() //nolint:errcheck // only read
	trace, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Trace, err)
	}
	var kept stream
	kept.end = orarep.New().Decode(ctx, sdk.Source{Name: filepath.Base(g.File), Data: data}, sdk.DecodeOptions{}, &kept)
	if kept.end == nil {
		kept.end = io.EOF
	}
	job := &pipeline.Job{
		File: g.ID, SourceBytes: uint64(len(data)), Thresholds: divergence.DefaultThresholds(), Materials: pipeline.Materials{Maps: oneMap(terrain), Art: g.Art},
	}
	return pipeline.CompareTrace(ctx, job, &kept, trace)
}

// oneMap is the only map there is.
type oneMap []byte

func (m oneMap) FindMap(string) ([]byte, bool, error) { return m, true, nil }

// stream is what a decoder sends, kept whole: the games are small.
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

func (s *stream) add(e pipeline.Event) error {
	s.events = append(s.events, e)
	return nil
}

// Header implements sdk.Sink, and so do the others.
func (s *stream) Header(h *ir.Header) error { return s.add(pipeline.Event{Header: h}) }

// Order keeps one order.
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

// Sync keeps a hash.
func (s *stream) Sync(sample ir.SyncSample) error {
	return s.add(pipeline.Event{Sync: []ir.SyncSample{sample}})
}

// Camera is of no use here.
func (s *stream) Camera(ir.CameraSample) error { return nil }

// Native is of no use here.
func (s *stream) Native([]byte) error { return nil }

// Diagnostic keeps a remark.
func (s *stream) Diagnostic(d ir.Diagnostic) error { return s.add(pipeline.Event{Diagnostic: &d}) }

// Trailer keeps the end.
func (s *stream) Trailer(t *ir.Trailer) error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.add(pipeline.Event{Trailer: t})
}
