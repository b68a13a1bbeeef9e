// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"convertd/conversion"
)

func TestMain(m *testing.M) {
	if worker := os.Getenv(workerVariable); worker != "" {
		os.Exit(runWorkerProcess(worker))
	}
	if store := os.Getenv(storeVariable); store != "" {
		os.Exit(runServerProcess(store))
	}
	goleak.VerifyTestMain(m,
		// The client library waits on a channel that a closed connection does
		// not give it; one such goroutine stays per jetstream.New that stored
		// an object.
		goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect"),
	)
}

var testStorage = StorageOptions{
	Replicas: 1, DuplicateWindow: time.Minute, EventAge: time.Hour, SourceAge: time.Hour, AckWait: time.Second,
}

func testSettings(t *testing.T, worker string) Settings {
	t.Helper()
	return Settings{
		Worker: worker, Version: "0.0.0", Workers: 2, MaxAttempts: 3,
		Backoff:  []time.Duration{10 * time.Millisecond, 20 * time.Millisecond},
		Deadline: 20 * time.Second, ProgressInterval: time.Millisecond, ShutdownGrace: 10 * time.Second,
		SourceBytes: 1 << 20, Roots: map[string]string{}, Scratch: t.TempDir(),
	}
}

// fakeConverter copies sources. What else it does is in its fields, which are
// set before it is used.
type fakeConverter struct {
	version string
	convert func(ctx context.Context, request conversion.Request, call int) (conversion.Outcome, error)

	mu    sync.Mutex
	calls map[string]int // by SHA-256
	total int
	maps  map[string]bool
}

func (f *fakeConverter) Version() string { return "fake " + f.version }

func (f *fakeConverter) Formats() []conversion.Format {
	return []conversion.Format{{ID: "fake", Description: "made for tests", Extensions: []string{".fake"}, Decoder: "fake", Version: "1", Bundled: true}}
}

func (f *fakeConverter) MapAvailable(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.maps[id]
}

func (f *fakeConverter) count(sha256 string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[sha256]
}

func (f *fakeConverter) Convert(ctx context.Context, request conversion.Request) (conversion.Outcome, error) {
	f.mu.Lock()
	if f.calls == nil {
		f.calls = map[string]int{}
	}
	f.calls[request.SHA256]++
	f.total++
	call := f.calls[request.SHA256]
	f.mu.Unlock()
	if f.convert != nil {
		return f.convert(ctx, request, call)
	}
	return copySource(request)
}

// copySource is a successful conversion.
func copySource(request conversion.Request) (conversion.Outcome, error) {
	path := filepath.Join(request.Folder, "out.icrep")
	if err := os.WriteFile(path, append([]byte("converted "), request.Data...), 0o600); err != nil {
		return conversion.Outcome{}, err
	}
	return conversion.Outcome{
		Path: path, Format: "fake", Game: "game", Verdict: "plausible",
		Summary: json.RawMessage(fmt.Sprintf(`{"sha256":%q}`, request.SHA256)),
		Report:  json.RawMessage(`{"verdict":"plausible"}`),
	}, nil
}

// world is one server and a client of it.
type world struct {
	t      *testing.T
	server *Embedded
	client *Client
	ctx    context.Context
}

func newWorld(t *testing.T) *world {
	t.Helper()
	server, err := StartEmbedded(EmbeddedOptions{StoreDir: t.TempDir(), MaxStore: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	w := &world{t: t, server: server, ctx: t.Context()}
	w.client = w.newClient()
	return w
}

func (w *world) newClient() *Client {
	w.t.Helper()
	conn, err := w.server.Connect()
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(conn.Close)
	client, err := setUp(w.ctx, conn, testStorage)
	if err != nil {
		w.t.Fatal(err)
	}
	return client
}

// setUp makes what is missing, as `convertd serve` does, and opens a client.
func setUp(ctx context.Context, conn *nats.Conn, options StorageOptions) (*Client, error) {
	setup, err := PlanSetup(ctx, conn, options)
	if err != nil {
		return nil, err
	}
	if err := setup.Create(ctx); err != nil {
		return nil, err
	}
	return NewClient(ctx, conn)
}

// start runs a daemon with a connection of its own until stop is called or the
// test ends.
func (w *world) start(converter Converter, settings Settings) (stop func()) {
	w.t.Helper()
	return w.startLogged(converter, settings, slog.New(slog.DiscardHandler))
}

func (w *world) startLogged(converter Converter, settings Settings, log *slog.Logger) (stop func()) {
	w.t.Helper()
	return w.run(New(w.newClient(), converter, settings, log))
}

// startWith is start with a given client.
func (w *world) startWith(client *Client, converter Converter, settings Settings) (stop func()) {
	w.t.Helper()
	return w.run(New(client, converter, settings, slog.New(slog.DiscardHandler)))
}

func (w *world) run(daemon *Daemon) (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- daemon.Run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			select {
			case err := <-ended:
				if err != nil {
					w.t.Errorf("daemon ended with %v", err)
				}
			case <-time.After(30 * time.Second):
				w.t.Error("daemon does not end")
			}
		})
	}
	w.t.Cleanup(stop)
	return stop
}

func (w *world) submit(job Job) Status {
	w.t.Helper()
	status, err := w.client.Submit(w.ctx, job)
	if err != nil {
		w.t.Fatal(err)
	}
	return status
}

func (w *world) wait(id string) Status {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, 30*time.Second)
	defer cancel()
	status, err := w.client.Wait(ctx, id)
	if err != nil {
		w.t.Fatalf("job %s is %s: %v", id, status.State, err)
	}
	return status
}

// emptyQueue waits until no job is left on CONVERT_JOBS.
func (w *world) emptyQueue() {
	w.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for {
		info, err := w.client.storage.jobs.Info(w.ctx)
		if err != nil {
			w.t.Fatal(err)
		}
		if info.State.Msgs == 0 {
			return
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%d jobs are still on the queue", info.State.Msgs)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// events returns the kinds of all stored events of a job, in order.
func (w *world) events(job string) []Event {
	w.t.Helper()
	var events []Event
	err := readAll(w.ctx, w.client.storage.events, "convert.events."+job+".*", func(_ uint64, data []byte) error {
		var event Event
		if err := json.Unmarshal(data, &event); err != nil {
			return err
		}
		events = append(events, event)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return events
}

func kinds(events []Event) []EventKind {
	var list []EventKind
	for _, event := range events {
		list = append(list, event.Kind)
	}
	return list
}

func inline(id, content string) Job {
	return Job{ID: id, Source: JobSource{Inline: []byte(content)}, Filename: id + ".fake"}
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never came: %s", what)
		}
	}
}
