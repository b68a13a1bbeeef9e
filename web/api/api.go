// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"regexp"

	"convertd/web/library"
)

// Recordings are the files behind the library.
type Recordings interface {
	// OpenGame opens the file of a game; library.ErrNotFound if it is not there.
	// The caller closes it.
	OpenGame(ctx context.Context, id string) (*library.Recording, error)
	// Report is the divergence report of a game; library.ErrNotFound if it has none.
	Report(ctx context.Context, id string) (json.RawMessage, error)
}

// Modes of a server.
const (
	ModeDaemon = "daemon" // over the results of a daemon
	ModeView   = "view"   // over files that somebody opened
)

// Options of the API.
type Options struct {
	Version    string
	Mode       string
	SignIn     bool // tokens are in use
	Index      *library.Index
	Recordings Recordings
	Decoders   Decoders
	Jobs       Jobs // nil: nobody takes jobs
	// UploadBytes is the largest upload.
	UploadBytes int64
	Log         *slog.Logger
}

// API answers requests.
type API struct {
	Options
	mux   *http.ServeMux
	cache *cache
}

// New makes the handler of everything under /api/v1/.
func New(options Options) *API {
	a := &API{Options: options, mux: http.NewServeMux(), cache: newCache()}
	for pattern, handle := range a.routes() {
		a.mux.HandleFunc(pattern, a.answer(handle))
	}
	a.mux.HandleFunc("/api/v1/", a.answer(func(http.ResponseWriter, *http.Request) error {
		return &Error{http.StatusNotFound, "not_found", "there is no such address in this API"}
	}))
	return a
}

// ServeHTTP implements http.Handler.
func (a *API) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	a.mux.ServeHTTP(response, request)
}

// handler answers one request, or says why it cannot.
type handler func(http.ResponseWriter, *http.Request) error

// Error is an answer that is none.
type Error struct {
	Status  int
	Code    string
	Message string
}

func (e *Error) Error() string { return e.Message }

func usage(format string, values ...any) error {
	return &Error{http.StatusBadRequest, "usage", fmt.Sprintf(format, values...)}
}

// answer turns errors into answers.
func (a *API) answer(handle handler) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		err := handle(response, request)
		if err == nil {
			return
		}
		told := a.told(request, err)
		header := response.Header()
		header.Del("Content-Disposition")
		header.Set("Content-Type", "application/json")
		header.Set("Cache-Control", "no-store")
		response.WriteHeader(told.Status)
		_ = json.NewEncoder(response).Encode(map[string]any{"error": map[string]string{"code": told.Code, "message": told.Message}}) // whoever asked may be gone
	}
}

// told is an error in words for strangers: nothing of this machine is in it.
func (a *API) told(request *http.Request, err error) *Error {
	var known *Error
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &large):
		return &Error{http.StatusRequestEntityTooLarge, "too_large", fmt.Sprintf("at most %d bytes are taken", large.Limit)}
	case errors.Is(err, library.ErrNotFound):
		return &Error{http.StatusNotFound, "not_found", "there is nothing of that name"}
	case errors.Is(err, library.ErrConflict):
		return &Error{http.StatusConflict, "conflict", "the job is not in a state in which this can be done"}
	case errors.Is(err, library.ErrUnavailable):
		return &Error{http.StatusServiceUnavailable, "unavailable", "the server behind cannot be reached now: try again"}
	case errors.Is(err, library.ErrRefused):
		return &Error{http.StatusBadRequest, "usage", err.Error()}
	case errors.Is(err, library.ErrCursor):
		return &Error{http.StatusBadRequest, "usage", library.ErrCursor.Error()}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return &Error{http.StatusServiceUnavailable, "unavailable", "it took too long, or nobody waited for it"}
	}
	a.Log.Error("a request failed", "path", request.URL.Path, "error", err)
	return &Error{http.StatusInternalServerError, "internal", "this server is at fault; its log has the cause"}
}

// writeJSON answers with a value.
func writeJSON(response http.ResponseWriter, value any) error {
	return writeStatus(response, http.StatusOK, value)
}

func writeStatus(response http.ResponseWriter, status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	header := response.Header()
	header.Set("Content-Type", "application/json")
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-store")
	}
	response.WriteHeader(status)
	_, _ = response.Write(append(data, '\n')) // whoever asked may be gone
	return nil
}

var gameID = regexp.MustCompile(`^[0-9a-f]{64}$`)

// pathID is the id in the path of a request.
func pathID(request *http.Request, shape *regexp.Regexp) (string, error) {
	id := request.PathValue("id")
	if !shape.MatchString(id) {
		return "", &Error{http.StatusNotFound, "not_found", "that is no id"}
	}
	return id, nil
}
