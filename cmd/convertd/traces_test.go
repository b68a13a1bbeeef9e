// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/grpc"

	"convertd/daemon"
	"convertd/failure"
	"convertd/internal/corpus"
)

// receiver takes spans as an OpenTelemetry collector does.
type receiver struct {
	collector.UnimplementedTraceServiceServer
	mu       sync.Mutex
	resource map[string]string
	spans    []*spans.Span
}

func (r *receiver) Export(_ context.Context, request *collector.ExportTraceServiceRequest) (*collector.ExportTraceServiceResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, of := range request.GetResourceSpans() {
		r.resource = texts(of.GetResource().GetAttributes())
		for _, scope := range of.GetScopeSpans() {
			r.spans = append(r.spans, scope.GetSpans()...)
		}
	}
	return &collector.ExportTraceServiceResponse{}, nil
}

func texts(attributes []*common.KeyValue) map[string]string {
	list := map[string]string{}
	for _, attribute := range attributes {
		list[attribute.GetKey()] = attribute.GetValue().GetStringValue()
	}
	return list
}

// startReceiver listens on this machine until the test ends.
func startReceiver(t *testing.T) (*receiver, string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	received, server := &receiver{}, grpc.NewServer()
	collector.RegisterTraceServiceServer(server, received)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return received, "http://" + listener.Addr().String()
}

// One trace leads from whoever asks over the queue to the worker, and arrives at a
// collector: the stages of the job below the job, the job below the caller.
func TestTracesOfAJobArriveAtACollector(t *testing.T) {
	received, endpoint := startReceiver(t)
	home := t.TempDir()
	s := serve(t, home, "--set", "observe.traces_to="+endpoint)
	url, token, _ := daemon.LocalServer(filepath.Join(home, ".local", "state", "convertd", "nats"))
	conn, err := nats.Connect(url, nats.Token(token))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	replay, err := os.ReadFile(filepath.Join(corpus.Repository, "testdata", "replays", "orarep", "good", "ra-skirmish.orarep"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(map[string]any{"id": "traced", "source": map[string]any{"inline": replay}, "filename": "private-name.orarep"})
	if err != nil {
		t.Fatal(err)
	}
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	message := &nats.Msg{Subject: daemon.SubjectSubmit, Data: body, Header: nats.Header{"traceparent": {"00-" + trace + "-" + parent + "-01"}}}
	if _, err := conn.RequestMsg(message, 20*time.Second); err != nil {
		t.Fatal(err)
	}
	client, err := daemon.NewClient(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	if status, err := client.Wait(t.Context(), "traced"); err != nil || status.State != daemon.StateDone {
		t.Fatalf("%+v, %v", status, err)
	}
	if code := s.interrupt(); code != failure.ExitDone { // which sends what is left
		t.Fatalf("the daemon ends with %d: %s", code, s.output())
	}
	received.mu.Lock()
	defer received.mu.Unlock()
	if received.resource["service.name"] != "convertd" || received.resource["service.version"] == "" || received.resource["service.instance.id"] == "" {
		t.Errorf("the resource is %v", received.resource)
	}
	if len(received.resource) != 3 {
		t.Errorf("the resource tells more than what was done: %v", received.resource)
	}
	byID, names := map[string]*spans.Span{}, []string{}
	for _, span := range received.spans {
		if hex.EncodeToString(span.GetTraceId()) == trace {
			byID[hex.EncodeToString(span.GetSpanId())] = span
			names = append(names, span.GetName())
		}
		if strings.Contains(span.String(), "private-name") {
			t.Errorf("span %s has the name of the file: %v", span.GetName(), span)
		}
	}
	for _, want := range []string{daemon.SubjectSubmit, "job", string(daemon.StageLookup), string(daemon.StageConvert), string(daemon.StageStore)} {
		if !slices.Contains(names, want) {
			t.Errorf("no span %q of the trace has arrived: %q", want, names)
		}
	}
	for _, span := range byID {
		way := []string{span.GetName()}
		at := span
		for len(way) < 20 && hex.EncodeToString(at.GetParentSpanId()) != parent {
			if at = byID[hex.EncodeToString(at.GetParentSpanId())]; at == nil {
				break
			}
			way = append(way, at.GetName())
		}
		if at == nil {
			t.Errorf("span %s does not lead to whoever asked: %q", span.GetName(), way)
		}
	}
}

// A collector that does not answer costs spans, not jobs, and does not hold up the end.
func TestWithoutItsCollectorADaemonWorksAndEnds(t *testing.T) {
	home := t.TempDir()
	s := serve(t, home, "--set", fmt.Sprintf("observe.traces_to=http://127.0.0.1:%d", freePort(t)), "--set", "jobs.shutdown_grace=1s")
	c, conn := client(t, home)
	defer conn.Close()
	submitMany(t, c, 3)
	expectAll(t, c, 3)
	begun := time.Now()
	if code := s.interrupt(); code != failure.ExitDone || time.Since(begun) > 20*time.Second {
		t.Errorf("the daemon ends with %d after %v: %s", code, time.Since(begun), s.output())
	}
}
