// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"convertd/config"
	"convertd/conversion"
	"convertd/failure"
	"convertd/files"
	"convertd/web"
	"convertd/web/access"
	"convertd/web/api"
	"convertd/web/assets"
	"convertd/web/events"
	"convertd/web/library"
	"convertd/web/playback"
	"convertd/web/results"
)

// pageServer is a web server with all that is behind it.
type pageServer struct {
	index    *library.Index
	hub      *events.Hub
	server   *web.Server
	playback *playback.Server
	log      *slog.Logger
	extra    map[string]http.Handler // beside the pages, without a token
}

// publish tells the pages what happened.
func (s *pageServer) publish(name string, data any) {
	if err := s.hub.Publish(name, data); err != nil {
		s.log.Warn("an event cannot be told", "event", name, "error", err)
	}
}

// newPageServer puts an index and the files behind it on a web server.
func newPageServer(index *library.Index, log *slog.Logger) *pageServer {
	return &pageServer{index: index, hub: events.NewHub(api.Hello(index)), log: log}
}

// open makes the handlers. What they need must be there by now.
func (s *pageServer) open(loaded *config.Loaded, guard *access.Guard, options api.Options) {
	options.UploadBytes = int64(loaded.Web.UploadBytes)
	options.Version, options.Index, options.Log, options.SignIn = version(), s.index, s.log, guard.SignIn()
	s.playback = playback.New(playback.Options{
		Games: playableGames{options.Recordings, s.log}, Log: s.log,
		AllowOrigin: func(*http.Request, string) bool { return true }, // the guard has asked
	})
	s.server = web.New(web.Options{
		Playback: s.playback, Guard: guard, BasePath: loaded.Web.BasePath, Pages: assets.Files(), API: api.New(options), Events: s.hub, Extra: s.extra, Log: s.log,
	})
}

// serve answers until ctx is done.
func (s *pageServer) serve(ctx context.Context, listener net.Listener) error {
	stop := context.AfterFunc(ctx, s.hub.Close)
	defer stop()
	err := s.server.Serve(ctx, listener)
	s.playback.Close()
	return err
}

// listenWeb opens the address of the web server.
func listenWeb(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: the pages cannot be served: %w: choose another web.listen, or set web.enabled to false", failure.ErrUnavailable, err)
	}
	return listener, nil
}

// openPages opens the address of a daemon's pages; nil if there are to be none.
// Of several daemons of one machine the first has them: that another cannot is a
// failure only where somebody chose the address.
func (p *program) openPages(loaded *config.Loaded, log *slog.Logger) (net.Listener, error) {
	if !loaded.Web.Enabled {
		return nil, nil
	}
	listener, err := listenWeb(loaded.Web.Listen)
	if errors.Is(err, syscall.EADDRINUSE) && loaded.Origin("web.listen") == "default" {
		log.Warn("no pages: another program has their address", "address", loaded.Web.Listen)
		return nil, nil
	}
	return listener, err
}

// withPages runs a daemon and its pages until both are done. Pages that fail
// end the daemon: somebody relies on them.
func withPages(ctx context.Context, pages, run func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan error, 1)
	go func() {
		err := pages(ctx)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = nil // the end came while they were being opened
		}
		if err != nil {
			cancel(failure.ErrShutdown)
		}
		ended <- err
	}()
	err := run(ctx)
	cancel(failure.ErrShutdown)
	return errors.Join(err, <-ended)
}

// webURL is where a browser finds the pages.
func webURL(listener net.Listener, loaded *config.Loaded) string {
	return "http://" + listener.Addr().String() + loaded.Web.BasePath + "/"
}

// serveWeb serves the pages of a daemon until ctx is done; without a listener
// there are none.
func (p *program) serveWeb(ctx context.Context, listener net.Listener, loaded *config.Loaded, b *broker, engine *conversion.Engine, extra map[string]http.Handler, log *slog.Logger) (err error) {
	if listener == nil {
		return nil
	}
	defer listener.Close() //nolint:errcheck // the server closes it too
	held, err := holdLibrary(loaded)
	if errors.Is(err, files.ErrInUse) && loaded.Origin("web.listen") == "default" && loaded.Origin("web.library") == "default" {
		log.Warn("no pages: another process has their library", "library", loaded.Web.Library)
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Release()) }()
	index, fresh, err := library.Open(ctx, loaded.Web.Library)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, index.Close()) }()
	if fresh {
		log.Info("the library is made from what is stored")
	}
	work, err := files.NewWorkFolder(loaded.Output.Scratch, files.JobPrefix)
	if err != nil {
		return notWritten("recordings cannot be kept for the pages", err)
	}
	defer func() { err = errors.Join(err, work.Close()) }()
	pages := newPageServer(index, log)
	pages.extra = extra
	recordings := results.NewFiles(b.client, engine.Materials(), work.Path())
	follower := results.NewFollower(results.Options{
		Client: b.client, Index: index, Files: recordings, Publish: pages.publish, DecoderOf: decoderOf(engine), Now: time.Now, Log: log,
	})
	if err := follower.Prepare(ctx); err != nil {
		return err
	}
	guard := access.New(access.Options{ReadTokens: loaded.Web.ReadTokens, SubmitTokens: loaded.Web.SubmitTokens, Hosts: loaded.Web.Hosts})
	jobs := &results.Jobs{Follower: follower, Uploads: results.Uploads{Folder: work.Path(), Limits: archiveLimits(loaded), Unpacker: newUnpacker(loaded)}}
	pages.open(loaded, guard, api.Options{Mode: api.ModeDaemon, Recordings: recordings, Decoders: newKnownDecoders(engine), Jobs: jobs})
	log.Info("pages", "url", webURL(listener, loaded))
	following := make(chan struct{})
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer close(following)
		follower.Run(ctx)
	}()
	err = pages.serve(ctx, listener)
	cancel()
	<-following
	return err
}

// holdLibrary keeps other daemons of this machine out of the library: each writes it from
// what it has followed, and two would write everything twice.
func holdLibrary(loaded *config.Loaded) (*files.Held, error) {
	path := loaded.Web.Library
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("library: its folder cannot be made: %w", err)
	}
	held, err := files.Hold(path + ".lock")
	if errors.Is(err, files.ErrInUse) {
		return nil, fmt.Errorf("%w: the library %s is %w: give each daemon a web.library of its own, or set web.enabled to false", failure.ErrUnavailable, path, err)
	}
	return held, err
}

// knownDecoders are the decoders of this process, for the API.
type knownDecoders struct {
	engine *conversion.Engine

	mu    sync.Mutex
	asked time.Time
	list  []api.Decoder
}

// decodersHold is how long a description holds: it starts processes.
const decodersHold = 10 * time.Second

func newKnownDecoders(engine *conversion.Engine) *knownDecoders {
	return &knownDecoders{engine: engine}
}

// Formats implements api.Decoders.
func (k *knownDecoders) Formats() []api.Format {
	list := []api.Format{}
	for _, format := range k.engine.Formats() {
		list = append(list, api.Format(format))
	}
	return list
}

// Decoders implements api.Decoders. Why one cannot be used is said by its class:
// the error itself may name places of this machine.
func (k *knownDecoders) Decoders(ctx context.Context) []api.Decoder {
	k.mu.Lock()
	defer k.mu.Unlock()
	if time.Since(k.asked) < decodersHold {
		return k.list
	}
	list := []api.Decoder{}
	for _, description := range k.engine.Describe(context.WithoutCancel(ctx)) {
		decoder := api.Decoder{
			Name: description.Info.Name, Version: description.Info.Version, Bundled: description.Bundled, State: api.DecoderReady,
			Formats: []api.Format{}, Sandbox: []api.Guard{},
		}
		for _, format := range description.Info.Formats {
			decoder.Formats = append(decoder.Formats, api.Format{
				ID: format.ID, Description: format.Description, Extensions: format.Extensions, Decoder: decoder.Name, Version: decoder.Version,
				Bundled: decoder.Bundled, Unverified: format.Unverified,
			})
		}
		for _, guard := range description.Guards {
			decoder.Sandbox = append(decoder.Sandbox, api.Guard{Guard: guard.Name, Active: guard.Active, Detail: guard.Detail})
		}
		if description.Err != nil {
			reason := failure.Classify(description.Err).Sentence
			decoder.State, decoder.Error = api.DecoderUnavailable, &reason
		}
		list = append(list, decoder)
	}
	k.list, k.asked = list, time.Now()
	return list
}

// decoderOf finds the decoder of a format.
func decoderOf(engine *conversion.Engine) func(format string) *library.Decoder {
	return func(format string) *library.Decoder {
		for _, known := range engine.Formats() {
			if known.ID == format {
				return &library.Decoder{Name: known.Decoder, Version: known.Version}
			}
		}
		return nil
	}
}
