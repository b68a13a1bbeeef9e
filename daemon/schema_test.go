// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/failure"
)

// schemas are the published contracts of docs/schemas.
type schemas struct{ compiler *jsonschema.Compiler }

func newSchemas() *schemas {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	return &schemas{compiler: compiler}
}

func (s *schemas) check(t *testing.T, name string, data []byte) {
	t.Helper()
	schema, err := s.compiler.Compile(filepath.Join("..", "docs", "schemas", name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s is not JSON: %v: %s", name, err, data)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("a real message is not a %s: %v\n%s", name, err, data)
	}
}

// A schema that accepts anything proves nothing.
func TestSchemasRefuseWhatIsNotInThem(t *testing.T) {
	s := newSchemas()
	for name, body := range map[string]string{
		"job":           `{"id":"a","source":{"inline":"cmVw"},"format":"auto","options":{},"requested_at":"2026-01-01T00:00:00Z","ip":"192.0.2.1"}`,
		"event":         `{"job":"a","kind":"exploded","at":"2026-01-01T00:00:00Z"}`,
		"status":        `{"id":"a","state":"queued"}`,
		"dead-letter":   `{"id":"a","reason":"x","error":{"code":"x"},"attempts":0,"at":"2026-01-01T00:00:00Z"}`,
		"result":        `{}`,
		"claim":         `{"job":"a","sequence":-1,"worker":"w","expires":"2026-01-01T00:00:00Z"}`,
		"failure":       `{"code":"x","message":"m","path":"/home"}`,
		"formats":       `{"formats":[{}]}`,
		"health":        `{"worker":"w","ready":true,"problems":[{"code":"bored","message":"m"}]}`,
		"id-request":    `{"id":"a b"}`,
		"group":         `{"group":"a","paused":"yes","jobs":{}}`,
		"group-request": `{"group":"a.b"}`,
		"import-line":   `{"file":"a","state":"lost","error":null}`,
		"inspection":    `{}`,
		"report":        `{}`,
		"summary":       `{}`,
		"verification":  `{}`,

		"report-message": `{"job":"a","at":"yesterday","result":{}}`,
		"submit-request": `{"source":{"inline":"cmVw","path":"a/b"}}`,
	} {
		schema, err := s.compiler.Compile(filepath.Join("..", "docs", "schemas", name+".schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(value) == nil {
			t.Errorf("%s accepts %s", name, body)
		}
	}
}

// realOutcome is a conversion with summary and report as the pipeline has them.
func realOutcome(request conversion.Request) (conversion.Outcome, error) {
	outcome, err := copySource(request)
	report := divergence.Report{
		SchemaVersion: divergence.SchemaVersion, SHA256: request.SHA256, Format: "fake", Game: "game",
		Verdict: divergence.VerdictPlausible, Warnings: []divergence.Warning{}, Thresholds: divergence.DefaultThresholds(),
	}
	outcome.Report, _ = json.Marshal(&report)
	outcome.Summary = json.RawMessage(fmt.Sprintf(`{"file":"","sha256":%q,"output":"","format":"fake","game":"game",
		"verdict":"plausible","coverage":{"orders_judged":3,"orders_total":4,"subjects_bound":1,"subjects_named":1,"not_checked":["a reason"]},"stand_ins":[{"code":"other-release","recorded":"a","played":"b","other_rules":true}],"confidence":"plausible","proof":{"judge":null,"checked":0,"proven":0,"first_mismatch":null},
		"orders":{"total":0,"translated":0,"unmodelled":0,"rejected":0,"corrected":0},"identity":{"subjects":0,"bound":0},
		"warnings":0,"error":null}`, request.SHA256))
	return outcome, err
}

// Every message that a daemon leaves anywhere is one of docs/schemas, and has
// no field that is not there.
func TestRealMessagesAreThoseOfTheSchemas(t *testing.T) {
	w, s := newWorld(t), newSchemas()
	started := make(chan struct{}, 1)
	w.start(&fakeConverter{convert: func(ctx context.Context, request conversion.Request, call int) (conversion.Outcome, error) {
		switch string(request.Data) {
		case "broken":
			return conversion.Outcome{}, &ir.DecodeError{Code: ir.CodeMalformed, Section: "packet", Offset: 3, Message: "bad"}
		case "hanging":
			started <- struct{}{}
			<-ctx.Done()
			return conversion.Outcome{}, ctx.Err()
		case "cut":
			outcome, err := realOutcome(request)
			outcome.Damage = &ir.DecodeError{Code: ir.CodeTruncated, Section: "packet", Offset: 3, Message: "cut"}
			outcome.MissingMap = "map"
			return outcome, err
		case "flaky":
			if call == 1 {
				return conversion.Outcome{}, failure.ErrUnavailable
			}
		}
		time.Sleep(3 * time.Millisecond)
		request.Progress(conversion.Progress{Stage: "convert", Ticks: 1, Orders: 2})
		return realOutcome(request)
	}}, testSettings(t, "a"))
	for _, name := range []string{"good", "broken", "cut", "flaky", "hanging"} {
		job := inline(name, name)
		job.Labels = map[string]string{"a": "b"}
		w.submit(job)
	}
	<-started
	if _, err := w.client.Cancel(w.ctx, "hanging"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.client.storage.js.Publish(w.ctx, PriorityBulk.subject(""), []byte("no job")); err != nil {
		t.Fatal(err)
	}
	again := inline("again", "good")
	again.Options = conversion.Options{ConvertedAt: 5, EmbedMap: true, Profile: "p", World: json.RawMessage(`{"space":[]}`)}
	w.submit(again)
	w.submit(inline("cached", "good"))
	for _, name := range []string{"good", "broken", "cut", "flaky", "again", "cached"} {
		w.wait(name)
	}
	w.emptyQueue()

	seen := map[EventKind]bool{}
	for schema, stream := range map[string]jetstream.Stream{
		"event": w.client.storage.events, "report-message": w.client.storage.reports, "dead-letter": w.client.storage.dead,
	} {
		err := readAll(w.ctx, stream, ">", func(_ uint64, data []byte) error {
			s.check(t, schema, data)
			if schema == "event" {
				var event Event
				if err := json.Unmarshal(data, &event); err != nil {
					return err
				}
				seen[event.Kind] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []EventKind{EventAccepted, EventStarted, EventProgress, EventRetrying, EventDone, EventFailed, EventCancelled} {
		if !seen[kind] {
			t.Errorf("no event of kind %s was checked", kind)
		}
	}
	w.checkBucket(s, w.client.storage.status, func(string) string { return "status" })
	w.checkBucket(s, w.client.storage.results, func(key string) string {
		if strings.HasPrefix(key, "claim.") {
			return "claim"
		}
		return "result"
	})
}

func (w *world) checkBucket(s *schemas, bucket jetstream.KeyValue, schemaOf func(key string) string) {
	w.t.Helper()
	keys, err := bucket.Keys(w.ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, key := range keys {
		entry, err := bucket.Get(w.ctx, key)
		if err != nil {
			w.t.Fatal(err)
		}
		s.check(w.t, schemaOf(key), entry.Value())
	}
}

func TestJobsOnTheStreamAreThoseOfTheSchema(t *testing.T) {
	w, s := newWorld(t), newSchemas()
	job := inline("one", "replay")
	job.Options = conversion.Options{ConvertedAt: 5, World: json.RawMessage(`{}`)}
	w.submit(job)
	message, err := w.client.storage.jobs.GetLastMsgForSubject(w.ctx, PriorityNormal.subject(""))
	if err != nil {
		t.Fatal(err)
	}
	s.check(t, "job", message.Data)
	if got := message.Header.Get(nats.MsgIdHdr); !strings.HasPrefix(got, "one.0.") {
		t.Errorf("message id is %q", got)
	}
	claim, err := json.Marshal(Claim{Job: "one", Sequence: 1, Worker: "w", Expires: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	s.check(t, "claim", claim)
}

// The micro service answers as the schemas say, and refuses what they refuse.
func TestRequestsAndAnswersAreThoseOfTheSchemas(t *testing.T) {
	w, s := newWorld(t), newSchemas()
	w.start(&fakeConverter{}, testSettings(t, "a"))
	conn := w.client.conn
	request := func(subject, schema, body string) *nats.Msg {
		t.Helper()
		if schema != "" {
			s.check(t, schema, []byte(body))
		}
		var answer *nats.Msg
		var err error
		for range 50 { // until the service is there
			if answer, err = conn.Request(subject, []byte(body), 5*time.Second); err == nil {
				return answer
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatal(err)
		return nil
	}
	s.check(t, "status", request(SubjectSubmit, "submit-request", `{"id":"one","source":{"inline":"cmVw"}}`).Data)
	w.wait("one")
	s.check(t, "status", request(SubjectStatus, "id-request", `{"id":"one"}`).Data)
	s.check(t, "status", request(SubjectCancel, "id-request", `{"id":"one"}`).Data)
	s.check(t, "group", request(SubjectPause, "group-request", `{"group":"one"}`).Data)
	s.check(t, "group", request(SubjectResume, "group-request", `{"group":"one"}`).Data)
	s.check(t, "formats", request(SubjectFormats, "", ``).Data)
	s.check(t, "health", request(SubjectHealth, "", ``).Data)
	s.check(t, "reloaded", request(SubjectReload, "", ``).Data)
	for _, bad := range []struct{ subject, body, code string }{
		{SubjectStatus, `{"id":"absent"}`, "not_found"},
		{SubjectCancel, `{"id":"absent"}`, "not_found"},
		{SubjectStatus, `{"id":"a.b"}`, "malformed_job"},
		{SubjectStatus, `{"id":"one","more":1}`, "malformed_job"},
		{SubjectSubmit, `{"source":{}}`, "malformed_job"},
		{SubjectSubmit, `{"source":{"inline":"cmVw"},"priority":"urgent"}`, "malformed_job"},
		{SubjectSubmit, `no json`, "malformed_job"},
		{SubjectSubmit, `{"source":{"inline":"cmVw"},"labels":{"group":"a.b"}}`, "malformed_job"},
		{SubjectPause, `{"group":"a.b"}`, "usage"},
		{SubjectResume, `{}`, "usage"},
	} {
		answer := request(bad.subject, "", bad.body)
		if got := answer.Header.Get("Nats-Service-Error-Code"); got != bad.code {
			t.Errorf("%s %s is answered with code %q, want %q", bad.subject, bad.body, got, bad.code)
		}
		s.check(t, "failure", answer.Data)
	}
}

func TestServiceIsFoundByDiscovery(t *testing.T) {
	w := newWorld(t)
	w.start(&fakeConverter{}, testSettings(t, "a"))
	for range 50 {
		answer, err := w.client.conn.Request("$SRV.INFO."+ServiceName, nil, time.Second)
		if err != nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		for _, subject := range []string{SubjectSubmit, SubjectStatus, SubjectCancel, SubjectFormats} {
			if !bytes.Contains(answer.Data, []byte(`"`+subject+`"`)) {
				t.Errorf("discovery does not name %s: %s", subject, answer.Data)
			}
		}
		return
	}
	t.Fatal("the service does not answer discovery")
}
