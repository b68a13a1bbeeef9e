// SPDX-License-Identifier: GPL-3.0-or-later

package observe

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"convertd/daemon"
	"convertd/host"
)

// busy are metrics of a daemon to which everything has happened.
func busy(t *testing.T, usage func(context.Context) (daemon.Usage, error)) *Metrics {
	t.Helper()
	m := NewMetrics("1.2.3", 4)
	m.Ended(daemon.Ending{State: daemon.StateDone, Format: "orarep", Verdict: "proven", SourceBytes: 10, FileBytes: 20})
	m.Ended(daemon.Ending{State: daemon.StateFailed, Reason: "malformed", SourceBytes: 5})
	m.HandedBack("unavailable")
	m.Took(daemon.StageConvert, 300*time.Millisecond)
	m.Running(1)
	m.Decoder("orarep", host.ChangeStarted)
	m.Watch(Sources{
		Health: func() daemon.Health {
			return daemon.Health{Problems: []daemon.Problem{{Code: daemon.ProblemStoreFull, Message: "full"}}}
		},
		Usage: usage,
		Decoders: func() []host.ProcessUsage {
			return []host.ProcessUsage{{Decoder: "orarep", Memory: 1000}, {Decoder: "orarep", Memory: 1}}
		},
		StoreDir: t.TempDir(),
	})
	return m
}

func someUsage(context.Context) (daemon.Usage, error) {
	return daemon.Usage{
		Queues: []daemon.QueueUsage{{Priority: daemon.PriorityBulk, Waiting: 7, Taken: 2, Oldest: time.Minute}},
		Stores: []daemon.StoreUsage{{Name: daemon.StoreFiles, Messages: 3, Bytes: 100, MaxBytes: 1000}},
	}, nil
}

func get(t *testing.T, handler http.Handler, path string) (int, string) {
	t.Helper()
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
	return recorder.Code, recorder.Body.String()
}

func TestMetricsSayWhatHappened(t *testing.T) {
	_, text := get(t, busy(t, someUsage).Handler(), "/metrics")
	for _, line := range []string{
		`convertd_jobs_total{cached="false",format="orarep",reason="",state="done",verdict="proven"} 1`,
		`convertd_jobs_total{cached="false",format="",reason="malformed",state="failed",verdict=""} 1`,
		`convertd_jobs_handed_back_total{reason="unavailable"} 1`,
		`convertd_job_stage_seconds_bucket{stage="convert",le="0.5"} 1`,
		`convertd_job_stage_seconds_bucket{stage="convert",le="0.25"} 0`,
		`convertd_jobs_running 1`,
		`convertd_workers 4`,
		`convertd_source_bytes_total 15`,
		`convertd_result_bytes_total 20`,
		`convertd_decoder_changes_total{change="started",decoder="orarep"} 1`,
		`convertd_decoder_processes{decoder="orarep"} 2`,
		`convertd_decoder_memory_bytes{decoder="orarep"} 1001`,
		`convertd_queue_jobs{priority="bulk",state="waiting"} 7`,
		`convertd_queue_oldest_seconds{priority="bulk"} 60`,
		`convertd_store_bytes{store="convert_files"} 100`,
		`convertd_store_limit_bytes{store="convert_files"} 1000`,
		`convertd_ready 0`,
		`convertd_problem{code="store_full"} 1`,
		`convertd_broker_up 1`,
		`convertd_build_info{version="1.2.3"} 1`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("there is no line %s", line)
		}
	}
}

func TestLostBrokerIsAMetricAndNoOldFigures(t *testing.T) {
	_, text := get(t, busy(t, func(context.Context) (daemon.Usage, error) { return daemon.Usage{}, errors.New("gone") }).Handler(), "/metrics")
	if !strings.Contains(text, "convertd_broker_up 0\n") || strings.Contains(text, "convertd_queue_jobs{") {
		t.Errorf("metrics without a broker:\n%s", text)
	}
}

// Who asks the metrics asks the server once in a while.
func TestScrapesShareOneQuestion(t *testing.T) {
	asked := 0
	m := busy(t, func(ctx context.Context) (daemon.Usage, error) {
		asked++
		return someUsage(ctx)
	})
	for range 5 {
		get(t, m.Handler(), "/metrics")
	}
	if asked != 1 {
		t.Errorf("the server was asked %d times", asked)
	}
}

var metricName = regexp.MustCompile(`\bconvertd_[a-z_]+`)

// A dashboard, an alert or a table that names a metric which is not there shows
// nothing and never fires.
func TestDashboardAlertsAndDocumentsNameRealMetrics(t *testing.T) {
	_, text := get(t, busy(t, someUsage).Handler(), "/metrics")
	real := map[string]bool{}
	for _, name := range metricName.FindAllString(text, -1) {
		real[name] = true
	}
	// NATS consumers have names of the same form.
	others := map[string]bool{"convertd_high": true, "convertd_normal": true, "convertd_bulk": true}
	documented := map[string]bool{}
	for _, file := range []string{"../deploy/grafana/convertd.json", "../deploy/prometheus/alerts.yml", "../docs/operations.md"} {
		content, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			t.Fatal(err)
		}
		names := metricName.FindAllString(string(content), -1)
		if len(names) == 0 {
			t.Errorf("%s names no metric", file)
		}
		for _, name := range names {
			if !real[name] && !others[name] {
				t.Errorf("%s names %s, which is no metric", file, name)
			}
			if strings.HasSuffix(file, ".md") {
				documented[name] = true
			}
		}
	}
	for name := range real {
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			name = strings.TrimSuffix(name, suffix)
		}
		if !documented[name] {
			t.Errorf("docs/operations.md does not name %s", name)
		}
	}
}

func TestReadinessHasCodesForAnybodyAndWordsForOperators(t *testing.T) {
	health := daemon.Health{Worker: "w", Ready: true, Problems: []daemon.Problem{}}
	ask := func() daemon.Health {
		copied := health
		copied.Problems = append([]daemon.Problem{}, health.Problems...)
		return copied
	}
	public, own := Public(ask)["GET /readyz"], NewMetrics("1", 1).Listener(ask, false)
	for _, handler := range []http.Handler{public, own} {
		if code, body := get(t, handler, "/readyz"); code != http.StatusOK || !strings.Contains(body, `"ready":true`) {
			t.Errorf("a ready daemon answers %d %s", code, body)
		}
	}
	health.Ready, health.Problems = false, []daemon.Problem{{Code: "store_full", Message: "/var/lib is full"}}
	code, body := get(t, public, "/readyz")
	if code != http.StatusServiceUnavailable || strings.Contains(body, "/var/lib") || !strings.Contains(body, "store_full") {
		t.Errorf("anybody hears %d %s", code, body)
	}
	if code, body := get(t, own, "/readyz"); code != http.StatusServiceUnavailable || !strings.Contains(body, "/var/lib is full") {
		t.Errorf("an operator hears %d %s", code, body)
	}
	if code, _ := get(t, own, "/healthz"); code != http.StatusOK {
		t.Errorf("a daemon with a full disk is to be restarted: %d", code)
	}
	var parsed daemon.Health
	if err := json.Unmarshal([]byte(body), &parsed); err != nil {
		t.Error(err)
	}
}

func TestProfilesAreOnlyForThisMachine(t *testing.T) {
	ready := func() daemon.Health { return daemon.Health{Ready: true} }
	if code, _ := get(t, NewMetrics("1", 1).Listener(ready, true), "/debug/pprof/cmdline"); code != http.StatusOK {
		t.Errorf("on loopback there are no profiles: %d", code)
	}
	if code, _ := get(t, NewMetrics("1", 1).Listener(ready, false), "/debug/pprof/cmdline"); code != http.StatusNotFound {
		t.Errorf("anybody gets profiles: %d", code)
	}
}

func TestListenerEndsWithItsContext(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, listener, Live(), slog.New(slog.DiscardHandler)) }()
	response, err := http.Get("http://" + listener.Addr().String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if closeErr := response.Body.Close(); err != nil || closeErr != nil || string(body) != "ok\n" {
		t.Errorf("answer %q, %v", body, err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
