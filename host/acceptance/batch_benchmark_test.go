// SPDX-License-Identifier: GPL-3.0-or-later

package acceptance

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/plugins/ea"
	"convertd/plugins/orarep"
	"convertd/sdk"
)

// keptRows keeps what a decoder emits, in batches as the sdk makes them.
type keptRows struct {
	countingSink
	orders [][]ir.Order
	sync   [][]ir.SyncSample
	camera [][]ir.CameraSample
}

// batchRows is how many rows a batch of the measurement holds.
const batchRows = 4096

func appendRow[T any](batches [][]T, row T) [][]T {
	if last := len(batches) - 1; last >= 0 && len(batches[last]) < batchRows {
		batches[last] = append(batches[last], row)
		return batches
	}
	return append(batches, []T{row})
}

func (s *keptRows) Order(order *ir.Order) error {
	kept := *order
	kept.Subjects, kept.Entities, kept.Raw = slices.Clone(kept.Subjects), slices.Clone(kept.Entities), bytes.Clone(kept.Raw)
	s.orders = appendRow(s.orders, kept)
	return nil
}

func (s *keptRows) Sync(sample ir.SyncSample) error {
	s.sync = appendRow(s.sync, sample)
	return nil
}

func (s *keptRows) Camera(sample ir.CameraSample) error {
	s.camera = appendRow(s.camera, sample)
	return nil
}

// realRows decodes all EA recordings, or one of OpenRA, in this process.
func realRows(b *testing.B, game string) *keptRows {
	var rows keptRows
	var decoder sdk.Decoder = ea.New()
	files, _ := eaFiles(b)
	if game == "orarep" {
		decoder, files = orarep.New(), [][]byte{corpus.Read(b, "orarep", replays[0])}
	}
	for _, data := range files {
		// A batch ends with its recording: the ticks of another begin anew. One
		// recording of the corpus is cut: what came before is kept.
		var one keptRows
		_ = decoder.Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{}, &one)
		rows.orders = append(rows.orders, one.orders...)
		rows.sync = append(rows.sync, one.sync...)
		rows.camera = append(rows.camera, one.camera...)
	}
	return &rows
}

// BenchmarkBatches writes and reads the batches of real replays, without any
// process: what the wire form itself costs for each row.
func BenchmarkBatches(b *testing.B) {
	var reader ir.SampleBatchReader
	for _, game := range []string{"ea", "orarep"} {
		rows := realRows(b, game)
		b.Run("orders/"+game, func(b *testing.B) { measureOrders(b, rows.orders) })
		if len(rows.sync) > 0 {
			b.Run("sync/"+game, func(b *testing.B) {
				measureSamples(b, rows.sync, ir.AppendSyncBatch, reader.ReadSync)
			})
		}
		if len(rows.camera) > 0 {
			b.Run("camera/"+game, func(b *testing.B) {
				measureSamples(b, rows.camera, ir.AppendCameraBatch, reader.ReadCamera)
			})
		}
	}
}

// perRow reports the time and the bytes of a row.
func perRow(b *testing.B, rows, size int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
	b.ReportMetric(float64(size)/float64(rows), "B/row")
}

func measureOrders(b *testing.B, batches [][]ir.Order) {
	var writer ir.OrderBatchWriter
	count, size := 0, 0
	encoded := make([][]byte, len(batches))
	write := func() {
		for i, batch := range batches {
			for j := range batch {
				if _, err := writer.Add(&batch[j]); err != nil {
					b.Fatal(err)
				}
			}
			encoded[i] = writer.Flush(encoded[i][:0])
		}
	}
	write()
	for i := range batches {
		count, size = count+len(batches[i]), size+len(encoded[i])
	}
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			write()
		}
		perRow(b, count, size)
	})
	b.Run("read", func(b *testing.B) {
		var reader ir.OrderBatchReader
		var order ir.Order
		b.ReportAllocs()
		for b.Loop() {
			for _, batch := range encoded {
				if err := reader.Reset(batch); err != nil {
					b.Fatal(err)
				}
				for reader.Next(&order) {
				}
				if err := reader.Err(); err != nil {
					b.Fatal(err)
				}
			}
		}
		perRow(b, count, size)
	})
}

func measureSamples[T any](b *testing.B, batches [][]T, write func([]byte, []T) []byte, read func([]T, []byte) ([]T, error)) {
	count, size := 0, 0
	encoded := make([][]byte, len(batches))
	for i, batch := range batches {
		encoded[i] = write(nil, batch)
		count, size = count+len(batch), size+len(encoded[i])
	}
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for i, batch := range batches {
				encoded[i] = write(encoded[i][:0], batch)
			}
		}
		perRow(b, count, size)
	})
	b.Run("read", func(b *testing.B) {
		var samples []T
		var err error
		b.ReportAllocs()
		for b.Loop() {
			for _, batch := range encoded {
				if samples, err = read(samples[:0], batch); err != nil {
					b.Fatal(err)
				}
			}
		}
		perRow(b, count, size)
	})
}
