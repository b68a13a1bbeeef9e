// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"convertd/conversion"
	"convertd/failure"
)

// A job that somebody traces is one trace from the request through the queue to
// the converter, who gets the context that goes on to the decoder.
func TestTraceGoesFromTheRequestToTheConverter(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(trace.NewTracerProvider(trace.WithSyncer(spans)))
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	w := newWorld(t)
	var seen sync.Map
	w.start(&fakeConverter{convert: func(ctx context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
		carrier := headerCarrier{}
		traceHeaders.Inject(ctx, carrier)
		seen.Store("traceparent", carrier.Get("traceparent"))
		return copySource(request)
	}}, testSettings(t, "a"))
	eventually(t, "the service answers", func() bool { return w.client.Ping(t.Context()) == nil })
	body, err := json.Marshal(inline("traced", "x"))
	if err != nil {
		t.Fatal(err)
	}
	message := &nats.Msg{Subject: SubjectSubmit, Data: body, Header: nats.Header{"traceparent": {parent}}}
	if _, err := w.client.conn.RequestMsg(message, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	w.wait("traced")
	w.emptyQueue()
	got, _ := seen.Load("traceparent")
	if text, _ := got.(string); len(text) != len(parent) || text[:36] != parent[:36] {
		t.Errorf("the converter is in trace %q, want that of %s", text, parent)
	}
	names := map[string]int{}
	eventually(t, "all spans", func() bool {
		clear(names)
		for _, span := range spans.GetSpans() {
			if span.SpanContext.TraceID().String() == parent[3:35] {
				names[span.Name]++
			}
		}
		return names["job"] == 1
	})
	for _, name := range []string{SubjectSubmit, "job", "lookup", "convert", "store"} {
		if names[name] != 1 {
			t.Errorf("%d spans are called %s: %v", names[name], name, names)
		}
	}
}

func TestServiceStatisticsCountConversions(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{convert: func(_ context.Context, request conversion.Request, call int) (conversion.Outcome, error) {
		switch {
		case string(request.Data) == "bad":
			return conversion.Outcome{}, failure.ErrLimit
		case string(request.Data) == "flaky" && call == 1:
			return conversion.Outcome{}, errors.Join(failure.ErrUnavailable)
		}
		return copySource(request)
	}}, testSettings(t, "a"))
	for _, id := range []string{"good", "bad", "flaky"} {
		w.submit(inline(id, id))
		w.wait(id)
	}
	w.submit(inline("again", "good"))
	w.wait("again")
	w.emptyQueue()
	want := ServiceStats{Done: 3, Cached: 1, Failed: 1, HandedBack: 1}
	eventually(t, "counts of the job that is just being left", func() bool { return serviceStats(w) == want })
}

func serviceStats(w *world) (counts ServiceStats) {
	w.t.Helper()
	answer, err := w.client.conn.Request("$SRV.STATS."+ServiceName, nil, 5*time.Second)
	if err != nil {
		w.t.Fatal(err)
	}
	var stats micro.Stats
	if err := json.Unmarshal(answer.Data, &stats); err != nil {
		w.t.Fatal(err)
	}
	if err := json.Unmarshal(stats.Endpoints[0].Data, &counts); err != nil {
		w.t.Fatal(err)
	}
	return counts
}

func TestUsageSaysWhatWaitsAndWhatIsStored(t *testing.T) {
	w := newWorld(t)
	for _, id := range []string{"a", "b"} {
		job := inline(id, id)
		job.Priority = PriorityBulk
		w.submit(job)
	}
	usage, err := w.client.Usage(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	bulk := usage.Queues[2]
	if bulk.Priority != PriorityBulk || bulk.Waiting != 2 || bulk.Taken != 0 || bulk.Oldest <= 0 || usage.Queues[0].Oldest != 0 {
		t.Errorf("queues %+v", usage.Queues)
	}
	if len(usage.Stores) != 8 || usage.Stores[0].Name != StreamJobs || usage.Stores[0].Messages != 2 || usage.Stores[0].Bytes == 0 {
		t.Errorf("stores %+v", usage.Stores)
	}
}
