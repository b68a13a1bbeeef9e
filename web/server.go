// SPDX-License-Identifier: GPL-3.0-or-later

package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"convertd/web/access"
)

// Options of a Server.
type Options struct {
	Guard *access.Guard
	// BasePath is the prefix of all addresses, "" or "/prefix". A proxy that takes
	// its prefix away needs none.
	BasePath string
	Pages    fs.FS        // the built application
	API      http.Handler // everything under /api/v1/
	Events   http.Handler // /api/v1/events
	Playback http.Handler // /ws; nil: there is none
	// Extra are handlers by their pattern ("GET /healthz"). They answer without
	// a token.
	Extra map[string]http.Handler
	Log   *slog.Logger
}

// Limits of connections. An answer may take longer only where its handler says so.
const (
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	answerTimeout = time.Minute
	maxHeader     = 32 << 10
	drainTimeout  = 5 * time.Second
	maxTokenBytes = 4 << 10 // of the request that begins a session
)

// Server answers HTTP.
type Server struct {
	options Options
	handler http.Handler
}

// New puts all handlers behind one address.
func New(options Options) *Server {
	s := &Server{options: options}
	mux := http.NewServeMux()
	mux.Handle("/api/v1/", s.forRole(access.RoleRead, options.API))
	mux.Handle("GET /api/v1/server", options.API) // says whether a token is needed
	mux.Handle("GET /api/v1/events", s.forRole(access.RoleRead, options.Events))
	mux.HandleFunc("POST /session", s.beginSession)
	mux.HandleFunc("DELETE /session", s.endSession)
	if options.Playback != nil {
		mux.Handle("GET /ws", s.forRole(access.RoleRead, options.Playback))
	}
	mux.Handle("/", &pages{files: options.Pages})
	guarded := s.guard(mux)
	all := http.NewServeMux()
	for pattern, handler := range options.Extra {
		all.Handle(pattern, handler)
	}
	all.Handle("/", guarded)
	s.handler = s.contain(s.strip(all))
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	s.handler.ServeHTTP(response, request)
}

// Serve answers on a listener until ctx is done. Answers that are on their way
// then have a few seconds.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		draining, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
		defer cancel()
		err := server.Shutdown(draining)
		if errors.Is(err, context.DeadlineExceeded) {
			err = server.Close() // streams do not end by themselves
		}
		stopped <- err
	})
	err := server.Serve(listener)
	if !stop() { // it has begun to stop
		err = <-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// strip takes the base path away.
func (s *Server) strip(next http.Handler) http.Handler {
	base := s.options.BasePath
	if base == "" {
		return next
	}
	stripped := http.StripPrefix(base, next)
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		switch {
		case request.URL.Path == base:
			http.Redirect(response, request, base+"/", http.StatusPermanentRedirect)
		case strings.HasPrefix(request.URL.Path, base+"/"):
			stripped.ServeHTTP(response, request)
		default:
			http.Error(response, "there is no such page", http.StatusNotFound)
		}
	})
}

// guard lets through who may come in, with the role in the request's context,
// and says what browsers may do with what they get.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		header := response.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		role, refusal := s.options.Guard.Check(request)
		if refusal != nil {
			WriteError(response, refusal.Status, refusal.Code, refusal.Message)
			return
		}
		control := http.NewResponseController(response)
		_ = control.SetWriteDeadline(time.Now().Add(answerTimeout)) // recorders of tests have none
		if request.Method != http.MethodGet && request.Method != http.MethodHead {
			_ = control.SetReadDeadline(time.Now().Add(answerTimeout))
		}
		next.ServeHTTP(response, request.WithContext(access.With(request.Context(), role)))
	})
}

func (s *Server) forRole(least access.Role, next http.Handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if access.RoleOf(request.Context()) < least {
			WriteError(response, http.StatusUnauthorized, "unauthorized", "a token is needed: send it as `Authorization: Bearer TOKEN`, or sign in")
			return
		}
		next.ServeHTTP(response, request)
	})
}

// contain answers for a handler that panicked; the server goes on.
func (s *Server) contain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(fault) // the handler's way to cut an answer off
			}
			s.options.Log.Error("a request's handler panicked", "fault", fault, "stack", string(debug.Stack()))
			WriteError(response, http.StatusInternalServerError, "internal", "this server is at fault; its log has the cause")
		}()
		next.ServeHTTP(response, request)
	})
}

func (s *Server) beginSession(response http.ResponseWriter, request *http.Request) {
	var asked struct {
		Token string `json:"token"`
	}
	data, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxTokenBytes))
	if err != nil || json.Unmarshal(data, &asked) != nil {
		WriteError(response, http.StatusBadRequest, "usage", `send {"token": "..."}`)
		return
	}
	role, refusal := s.options.Guard.Begin(response, request, asked.Token)
	if refusal != nil {
		WriteError(response, refusal.Status, refusal.Code, refusal.Message)
		return
	}
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(response).Encode(map[string]string{"role": role.String()}) // whoever asked may be gone
}

func (s *Server) endSession(response http.ResponseWriter, request *http.Request) {
	s.options.Guard.End(response, request)
	response.WriteHeader(http.StatusNoContent)
}

// WriteError answers with an error of the API.
func WriteError(response http.ResponseWriter, status int, code, message string) {
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Cache-Control", "no-store")
	response.WriteHeader(status)
	_ = json.NewEncoder(response).Encode(map[string]any{"error": map[string]string{"code": code, "message": message}}) // whoever asked may be gone
}
