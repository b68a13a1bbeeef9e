// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package files

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOnlyRegularFilesAreOpened(t *testing.T) {
	folder := t.TempDir()
	file := write(t, filepath.Join(folder, "file"), "content")
	pipe, socket, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "socket"), filepath.Join(folder, "link")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // the folder goes anyway
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		pipe: "it is a pipe", link: "it is a pipe", socket: "it is a socket", folder: "it is a folder", os.DevNull: "it is a device",
	} {
		began := time.Now()
		opened, err := Open(path)
		var special *NotRegularError
		if opened != nil || !errors.As(err, &special) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", filepath.Base(path), err, want)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: waited for %v", filepath.Base(path), took)
		}
	}
	opened, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(folder, "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is absent gives %v", err)
	}
}

// placings are the ways of taking a name: with hard links, and on file systems
// that have none.
var placings = map[string]func(finished, target string) error{
	"hard links":    func(finished, target string) error { return Place(finished, target, false) },
	"no hard links": func(finished, target string) error { return take(finished, target, noLinks) },
}

func noLinks(from, to string) error {
	return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EPERM}
}

func TestOfManyAtOnceExactlyOneTakesTheName(t *testing.T) {
	for name, place := range placings {
		folder := t.TempDir()
		target := filepath.Join(folder, "target")
		var taken atomic.Int32
		var all sync.WaitGroup
		for i := range 16 {
			finished := write(t, filepath.Join(folder, "finished"+string(rune('a'+i))), "whole")
			all.Go(func() {
				switch err := place(finished, target); {
				case err == nil:
					taken.Add(1)
				case !errors.Is(err, ErrExists):
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		all.Wait()
		if content, err := os.ReadFile(target); taken.Load() != 1 || err != nil || string(content) != "whole" {
			t.Errorf("%s: %d took the name, it has %q: %v", name, taken.Load(), content, err)
		}
	}
}

func TestNothingIsReplacedThatMayNotBe(t *testing.T) {
	folder := t.TempDir()
	outside := write(t, filepath.Join(t.TempDir(), "outside"), "of somebody")
	there, link, dangling, pipe := filepath.Join(folder, "there"), filepath.Join(folder, "link"), filepath.Join(folder, "dangling"), filepath.Join(folder, "pipe")
	write(t, there, "old")
	if err := errors.Join(os.Symlink(outside, link), os.Symlink(filepath.Join(folder, "nowhere"), dangling), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	finished := write(t, filepath.Join(folder, "finished"), "new")
	for name, place := range placings {
		for _, target := range []string{there, link, dangling, pipe, folder} {
			if err := place(finished, target); !errors.Is(err, ErrExists) {
				t.Errorf("%s: %s: %v", name, filepath.Base(target), err)
			}
		}
	}
	for _, target := range []string{link, dangling, pipe, folder} {
		if err := Place(finished, target, true); !errors.Is(err, ErrExists) {
			t.Errorf("overwriting %s: %v", filepath.Base(target), err)
		}
	}
	if err := Place(finished, there, true); err != nil {
		t.Errorf("overwriting a file: %v", err)
	}
	if content, _ := os.ReadFile(there); string(content) != "new" {
		t.Errorf("the file has %q", content)
	}
	if content, _ := os.ReadFile(outside); string(content) != "of somebody" {
		t.Errorf("a link was followed: %q", content)
	}
	if _, err := os.Lstat(filepath.Join(folder, "nowhere")); err == nil {
		t.Error("a dangling link was followed")
	}
}

func TestOnlyWhatDeadProcessesLeftIsSwept(t *testing.T) {
	parent := t.TempDir()
	alive, err := NewWorkFolder(parent, Prefix)
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close() //nolint:errcheck // the test's folder goes anyway
	dead, err := NewWorkFolder(parent, Prefix)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dead.Path(), "result.icrep.part"), "half")
	write(t, filepath.Join(alive.Path(), "result.icrep.part"), "half")
	if err := dead.lock.Close(); err != nil { // as the kernel does when a process ends
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	write(t, filepath.Join(elsewhere, lockName), "")
	kept := map[string]func(path string) error{
		Prefix + "a-file":    func(path string) error { return os.WriteFile(path, nil, 0o600) },
		Prefix + "a-link":    func(path string) error { return os.Symlink(elsewhere, path) },
		Prefix + "just-made": func(path string) error { return os.Mkdir(path, 0o700) },
		Prefix + "no-lock": func(path string) error {
			return errors.Join(os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, "file"), nil, 0o600))
		},
		Prefix + "linked-lock": func(path string) error {
			return errors.Join(os.Mkdir(path, 0o700), os.Symlink(filepath.Join(elsewhere, lockName), filepath.Join(path, lockName)))
		},
		"somebodys": func(path string) error {
			return errors.Join(os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, lockName), nil, 0o600))
		},
	}
	for name, make := range kept {
		if err := make(filepath.Join(parent, name)); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{"no-lock", "linked-lock"} {
		if err := os.Chtimes(filepath.Join(parent, Prefix+name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	abandoned := filepath.Join(parent, Prefix+"killed-at-once")
	if err := errors.Join(os.Mkdir(abandoned, 0o700), os.Chtimes(abandoned, long, long)); err != nil {
		t.Fatal(err)
	}
	removed, err := Sweep(parent, Prefix)
	if removed != 2 || err != nil {
		t.Errorf("%d folders were removed: %v", removed, err)
	}
	for _, path := range []string{dead.Path(), abandoned} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there", path)
		}
	}
	for name := range kept {
		if _, err := os.Lstat(filepath.Join(parent, name)); err != nil {
			t.Errorf("%s was removed", name)
		}
	}
	for _, path := range []string{filepath.Join(alive.Path(), "result.icrep.part"), filepath.Join(elsewhere, lockName)} {
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("%s was removed", path)
		}
	}
}

func TestWorkFoldersSurviveManyThatSweep(t *testing.T) {
	parent := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				if _, err := Sweep(parent, Prefix); err != nil {
					t.Error(err)
				}
				work, err := NewWorkFolder(parent, Prefix)
				if err != nil {
					t.Error(err)
					return
				}
				folder, err := work.Sub()
				if err == nil {
					err = os.WriteFile(filepath.Join(folder, "file"), nil, 0o600)
				}
				if err := errors.Join(err, work.Close()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if entries, err := os.ReadDir(parent); err != nil || len(entries) > 0 {
		t.Errorf("%d folders are left: %v", len(entries), err)
	}
}
