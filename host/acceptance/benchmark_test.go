// SPDX-License-Identifier: GPL-3.0-or-later

package acceptance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"convertd/core/ir"
	"convertd/host"
	"convertd/internal/corpus"
	fixtures "convertd/internal/fixtures/orarep"
	"convertd/plugins/orarep"
	"convertd/sdk"
)

// replays are the largest real replays of three eras and a small one.
var replays = []string{
	"ra-dev2026-rl-da822cf490a3.orarep",
	"ra-playtest-20201213-1v1-spectated.orarep",
	"ra-release-20230225-skirmish.orarep",
}

// through decodes a replay in another process and looks at every order.
func through(b *testing.B, h *host.Host, data []byte, options sdk.DecodeOptions) (orders int) {
	return throughDecoder(b, h, "orarep", data, options)
}

func throughDecoder(b *testing.B, h *host.Host, decoder string, data []byte, options sdk.DecodeOptions) (orders int) {
	stream, err := h.Decode(context.Background(), &host.Request{
		Decoder: decoder, Source: bytes.NewReader(data), Size: int64(len(data)), Options: options,
	})
	if err != nil {
		b.Error(err)
		return 0
	}
	defer stream.Close() //nolint:errcheck // always nil
	var order ir.Order
	for {
		event, err := stream.Next()
		if errors.Is(err, io.EOF) {
			return orders
		}
		if _, damaged := ir.AsDecodeError(err); damaged {
			return orders // one recording of the corpus is cut
		}
		if err != nil {
			b.Error(err)
			return orders
		}
		if event.Kind == host.EventOrders {
			for event.Orders.Next(&order) {
				orders++
			}
		}
	}
}

// countingSink looks at every order in the decoder's own process.
type countingSink struct{ orders int }

func (*countingSink) Header(*ir.Header) error        { return nil }
func (s *countingSink) Order(*ir.Order) error        { s.orders++; return nil }
func (*countingSink) Sync(ir.SyncSample) error       { return nil }
func (*countingSink) Camera(ir.CameraSample) error   { return nil }
func (*countingSink) Native([]byte) error            { return nil }
func (*countingSink) Diagnostic(ir.Diagnostic) error { return nil }
func (*countingSink) Trailer(*ir.Trailer) error      { return nil }

func direct(b *testing.B, data []byte, options sdk.DecodeOptions) (orders int) {
	var sink countingSink
	if err := orarep.New().Decode(context.Background(), sdk.Source{Data: data}, options, &sink); err != nil {
		b.Fatal(err)
	}
	return sink.orders
}

// BenchmarkDecode sets the decoder alone beside the decoder behind the host:
// sending the source, decoding, batching, sending back, reading every order.
func BenchmarkDecode(b *testing.B) {
	for _, depth := range []struct {
		name    string
		options sdk.DecodeOptions
	}{{"full", sdk.DecodeOptions{}}, {"native", sdk.DecodeOptions{Native: true}}, {"header", sdk.DecodeOptions{Depth: sdk.DepthHeader}}} {
		for _, name := range append([]string{crowded}, replays...) {
			data := replay(b, name)
			b.Run(depth.name+"/direct/"+name, func(b *testing.B) {
				measure(b, data, func() int { return direct(b, data, depth.options) })
			})
			b.Run(depth.name+"/plugin/"+name, func(b *testing.B) {
				h := newHost(b)
				through(b, h, data, depth.options)
				measure(b, data, func() int { return through(b, h, data, depth.options) })
			})
		}
	}
}

// crowded names the largest class of replay known, 3.4 MB and 44,000 orders,
// made by our own encoder: the largest real one at hand has half of that.
const crowded = "crowded"

func replay(b *testing.B, name string) []byte {
	if name == crowded {
		return fixtures.Crowded(44_000)
	}
	return corpus.Read(b, "orarep", name)
}

func measure(b *testing.B, data []byte, decode func() (orders int)) {
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	orders := 0
	b.ResetTimer()
	for b.Loop() {
		orders += decode()
	}
	b.ReportMetric(float64(orders)/b.Elapsed().Seconds(), "orders/s")
}

// eaFiles reads all recordings of EA games.
func eaFiles(tb testing.TB) (files [][]byte, size int64) {
	paths, err := filepath.Glob(filepath.Join(corpus.Dir(tb, "ea"), "*", "*"))
	if err != nil {
		tb.Fatal(err)
	}
	for _, path := range paths {
		if filepath.Ext(path) == ".md" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		files, size = append(files, data), size+int64(len(data))
	}
	return files, size
}

// BenchmarkDecodeEA takes all recordings of EA games through warm processes, and
// reads every order and sample: one after the other through one process, no job
// begun before the one before has ended, as a single worker does; then through
// two processes side by side, as the workers of import and of the daemon do.
func BenchmarkDecodeEA(b *testing.B) {
	files, size := eaFiles(b)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("processes=%d", workers), func(b *testing.B) {
			h := newHost(b)
			decodeAll(b, h, files, workers)
			b.ReportAllocs()
			b.SetBytes(size)
			for b.Loop() {
				decodeAll(b, h, files, workers)
			}
			b.ReportMetric(float64(len(files)), "files")
		})
	}
}

// decodeAll lets workers share the files, each taking the next when it is done.
func decodeAll(b *testing.B, h *host.Host, files [][]byte, workers int) {
	var next atomic.Int64
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				throughDecoder(b, h, "ea", files[i], sdk.DecodeOptions{})
			}
		})
	}
	working.Wait()
}

// BenchmarkParallelJobs keeps every processor busy with jobs.
func BenchmarkParallelJobs(b *testing.B) {
	data := corpus.Read(b, "orarep", replays[0])
	h := newHost(b)
	b.SetBytes(int64(len(data)))
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			through(b, h, data, sdk.DecodeOptions{})
		}
	})
}

// BenchmarkColdStart is a host's first job: process, handshake, sandbox.
func BenchmarkColdStart(b *testing.B) {
	data := corpus.Read(b, "orarep", replays[2])
	for b.Loop() {
		h, err := host.New(host.Config{Bundled: bundled()})
		if err != nil {
			b.Fatal(err)
		}
		through(b, h, data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
		_ = h.Close()
	}
}

// BenchmarkWarmProbe is what asking a running decoder costs.
func BenchmarkWarmProbe(b *testing.B) {
	data := corpus.Read(b, "orarep", replays[0])
	h := newHost(b)
	head, tail := data[:sdk.ProbeBytes], data[len(data)-sdk.ProbeBytes:]
	for b.Loop() {
		if _, err := h.Detect(context.Background(), head, tail, replays[0], int64(len(data))); err != nil {
			b.Fatal(err)
		}
	}
}
