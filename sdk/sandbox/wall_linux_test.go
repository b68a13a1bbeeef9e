// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// machine is a kernel that may lack something.
type machine struct {
	name       string
	landlock   int // version, -1: as it is
	namespaces bool
}

var machines = []machine{
	{name: "this machine", landlock: -1, namespaces: true},
	{name: "Landlock absent", landlock: 0, namespaces: true},
	{name: "Landlock 4", landlock: 4, namespaces: true},
	{name: "no namespaces", landlock: -1},
	{name: "no namespaces and Landlock 4", landlock: 4},
}

// on runs a test as if this were the machine.
func (m machine) on(t *testing.T) (environment []string) {
	t.Helper()
	if !m.namespaces {
		shareNamespaces("the test takes them away")
		t.Cleanup(func() { sharedReason.Store(nil) })
	}
	if m.landlock >= 0 {
		environment = append(environment, fmt.Sprintf("%s=%d", landlockVariable, m.landlock))
	}
	return environment
}

// attemptsIn are the names of what testdata/hostile.c tries in one run.
func attemptsIn(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile("testdata/hostile.c")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(source)) {
		if rest, found := strings.CutPrefix(strings.TrimSpace(line), `TRY("`); found {
			name, _, _ := strings.Cut(rest, `"`)
			names = append(names, name)
		}
	}
	return names
}

// seen are attempts that only tell what lies outside. A program with a loader
// needs these calls, so only a root of its own is in the way.
var seen = map[string]bool{"stat": true, "statx": true, "access": true, "readlink": true, "statfs": true, "chdir": true}

// taken are attempts that only tell whether a number is that of a process.
// Thread libraries ask so about their own threads, whose numbers no filter
// knows, so only a process namespace is in the way.
var taken = map[string]bool{"sched_getaffinity": true}

func TestNothingThatAHostileProgramTriesWorks(t *testing.T) {
	program := buildHostile(t)
	attempts := attemptsIn(t)
	if len(attempts) < 150 {
		t.Fatalf("only %d attempts are written down", len(attempts))
	}
	for _, machine := range machines {
		for _, kind := range []Kind{KindStatic, KindDynamic} {
			t.Run(machine.name+"/"+string(kind), func(t *testing.T) {
				environment := machine.on(t)
				s := newScene(t, program)
				outcomes, process := s.run(t, kind, environment)
				if missing := Lacking(process.Guards); missing != "" {
					t.Errorf("the minimum is not met: %s", missing)
				}
				for _, name := range attempts {
					outcome := outcomes[name]
					tells := !machine.namespaces && (taken[name] || kind == KindDynamic && seen[name])
					switch {
					case outcome == "":
						t.Errorf("%s: it did not come that far: %s", name, process.Status())
					case !strings.HasPrefix(outcome, "denied") && !tells:
						t.Errorf("%s: %s", name, outcome)
					}
				}
				s.unharmed(t)
			})
		}
	}
}

// TestWithoutTheWallAttemptsWork shows that it is the wall that denies them:
// those that an ordinary process may make on any machine, and that end with it.
func TestWithoutTheWallAttemptsWork(t *testing.T) {
	s := newScene(t, buildHostile(t))
	for _, name := range strings.Fields(`
		prlimit prlimit-read setpriority sched_setaffinity sched_setscheduler sched_setattr
		kill tkill tgkill sigqueue tgsigqueue pidfd_open pidfd_send_signal
		fcntl-setown fcntl-setsig ioctl-setown getpgid getsid getpriority sched_getaffinity
		proc-environ proc-list sys-list dev-list open open-write openat2 open-path list stat statx access statfs chdir
		chmod utimensat inotify mkdir rmdir fork vfork clone3 exec-shell execveat exec-memfd
		setsid prctl-pdeathsig prctl-subreaper limits-at-entry
		memory-shared memory-memfd memory-zero memory-pipe splice vmsplice tee raise-fsize raise-data
		socket-inet socket-netlink datagram datagram-message datagram-abstract connect connect-abstract memory`) {
		if outcome := s.runFree(t, name); !strings.HasPrefix(outcome, name+"\tworked") {
			t.Errorf("%s: %q", name, outcome)
		}
	}
}

// TestEveryAttemptIsInTheManual holds the table of docs/plugins.md to what is
// tried.
func TestEveryAttemptIsInTheManual(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "..", "docs", "plugins.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(manual), `<a id="attempts"></a>`)
	if !found {
		t.Fatal("there is no table of attempts")
	}
	for _, name := range append(attemptsIn(t), "many-files") {
		if !strings.Contains(table, "`"+name+"`") {
			t.Errorf("the table does not tell of %s", name)
		}
	}
}

func TestGuardsSayWhatTheMachineLacks(t *testing.T) {
	program := buildHostile(t)
	for _, test := range []struct {
		machine machine
		kind    Kind
		guard   string
		active  bool
		detail  string
	}{
		{machines[0], KindStatic, GuardNamespaces, true, "user, pid, mnt"},
		{machines[1], KindStatic, GuardLandlock, false, "no Landlock"},
		{machines[1], KindStatic, GuardRoot, true, "of its own"},
		{machines[2], KindStatic, GuardLandlock, true, "version 4"},
		{machines[2], KindStatic, GuardLandlock, true, "no scope for signals"},
		{machines[3], KindStatic, GuardNamespaces, false, "the test takes them away"},
		{machines[3], KindStatic, GuardRoot, false, "no mount namespace"},
		{machines[3], KindStatic, GuardMetadata, true, "denied"},
		{machines[3], KindDynamic, GuardMetadata, false, "can be seen"},
	} {
		t.Run(test.machine.name+"/"+test.guard, func(t *testing.T) {
			environment := test.machine.on(t)
			_, process := newScene(t, program).run(t, test.kind, environment, "nothing")
			for _, guard := range process.Guards {
				if guard.Name == test.guard && (guard.Active != test.active || !strings.Contains(guard.Detail, test.detail)) {
					t.Errorf("it says %+v, want active %v with %q", guard, test.active, test.detail)
				}
			}
		})
	}
}

func TestNeitherLandlockNorNamespacesIsLessThanTheMinimum(t *testing.T) {
	bare := machine{name: "neither", landlock: 0}
	environment := bare.on(t)
	_, process := newScene(t, buildHostile(t)).run(t, KindStatic, environment, "nothing")
	missing := Lacking(process.Guards)
	for _, want := range []string{"files of the system", "no Landlock", "no mount namespace"} {
		if !strings.Contains(missing, want) {
			t.Errorf("what is missing is %q, which does not tell of %q", missing, want)
		}
	}
}

func TestProgramThatFillsItsSocketFolderIsKilled(t *testing.T) {
	s := newScene(t, buildHostile(t))
	_, process := s.run(t, KindStatic, nil, "many-files")
	entries, err := os.ReadDir(s.sockets)
	if err != nil || process.Succeeded() || len(entries) > 5000 {
		t.Errorf("it made %d files and ended with %s, %v", len(entries), process.Status(), err)
	}
	t.Logf("%d files until it was killed", len(entries))
}

func TestKilledProgramIsGoneAtOnce(t *testing.T) {
	s := newScene(t, buildHostile(t))
	for _, machine := range machines {
		t.Run(machine.name, func(t *testing.T) {
			environment := machine.on(t)
			_, process := s.run(t, KindStatic, environment, "nothing")
			begun := time.Now()
			process.Kill() // after its end, too
			<-process.Exited()
			if took := time.Since(begun); took > time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
