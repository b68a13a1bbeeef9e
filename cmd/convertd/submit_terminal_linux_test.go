// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
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
	person, terminal := openTerminal(t)
	var seen sharedBuffer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(&seen, person) // ends with the last writer, in an error
	}()
	replay := filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good", "every-kind.murk")
	command := exec.Command(os.Args[0], "submit", replay, "--wait", "--id", "mine")
	command.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm", serverVariable + "=1"}
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, terminal
	if err := command.Run(); err != nil {
		t.Fatalf("%v: %s", err, seen.String())
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	<-ended
	if !strings.HasPrefix(out.String(), "mine done") {
		t.Errorf("standard output holds %q", out.String())
	}
	if !strings.Contains(seen.String(), "started") {
		t.Errorf("the terminal shows %q", seen.String())
	}
}
