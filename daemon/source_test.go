// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/conversion"
	"convertd/failure"
)

func TestSourceIsReadFromWhereTheJobSays(t *testing.T) {
	w := newWorld(t)
	root := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret")
	for path, content := range map[string]string{filepath.Join(root, "a.rep"): "rooted", outside: "secret"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	object, err := w.client.UploadSource(w.ctx, []byte("stored"))
	if err != nil {
		t.Fatal(err)
	}
	exact, err := w.client.UploadSource(w.ctx, bytes.Repeat([]byte("x"), 16))
	if err != nil {
		t.Fatal(err)
	}
	over, err := w.client.UploadSource(w.ctx, bytes.Repeat([]byte("x"), 17))
	if err != nil {
		t.Fatal(err)
	}
	roots := map[string]string{"ladder": root, "gone": filepath.Join(root, "gone")}
	for _, test := range []struct {
		name   string
		source JobSource
		want   string
		err    error
	}{
		{"inline", JobSource{Inline: []byte("inline")}, "inline", nil},
		{"object", JobSource{Object: object}, "stored", nil},
		{"path", JobSource{Path: "ladder/a.rep"}, "rooted", nil},
		{"at the limit", JobSource{Object: exact}, strings.Repeat("x", 16), nil},
		{"over the limit", JobSource{Object: over}, "", failure.ErrLimit},
		{"inline over the limit", JobSource{Inline: make([]byte, 17)}, "", failure.ErrLimit},
		{"absent object", JobSource{Object: "absent"}, "", failure.ErrSourceMissing},
		{"absent file", JobSource{Path: "ladder/b.rep"}, "", failure.ErrSourceMissing},
		{"unknown root", JobSource{Path: "other/a.rep"}, "", failure.ErrSourceMissing},
		{"no root", JobSource{Path: "a.rep"}, "", failure.ErrSourceMissing},
		{"root that is gone", JobSource{Path: "gone/a.rep"}, "", failure.ErrSourceMissing},
		{"dots", JobSource{Path: "ladder/../../etc/passwd"}, "", failure.ErrSourceMissing},
		{"absolute", JobSource{Path: "ladder//etc/passwd"}, "", failure.ErrSourceMissing},
		{"link out of the root", JobSource{Path: "ladder/link"}, "", failure.ErrSourceMissing},
		{"folder", JobSource{Path: "ladder/folder"}, "", failure.ErrSourceMissing},
	} {
		t.Run(test.name, func(t *testing.T) {
			data, err := w.client.storage.readSource(w.ctx, test.source, roots, 16)
			if !errors.Is(err, test.err) || string(data) != test.want {
				t.Fatalf("got %q, %v; want %q, %v", data, err, test.want, test.err)
			}
			if err != nil && (strings.Contains(err.Error(), root) || strings.Contains(err.Error(), "secret")) {
				t.Errorf("the error names a path of this machine: %v", err)
			}
		})
	}
}

func TestUploadingTwiceStoresOnce(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		if _, err := w.client.UploadSource(w.ctx, []byte("same")); err != nil {
			t.Fatal(err)
		}
	}
	objects, err := w.client.storage.sources.List(w.ctx)
	if _, there := objects[conversion.SourceSHA256([]byte("same"))]; err != nil || len(objects) != 1 || !there {
		t.Errorf("stored %d objects (%v)", len(objects), err)
	}
}
