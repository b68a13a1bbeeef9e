// SPDX-License-Identifier: GPL-3.0-or-later

package lockfile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"convertd/host/lockfile"
	"convertd/pins"
)

var digest = strings.Repeat("ab", 32)

func decoder(name, version string) lockfile.Decoder {
	return lockfile.Decoder{Name: name, Version: version, Pin: pins.Pin{Digest: digest, File: "convertd-decoder-" + name + "@" + version}}
}

func TestChangesOfSeveralProcessesAllArrive(t *testing.T) {
	folder := t.TempDir()
	var writing sync.WaitGroup
	for i := range 20 {
		writing.Go(func() {
			if err := lockfile.Update(folder, func(f *lockfile.File) error { f.Put(decoder("toy", fmt.Sprint(i))); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	writing.Wait()
	file, err := lockfile.Read(folder)
	if err != nil || len(file.Decoders) != 20 || file.Decoders[0].Version != "19" {
		t.Fatalf("got %+v and %v", file, err)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 2 { // the file and what keeps writers apart
		t.Errorf("there are %v, %v", left, err)
	}
}

func TestRefusedChangeLeavesTheFileAsItWas(t *testing.T) {
	folder := t.TempDir()
	if err := lockfile.Update(folder, func(f *lockfile.File) error { f.Put(decoder("toy", "1")); return nil }); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(filepath.Join(folder, lockfile.Name))
	refusal := errors.New("no")
	for want, change := range map[error]func(*lockfile.File) error{
		refusal: func(f *lockfile.File) error { f.Decoders = nil; return refusal },
		pins.ErrFormat: func(f *lockfile.File) error {
			f.Put(decoder("toy", "../up"))
			return nil
		},
	} {
		if err := lockfile.Update(folder, change); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		if after, _ := os.ReadFile(filepath.Join(folder, lockfile.Name)); string(after) != string(before) {
			t.Errorf("it was changed to %s", after)
		}
	}
}

func TestFaultsOfALockFileAreNamed(t *testing.T) {
	good := `{"name": "toy", "version": "1", "sha256": "` + digest + `", "file": "convertd-decoder-toy@1"}`
	for text, word := range map[string]string{
		`{`:                                                "unexpected",
		`{"lock_version": 2, "decoders": []}`:              "lock_version is 2",
		`{"lock_version": 1, "decoder": []}`:               "decoder",
		`{"lock_version": 1, "decoders": []} {}`:           "follows",
		lock(strings.Replace(good, "toy", "..", 1)):        "no name",
		lock(strings.Replace(good, digest, "ab", 1)):       "no SHA-256",
		lock(strings.Replace(good, "convertd-", "../", 1)): "bare file name",
		lock(good + "," + good):                            "twice",
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, lockfile.Name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := lockfile.Read(folder); !errors.Is(err, pins.ErrFormat) || !strings.Contains(err.Error(), word) {
			t.Errorf("%s gave %v, want an error about %q", text, err, word)
		}
	}
}

func lock(decoders string) string { return `{"lock_version": 1, "decoders": [` + decoders + `]}` }

func TestVersionsAreOrderedAsPeopleDo(t *testing.T) {
	want := []string{"0.9", "1.0.0-beta", "1.0.0-rc1", "1.0.0-rc2", "1.0.0", "1.0.1", "1.2", "1.10", "2.0", "10"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, lockfile.CompareVersions)
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
