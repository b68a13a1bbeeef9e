// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"convertd/plugins/rts/protocol"
)

// Options are what a Server is made with. Zero values mean the default that is named.
type Options struct {
	Games Games
	Log   *slog.Logger // nil: nothing is logged
	// AllowOrigin decides whether a page of that origin may watch; nil: only pages
	// of the host that is asked. Programs without an Origin header are let in.
	AllowOrigin func(r *http.Request, origin string) bool
	Rooms       int           // open at a time: 32
	Viewers     int           // of one room: 256
	Clients     int           // of the server: 1024
	Grace       time.Duration // a room stays so long without viewers: 10 seconds
	KeptBytes   int           // of states a room keeps to go back to: 64 MiB
	// Windows is how many clients have what they were sent before count when the next
	// message is compressed: 32; negative: none. Each costs 1.2 MB, and makes a frame a
	// tenth. For the others each message is compressed by itself, which makes it half.
	Windows int
}

const (
	defaultRooms     = 32
	defaultViewers   = 256
	defaultClients   = 1024
	defaultGrace     = 10 * time.Second
	defaultKeptBytes = 64 << 20
	defaultWindows   = 32
)

// Server is the http.Handler behind a WebSocket address. Close it.
type Server struct {
	options Options
	ctx     context.Context //nolint:containedctx // ends what outlives a request: rooms
	stop    context.CancelCauseFunc
	running sync.WaitGroup

	mutex   sync.Mutex
	rooms   map[string]*room
	clients int
	windows int // in use
	lastID  uint32
	closed  bool
}

// ErrClosed ends everything when a Server is closed.
var ErrClosed = errors.New("the server is shutting down")

// New returns a Server that shows games.
func New(options Options) *Server {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	orElse(&options.Rooms, defaultRooms)
	orElse(&options.Viewers, defaultViewers)
	orElse(&options.Clients, defaultClients)
	orElse(&options.KeptBytes, defaultKeptBytes)
	orElse(&options.Windows, defaultWindows)
	if options.Grace == 0 {
		options.Grace = defaultGrace
	}
	ctx, stop := context.WithCancelCause(context.Background())
	return &Server{options: options, ctx: ctx, stop: stop, rooms: make(map[string]*room)}
}

func orElse(value *int, otherwise int) {
	if *value == 0 {
		*value = otherwise
	}
}

// Close ends all rooms and connections and waits for them.
func (s *Server) Close() {
	s.mutex.Lock()
	s.closed = true
	s.mutex.Unlock()
	s.stop(ErrClosed)
	s.running.Wait()
}

// admit counts a new client in; id is 0 if there is no room for it.
func (s *Server) admit() (id uint32) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed || s.clients >= s.options.Clients {
		return 0
	}
	s.clients++
	s.lastID++
	s.running.Add(1)
	return s.lastID
}

func (s *Server) dismiss() {
	s.mutex.Lock()
	s.clients--
	s.mutex.Unlock()
	s.running.Done()
}

// compression is how messages of a new client are compressed; done gives back its window,
// if it has got one.
func (s *Server) compression() (mode websocket.CompressionMode, done func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.windows >= s.options.Windows {
		return websocket.CompressionNoContextTakeover, func() {}
	}
	s.windows++
	return websocket.CompressionContextTakeover, func() {
		s.mutex.Lock()
		s.windows--
		s.mutex.Unlock()
	}
}

// ServeHTTP takes a WebSocket and speaks the protocol until it ends.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if s.options.AllowOrigin != nil && origin != "" && !s.options.AllowOrigin(r, origin) {
		http.Error(w, "pages of this origin may not watch", http.StatusForbidden)
		return
	}
	id := s.admit()
	if id == 0 {
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many are watching", http.StatusServiceUnavailable)
		return
	}
	defer s.dismiss()
	mode, done := s.compression()
	defer done()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		InsecureSkipVerify: s.options.AllowOrigin != nil, // it was asked
		CompressionMode:    mode,                         // if the client can do it, as browsers can
	})
	if err != nil {
		return // Accept answered
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(protocol.MaxClientMessageBytes)
	s.serve(r.Context(), id, conn)
}

// serve runs reader, writer and heartbeat of one client; the first to end ends all.
func (s *Server) serve(ctx context.Context, id uint32, conn *websocket.Conn) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.ctx, func() { cancel(ErrClosed) })()
	c := newClient(id, conn, cancel)
	var others sync.WaitGroup
	for _, run := range [...]func(context.Context) error{c.write, c.heartbeat} {
		others.Go(func() {
			err := run(ctx)
			cancel(err)
			// The reader waits for the client: close under it.
			_ = conn.Close(closing(context.Cause(ctx)))
		})
	}
	visit := visit{server: s, client: c}
	c.tell(&protocol.Welcome{PlayerID: id})
	err := visit.read(ctx)
	visit.leave()
	cancel(err)
	others.Wait()
	_ = conn.Close(closing(context.Cause(ctx)))
}

// closing is what a client is told when the connection ends.
func closing(cause error) (code websocket.StatusCode, reason string) {
	switch {
	case errors.Is(cause, errSlow), errors.Is(cause, errIdle):
		return websocket.StatusPolicyViolation, cause.Error()
	case errors.Is(cause, ErrClosed):
		return websocket.StatusGoingAway, cause.Error()
	}
	return websocket.StatusNormalClosure, ""
}

// enter finds a room, or opens it, and counts the client in. Whoever enters
// leaves.
func (s *Server) enter(name string, open func() *room) (*room, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	r := s.rooms[name]
	switch {
	case s.closed:
		return nil, ErrClosed
	case r == nil && len(s.rooms) >= s.options.Rooms:
		return nil, errTooManyRooms
	case r == nil && open == nil:
		return nil, errNoRoom
	case r == nil:
		r = open()
		s.start(r)
	case r.viewers >= s.options.Viewers:
		return nil, errRoomFull
	}
	r.viewers++
	return r, nil
}

var (
	errTooManyRooms = errors.New("too many games are being shown; try again later")
	errRoomFull     = errors.New("too many are watching this game")
	errNoRoom       = errors.New("there is no such room")
)

// start runs a room that is new. The mutex is held.
func (s *Server) start(r *room) {
	s.rooms[r.name] = r
	s.running.Go(func() {
		r.run()
		s.forget(r)
	})
}

// add opens a room that nobody is in yet.
func (s *Server) add(r *room) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case s.closed:
		return ErrClosed
	case len(s.rooms) >= s.options.Rooms:
		return errTooManyRooms
	}
	s.start(r)
	s.linger(r, max(s.options.Grace, joinTimeout))
	return nil
}

// forget lets nobody into a room any more.
func (s *Server) forget(r *room) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.rooms[r.name] == r {
		delete(s.rooms, r.name)
	}
}

// left counts a client out. A room without viewers ends after a while.
func (s *Server) left(r *room) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if r.viewers--; r.viewers == 0 {
		s.linger(r, s.options.Grace)
	}
}

// linger ends a room unless somebody comes in time. The mutex is held.
func (s *Server) linger(r *room, wait time.Duration) {
	r.emptied++
	emptied := r.emptied
	timer := time.AfterFunc(wait, func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		if r.viewers == 0 && r.emptied == emptied {
			if s.rooms[r.name] == r {
				delete(s.rooms, r.name)
			}
			r.stop(nil)
		}
	})
	context.AfterFunc(r.ctx, func() { timer.Stop() })
}
