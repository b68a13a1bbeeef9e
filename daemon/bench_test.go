// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"
)

// BenchmarkJob is what the daemon adds to a conversion: queueing, claiming,
// storing file, report, result, state and events, acknowledging. The
// conversion itself only copies its source.
func BenchmarkJob(b *testing.B) {
	server, err := StartEmbedded(EmbeddedOptions{StoreDir: b.TempDir(), MaxStore: 8 << 30})
	if err != nil {
		b.Fatal(err)
	}
	conn, err := server.Connect()
	if err != nil {
		b.Fatal(err)
	}
	client, err := setUp(b.Context(), conn, testStorage)
	if err != nil {
		b.Fatal(err)
	}
	daemon := New(client, &fakeConverter{}, Settings{
		Worker: "bench", Version: "0.0.0", Workers: 2, MaxAttempts: 1, Backoff: []time.Duration{time.Second},
		Deadline: time.Minute, ProgressInterval: time.Second, SourceBytes: 1 << 20, Scratch: b.TempDir(),
	}, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- daemon.Run(ctx) }()
	asked := messagesTo(b, server)
	b.ReportAllocs()
	b.ResetTimer()
	// Not b.Loop: it stops the clock when the last job is submitted, not when
	// it is done.
	for i := range b.N {
		id := fmt.Sprintf("job-%d", i)
		if _, err := client.Submit(b.Context(), inline(id, id)); err != nil {
			b.Fatal(err)
		}
	}
	for i := range b.N {
		if _, err := client.Wait(b.Context(), fmt.Sprintf("job-%d", i)); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
	b.ReportMetric(float64(messagesTo(b, server)-asked)/float64(b.N), "messages/job")
	cancel()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
	conn.Close()
	if err := server.Stop(); err != nil {
		b.Fatal(err)
	}
}

// messagesTo is how many messages a server has got: requests, what is stored, answers.
func messagesTo(b *testing.B, server *Embedded) int64 {
	b.Helper()
	figures, err := server.server.Varz(nil)
	if err != nil {
		b.Fatal(err)
	}
	return figures.InMsgs
}
