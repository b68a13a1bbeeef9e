// SPDX-License-Identifier: GPL-3.0-or-later

//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"convertd/failure"
	"convertd/files"
	"convertd/internal/corpus"
	fixtures "convertd/internal/fixtures/orarep"
)

// ran is how a real process ended.
type ran struct {
	code           int
	stdout, stderr string
	signalled      bool
}

// process prepares convertd as a process of its own. It has a temporary folder of
// its own too.
func process(t *testing.T, arguments ...string) (command *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	command = exec.Command(os.Args[0], arguments...)
	command.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), serverVariable + "=1"}
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	command.Stdout, command.Stderr = stdout, stderr
	return command, stdout, stderr
}

// runProcess runs convertd; what waits for ever is a failure.
func runProcess(t *testing.T, arguments ...string) ran {
	t.Helper()
	command, stdout, stderr := process(t, arguments...)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return ended(t, command, stdout, stderr)
}

func ended(t *testing.T, command *exec.Cmd, stdout, stderr *bytes.Buffer) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = command.Process.Kill() })
	_ = command.Wait() // the code says it
	if !stop() {
		t.Errorf("%v did not end", command.Args[1:])
	}
	status, _ := command.ProcessState.Sys().(syscall.WaitStatus)
	return ran{code: command.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String(), signalled: status.Signaled()}
}

func replayFixture(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(corpus.Repository, "testdata", "replays", filepath.FromSlash(name))
}

// copied puts a fixture under another name.
func copied(t *testing.T, fixture, path string) string {
	t.Helper()
	data, err := os.ReadFile(replayFixture(t, fixture))
	if err == nil {
		err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// namesIn lists a folder, hidden names too.
func namesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func expectNames(t *testing.T, folder string, want ...string) {
	t.Helper()
	if got := namesIn(t, folder); !slices.Equal(got, want) {
		t.Errorf("the folder has %q, want %q", got, want)
	}
}

const smallReplay = "ea/kw.KWReplay"

// recording converts a fixture and returns the file.
func recording(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if result := runProcess(t, "convert", copied(t, smallReplay, filepath.Join(t.TempDir(), "game.KWReplay")), "-o", folder); result.code != failure.ExitDone {
		t.Fatal(result.stderr)
	}
	return filepath.Join(folder, "game.icrep")
}

// TestWhatIsNoFileIsRefusedAtOnce: a pipe without a writer would keep the program
// waiting, deaf to the first signal.
func TestWhatIsNoFileIsRefusedAtOnce(t *testing.T) {
	folder := t.TempDir()
	pipe, socket := filepath.Join(folder, "pipe.rep"), filepath.Join(folder, "socket.rep")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // the folder goes anyway
	out := t.TempDir()
	icrep := recording(t)
	verbs := map[string][]string{
		"convert": {"convert", "-o", out}, "inspect": {"inspect"}, "dump": {"dump"}, "verify": {"verify"},
		"submit": {"submit"}, "judge": {"divergence", "judge"}, "explain": {"divergence", "explain"}, "power": {"divergence", "power"},
		"anonymize": {"replay", "anonymize", "-o", filepath.Join(out, "a.icrep")}, "recompress": {"replay", "recompress", "-o", filepath.Join(out, "a.icrep")},
		"repair": {"replay", "repair", "-o", filepath.Join(out, "a.icrep")}, "seek": {"replay", "seek", "--tick", "1"}, "events": {"replay", "events"},
		"key": {"verify", icrep, "--key"}, "capture": {"verify", icrep, "--explain"}, "world": {"convert", "-o", out, replayFixture(t, smallReplay), "--world"},
		"map": {"replay", "embed", icrep, "-o", filepath.Join(out, "a.icrep"), "--map"},
	}
	for what, path := range map[string]string{"a pipe": pipe, "a socket": socket, "a device": os.DevNull} {
		for verb, arguments := range verbs {
			result := runProcess(t, append(slices.Clone(arguments), path)...)
			if result.code != failure.ExitUsage || !strings.Contains(result.stderr, "it is "+what) {
				t.Errorf("%s of %s: exit code %d: %s", verb, what, result.code, result.stderr)
			}
		}
	}
	expectNames(t, out)
}

// TestImportLeavesOutWhatIsNoFile: one pipe does not keep the others waiting.
func TestImportLeavesOutWhatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe.rep")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	copied(t, smallReplay, filepath.Join(folder, "game.KWReplay"))
	out := filepath.Join(t.TempDir(), "out")
	for _, path := range []string{folder, pipe} {
		result := runProcess(t, "import", path, "-o", out, "--store", t.TempDir(), "--set", "nats.embedded.listen=127.0.0.1:0")
		if wantPipe := path == pipe; wantPipe && (result.code == failure.ExitDone || !strings.Contains(result.stdout+result.stderr, "a pipe")) || !wantPipe && result.code != failure.ExitDone {
			t.Errorf("exit code %d: %s%s", result.code, result.stdout, result.stderr)
		}
	}
	if names := namesIn(t, out); len(names) != 1 {
		t.Errorf("the folder has %q", names)
	}
}

// TestAPipeAmongMapsKeepsNobodyWaiting: folders of maps are downloads too.
func TestAPipeAmongMapsKeepsNobodyWaiting(t *testing.T) {
	maps := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(maps, "a.oramap"), 0o600); err != nil {
		t.Fatal(err)
	}
	source := copied(t, "orarep/good/ra-skirmish.orarep", filepath.Join(t.TempDir(), "game.orarep"))
	if result := runProcess(t, "convert", source, "--maps", maps, "-o", t.TempDir()); result.code != failure.ExitDone {
		t.Errorf("exit code %d: %s", result.code, result.stderr)
	}
}

// TestNoLinkAtAnOutputIsFollowed: somebody who may write into the folder of
// results must not choose which file of its owner is overwritten.
func TestNoLinkAtAnOutputIsFollowed(t *testing.T) {
	source := copied(t, smallReplay, filepath.Join(t.TempDir(), "game.KWReplay"))
	icrep := recording(t)
	for name, arguments := range map[string][]string{
		"game.icrep":             {"convert", source, "-o", "."},
		"game.icrep.report.json": {"convert", source, "--reports", "-o", "."},
		"copy.icrep":             {"replay", "anonymize", icrep, "-o", "copy.icrep"},
		"repaired.icrep":         {"replay", "repair", cutShort(t, icrep), "-o", "repaired.icrep"},
		"state.icsave":           {"replay", "seek", icrep, "--tick", "1", "-o", "state.icsave"},
	} {
		victim := filepath.Join(t.TempDir(), "victim")
		if err := os.WriteFile(victim, []byte("of somebody"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, overwrite := range []bool{false, true} {
			for _, link := range []string{victim, filepath.Join(filepath.Dir(victim), "nowhere")} {
				folder := t.TempDir()
				if err := os.Symlink(link, filepath.Join(folder, name)); err != nil {
					t.Fatal(err)
				}
				if overwrite {
					arguments = append(slices.Clone(arguments), "--overwrite")
				}
				command, stdout, stderr := process(t, arguments...)
				command.Dir = folder
				if err := command.Start(); err != nil {
					t.Fatal(err)
				}
				result := ended(t, command, stdout, stderr)
				if result.code != failure.ExitFailed || !strings.Contains(result.stderr, "symbolic link") {
					t.Errorf("%s: exit code %d: %s", name, result.code, result.stderr)
				}
				expectNames(t, folder, name)
			}
		}
		if content, _ := os.ReadFile(victim); string(content) != "of somebody" {
			t.Errorf("%s: the link was followed", name)
		}
		expectNames(t, filepath.Dir(victim), "victim")
	}
}

// cutShort is a recording without its end.
func cutShort(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		path = filepath.Join(t.TempDir(), "cut.icrep")
		err = os.WriteFile(path, data[:len(data)-10], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNothingIsOverwrittenUnlessItIsSaid(t *testing.T) {
	source := copied(t, smallReplay, filepath.Join(t.TempDir(), "game.KWReplay"))
	folder := t.TempDir()
	report := filepath.Join(folder, "game.icrep.report.json")
	if err := os.WriteFile(report, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	result := runProcess(t, "convert", source, "--reports", "-o", folder)
	if result.code != failure.ExitFailed || !strings.Contains(result.stderr, "file exists: use --overwrite") {
		t.Errorf("exit code %d: %s", result.code, result.stderr)
	}
	expectNames(t, folder, "game.icrep.report.json")
	if result := runProcess(t, "convert", source, "--reports", "--overwrite", "-o", folder); result.code != failure.ExitDone {
		t.Errorf("exit code %d: %s", result.code, result.stderr)
	}
	expectNames(t, folder, "game.icrep", "game.icrep.report.json")
	icrep := filepath.Join(folder, "game.icrep")
	before, _ := os.ReadFile(icrep)
	// The output is the input.
	if result := runProcess(t, "replay", "recompress", icrep, "-o", icrep); result.code != failure.ExitFailed {
		t.Errorf("exit code %d: %s", result.code, result.stderr)
	}
	if after, _ := os.ReadFile(icrep); !bytes.Equal(before, after) {
		t.Error("the input was changed")
	}
	if result := runProcess(t, "replay", "recompress", icrep, "--level", "fastest", "--overwrite", "-o", icrep); result.code != failure.ExitDone {
		t.Errorf("exit code %d: %s", result.code, result.stderr)
	}
	if result := runProcess(t, "verify", icrep); result.code != failure.ExitDone {
		t.Errorf("the file that replaced itself does not verify: %s", result.stderr)
	}
	expectNames(t, folder, "game.icrep", "game.icrep.report.json")
}

// TestOfSeveralConversionsAtOnceOneGetsTheName: the others say that it is taken.
func TestOfSeveralConversionsAtOnceOneGetsTheName(t *testing.T) {
	folder := t.TempDir()
	const count = 4
	var commands [count]*exec.Cmd
	var outputs, errs [count]*bytes.Buffer
	for i := range commands {
		source := copied(t, smallReplay, filepath.Join(t.TempDir(), "game.KWReplay"))
		commands[i], outputs[i], errs[i] = process(t, "convert", source, "-o", folder)
		if err := commands[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	done := 0
	for i := range commands {
		switch result := ended(t, commands[i], outputs[i], errs[i]); {
		case result.code == failure.ExitDone:
			done++
		case result.code != failure.ExitFailed || !strings.Contains(result.stderr, "file exists: use --overwrite"):
			t.Errorf("exit code %d: %s", result.code, result.stderr)
		}
	}
	if done != 1 {
		t.Errorf("%d of %d conversions say that they wrote the file", done, count)
	}
	expectNames(t, folder, "game.icrep")
}

// longReplay is an order stream that takes long enough to be interrupted.
func longReplay(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "long.orarep")
	if err := os.WriteFile(path, fixtures.Crowded(300_000), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// begun waits until a process has a file of its own below a folder.
func begun(t *testing.T, pattern string) {
	t.Helper()
	for range 3000 {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the conversion did not begin")
}

func TestAKilledConversionIsSweptByTheNextOne(t *testing.T) {
	folder := t.TempDir()
	long := longReplay(t)
	killed, _, _ := process(t, "convert", long, "-o", folder)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	begun(t, filepath.Join(folder, ".convertd-*", "*", "*"))
	alive, stdout, stderr := process(t, "convert", long, "-o", folder)
	if err := alive.Start(); err != nil {
		t.Fatal(err)
	}
	for range 3000 {
		if found, _ := filepath.Glob(filepath.Join(folder, ".convertd-*", "*", "*")); len(found) >= 2 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	left, _ := filepath.Glob(filepath.Join(folder, ".convertd-*"))
	if len(left) != 2 {
		t.Fatalf("%d work folders are there: the test shows nothing", len(left))
	}
	// A third one removes what is left of the first, and nothing of the second.
	small := copied(t, smallReplay, filepath.Join(t.TempDir(), "game.KWReplay"))
	if result := runProcess(t, "convert", small, "-o", folder); result.code != failure.ExitDone {
		t.Error(result.stderr)
	}
	if left, _ = filepath.Glob(filepath.Join(folder, ".convertd-*")); len(left) != 1 {
		t.Errorf("%d work folders are there", len(left))
	}
	if err := alive.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if result := ended(t, alive, stdout, stderr); result.code != failure.ExitFailed {
		t.Errorf("exit code %d: %s", result.code, result.stderr)
	}
	expectNames(t, folder, "game.icrep")
}

// TestAnInterruptedConversionLeavesNothingHalf, at either signal.
func TestAnInterruptedConversionLeavesNothingHalf(t *testing.T) {
	long := longReplay(t)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		folder := t.TempDir()
		command, stdout, stderr := process(t, "convert", long, "--reports", "-o", folder)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		begun(t, filepath.Join(folder, ".convertd-*", "*", "*"))
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if result := ended(t, command, stdout, stderr); result.code != failure.ExitFailed || result.signalled {
			t.Errorf("%v: exit code %d: %s", signal, result.code, result.stderr)
		}
		expectNames(t, folder)
	}
}

// TestFailedWritesSayWhatAndWhatToDo, each with the limit that brings it about.
func TestFailedWritesSayWhatAndWhatToDo(t *testing.T) {
	source := copied(t, smallReplay, filepath.Join(t.TempDir(), "game.KWReplay"))
	icrep := recording(t)
	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	absent := filepath.Join(t.TempDir(), "absent")
	tests := []struct {
		name      string
		arguments []string
		say       []string
	}{
		{"a file where the folder should be", []string{"convert", source, "-o", inTheWay}, []string{"the folder cannot be made", "not a directory", "choose another folder"}},
		{"a folder that is not there", []string{"replay", "anonymize", icrep, "-o", filepath.Join(absent, "a.icrep")}, []string{"nothing can be written here", "no such file", "make the folder first"}},
		{"a save into a folder that is not there", []string{"replay", "seek", icrep, "--tick", "1", "-o", filepath.Join(absent, "a.icsave")}, []string{"nothing can be written here", "make the folder first"}},
		{"an output that is a folder", []string{"replay", "anonymize", icrep, "--overwrite", "-o", filepath.Dir(inTheWay)}, []string{"it is a folder", "choose another name"}},
		{"a name that is too long", []string{"replay", "anonymize", icrep, "-o", filepath.Join(t.TempDir(), strings.Repeat("a", 300))}, []string{"file name too long", "choose a shorter name"}},
		{"a folder of the kernel", []string{"convert", source, "-o", "/sys"}, []string{"nothing can be written here", "choose a folder"}},
	}
	for _, test := range tests {
		result := runProcess(t, test.arguments...)
		if result.code != failure.ExitFailed || strings.Contains(result.stderr, "cannot be read") {
			t.Errorf("%s: exit code %d: %s", test.name, result.code, result.stderr)
		}
		for _, part := range test.say {
			if !strings.Contains(result.stderr, part) {
				t.Errorf("%s: %q is not said: %s", test.name, part, result.stderr)
			}
		}
	}
}

// TestAFullDiskIsNamed: a limit of the size of files stands for a disk that is
// full; the kernel refuses the same write.
func TestAFullDiskIsNamed(t *testing.T) {
	long := longReplay(t)
	for _, arguments := range [][]string{{"convert", long, "-o", "OUT"}, {"--set", "limits.source_bytes=64MiB", "convert", long, "--json", "-o", "OUT"}} {
		folder := t.TempDir()
		arguments[len(arguments)-1] = folder
		line := fmt.Sprintf("ulimit -f 64; exec %q", os.Args[0])
		for _, argument := range arguments {
			line += fmt.Sprintf(" %q", argument)
		}
		command, stdout, stderr := process(t)
		command.Path, command.Args = "/bin/sh", []string{"sh", "-c", line}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		result := ended(t, command, stdout, stderr)
		if result.code != failure.ExitFailed || result.signalled || !strings.Contains(result.stderr, "the result cannot be written: file too large: ") {
			t.Errorf("exit code %d, signalled %t: %s", result.code, result.signalled, result.stderr)
		}
		expectNames(t, folder)
	}
}

// TestAFullStandardOutputIsAnError: what was not printed must not look printed.
func TestAFullStandardOutputIsAnError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close() //nolint:errcheck // nothing was written
	icrep := recording(t)
	for _, arguments := range [][]string{
		{"dump", replayFixture(t, smallReplay)},
		{"inspect", replayFixture(t, smallReplay)},
		{"inspect", "--json", replayFixture(t, smallReplay)},
		{"replay", "events", icrep},
		{"verify", icrep},
		{"version"},
		{"config", "show"},
		{"plugins", "ls"},
	} {
		command, _, stderr := process(t, arguments...)
		command.Stdout = full
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		result := ended(t, command, &bytes.Buffer{}, stderr)
		if result.code != failure.ExitFailed || !strings.Contains(result.stderr, "standard output") || !strings.Contains(result.stderr, "no space left") {
			t.Errorf("%v: exit code %d: %s", arguments, result.code, result.stderr)
		}
	}
}

// TestOddNamesMakeOrdinaryFiles: what begins with a dash or a dot, or is nothing
// but an extension.
func TestOddNamesMakeOrdinaryFiles(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	for _, name := range []string{"-dash.KWReplay", ".KWReplay", ".hidden.KWReplay", ".convertd-mine.KWReplay", "a b\n.KWReplay"} {
		copied(t, smallReplay, filepath.Join(folder, name))
		command, stdout, stderr := process(t, "convert", "-o", out, "--", name)
		command.Dir = folder
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if result := ended(t, command, stdout, stderr); result.code != failure.ExitDone {
			t.Errorf("%q: exit code %d: %s", name, result.code, result.stderr)
		}
	}
	expectNames(t, out, "-dash.icrep", ".KWReplay.icrep", ".convertd-mine.icrep", ".hidden.icrep", "a b\n.icrep")
}

func TestSourcesWithOneNameAreRefusedTogether(t *testing.T) {
	folder := t.TempDir()
	one, two, capital := copied(t, smallReplay, filepath.Join(folder, "a", "1.KWReplay")), copied(t, smallReplay, filepath.Join(folder, "b", "1.rep")), copied(t, smallReplay, filepath.Join(folder, "c", "A.rep"))
	small := copied(t, smallReplay, filepath.Join(folder, "c", "a.rep"))
	for _, test := range []struct {
		arguments []string
		code      int
	}{
		{[]string{one, two}, failure.ExitUsage},
		{[]string{one, one}, failure.ExitUsage},
		{[]string{capital, small, "--overwrite"}, failure.ExitUsage}, // one file where capitals do not count
		{[]string{capital, small}, failure.ExitDone},
	} {
		out := t.TempDir()
		result := runProcess(t, append([]string{"convert", "-o", out}, test.arguments...)...)
		if result.code != test.code {
			t.Errorf("%v: exit code %d: %s", test.arguments, result.code, result.stderr)
		}
		if test.code == failure.ExitUsage && (len(namesIn(t, out)) > 0 || !strings.Contains(result.stderr, "would both become")) {
			t.Errorf("%v: %q: %s", test.arguments, namesIn(t, out), result.stderr)
		}
	}
}

// TestAKilledDaemonIsSweptByTheNextOne: what the killed worker was making goes,
// what a living one makes stays.
func TestAKilledDaemonIsSweptByTheNextOne(t *testing.T) {
	home, scratch := t.TempDir(), t.TempDir()
	living, err := files.NewWorkFolder(scratch, files.JobPrefix)
	if err != nil {
		t.Fatal(err)
	}
	defer living.Close() //nolint:errcheck // the test's folder goes anyway
	first := serve(t, home, "--set", "output.scratch="+scratch)
	submitted, stdout, stderr := process(t, "submit", longReplay(t))
	submitted.Env = append(submitted.Env, "HOME="+home)
	if err := submitted.Start(); err != nil {
		t.Fatal(err)
	}
	if result := ended(t, submitted, stdout, stderr); result.code != failure.ExitDone {
		t.Fatal(result.stderr)
	}
	begun(t, filepath.Join(scratch, "convertd-job-*", "result*"))
	first.kill()
	left, _ := filepath.Glob(filepath.Join(scratch, "convertd-job-*", "result*"))
	if len(left) == 0 {
		t.Fatal("the killed daemon left nothing: the test shows nothing")
	}
	second := serve(t, home, "--set", "output.scratch="+scratch)
	if _, err := os.Lstat(filepath.Dir(left[0])); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of the killed daemon is still there: %s", second.output())
	}
	if _, err := os.Lstat(living.Path()); err != nil {
		t.Error("the folder of a living process was removed")
	}
}
