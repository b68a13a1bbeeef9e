// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"convertd/conversion"
	"convertd/daemon"
	"convertd/failure"
	"convertd/internal/corpus"
)

// serverVariable makes the test binary run convertd's main.
const serverVariable = "CONVERTD_TEST_MAIN"

// sharedBuffer keeps what several goroutines write, as a terminal does: a
// verb's own lines, and the log's about a connection that is lost meanwhile.
type sharedBuffer struct {
	mu      sync.Mutex
	written bytes.Buffer
}

func (b *sharedBuffer) Write(data []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.written.Write(data)
}

func (b *sharedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.written.String()
}

// served is a `convertd serve` in a process of its own.
type served struct {
	t       *testing.T
	command *exec.Cmd
	log     sharedBuffer
	ready   chan struct{}
	ended   chan struct{}
}

// serve starts a real daemon process and waits until it takes jobs.
func serve(t *testing.T, home string, arguments ...string) *served {
	t.Helper()
	s := &served{t: t, ready: make(chan struct{}), ended: make(chan struct{})}
	s.command = exec.Command(os.Args[0], append([]string{"serve", "--set", "jobs.ack_wait=1s", "--set", "jobs.workers=2"}, arguments...)...)
	s.command.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), serverVariable + "=1", "CONVERTD_NATS_EMBEDDED_LISTEN=127.0.0.1:0"}
	s.start()
	s.awaitReady()
	return s
}

func (s *served) start() {
	s.t.Helper()
	stderr, err := s.command.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		s.t.Fatal(err)
	}
	go s.read(stderr)
	s.t.Cleanup(s.kill)
}

func (s *served) awaitReady() {
	s.t.Helper()
	select {
	case <-s.ready:
	case <-s.ended:
		s.t.Fatalf("convertd serve ended: %s", s.output())
	case <-time.After(30 * time.Second):
		s.t.Fatalf("convertd serve does not get ready: %s", s.output())
	}
}

func (s *served) read(stderr io.Reader) {
	defer close(s.ended)
	once := sync.OnceFunc(func() { close(s.ready) })
	scanner := bufio.NewScanner(stderr)
	for scanner.Scan() {
		_, _ = fmt.Fprintln(&s.log, scanner.Text()) // a buffer takes all
		if strings.Contains(scanner.Text(), "taking jobs") {
			once()
		}
	}
}

func (s *served) output() string { return s.log.String() }

// kill ends the process as a power cut would.
func (s *served) kill() {
	_ = s.command.Process.Kill() // it may be gone
	<-s.ended
	_ = s.command.Wait() // says that it was killed
}

// interrupt asks the process to stop and returns its exit code.
func (s *served) interrupt() int {
	if err := s.command.Process.Signal(os.Interrupt); err != nil {
		s.t.Fatal(err)
	}
	<-s.ended
	_ = s.command.Wait() // the code says it
	return s.command.ProcessState.ExitCode()
}

// decoders lists the process ids of the daemon's decoder processes.
func (s *served) decoders() []int {
	var ids []int
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, path := range stats {
		content, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		// "pid (name) state ppid ...": the name may hold anything.
		rest := content[bytes.LastIndexByte(content, ')')+1:]
		fields := strings.Fields(string(rest))
		if len(fields) > 1 && fields[1] == strconv.Itoa(s.command.Process.Pid) {
			id, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			if err == nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// client connects to the server inside the daemon of that home.
func client(t *testing.T, home string) (*daemon.Client, *nats.Conn) {
	t.Helper()
	url, token, ok := daemon.LocalServer(filepath.Join(home, ".local", "state", "convertd", "nats"))
	if !ok {
		t.Fatal("the daemon did not announce its server")
	}
	return connect(t, url, nats.Token(token))
}

func connect(t *testing.T, url string, options ...nats.Option) (*daemon.Client, *nats.Conn) {
	t.Helper()
	conn, err := nats.Connect(url, append(options, nats.NoReconnect())...)
	if err != nil {
		t.Fatal(err)
	}
	c, err := daemon.NewClient(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	return c, conn
}

// submitMany submits one replay that many times, each with a result of its own.
func submitMany(t *testing.T, c *daemon.Client, count int) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good", "every-kind.murk"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range count {
		_, err := c.Submit(t.Context(), daemon.Job{
			ID: fmt.Sprintf("job-%d", i), Source: daemon.JobSource{Inline: data}, Filename: "a.murk",
			Options: conversion.Options{ConvertedAt: int64(i + 1)},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// expectAll waits for the jobs and fails unless each has one result of its
// own, and nothing else is there.
func expectAll(t *testing.T, c *daemon.Client, count int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	results := map[string]bool{}
	for i := range count {
		status, err := c.Wait(ctx, fmt.Sprintf("job-%d", i))
		if err != nil {
			t.Fatal(err)
		}
		if status.State != daemon.StateDone {
			t.Errorf("%s is %s: %+v", status.ID, status.State, status.Error)
			continue
		}
		results[status.Result] = true
		result, err := c.Result(ctx, status.Result)
		if err != nil {
			t.Fatal(err)
		}
		file, err := c.OpenFile(ctx, result)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, file); err != nil || uint64(n) != result.FileBytes || file.Close() != nil {
			t.Errorf("the file of %s has %d bytes, want %d (%v)", status.ID, n, result.FileBytes, err)
		}
	}
	reports, err := c.Reports(ctx)
	if err != nil {
		t.Fatal(err)
	}
	letters, err := c.DeadLetters(ctx)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := c.Jobs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != count || len(reports) != count || len(jobs) != count || len(letters) != 0 {
		t.Errorf("of %d jobs: %d results, %d reports, %d states, %d dead letters", count, len(results), len(reports), len(jobs), len(letters))
	}
}

// doneJobs counts the reports so far.
func doneJobs(t *testing.T, c *daemon.Client) int {
	t.Helper()
	reports, err := c.Reports(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(reports)
}

// The daemon with the server inside it is killed without warning twice, and
// its decoders again and again, in the middle of 200 jobs.
func TestKilledDaemonAndDecodersLoseAndDuplicateNothing(t *testing.T) {
	const jobs = 200
	home := t.TempDir()
	s := serve(t, home)
	c, conn := client(t, home)
	submitMany(t, c, jobs)
	for round := range 2 {
		for doneJobs(t, c) < (round+1)*jobs/4 {
			time.Sleep(10 * time.Millisecond)
		}
		conn.Close()
		s.kill()
		s = serve(t, home)
		c, conn = client(t, home)
	}
	defer conn.Close()
	killed := 0
	for doneJobs(t, c) < jobs && killed < 5 {
		for _, id := range s.decoders() {
			process, err := os.FindProcess(id)
			if err == nil && process.Kill() == nil {
				killed++
				break
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	if killed == 0 {
		t.Error("no decoder was there to be killed")
	}
	expectAll(t, c, jobs)
}

// setUpNATS runs a NATS server that is not convertd's, with all that convertd
// needs there.
func setUpNATS(t *testing.T) string {
	t.Helper()
	url := startNATS(t)
	if code, _, errors := call(t, "setup", "--nats-url", url, "--set", "jobs.ack_wait=1s"); code != failure.ExitDone {
		t.Fatalf("setup ends with %d: %s", code, errors)
	}
	return url
}

// startNATS runs a NATS server that is not convertd's.
func startNATS(t *testing.T) string {
	t.Helper()
	return startServer(t, &server.Options{JetStream: true, StoreDir: t.TempDir()})
}

// freePort is a port that nobody listens on now.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return port
}

// startServer runs a NATS server on a port of its own.
func startServer(t *testing.T, options *server.Options) string {
	t.Helper()
	options.Host, options.Port = "127.0.0.1", freePort(t)
	options.NoLog, options.NoSigs = true, true
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the nats server does not get ready")
	}
	return s.ClientURL()
}

func TestTwoDaemonsShareAnExternalServer(t *testing.T) {
	const jobs = 40
	url := setUpNATS(t)
	c, conn := connect(t, url)
	defer conn.Close()
	submitMany(t, c, jobs)
	a := serve(t, t.TempDir(), "--nats-url", url)
	b := serve(t, t.TempDir(), "--nats-url", url)
	expectAll(t, c, jobs)
	// import finds the daemons and leaves the work to them.
	replays := filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good")
	if code, out, errors := call(t, "import", "--nats-url", url, replays); code != failure.ExitDone || !strings.Contains(out, "all") {
		t.Errorf("import ends with %d: %s%s", code, out, errors)
	}
	found, err := os.ReadDir(replays)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*served{a, b} {
		if code := s.interrupt(); code != failure.ExitDone {
			t.Errorf("after an interrupt the daemon ends with %d: %s", code, s.output())
		}
	}
	ofA, ofB := strings.Count(a.output(), `"msg":"converted"`), strings.Count(b.output(), `"msg":"converted"`)
	if ofA == 0 || ofB == 0 || ofA+ofB != jobs+len(found) {
		t.Errorf("a converted %d, b %d, want %d together and some each", ofA, ofB, jobs+len(found))
	}
}

func TestNobodyWaitsForDaemonsThatAreNotThere(t *testing.T) {
	url := setUpNATS(t)
	replay := filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good", "every-kind.murk")
	for _, arguments := range [][]string{{"import", replay}, {"submit", "--wait", replay}} {
		code, _, errors := call(t, append(arguments, "--nats-url", url)...)
		if code != failure.ExitUnavailable || !strings.Contains(errors, "convertd serve") {
			t.Errorf("%s ends with %d: %s", arguments[0], code, errors)
		}
	}
	// A job may be left for a daemon that is started later.
	if code, out, errors := call(t, "submit", "--nats-url", url, replay); code != failure.ExitDone || !strings.Contains(out, "queued") {
		t.Errorf("submit ends with %d: %s%s", code, out, errors)
	}
}

// Two daemons with one home are told that they cannot both write the library.
func TestTheLibraryIsOfOneDaemon(t *testing.T) {
	url, home := setUpNATS(t), t.TempDir()
	address := func() string { return fmt.Sprintf("web.listen=127.0.0.1:%d", freePort(t)) }
	first := serve(t, home, "--nats-url", url, "--set", address())
	waitFor(t, "the pages of the first", func() bool { return strings.Contains(first.output(), `"msg":"pages"`) })
	second, stdout, stderr := process(t, "serve", "--nats-url", url, "--set", address())
	second.Env[0] = "HOME=" + home
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	result := ended(t, second, stdout, stderr)
	if result.code != failure.ExitUnavailable || !strings.Contains(result.stderr, "library.sqlite is in use by another process: give each daemon a web.library of its own") {
		t.Errorf("the second ends with %d: %s", result.code, result.stderr)
	}
	if code := first.interrupt(); code != failure.ExitDone {
		t.Errorf("the first ends with %d", code)
	}
	third := serve(t, home, "--nats-url", url, "--set", address())
	waitFor(t, "the pages of one that comes later", func() bool { return strings.Contains(third.output(), `"msg":"pages"`) })
}

// A daemon that is interrupted in the middle hands its jobs to the other one.
func TestInterruptedDaemonHandsBack(t *testing.T) {
	const jobs = 60
	url := setUpNATS(t)
	c, conn := connect(t, url)
	defer conn.Close()
	a := serve(t, t.TempDir(), "--nats-url", url, "--set", "jobs.shutdown_grace=0s")
	submitMany(t, c, jobs)
	for doneJobs(t, c) < jobs/6 {
		time.Sleep(5 * time.Millisecond)
	}
	if code := a.interrupt(); code != failure.ExitDone {
		t.Errorf("after an interrupt the daemon ends with %d: %s", code, a.output())
	}
	serve(t, t.TempDir(), "--nats-url", url)
	expectAll(t, c, jobs)
	statuses, err := c.Jobs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range statuses {
		if status.Attempts != 1 {
			t.Errorf("%s took %d attempts: a hand-back was counted", status.ID, status.Attempts)
		}
	}
}

func TestSubmitWaitAndFetchOverARunningDaemon(t *testing.T) {
	home := t.TempDir()
	s := serve(t, home)
	replay := filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good", "every-kind.murk")
	output := filepath.Join(t.TempDir(), "out.icrep")
	environ := []string{"HOME=" + home}
	call := func(arguments ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		code := run(arguments, strings.NewReader(""), &stdout, &stderr, environ)
		return code, stdout.String(), stderr.String()
	}
	if code, out, errors := call("submit", replay, "--wait", "-o", output, "--id", "mine", "--label", "a=b"); code != 0 || !strings.Contains(out, "mine done") {
		t.Fatalf("submit ends with %d: %s%s%s", code, out, errors, s.output())
	}
	if info, err := os.Stat(output); err != nil || info.Size() == 0 {
		t.Errorf("the file was not fetched: %v", err)
	}
	if code, out, errors := call("watch", "mine", "--json"); code != 0 || strings.Count(out, "\n") != 3 {
		t.Errorf("watch ends with %d: %s%s", code, out, errors)
	}
	if code, out, errors := call("jobs", "show", "mine"); code != 0 || !strings.Contains(out, `"labels":{"a":"b"}`) {
		t.Errorf("jobs show ends with %d: %s%s", code, out, errors)
	}
	if code, out, errors := call("report", "show", "mine", "--json"); code != 0 || !strings.Contains(out, `"schema_version":1`) {
		t.Errorf("report show ends with %d: %s%s", code, out, errors)
	}
	bad := filepath.Join(corpus.Repository, "testdata", "replays", "orarep", "bad", "text.orarep")
	if code, _, errors := call("submit", bad, "--wait"); code != failure.ExitNotRecognised {
		t.Errorf("a file that is no replay ends with %d: %s", code, errors)
	}
	if code, out, errors := call("jobs", "fetch", "mine", "-o", output); code != failure.ExitFailed || !strings.Contains(errors, "--overwrite") {
		t.Errorf("fetching over a file ends with %d: %s%s", code, out, errors)
	}
	if code, out, errors := call("jobs", "pause", "later"); code != 0 || out != "later paused, 0 unfinished jobs\n" {
		t.Errorf("jobs pause ends with %d: %s%s", code, out, errors)
	}
	if code, out, errors := call("submit", replay, "--id", "late", "--group", "later"); code != 0 || out != "late queued\n" {
		t.Errorf("submitting to a paused group ends with %d: %s%s", code, out, errors)
	}
	if code, out, errors := call("jobs", "groups", "--json"); code != 0 || out != `{"group":"later","paused":true,"jobs":{"normal":1}}`+"\n" {
		t.Errorf("jobs groups ends with %d: %s%s", code, out, errors)
	}
	if code, out, errors := call("jobs", "resume", "later"); code != 0 || !strings.HasPrefix(out, "later open") {
		t.Errorf("jobs resume ends with %d: %s%s", code, out, errors)
	}
	if code, out, errors := call("submit", replay, "--id", "late", "--group", "later", "--wait"); code != 0 || !strings.Contains(out, "late done") {
		t.Errorf("the job of the group that was resumed ends with %d: %s%s", code, out, errors)
	}
	if code, _, errors := call("jobs", "pause", "a.b"); code != failure.ExitUsage {
		t.Errorf("pausing what is no group ends with %d: %s", code, errors)
	}
	if code, _, errors := call("import", filepath.Dir(replay)); code != 0 {
		t.Errorf("import through the running daemon ends with %d: %s", code, errors)
	}
	if code := s.interrupt(); code != failure.ExitDone {
		t.Errorf("the daemon ends with %d", code)
	}
}

// The first signal lets a running job finish, the second ends the process at
// once; the job is delivered again.
func TestSecondSignalEndsAtOnce(t *testing.T) {
	data := corpus.Read(t, "orarep", "ra-dev2026-rl-da822cf490a3.orarep")
	home := t.TempDir()
	s := serve(t, home, "--set", "jobs.shutdown_grace=10m")
	c, conn := client(t, home)
	defer conn.Close()
	object, err := c.UploadSource(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Submit(t.Context(), daemon.Job{ID: "long", Source: daemon.JobSource{Object: object}}); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the job to start", func() bool {
		status, err := c.Status(t.Context(), "long")
		return err == nil && status.State == daemon.StateRunning
	})
	if err := s.command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the daemon to take no more jobs", func() bool { return strings.Contains(s.output(), "no more jobs are taken") })
	if code := s.interrupt(); code != failure.ExitFailed || !strings.Contains(s.output(), "second signal") {
		t.Errorf("after the second signal the daemon ends with %d: %s", code, s.output())
	}
	serve(t, home)
	c, conn = client(t, home)
	defer conn.Close()
	waitFor(t, "the job to be started again", func() bool {
		status, err := c.Status(t.Context(), "long")
		return err == nil && status.State == daemon.StateRunning && status.Attempts == 2
	})
}

// waitFor polls until what is waited for is so.
func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
