// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

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
	"convertd/sdk"
)

// decoded is a decoder's stream, kept whole and played back: a Source without
// a process behind it.
type decoded struct {
	events []pipeline.Event
	end    error
}

func (d *decoded) Next(context.Context) (pipeline.Event, error) {
	if len(d.events) == 0 {
		return pipeline.Event{}, d.end
	}
	event := d.events[0]
	d.events = d.events[1:]
	return event, nil
}

// collector is the sdk.Sink that fills a decoded stream.
type collector struct {
	out    decoded
	orders ir.OrderBatchWriter
	header ir.Header
}

func (c *collector) Header(h *ir.Header) error {
	c.header = *h
	c.out.events = append(c.out.events, pipeline.Event{Header: h})
	return nil
}

func (c *collector) Order(o *ir.Order) error {
	full, err := c.orders.Add(o)
	if err == nil && full {
		return c.flush()
	}
	return err
}

func (c *collector) flush() error {
	if c.orders.Len() == 0 {
		return nil
	}
	reader := &ir.OrderBatchReader{}
	if err := reader.Reset(c.orders.Flush(nil)); err != nil {
		return err
	}
	c.out.events = append(c.out.events, pipeline.Event{Orders: reader})
	return nil
}

func (c *collector) Sync(s ir.SyncSample) error {
	c.out.events = append(c.out.events, pipeline.Event{Sync: []ir.SyncSample{s}})
	return nil
}

func (c *collector) Camera(s ir.CameraSample) error {
	c.out.events = append(c.out.events, pipeline.Event{Camera: []ir.CameraSample{s}})
	return nil
}

func (c *collector) Native([]byte) error { return nil }

func (c *collector) Diagnostic(d ir.Diagnostic) error {
	c.out.events = append(c.out.events, pipeline.Event{Diagnostic: &d})
	return nil
}

func (c *collector) Trailer(t *ir.Trailer) error {
	if err := c.flush(); err != nil {
		return err
	}
	c.out.events = append(c.out.events, pipeline.Event{Trailer: t})
	return nil
}

// decode reads a file with a decoder of ours.
func decode(t testing.TB, decoder sdk.Decoder, path string) (*decoded, []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var c collector
	c.out.end = decoder.Decode(t.Context(), sdk.Source{Name: filepath.Base(path), Data: data}, sdk.DecodeOptions{}, &c)
	if c.out.end == nil {
		c.out.end = io.EOF
	}
	return &c.out, data
}

// convert uses up a stream and returns the file's bytes.
func convert(t testing.TB, source *decoded, data []byte) (*pipeline.Result, []byte) {
	t.Helper()
	sum := sha256.Sum256(data)
	job := &pipeline.Job{SHA256: hex.EncodeToString(sum[:]), EngineVersion: "test", Thresholds: divergence.DefaultThresholds()}
	path := filepath.Join(t.TempDir(), "result.icrep")
	result, err := pipeline.Convert(t.Context(), job, source, func(metadata icrep.Metadata) (pipeline.Recording, error) {
		return icrep.CreateFile(path, icrep.Options{Metadata: metadata, Durability: icrep.SyncNever})
	})
	if err != nil {
		t.Fatalf("convert: %v", err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return result, file
}

// resimulate plays a converted file again and demands every hash of it.
func resimulate(t *testing.T, file []byte) *pipeline.Resimulation {
	t.Helper()
	reader, err := icrep.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("open the result: %v", err)
	}
	again, err := pipeline.Resimulate(t.Context(), reader, &pipeline.Materials{})
	if err != nil {
		t.Fatalf("simulate again: %v", err)
	}
	if again.Mismatch != nil {
		t.Fatalf("simulating again differs: %+v", *again.Mismatch)
	}
	return again
}
