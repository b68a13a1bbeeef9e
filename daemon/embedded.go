// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"convertd/failure"
	"convertd/files"
)

// Embedded is a NATS server inside this process with its store on disk.
type Embedded struct {
	server *server.Server
	lock   *files.Held
	local  string // path of the file that tells other processes of this user
	token  string
	guard  *storeGuard
}

// EmbeddedOptions configure an Embedded server.
type EmbeddedOptions struct {
	StoreDir string // JetStream's files; created if absent
	Listen   string // "host:port"; "" listens nowhere: only this process can connect
	Token    string // clients must present it; "" makes one up
	MaxStore int64  // bytes on disk
	Log      *slog.Logger
}

// startTimeout bounds how long an embedded server may take to get ready. A
// large store is read back during it.
const startTimeout = time.Minute

// lockFile and localFile lie in the store folder.
const (
	lockFile  = "convertd.lock"
	localFile = "convertd-local.json"
)

// localServer is the content of localFile: how processes of the same user
// find and enter the server that owns a store folder.
type localServer struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// ErrStoreInUse says that another process has its server on this store folder. Connect
// to it (LocalServer) instead of starting one.
var ErrStoreInUse = errors.New("store folder")

// StartEmbedded starts a server. A store folder serves one process at a time:
// ErrStoreInUse if another one has it. The caller calls Stop.
func StartEmbedded(options EmbeddedOptions) (*Embedded, error) {
	if err := os.MkdirAll(options.StoreDir, 0o700); err != nil {
		return nil, fmt.Errorf("nats store folder cannot be made: %w: choose another nats.embedded.store_dir", err)
	}
	lock, err := files.Hold(filepath.Join(options.StoreDir, lockFile))
	if errors.Is(err, files.ErrInUse) {
		return nil, fmt.Errorf("%w: %w", ErrStoreInUse, err)
	}
	if err != nil {
		return nil, fmt.Errorf("store folder: %w", err)
	}
	embedded := &Embedded{lock: lock, token: options.Token, local: filepath.Join(options.StoreDir, localFile)}
	if embedded.token == "" {
		embedded.token = rand.Text()
	}
	if err := embedded.start(options); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return embedded, nil
}

func (e *Embedded) start(options EmbeddedOptions) error {
	settings := &server.Options{
		ServerName:        ServiceName,
		JetStream:         true,
		StoreDir:          filepath.Join(options.StoreDir, "jetstream"),
		JetStreamMaxStore: options.MaxStore,
		DontListen:        options.Listen == "",
		Authorization:     e.token,
		NoLog:             true,
		NoSigs:            true,
	}
	if options.Listen != "" {
		host, port, err := net.SplitHostPort(options.Listen)
		if err != nil {
			return fmt.Errorf("%w: nats.embedded.listen is not host:port: %w", failure.ErrUsage, err)
		}
		if settings.Host = host; host == "" {
			settings.Host = "0.0.0.0"
		}
		if settings.Port, err = strconv.Atoi(port); err != nil {
			return fmt.Errorf("%w: nats.embedded.listen has no number as port: %w", failure.ErrUsage, err)
		}
		if settings.Port == 0 {
			settings.Port = server.RANDOM_PORT
		}
		if err := checkFree(settings.Host, settings.Port); err != nil {
			return err
		}
	}
	var err error
	if e.server, err = server.NewServer(settings); err != nil {
		return fmt.Errorf("%w: the nats server cannot be set up: %w", failure.ErrUnavailable, err)
	}
	e.server.Start()
	if !e.server.ReadyForConnections(startTimeout) {
		e.server.Shutdown()
		e.server.WaitForShutdown()
		return fmt.Errorf("%w: the nats server inside convertd is not ready after %s: is nats.embedded.listen %s in use?", failure.ErrUnavailable, startTimeout, options.Listen)
	}
	e.guard = guardStore(e.server, settings.StoreDir, options.Log)
	if settings.DontListen {
		return nil
	}
	return e.announce()
}

// checkFree finds out at once what the server would only show by never
// getting ready.
func checkFree(host string, port int) error {
	listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(max(port, 0))))
	if err != nil {
		return fmt.Errorf("%w: the nats server inside cannot listen: %w: choose another nats.embedded.listen, or set nats.url to the server that is there", failure.ErrUnavailable, err)
	}
	return listener.Close()
}

// announce tells other processes of this user where the server is.
func (e *Embedded) announce() error {
	content, err := json.Marshal(localServer{URL: e.server.ClientURL(), Token: e.token})
	if err != nil {
		return err
	}
	if err := os.WriteFile(e.local, content, 0o600); err != nil {
		e.guard.stop()
		e.server.Shutdown()
		return fmt.Errorf("the address of the server inside cannot be noted: %w", err)
	}
	return nil
}

// URL is where clients outside of this process connect, "" if nowhere.
func (e *Embedded) URL() string { return e.server.ClientURL() }

// Connect opens a connection inside the process.
func (e *Embedded) Connect(options ...nats.Option) (*nats.Conn, error) {
	options = append([]nats.Option{nats.InProcessServer(e.server), nats.Token(e.token), nats.Name(ServiceName)}, options...)
	conn, err := nats.Connect("", options...)
	if err != nil {
		return nil, fmt.Errorf("%w: the server inside convertd does not answer: %w", failure.ErrUnavailable, err)
	}
	return conn, nil
}

// StoreHealth says what is wrong with the store, nil if nothing is.
func (e *Embedded) StoreHealth() error { return e.guard.health() }

// stopTimeout bounds the end of a server. What it has acknowledged is on disk.
const stopTimeout = 20 * time.Second

// Stop ends the server and frees the store folder. Connections should be
// closed before.
func (e *Embedded) Stop() error {
	e.guard.stop()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}()
	if !ended(finished, stopTimeout) {
		return fmt.Errorf("%w: the nats server inside does not end within %s: end this process", failure.ErrUnavailable, stopTimeout)
	}
	err := os.Remove(e.local)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, e.lock.Release())
}

// LocalServer finds the server that another process of this user runs on a
// store folder. ok is false if none has announced itself.
func LocalServer(storeDir string) (url, token string, ok bool) {
	content, err := os.ReadFile(filepath.Join(storeDir, localFile))
	if err != nil {
		return "", "", false
	}
	var local localServer
	if err := json.Unmarshal(content, &local); err != nil || local.URL == "" {
		return "", "", false
	}
	return local.URL, local.Token, true
}
