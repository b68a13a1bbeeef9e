// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"convertd/internal/corpus"
)

// awaitLog waits until the daemon has logged a line that holds all words, n times.
func (s *served) awaitLog(n int, words ...string) {
	s.t.Helper()
	for range 300 {
		found := 0
		for line := range strings.Lines(s.output()) {
			missing := false
			for _, word := range words {
				missing = missing || !strings.Contains(line, word)
			}
			if !missing {
				found++
			}
		}
		if found >= n {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("it never said %v %d times: %s", words, n, s.output())
}

func TestDaemonFindsDecodersAnewWhenItIsTold(t *testing.T) {
	home := t.TempDir()
	plugins, program := filepath.Join(home, "plugins"), filepath.Join(home, "convertd-decoder-example")
	if err := os.Mkdir(plugins, 0o755); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", program, "./sdk/example/convertd-decoder-example")
	build.Dir = corpus.Repository
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	configured := filepath.Join(home, "config.yaml")
	configure := func(text string) {
		if err := os.WriteFile(configured, []byte(fmt.Sprintf("plugins:\n  folders: [%q]\n%s", plugins, text)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	configure("")
	daemon := serve(t, home, "--config", configured)

	convertd := func(arguments ...string) (string, error) {
		command := exec.Command(os.Args[0], append(arguments, "--config", configured)...)
		command.Env = daemon.command.Env
		output, err := command.CombinedOutput()
		return string(output), err
	}
	if output, err := convertd("plugins", "install", program); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if err := daemon.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	daemon.awaitLog(1, "decoders found anew", "example")

	if output, err := convertd("plugins", "disable", "example"); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if output, err := convertd("plugins", "reload"); err != nil || !strings.Contains(output, "knows ea") {
		t.Fatalf("%v: %s", err, output)
	}
	daemon.awaitLog(2, "decoders found anew")

	configure("  signatures: always\n")
	if err := daemon.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	daemon.awaitLog(1, "decoders stay as they are", "plugins.signatures")
	if code := daemon.interrupt(); code != 0 {
		t.Errorf("it ended with %d: %s", code, daemon.output())
	}
}
