// SPDX-License-Identifier: GPL-3.0-or-later

package events

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Limits of a stream.
const (
	buffered     = 256 // events that wait for one client
	maxClients   = 1000
	aliveEvery   = 15 * time.Second
	writeTimeout = 10 * time.Second
)

// Hub passes events on to all clients. It is safe for several goroutines.
type Hub struct {
	// Hello makes the first event of each client.
	Hello func(*http.Request) (any, error)

	mu      sync.Mutex
	clients map[*client]struct{}
	closed  bool
}

// client is one page that listens.
type client struct {
	queue chan []byte
	late  bool // events were left out since the last one that was queued
}

// NewHub makes a hub without clients.
func NewHub(hello func(*http.Request) (any, error)) *Hub {
	return &Hub{Hello: hello, clients: map[*client]struct{}{}}
}

// frame is an event as it is sent.
func frame(name string, data any) ([]byte, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", name, err)
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, text), nil
}

// Publish sends an event to everybody who listens. It never waits.
func (h *Hub) Publish(name string, data any) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.clients) == 0 {
		return nil
	}
	text, err := frame(name, data)
	if err != nil {
		return err
	}
	for c := range h.clients {
		c.offer(text)
	}
	return nil
}

var resync = []byte("event: resync\ndata: {}\n\n")

// offer queues an event, or notes that the client has missed some: it is told
// as soon as there is room.
func (c *client) offer(text []byte) {
	if c.late {
		select {
		case c.queue <- resync:
			c.late = false
		default:
			return
		}
	}
	select {
	case c.queue <- text:
	default:
		c.late = true
	}
}

// Clients is how many listen.
func (h *Hub) Clients() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.clients)
}

// Close ends all streams; new ones are refused.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for c := range h.clients {
		close(c.queue)
		delete(h.clients, c)
	}
}

func (h *Hub) join() (*client, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.clients) >= maxClients {
		return nil, false
	}
	c := &client{queue: make(chan []byte, buffered)}
	h.clients[c] = struct{}{}
	return c, true
}

func (h *Hub) leave(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, c)
}

// ServeHTTP answers with the stream of all events from now on.
func (h *Hub) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	c, ok := h.join()
	if !ok {
		response.Header().Set("Retry-After", "10")
		http.Error(response, `{"error":{"code":"too_many","message":"too many streams are open"}}`, http.StatusServiceUnavailable)
		return
	}
	defer h.leave(c)
	header := response.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // a proxy that collects answers would hold it back
	control := http.NewResponseController(response)
	write := func(text []byte) bool {
		_ = control.SetWriteDeadline(time.Now().Add(writeTimeout)) // recorders of tests have none
		_, err := response.Write(text)
		return err == nil && control.Flush() == nil
	}
	hello, err := h.Hello(request)
	if err != nil {
		http.Error(response, `{"error":{"code":"unavailable","message":"the library cannot be read"}}`, http.StatusServiceUnavailable)
		return
	}
	first, err := frame("hello", hello)
	if err != nil || !write(append([]byte("retry: 2000\n"), first...)) {
		return
	}
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for {
		select {
		case <-request.Context().Done():
			return
		case text, open := <-c.queue:
			if !open || !write(text) {
				return
			}
		case <-alive.C:
			if !write([]byte(": alive\n\n")) {
				return
			}
		}
	}
}
