// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"convertd/daemon/archive"
	"convertd/sdk/sandbox"
)

// TestUnpackerEndsWithTheProcessThatStartedIt leaves it stuck: nobody reads
// what it says.
func TestUnpackerEndsWithTheProcessThatStartedIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.tar")
	writeTar(t, path, 1<<20)
	request, err := json.Marshal(archive.Request{Base: "large.tar", Size: 1 << 20, Limits: archive.Limits{
		EntryBytes: 1 << 21, Entries: 1, Bytes: 1 << 21, Ratio: 10,
	}})
	if err != nil {
		t.Fatal(err)
	}
	said, saidEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close() //nolint:errcheck // read only
	parent := exec.Command("sh", "-c", `"$0" "$1" "$2" <"$3" & echo $! >&2; wait`, executable(t), unpackVerb, string(request), path)
	parent.Stdout = saidEnd
	number, err := parent.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	_ = saidEnd.Close()
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(said, make([]byte, 1)); err != nil { // it is at work
		t.Fatal(err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	for deadline := time.Now().Add(time.Minute); running(strings.TrimSpace(line)); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it still runs")
		}
	}
}

func executable(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenerOfArchivesIsInsideTheWall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.tar")
	writeTar(t, path, 1<<10)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // read only
	argument, err := json.Marshal(archive.Request{Base: "small.tar", Size: 1 << 10, RequireIsolation: true, Limits: archive.Limits{
		EntryBytes: 1 << 21, Entries: 1, Bytes: 1 << 21, Ratio: 1000,
	}})
	if err != nil {
		t.Fatal(err)
	}
	said, saidEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close() //nolint:errcheck // read only
	started, err := startUnpack(string(argument), 256<<20, archive.Files{Archive: file, Output: saidEnd, Complaints: os.Stderr}, true)
	_ = saidEnd.Close()
	if err != nil {
		t.Fatal(err)
	}
	process, ok := started.(*sandbox.Process)
	if !ok || sandbox.Lacking(process.Guards) != "" {
		t.Errorf("it is %T with %v", started, process.Guards)
	}
	if content, err := io.ReadAll(said); err != nil || !bytes.Contains(content, []byte("zeros")) {
		t.Errorf("it said %d bytes, %v", len(content), err)
	}
	<-process.Exited()
	if !process.Succeeded() {
		t.Errorf("it ended with %s", process.Status())
	}
}

// running reports whether a process is there and no zombie.
func running(pid string) bool {
	status, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	return err == nil && !strings.Contains(string(status), ") Z ")
}

// writeTar writes a tar of one file of zeros.
func writeTar(t *testing.T, path string, size int64) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // Close of the writer tells
	writer := tar.NewWriter(file)
	if err := writer.WriteHeader(&tar.Header{Name: "zeros", Mode: 0o600, Size: size}); err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
}
