// SPDX-License-Identifier: GPL-3.0-or-later

package pins_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/pins"
)

// shelf is a lock file of entries that are a pin and nothing else.
type shelf struct {
	LockVersion int        `json:"lock_version"`
	Things      []pins.Pin `json:"things"`
}

var lock = pins.Lock[shelf]{
	Name: "shelf.json", Mutex: ".shelf",
	New: func() *shelf { return &shelf{LockVersion: pins.Version} },
	Check: func(s *shelf) error {
		if err := pins.CheckVersion(s.LockVersion); err != nil {
			return err
		}
		return pins.CheckEntries("things", s.Things, func(p *pins.Pin) (string, *pins.Pin) { return p.File, p })
	},
}

func pin(file, source string) pins.Pin {
	return pins.Pin{Digest: strings.Repeat("0", 64), File: file, Source: source}
}

func many(count int) []pins.Pin {
	list := make([]pins.Pin, count)
	for i := range list {
		list[i] = pin(fmt.Sprint(i), "")
	}
	return list
}

func put(list ...pins.Pin) func(*shelf) error {
	return func(s *shelf) error { s.Things = list; return nil }
}

func TestEntriesAreTakenUpToTheirLimits(t *testing.T) {
	for _, test := range []struct {
		name        string
		within, not []pins.Pin
		word        string
	}{
		{"entries", many(1024), many(1025), "at most 1024"},
		{"a source", []pins.Pin{pin("a", strings.Repeat("s", 256))}, []pins.Pin{pin("a", strings.Repeat("s", 257))}, "257 bytes"},
		{"a digest", many(1), []pins.Pin{{Digest: "00", File: "a"}}, "no SHA-256"},
		{"a name", []pins.Pin{pin("a.b", "")}, []pins.Pin{pin(".b", "")}, "bare file name"},
		{"a file here", []pins.Pin{pin("a", "")}, []pins.Pin{pin("../a", "")}, "bare file name"},
		{"one of a name", many(2), []pins.Pin{pin("a", ""), pin("a", "")}, "twice"},
	} {
		folder := t.TempDir()
		if err := lock.Update(folder, put(test.within...)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if err := lock.Update(folder, put(test.not...)); !errors.Is(err, pins.ErrFormat) || !strings.Contains(err.Error(), test.word) {
			t.Errorf("%s: %v, want one about %q", test.name, err, test.word)
		}
		if held, err := lock.Read(folder); err != nil || len(held.Things) != len(test.within) {
			t.Errorf("%s: %v, %v", test.name, held, err)
		}
	}
}

func TestLockFilesOfOneMebibyteAreRead(t *testing.T) {
	for size, fits := range map[int]bool{1 << 20: true, 1<<20 + 1: false} {
		folder := t.TempDir()
		text := `{"lock_version": 1, "things": []}`
		text += strings.Repeat(" ", size-len(text))
		if err := os.WriteFile(filepath.Join(folder, lock.Name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := lock.Read(folder); (err == nil) != fits || !fits && !errors.Is(err, pins.ErrFormat) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// What others could have pinned is neither used nor made ours by writing it anew.
func TestLockFilesThatOthersCouldHaveWrittenAreRefused(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.WriteFile(elsewhere, []byte(`{"lock_version": 1, "things": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, place := range map[string]func(path string) error{
		"symbolic link": func(path string) error { return os.Symlink(elsewhere, path) },
		"chmod go-w": func(path string) error {
			return errors.Join(lock.Update(filepath.Dir(path), put()), os.Chmod(path, 0o664))
		},
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, lock.Name)
		if err := place(path); err != nil {
			t.Fatal(err)
		}
		_, reading := lock.Read(folder)
		for _, err := range []error{reading, lock.Update(folder, put(pin("a", "")))} {
			if !errors.Is(err, pins.ErrFormat) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAFolderThatIsNotThereCannotBeWrittenTo(t *testing.T) {
	var failed *pins.WriteError
	if err := lock.Update(filepath.Join(t.TempDir(), "absent"), put()); !errors.As(err, &failed) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
