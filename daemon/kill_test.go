// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/conversion"
)

// workerVariable makes the test binary a daemon with its own server on the
// store folder that the variable names.
const workerVariable = "CONVERTD_TEST_WORKER"

func runWorkerProcess(store string) int {
	server, err := StartEmbedded(EmbeddedOptions{StoreDir: store, Listen: "127.0.0.1:0", MaxStore: 1 << 30})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	conn, err := server.Connect()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	client, err := setUp(context.Background(), conn, testStorage)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	converter := &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		time.Sleep(5 * time.Millisecond)
		return copySource(request)
	}}
	daemon := New(client, converter, Settings{
		Worker: "killed", Version: "0.0.0", Workers: 4, MaxAttempts: 20,
		Backoff: []time.Duration{10 * time.Millisecond}, Deadline: time.Minute, ProgressInterval: time.Second,
		SourceBytes: 1 << 20,
	}, slog.New(slog.DiscardHandler))
	fmt.Println("ready")
	if err := daemon.Run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return 1
}

// storeVariable makes the test binary a server without workers, in the same way.
const storeVariable = "CONVERTD_TEST_STORE"

func runServerProcess(store string) int {
	if _, err := StartEmbedded(EmbeddedOptions{StoreDir: store, Listen: "127.0.0.1:0", MaxStore: 1 << 30}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println("ready")
	select {} // until it is killed
}

// startWorkerProcess starts a daemon and waits until it takes jobs.
func startWorkerProcess(t *testing.T, store string) *exec.Cmd {
	t.Helper()
	return startProcess(t, workerVariable+"="+store)
}

// startProcess starts the test binary as what a variable says, and waits until it is
// ready.
func startProcess(t *testing.T, variable string) *exec.Cmd {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^$")
	command.Env = append(os.Environ(), variable, "TMPDIR="+t.TempDir())
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	if line, err := bufio.NewReader(output).ReadString('\n'); err != nil || strings.TrimSpace(line) != "ready" {
		t.Fatalf("the daemon process says %q, %v", line, err)
	}
	return command
}

// connectLocal connects as another process of the same user does.
func connectLocal(t *testing.T, store string) (*Client, *nats.Conn) {
	t.Helper()
	url, token, ok := LocalServer(store)
	if !ok {
		t.Fatal("the server of the daemon process did not announce itself")
	}
	conn, err := nats.Connect(url, nats.Token(token), nats.NoReconnect())
	if err != nil {
		t.Fatal(err)
	}
	client, err := NewClient(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	return client, conn
}

// The daemon and the server inside it are killed without warning, three times
// in the middle of 200 jobs.
func TestKilledDaemonLosesAndDuplicatesNothing(t *testing.T) {
	const jobs = 200
	store := t.TempDir()
	process := startWorkerProcess(t, store)
	client, conn := connectLocal(t, store)
	for i := range jobs {
		if _, err := client.Submit(t.Context(), inline(fmt.Sprintf("job-%d", i), fmt.Sprintf("replay %d", i))); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		time.Sleep(40 * time.Millisecond)
		conn.Close()
		if err := process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = process.Wait() // says that it was killed
		process = startWorkerProcess(t, store)
		client, conn = connectLocal(t, store)
	}
	defer conn.Close()
	w := &world{t: t, client: client, ctx: t.Context()}
	w.emptyQueue()
	checkEveryJobOnce(t, w, jobs)
}

// checkEveryJobOnce fails unless each of the jobs has one result, one report
// and one end, and nothing else is stored.
func checkEveryJobOnce(t *testing.T, w *world, jobs int) {
	t.Helper()
	statuses, err := w.client.Jobs(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]bool{}
	for _, status := range statuses {
		if status.State != StateDone {
			t.Errorf("%s is %s: %+v", status.ID, status.State, status.Error)
			continue
		}
		results[status.Result] = true
		if _, err := w.client.Result(w.ctx, status.Result); err != nil {
			t.Error(err)
		}
	}
	files, err := w.client.storage.files.List(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	reports, err := w.client.Reports(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	letters, err := w.client.DeadLetters(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, event := range w.events("*") {
		if event.Kind == EventDone {
			done++
		}
	}
	if len(statuses) != jobs || len(results) != jobs || len(files) != 2*jobs || len(reports) != jobs || done != jobs || len(letters) != 0 {
		t.Errorf("of %d jobs: %d states, %d results, %d objects (want twice as many), %d reports, %d ends, %d dead letters",
			jobs, len(statuses), len(results), len(files), len(reports), done, len(letters))
	}
}
