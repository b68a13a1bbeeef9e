// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"convertd/internal/corpus"
)

// openTerminal is a terminal: what is written to the second end appears at the
// first.
func openTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { _ = person.Close() }) // nothing was written to it
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return person, program
}

func TestSubmitShowsOnATerminalWhatHappens(t *testing.T) {
	home := t.TempDir()
	serve(t, home)
	// A job of this size can be over before the first of its events is shown,
	// so a few are given. Each of them has to end well.
	for attempt := range 20 {
		id := fmt.Sprintf("mine-%d", attempt)
		out, seen := submitOnTerminal(t, home, id)
		if !strings.HasPrefix(out, id+" done") {
			t.Fatalf("standard output holds %q, the terminal shows %q", out, seen)
		}
		if strings.Contains(seen, "started") {
			return
		}
	}
	t.Error("the terminal never showed that a job had started")
}

// submitOnTerminal gives a job and waits for it, with a terminal as standard
// error. It returns standard output and what the terminal showed.
func submitOnTerminal(t *testing.T, home, id string) (out, seen string) {
	t.Helper()
	person, terminal := openTerminal(t)
	var shown sharedBuffer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(&shown, person) // ends with the last writer, in an error
	}()
	replay := filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good", "every-kind.murk")
	command := exec.Command(os.Args[0], "submit", replay, "--wait", "--id", id)
	command.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm", serverVariable + "=1"}
	var printed bytes.Buffer
	command.Stdout, command.Stderr = &printed, terminal
	if err := command.Run(); err != nil {
		t.Fatalf("%v: %s", err, shown.String())
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	<-ended
	return printed.String(), shown.String()
}
