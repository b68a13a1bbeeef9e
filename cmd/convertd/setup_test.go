// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"convertd/daemon"
	"convertd/failure"
	"convertd/internal/corpus"
	"convertd/internal/natscluster"
)

// settings is the configuration of every stream and consumer, as the server
// writes it.
func settings(t *testing.T, conn *nats.Conn) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, stream := range requestAll(t, conn, "$JS.API.STREAM.LIST", "streams") {
		found[stream.Config.Name] = string(stream.raw)
		for _, consumer := range requestAll(t, conn, "$JS.API.CONSUMER.LIST."+stream.Config.Name, "consumers") {
			if consumer.Config.Durable != "" {
				found[stream.Config.Name+" "+consumer.Config.Durable] = string(consumer.raw)
			}
		}
	}
	return found
}

// listed is an entry of a list of JetStream's.
type listed struct {
	Config struct {
		Name    string `json:"name"`
		Durable string `json:"durable_name"`
	}
	raw json.RawMessage // the whole configuration
}

func requestAll(t *testing.T, conn *nats.Conn, subject, field string) []listed {
	t.Helper()
	reply, err := conn.Request(subject, nil, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var answer map[string]json.RawMessage
	var entries []map[string]json.RawMessage
	if err := json.Unmarshal(reply.Data, &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer[field]) > 0 {
		if err := json.Unmarshal(answer[field], &entries); err != nil {
			t.Fatal(err)
		}
	}
	list := make([]listed, len(entries))
	for i, entry := range entries {
		list[i].raw = entry["config"]
		if err := json.Unmarshal(list[i].raw, &list[i].Config); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func expectSame(t *testing.T, who string, before, after map[string]string) {
	t.Helper()
	if len(after) != len(before) {
		t.Errorf("after %s there are %d streams and consumers, before %d", who, len(after), len(before))
	}
	for name, want := range before {
		if after[name] != want {
			t.Errorf("%s has changed %s:\n%s\nbefore:\n%s", who, name, after[name], want)
		}
	}
}

// otherWishes is a configuration that has nothing in common with the cluster's.
var otherWishes = []string{
	"--set", "nats.replicas=1", "--set", "jobs.event_age=1s", "--set", "jobs.source_age=1s", "--set", "jobs.duplicate_window=1s", "--set", "jobs.ack_wait=2s",
}

func TestOnlySetupChangesWhatIsThere(t *testing.T) {
	urls := natscluster.Start(t, 3).URLs()
	cluster := func(arguments ...string) (int, string, string) {
		return call(t, append(append([]string{}, arguments...), "--nats-url", urls)...)
	}
	if code, _, errors := cluster("setup", "--set", "nats.replicas=3"); code != failure.ExitDone {
		t.Fatalf("setup ends with %d: %s", code, errors)
	}
	conn, err := nats.Connect(urls)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	editByHand(t, conn)
	before := settings(t, conn)
	for _, name := range []string{daemon.StreamJobs, "KV_" + daemon.BucketStatus, "OBJ_" + daemon.StoreFiles} {
		if !strings.Contains(before[name], `"num_replicas":3`) {
			t.Fatalf("%s does not have three replicas: %s", name, before[name])
		}
	}
	replay := filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good", "every-kind.murk")
	verbs := []struct {
		code      int
		arguments []string
	}{
		{failure.ExitDone, []string{"jobs", "ls"}},
		{failure.ExitDone, []string{"submit", replay, "--id", "mine"}},
		{failure.ExitDone, []string{"jobs", "show", "mine"}},
		{failure.ExitDone, []string{"jobs", "cancel", "mine"}},
		{failure.ExitFailed, []string{"jobs", "retry", "absent"}},
		{failure.ExitFailed, []string{"jobs", "fetch", "mine", "-o", filepath.Join(t.TempDir(), "out")}},
		{failure.ExitDone, []string{"report", "ls"}},
		{failure.ExitFailed, []string{"report", "show", "absent"}},
		{failure.ExitDone, []string{"watch", "mine"}},
		{failure.ExitUnavailable, []string{"import", replay}},
		{failure.ExitFailed, []string{"setup", "--dry-run"}},
	}
	for _, verb := range verbs {
		code, out, errors := cluster(append(append([]string{}, verb.arguments...), otherWishes...)...)
		if code != verb.code {
			t.Errorf("%v ends with %d, want %d: %s%s", verb.arguments, code, verb.code, out, errors)
		}
		expectSame(t, strings.Join(verb.arguments[:1], " "), before, settings(t, conn))
	}
	s := serve(t, t.TempDir(), append([]string{"--nats-url", urls}, otherWishes...)...)
	expectSame(t, "serve", before, settings(t, conn))
	if !strings.Contains(s.output(), "num_replicas") {
		t.Errorf("serve does not say that the server has other settings: %s", s.output())
	}
	if code := s.interrupt(); code != failure.ExitDone {
		t.Errorf("serve ends with %d: %s", code, s.output())
	}
	// Nobody has asked for anything: the built-in single replica is no wish.
	if code, out, errors := cluster("setup"); code != failure.ExitDone || out != "nothing to change\n" {
		t.Errorf("setup ends with %d: %s%s", code, out, errors)
	}
	expectSame(t, "setup without a wish", before, settings(t, conn))
	if code, out, errors := cluster("setup", "--set", "nats.replicas=1"); code != failure.ExitDone || !strings.Contains(out, "num_replicas") {
		t.Errorf("setup ends with %d: %s%s", code, out, errors)
	}
	after := settings(t, conn)
	if !strings.Contains(after[daemon.StreamJobs], `"num_replicas":1`) || !strings.Contains(after[daemon.StreamReports], `"max_bytes":1048576`) {
		t.Errorf("setup has made of the streams %s and %s", after[daemon.StreamJobs], after[daemon.StreamReports])
	}
}

// editByHand does what an operator does with a tool of their own.
func editByHand(t *testing.T, conn *nats.Conn) {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), daemon.StreamReports)
	if err != nil {
		t.Fatal(err)
	}
	edited := stream.CachedInfo().Config
	edited.MaxBytes, edited.MaxAge = 1<<20, 90*24*time.Hour
	if _, err := js.UpdateStream(t.Context(), edited); err != nil {
		t.Fatal(err)
	}
}

func TestVerbsSayWhatIsWrongWithTheServer(t *testing.T) {
	empty := startNATS(t)
	plain := startServer(t, &server.Options{})
	table := []struct{ name, url, says string }{
		{"nothing set up", empty, "run `convertd setup`"},
		{"no JetStream", plain, "no JetStream"},
	}
	for _, row := range table {
		t.Run(row.name, func(t *testing.T) {
			code, _, errors := call(t, "jobs", "ls", "--nats-url", row.url)
			if code != failure.ExitUnavailable || !strings.Contains(errors, row.says) {
				t.Errorf("jobs ls ends with %d: %s", code, errors)
			}
		})
	}
	conn, err := nats.Connect(empty)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if found := settings(t, conn); len(found) > 0 {
		t.Errorf("reading made %v", found)
	}
}
