// SPDX-License-Identifier: GPL-3.0-or-later

package api_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/daemon"
	"convertd/daemon/archive"
	"convertd/failure"
	"convertd/host"
	"convertd/internal/corpus"
	"convertd/plugins/murk"
	"convertd/plugins/orarep"
	"convertd/sdk"
	"convertd/sdk/sandbox"
	"convertd/web"
	"convertd/web/access"
	"convertd/web/api"
	"convertd/web/assets"
	"convertd/web/events"
	"convertd/web/library"
	"convertd/web/results"
)

var bundled = []sdk.Decoder{murk.Decoder{}, orarep.New()}

// The host starts this very program as its decoders, an upload as its unpacker.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "decoder" {
		if err := host.ServeBundled(os.Args[2], bundled); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "unpack" {
		request, err := archive.ParseRequest(os.Args[2])
		if err == nil {
			err = archive.Serve(request, os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Tokens of the stack.
const (
	readToken   = "read-read-read-read"
	submitToken = "submit-submit-submit"
)

// stack is a daemon with its NATS server, and its pages.
type stack struct {
	t      *testing.T
	url    string // with the base path and a slash
	client *daemon.Client
	index  *library.Index
}

// startStack starts everything. It ends with the test.
func startStack(t *testing.T) *stack {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	server, err := daemon.StartEmbedded(daemon.EmbeddedOptions{StoreDir: t.TempDir(), MaxStore: 1 << 30})
	fatal(t, err)
	t.Cleanup(func() { report(t, server.Stop()) })
	conn, err := server.Connect()
	fatal(t, err)
	t.Cleanup(conn.Close)
	setup, err := daemon.PlanSetup(t.Context(), conn, daemon.StorageOptions{
		Replicas: 1, DuplicateWindow: time.Minute, EventAge: time.Hour, SourceAge: time.Hour, AckWait: 10 * time.Second,
	})
	fatal(t, err)
	fatal(t, setup.Create(t.Context()))
	client, err := daemon.NewClient(t.Context(), conn)
	fatal(t, err)
	decoders, err := host.New(host.Config{Bundled: bundled, MaxJobs: 2})
	fatal(t, err)
	t.Cleanup(func() { report(t, decoders.Close()) })
	folders := conversion.NewMapFolders([]string{filepath.Join(corpus.Repository, "testdata", "engine", "maps")})
	engine, err := conversion.New(decoders, folders, conversion.Settings{Version: "0.0.0", Build: "test", Thresholds: divergence.DefaultThresholds()})
	fatal(t, err)

	s := &stack{t: t, client: client}
	s.index, _, err = library.Open(t.Context(), filepath.Join(t.TempDir(), "library.sqlite"))
	fatal(t, err)
	t.Cleanup(func() { report(t, s.index.Close()) })
	hub := events.NewHub(api.Hello(s.index))
	files := results.NewFiles(client, &pipeline.Materials{Maps: folders}, t.TempDir())
	follower := results.NewFollower(results.Options{
		Client: client, Index: s.index, Files: files, Now: time.Now, Log: log,
		Publish:   func(name string, data any) { report(t, hub.Publish(name, data)) },
		DecoderOf: func(format string) *library.Decoder { return &library.Decoder{Name: format, Version: "1"} },
	})
	fatal(t, follower.Prepare(t.Context()))
	guard := access.New(access.Options{ReadTokens: []string{readToken}, SubmitTokens: []string{submitToken}})
	pages := httptest.NewServer(web.New(web.Options{
		Guard: guard, BasePath: "/replays", Pages: assets.Files(), Events: hub, Log: log,
		API: api.New(api.Options{
			Version: "0.0.0", Mode: api.ModeDaemon, SignIn: true, Index: s.index, Recordings: files, Decoders: knownDecoders{engine},
			UploadBytes: 4 << 20, Log: log, Jobs: &results.Jobs{Follower: follower, Uploads: results.Uploads{
				Folder: t.TempDir(), Limits: archive.Limits{EntryBytes: 1 << 20, Depth: 2, Entries: 100, Bytes: 16 << 20, Ratio: 100},
				Unpacker: archive.Unpacker{Start: startUnpack, Memory: 1 << 30, Silence: 30 * time.Second},
			}},
		}),
	}))
	t.Cleanup(pages.Close)
	t.Cleanup(hub.Close)
	s.url = pages.URL + "/replays/"

	ctx, cancel := context.WithCancelCause(context.Background())
	var running sync.WaitGroup
	running.Go(func() { follower.Run(ctx) })
	running.Go(func() {
		report(t, daemon.New(client, engine, daemon.Settings{
			Worker: "test", Version: "0.0.0", Workers: 2, MaxAttempts: 1, Backoff: []time.Duration{time.Second}, Deadline: time.Minute,
			ProgressInterval: time.Millisecond, SourceBytes: 4 << 20, Scratch: t.TempDir(),
		}, log).Run(ctx))
	})
	t.Cleanup(func() {
		cancel(failure.ErrShutdown)
		running.Wait()
	})
	return s
}

// startUnpack starts this program as the process that opens an archive.
func startUnpack(argument string, memory uint64, files archive.Files) (archive.Process, error) {
	self, err := sandbox.OpenSelf()
	if err != nil {
		return nil, err
	}
	defer self.Close() //nolint:errcheck // read only
	if sandbox.RaceDetector {
		memory = 0 // its shadow memory counts as data
	}
	command := &exec.Cmd{
		Args: []string{os.Args[0], "unpack", argument}, Env: []string{},
		Stdin: files.Archive, Stdout: files.Output, Stderr: files.Complaints,
	}
	return sandbox.Start(command, &sandbox.Wall{
		Kind: sandbox.KindOf(self), Executable: self, ReadTrees: sandbox.StartTrees(self, ""), Limits: sandbox.Limits{Memory: memory},
	})
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func report(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// knownDecoders are those of the engine.
type knownDecoders struct{ engine *conversion.Engine }

func (k knownDecoders) Formats() []api.Format {
	list := []api.Format{}
	for _, format := range k.engine.Formats() {
		list = append(list, api.Format(format))
	}
	return list
}

func (k knownDecoders) Decoders(ctx context.Context) []api.Decoder {
	list := []api.Decoder{}
	for _, d := range k.engine.Describe(ctx) {
		decoder := api.Decoder{Name: d.Info.Name, Version: d.Info.Version, Bundled: d.Bundled, State: api.DecoderReady, Formats: []api.Format{}, Sandbox: []api.Guard{}}
		for _, guard := range d.Guards {
			decoder.Sandbox = append(decoder.Sandbox, api.Guard{Guard: guard.Name, Active: guard.Active, Detail: guard.Detail})
		}
		list = append(list, decoder)
	}
	return list
}

// reply is an answer of the API.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// do sends a request with a token.
func (s *stack) do(method, path, token string, body io.Reader, contentType string) reply {
	s.t.Helper()
	request, err := http.NewRequest(method, s.url+path, body)
	fatal(s.t, err)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	answer, err := http.DefaultClient.Do(request)
	fatal(s.t, err)
	defer answer.Body.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(answer.Body)
	fatal(s.t, err)
	return reply{answer.StatusCode, answer.Header, data}
}

func (s *stack) get(path string) reply { return s.do("GET", path, readToken, nil, "") }

// into reads a JSON answer with a status.
func (s *stack) into(r reply, status int, value any) {
	s.t.Helper()
	if r.status != status {
		s.t.Fatalf("status %d, want %d: %s", r.status, status, r.body)
	}
	fatal(s.t, json.Unmarshal(r.body, value))
}

// part is one file of an upload.
type part struct {
	name string
	data []byte
}

// upload sends files as a form.
func (s *stack) upload(token string, fields map[string]string, parts ...part) reply {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		fatal(s.t, form.WriteField(name, value))
	}
	for _, p := range parts {
		file, err := form.CreateFormFile("file", p.name)
		fatal(s.t, err)
		_, err = file.Write(p.data)
		fatal(s.t, err)
	}
	fatal(s.t, form.Close())
	return s.do("POST", "api/v1/uploads", token, &body, form.FormDataContentType())
}

func fixture(t *testing.T, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{corpus.Repository, "testdata"}, path...)...))
	fatal(t, err)
	return data
}

func zipped(t *testing.T, parts ...part) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, p := range parts {
		file, err := archive.Create(p.name)
		fatal(t, err)
		_, err = file.Write(p.data)
		fatal(t, err)
	}
	fatal(t, archive.Close())
	return out.Bytes()
}

// until waits for a condition.
func (s *stack) until(what string, holds func() bool) {
	s.t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > 60*time.Second {
			s.t.Fatalf("%s: not within a minute", what)
		}
	}
}

// games are all games, newest first.
func (s *stack) games(query string) []library.Game {
	s.t.Helper()
	var list struct{ Games []library.Game }
	s.into(s.get("api/v1/games?"+query), 200, &list)
	return list.Games
}
