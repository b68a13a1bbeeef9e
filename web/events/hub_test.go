// SPDX-License-Identifier: GPL-3.0-or-later

package events

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newHub(t *testing.T) (*Hub, *httptest.Server) {
	t.Helper()
	hub := NewHub(func(*http.Request) (any, error) { return map[string]int{"games": 3}, nil })
	server := httptest.NewServer(hub)
	t.Cleanup(func() {
		hub.Close()
		server.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return hub, server
}

// listen opens a stream and gives its lines.
func listen(t *testing.T, ctx context.Context, server *httptest.Server) *bufio.Scanner {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("content type %s", got)
	}
	return bufio.NewScanner(response.Body)
}

// next is the next event: its name and data.
func next(t *testing.T, lines *bufio.Scanner) (name, data string) {
	t.Helper()
	for lines.Scan() {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "event: "):
			name = line[len("event: "):]
		case strings.HasPrefix(line, "data: "):
			data = line[len("data: "):]
		case line == "" && name != "":
			return name, data
		}
	}
	t.Fatal("the stream ended")
	return "", ""
}

func TestEverybodyHearsWhatHappens(t *testing.T) {
	hub, server := newHub(t)
	one, two := listen(t, t.Context(), server), listen(t, t.Context(), server)
	for _, lines := range []*bufio.Scanner{one, two} {
		if name, data := next(t, lines); name != "hello" || data != `{"games":3}` {
			t.Fatalf("first: %s %s", name, data)
		}
	}
	if err := hub.Publish("job", map[string]string{"id": "a\nb"}); err != nil {
		t.Fatal(err)
	}
	for _, lines := range []*bufio.Scanner{one, two} {
		if name, data := next(t, lines); name != "job" || data != `{"id":"a\nb"}` {
			t.Errorf("then: %s %s", name, data)
		}
	}
}

// A page that does not read costs a queue of a bounded length; when it reads
// again it is told to load everything.
func TestAPageThatDoesNotReadIsToldToLoadAgain(t *testing.T) {
	hub := NewHub(nil)
	c, ok := hub.join()
	if !ok {
		t.Fatal("not joined")
	}
	for i := range 3 * buffered {
		if err := hub.Publish("job", i); err != nil {
			t.Fatal(err)
		}
	}
	for range buffered {
		<-c.queue
	}
	if err := hub.Publish("job", "after"); err != nil {
		t.Fatal(err)
	}
	if got := string(<-c.queue); got != string(resync) {
		t.Errorf("then comes %q", got)
	}
	if got := string(<-c.queue); !strings.Contains(got, "after") {
		t.Errorf("then comes %q", got)
	}
}

func TestPagesThatGoLeaveNothing(t *testing.T) {
	hub, server := newHub(t)
	ctx, cancel := context.WithCancel(t.Context())
	lines := listen(t, ctx, server)
	next(t, lines)
	if hub.Clients() != 1 {
		t.Fatalf("%d clients", hub.Clients())
	}
	cancel()
	for begun := time.Now(); hub.Clients() > 0; time.Sleep(time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			t.Fatal("the client stays")
		}
	}
}

func TestClosingEndsStreams(t *testing.T) {
	hub, server := newHub(t)
	lines := listen(t, t.Context(), server)
	next(t, lines)
	hub.Close()
	if lines.Scan() {
		t.Errorf("after the end comes %q", lines.Text())
	}
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a new stream: %d", response.StatusCode)
	}
}

func TestStreamsAreBounded(t *testing.T) {
	hub := NewHub(nil)
	for i := range maxClients + 1 {
		if _, ok := hub.join(); ok != (i < maxClients) {
			t.Fatal(fmt.Sprint("client ", i))
		}
	}
}
