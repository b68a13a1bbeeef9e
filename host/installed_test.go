// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"aead.dev/minisign"

	"convertd/host"
	"convertd/host/lockfile"
	"convertd/pins"
)

// lock writes the lock file of a folder.
func lock(t *testing.T, folder string, decoders ...lockfile.Decoder) {
	t.Helper()
	err := lockfile.Update(folder, func(file *lockfile.File) error {
		file.Decoders = decoders
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLockFileSaysWhichVersionIsAsked(t *testing.T) {
	folder := pluginFolder(t)
	_, digest := install(t, folder, "outside@1.0.0")
	_, newer := install(t, folder, "outside@1.10.0")
	old := lockfile.Decoder{Name: "outside", Version: "1.0.0", Pin: pins.Pin{Digest: digest, File: "convertd-decoder-outside@1.0.0"}}
	latest := lockfile.Decoder{Name: "outside", Version: "1.10.0", Pin: pins.Pin{Digest: newer, File: "convertd-decoder-outside@1.10.0"}}
	lock(t, folder, old, latest)
	h := newHost(t, func(config *host.Config) { config.Folders = []string{folder} })
	var asked []string
	for _, one := range h.Describe(context.Background()) {
		if one.Asked && one.Info.Name == "outside" {
			asked = append(asked, one.Info.Version)
		}
	}
	if len(asked) != 1 || asked[0] != "1.10.0" {
		t.Errorf("asked are %v", asked)
	}
	// The test program says that it is 1.0.0, whatever it was installed as.
	if got := decode(t, h, request("outside", "", replay(1))); !errors.Is(got.err, host.ErrPluginLied) || !strings.Contains(got.err.Error(), "1.10.0") {
		t.Errorf("another version than the locked one gave %v", got.err)
	}
	for _, name := range []string{"outside@1.0.0", "good@1.0.0"} {
		if got := decode(t, h, request(name, "", replay(7))); got.err != nil || len(got.orders) != 7 {
			t.Errorf("%s gave %d orders and %v", name, len(got.orders), got.err)
		}
	}
	if got := decode(t, h, request("outside@3", "", "")); !errors.Is(got.err, host.ErrUnknownDecoder) {
		t.Errorf("a version that is not there gave %v", got.err)
	}

	latest.Disabled = true
	lock(t, folder, old, latest)
	if err := h.Reload(host.Outside{Folders: []string{folder}}); err != nil {
		t.Fatal(err)
	}
	if got := decode(t, h, request("outside", "", replay(7))); got.err != nil || len(got.orders) != 7 {
		t.Errorf("with the newest disabled: %d orders and %v", len(got.orders), got.err)
	}
}

func TestWhatTheLockFileForbidsIsNotStarted(t *testing.T) {
	zeros := strings.Repeat("00", 32)
	for _, test := range []struct {
		name   string
		change func(locked *lockfile.Decoder, config *host.Config)
		reason string
	}{
		{"another digest", func(locked *lockfile.Decoder, _ *host.Config) { locked.Digest = zeros }, "pinned SHA-256"},
		{"disabled", func(locked *lockfile.Decoder, _ *host.Config) { locked.Disabled = true }, "is disabled"},
		{"another pin in the configuration", func(_ *lockfile.Decoder, config *host.Config) {
			config.Pins = map[string]string{"outside@1.0.0": zeros}
		}, "make them agree"},
		{"no file", func(locked *lockfile.Decoder, _ *host.Config) {
			locked.Name, locked.File = "absent", "convertd-decoder-absent"
		}, "its file is not there"},
		{"no signature where one is required", func(_ *lockfile.Decoder, config *host.Config) { config.Signatures = host.SignaturesRequired }, "has no signature"},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := pluginFolder(t)
			_, digest := install(t, folder, "outside@1.0.0")
			locked := lockfile.Decoder{Name: "outside", Version: "1.0.0", Pin: pins.Pin{Digest: digest, File: "convertd-decoder-outside@1.0.0"}}
			h := newHost(t, func(config *host.Config) {
				config.Folders = []string{folder}
				test.change(&locked, config)
				lock(t, folder, locked)
			})
			got := decode(t, h, request(locked.Name, "", replay(1)))
			if !errors.Is(got.err, host.ErrPluginUnavailable) || !strings.Contains(got.err.Error(), test.reason) {
				t.Errorf("error is %v, want one about %q", got.err, test.reason)
			}
		})
	}
	folder := pluginFolder(t)
	if err := os.WriteFile(filepath.Join(folder, lockfile.Name), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := host.New(host.Config{Outside: host.Outside{Folders: []string{folder}}}); !errors.Is(err, pins.ErrFormat) {
		t.Errorf("a lock file that is none gave %v", err)
	}
}

func TestSignatureMustBeOfATrustedKeyAndOfThisFile(t *testing.T) {
	trusted, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	_, stranger, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sign := func(key minisign.PrivateKey, content []byte) []byte {
		reader := minisign.NewReader(bytes.NewReader(content))
		_, _ = io.Copy(io.Discard, reader)
		return reader.Sign(key)
	}
	for _, test := range []struct {
		name      string
		signature func(content []byte) []byte
		good      bool
	}{
		{"trusted", func(content []byte) []byte { return sign(private, content) }, true},
		{"of a stranger", func(content []byte) []byte { return sign(stranger, content) }, false},
		{"of another file", func([]byte) []byte { return sign(private, []byte("x")) }, false},
		{"garbage", func([]byte) []byte { return []byte("garbage") }, false},
		{"too long", func([]byte) []byte { return make([]byte, 5<<10) }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := pluginFolder(t)
			path, digest := install(t, folder, "outside")
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path+host.SignatureSuffix, test.signature(content), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, policy := range []host.Signatures{host.SignaturesOff, host.SignaturesOptional, host.SignaturesRequired} {
				h := newHost(t, func(config *host.Config) {
					config.Folders, config.Pins = []string{folder}, map[string]string{"outside": digest}
					config.Signatures, config.TrustedKeys = policy, []string{trusted.String()}
				})
				got := decode(t, h, request("outside", "", replay(1)))
				if want := test.good || policy == host.SignaturesOff; (got.err == nil) != want {
					t.Errorf("%s: error is %v, want success: %v", policy, got.err, want)
				}
			}
		})
	}
}

func TestJobAtWorkFinishesWithTheDecoderItBeganWith(t *testing.T) {
	folder := pluginFolder(t)
	path, digest := install(t, folder, "outside")
	outside := host.Outside{Folders: []string{folder}, Pins: map[string]string{"outside": digest}}
	h := newHost(t, func(config *host.Config) { config.Outside = outside })
	content := replay(100_000)
	stream, err := h.Decode(context.Background(), request("outside", "", content))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close() //nolint:errcheck // always nil
	if _, err := stream.Next(); err != nil {
		t.Fatal(err)
	}
	before := h.Identity()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := h.Reload(outside); err != nil {
		t.Fatal(err)
	}
	if h.Identity() == before {
		t.Error("results would be found by the same address")
	}
	if got := decode(t, h, request("outside", "", content)); !errors.Is(got.err, host.ErrUnknownDecoder) {
		t.Errorf("the decoder that was removed gave %v", got.err)
	}
	if got := collect(stream); got.err != nil || len(got.orders) != 100_000 {
		t.Errorf("the job at work ended with %d orders and %v", len(got.orders), got.err)
	}
	if running := h.Usage(); len(running) != 0 {
		t.Errorf("still running: %+v", running)
	}
	if err := h.Reload(host.Outside{Folders: []string{filepath.Join(folder, "absent")}}); err == nil {
		t.Error("a folder that is not there was taken")
	}
	if got := decode(t, h, request("good", "", replay(1))); got.err != nil {
		t.Errorf("after a reload that was refused: %v", got.err)
	}
}

func TestReloadKeepsWarmWhatHasNotChanged(t *testing.T) {
	var changes sync.Map
	h := newHost(t, func(config *host.Config) {
		config.Observe = func(decoder string, change host.Change) { changes.Store(decoder+" "+string(change), true) }
	})
	for range 2 {
		if got := decode(t, h, request("good", "", replay(1))); got.err != nil {
			t.Fatal(got.err)
		}
		if err := h.Reload(host.Outside{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, ended := changes.Load("good " + string(host.ChangeReloaded)); ended || len(h.Usage()) != 1 {
		t.Errorf("its process was ended: %v, running are %+v", ended, h.Usage())
	}
	if err := h.Reload(host.Outside{Settings: map[string]map[string]any{"good": {"x": 1}}}); err != nil {
		t.Fatal(err)
	}
	if _, ended := changes.Load("good " + string(host.ChangeReloaded)); !ended {
		t.Error("its settings have changed, and its process goes on")
	}
}
