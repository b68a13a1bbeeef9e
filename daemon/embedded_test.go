// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/failure"
)

func TestStoreFolderServesOneServer(t *testing.T) {
	store := t.TempDir()
	first, err := StartEmbedded(EmbeddedOptions{StoreDir: store, Listen: "127.0.0.1:0", MaxStore: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := StartEmbedded(EmbeddedOptions{StoreDir: store, MaxStore: 1 << 20}); !errors.Is(err, ErrStoreInUse) {
		t.Errorf("a second server on the same store: %v", err)
	}
	url, token, ok := LocalServer(store)
	if !ok {
		t.Fatal("the server did not announce itself")
	}
	if _, err := nats.Connect(url, nats.NoReconnect()); err == nil {
		t.Error("somebody without the token came in")
	}
	conn, err := nats.Connect(url, nats.Token(token))
	if err != nil {
		t.Fatalf("the announced token does not let in: %v", err)
	}
	conn.Close()
	info, err := os.Stat(filepath.Join(store, localFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the announced token is readable by others: %v, %v", info.Mode(), err)
	}
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := LocalServer(store); ok {
		t.Error("a stopped server is still announced")
	}
	again, err := StartEmbedded(EmbeddedOptions{StoreDir: store, MaxStore: 1 << 20})
	if err != nil {
		t.Fatalf("the store is not free after Stop: %v", err)
	}
	if err := again.Stop(); err != nil {
		t.Fatal(err)
	}
}

func TestAddressInUseIsSaid(t *testing.T) {
	_, err := StartEmbedded(EmbeddedOptions{StoreDir: t.TempDir(), Listen: "nonsense", MaxStore: 1 << 20})
	if !errors.Is(err, failure.ErrUsage) {
		t.Errorf("a bad address gives %v", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // nothing was sent
	store := t.TempDir()
	begun := time.Now()
	_, err = StartEmbedded(EmbeddedOptions{StoreDir: store, Listen: listener.Addr().String(), MaxStore: 1 << 20})
	if !errors.Is(err, failure.ErrUnavailable) || !strings.Contains(err.Error(), "nats.embedded.listen") || time.Since(begun) > startTimeout/2 {
		t.Errorf("an address in use gives, after %v: %v", time.Since(begun), err)
	}
	free, err := StartEmbedded(EmbeddedOptions{StoreDir: store, MaxStore: 1 << 20})
	if err != nil {
		t.Fatalf("the store is not free after a failed start: %v", err)
	}
	if err := free.Stop(); err != nil {
		t.Fatal(err)
	}
}
