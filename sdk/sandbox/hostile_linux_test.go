// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// hostileMemory is the limit that the hostile program is given.
const hostileMemory = 256 << 20

// buildHostile builds the program of testdata/hostile.c.
func buildHostile(t *testing.T) string { return buildProgram(t, "hostile") }

// buildProgram builds a program of testdata.
func buildProgram(t *testing.T, name string) string {
	t.Helper()
	compiler, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("SKIPPED: the " + name + " program is in C, and there is no cc")
	}
	program := filepath.Join(openFolder(t), name)
	if output, err := exec.Command(compiler, "-static", "-O1", "-w", "-o", program, "testdata/"+name+".c").CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, output)
	}
	return program
}

// openFolder is a temporary folder that others can enter.
func openFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "convertd-wall") //nolint:usetesting // t.TempDir lies in a folder that others cannot enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// scene is what the hostile program finds around it: a process of its own
// user, a file, sockets that listen.
type scene struct {
	program, outside, sockets, datagram, abstract string
	victim                                        *exec.Cmd
	target                                        int // the process it is set on; 0: victim
}

func newScene(t *testing.T, program string) *scene {
	t.Helper()
	s := &scene{program: program, outside: openFolder(t), sockets: openFolder(t)}
	file, err := os.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // read only
	user, _ := userFor(&Wall{Executable: file})
	if err := os.WriteFile(filepath.Join(s.outside, "file"), []byte("untouched"), 0o666); err != nil {
		t.Fatal(err)
	}
	s.victim = exec.Command("sleep", "120")
	s.victim.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if user != 0 {
		if err := os.Chown(s.outside, user, user); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(filepath.Join(s.outside, "file"), user, user); err != nil {
			t.Fatal(err)
		}
		s.victim.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}
	}
	if err := s.victim.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = s.victim.Process.Kill(), s.victim.Wait() })
	s.datagram = filepath.Join(s.outside, "socket")
	s.abstract = fmt.Sprintf("convertd-test-%d", os.Getpid())
	for _, address := range []string{s.datagram, "@" + s.abstract} {
		listener, err := net.ListenPacket("unixgram", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = listener.Close() })
	}
	if err := os.Chmod(s.datagram, 0o666); err != nil {
		t.Fatal(err)
	}
	return s
}

// opened is a file to be read until the test ends.
func opened(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// openPipe opens a pipe until the test ends. Who reads to its end closes write before.
func openPipe(t *testing.T) (read, write *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = read.Close(), write.Close() })
	return read, write
}

// run starts the hostile program inside a wall and returns what it said.
func (s *scene) run(t *testing.T, kind Kind, environment []string, which ...string) (map[string]string, *Process) {
	t.Helper()
	executable, null := opened(t, s.program), opened(t, os.DevNull)
	said, saidEnd := openPipe(t)
	command := &exec.Cmd{
		Args: append([]string{"hostile"}, s.arguments(which...)...),
		Env:  environment, Stdin: null, Stdout: saidEnd, Stderr: os.Stderr,
	}
	process, err := Start(command, &Wall{
		Kind: kind, Executable: executable, SocketDir: s.sockets, Limits: Limits{Memory: hostileMemory, CPUSeconds: 60},
	})
	_ = saidEnd.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(process.Kill)
	var text bytes.Buffer
	_ = said.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := text.ReadFrom(said); err != nil {
		t.Fatalf("it did not end: %v", err)
	}
	<-process.Exited()
	outcomes := map[string]string{}
	for line := range strings.Lines(text.String()) {
		name, outcome, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		outcomes[name] = outcome
	}
	return outcomes, process
}

func (s *scene) arguments(which ...string) []string {
	target := s.target
	if target == 0 {
		target = s.victim.Process.Pid
	}
	return append([]string{strconv.Itoa(target), s.outside, s.sockets, s.datagram, s.abstract, strconv.Itoa(hostileMemory)}, which...)
}

// runFree lets the hostile program try one thing as an ordinary process of the
// victim's user.
func (s *scene) runFree(t *testing.T, which string) string {
	t.Helper()
	command := exec.Command(s.program, s.arguments(which)...)
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Credential: s.victim.SysProcAttr.Credential}
	output, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v", which, err)
	}
	return string(output)
}

// unharmed checks that the scene is what it was.
func (s *scene) unharmed(t *testing.T) {
	t.Helper()
	pid := s.victim.Process.Pid
	if err := syscall.Kill(pid, 0); err != nil {
		t.Errorf("the other process is gone: %v", err)
	}
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	own, ownErr := os.ReadFile("/proc/self/limits")
	if err != nil || ownErr != nil || limitLine(limits, "Max open files") != limitLine(own, "Max open files") {
		t.Errorf("the other process has %q, %v, %v", limitLine(limits, "Max open files"), err, ownErr)
	}
	ownPriority, _ := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if priority, err := unix.Getpriority(unix.PRIO_PROCESS, pid); err != nil || priority != ownPriority {
		t.Errorf("the other process has the priority %d, %v", priority, err)
	}
	content, err := os.ReadFile(filepath.Join(s.outside, "file"))
	info, statErr := os.Stat(filepath.Join(s.outside, "file"))
	if err != nil || statErr != nil || string(content) != "untouched" || time.Since(info.ModTime()) > time.Hour {
		t.Errorf("the file outside is %q, %v, %v", content, err, statErr)
	}
}

func limitLine(limits []byte, name string) string {
	for line := range strings.Lines(string(limits)) {
		if rest, found := strings.CutPrefix(line, name); found {
			fields := strings.Fields(rest)
			return fields[1] // the hard one: a Go program raises its soft one
		}
	}
	return ""
}
