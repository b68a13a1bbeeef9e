// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/host"
)

// install copies this test program into a folder as an outside decoder and
// returns its digest. Outside decoders get no arguments, so the file name says
// which one it is (see TestMain).
func install(t *testing.T, folder, name string) (path, digest string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close() //nolint:errcheck // read-only
	path = filepath.Join(folder, "convertd-decoder-"+name)
	target, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(target, sum), source); err != nil {
		t.Fatal(err)
	}
	if err := target.Close(); err != nil {
		t.Fatal(err)
	}
	return path, hex.EncodeToString(sum.Sum(nil))
}

// pluginFolder is a folder only we can write to.
func pluginFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	return folder
}

func describe(t *testing.T, h *host.Host, name string) host.Description {
	t.Helper()
	for _, description := range h.Describe(context.Background()) {
		if description.Info.Name == name {
			return description
		}
	}
	t.Fatalf("decoder %s is not listed", name)
	return host.Description{}
}

func TestPinnedOutsideDecoderDecodes(t *testing.T) {
	folder := pluginFolder(t)
	_, digest := install(t, folder, "outside")
	h := newHost(t, func(config *host.Config) {
		config.Folders = []string{folder}
		config.Pins = map[string]string{"outside": digest}
	})
	got := decode(t, h, request("outside", "", replay(1000)))
	if got.err != nil || len(got.orders) != 1000 {
		t.Fatalf("got %d orders and %v", len(got.orders), got.err)
	}
	if description := describe(t, h, "outside"); description.Bundled || description.Path == "" {
		t.Errorf("description is %+v", description)
	}
}

func TestUntrustedExecutablesAreListedButNotStarted(t *testing.T) {
	for _, test := range []struct {
		name   string
		spoil  func(t *testing.T, path string, config *host.Config)
		reason string
	}{
		{"no pin", func(_ *testing.T, _ string, config *host.Config) { config.Pins = nil }, "has no pin"},
		{"wrong pin", func(_ *testing.T, _ string, config *host.Config) {
			config.Pins["outside"] = strings.Repeat("00", 32)
		}, "pinned SHA-256"},
		{"changed file", func(t *testing.T, path string, _ *host.Config) {
			file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = file.WriteString("x")
			_ = file.Close()
		}, "pinned SHA-256"},
		{"writable by others", func(t *testing.T, path string, _ *host.Config) { chmod(t, path, 0o777) }, "written by group or others"},
		{"not executable", func(t *testing.T, path string, _ *host.Config) { chmod(t, path, 0o600) }, "not executable"},
		{"symbolic link", func(t *testing.T, path string, _ *host.Config) {
			moved := path + ".real"
			if err := errors.Join(os.Rename(path, moved), os.Symlink(moved, path)); err != nil {
				t.Fatal(err)
			}
		}, "symbolic link"},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := pluginFolder(t)
			path, digest := install(t, folder, "outside")
			h := newHost(t, func(config *host.Config) {
				config.Folders = []string{folder}
				config.Pins = map[string]string{"outside": digest}
				test.spoil(t, path, config)
			})
			got := decode(t, h, request("outside", "", replay(1)))
			if !errors.Is(got.err, host.ErrPluginUnavailable) || !strings.Contains(got.err.Error(), test.reason) {
				t.Errorf("error is %v, want one about %q", got.err, test.reason)
			}
			if description := describe(t, h, "outside"); description.Err == nil {
				t.Error("it is listed as usable")
			}
		})
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func TestPluginFolderThatOthersCanWriteToIsRefused(t *testing.T) {
	folder := pluginFolder(t)
	chmod(t, folder, 0o777)
	if _, err := host.New(host.Config{Outside: host.Outside{Folders: []string{folder}}}); err == nil {
		t.Error("a folder that everybody can write to was accepted")
	}
}

func TestOutsideDecoderCannotTakeABundledName(t *testing.T) {
	folder := pluginFolder(t)
	_, digest := install(t, folder, "good")
	h := newHost(t, func(config *host.Config) {
		config.Folders = []string{folder}
		config.Pins = map[string]string{"good": digest}
	})
	if description := describe(t, h, "good"); !description.Bundled {
		t.Error("an outside decoder replaced a bundled one")
	}
}

func TestProgramThatIsNoDecoderIsUnavailable(t *testing.T) {
	folder := pluginFolder(t)
	path := filepath.Join(folder, "convertd-decoder-echo")
	content := []byte("#!/bin/sh\necho hello\n")
	if err := os.WriteFile(path, content, 0o755); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	h := newHost(t, func(config *host.Config) {
		config.Folders = []string{folder}
		config.Pins = map[string]string{"echo": hex.EncodeToString(sum[:])}
	})
	if got := decode(t, h, request("echo", "", "x")); !errors.Is(got.err, host.ErrPluginUnavailable) {
		t.Errorf("error is %v, want %v", got.err, host.ErrPluginUnavailable)
	}
}

func TestEveryFaultOfTheConfigurationIsNamed(t *testing.T) {
	_, err := host.New(host.Config{MaxJobs: -1, Outside: host.Outside{Pins: map[string]string{"x": "abc"}}, Limits: host.Limits{Orders: -1}})
	for _, want := range []string{"max jobs", "orders", `"x"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %s", err, want)
		}
	}
}
