// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// launcherName is what this program is called when it is the launcher: the
// hidden verb, in the place where no argument of a user can be.
const launcherName = "convertd-launcher"

// launchPatience bounds how long the launcher may take to build the wall. It
// takes milliseconds; a machine that is out of breath takes longer.
const launchPatience = 20 * time.Second

// order is what the launcher is told, as its first argument. What follows is
// for the program.
type order struct {
	Kind       Kind              `json:"kind"`
	Path       string            `json:"path,omitempty"`
	SocketDir  string            `json:"socket_dir,omitempty"`
	ReadTrees  []string          `json:"read_trees,omitempty"`
	Limits     Limits            `json:"limits"`
	Required   bool              `json:"required"`
	Executable int               `json:"executable"` // descriptor
	Report     int               `json:"report"`     // descriptor
	Host       int               `json:"host"`       // process that started this one
	Outside    map[string]string `json:"outside"`    // the namespaces of the host, nil if they are shared
	Shared     string            `json:"shared"`     // why they are
	User       int               `json:"user"`       // to become without a namespace, 0 for nobody else
	UserDetail string            `json:"user_detail"`
}

// report is what the launcher answers.
type report struct {
	Guards []Guard `json:"guards"`
	Failed string  `json:"failed,omitempty"`
	// Lacking is why the program was not begun.
	Lacking string `json:"lacking,omitempty"`
}

// Start starts the program of the command inside a wall. Of the command count
// arguments, environment, the three standard files and the extra ones.
func Start(command *exec.Cmd, wall *Wall) (*Process, error) {
	p := &Process{exited: make(chan struct{})}
	started := make(chan error)
	go p.live(command, wall, started)
	return p, <-started
}

// live starts the process, and keeps the thread that did alive as long as the
// process: the kernel kills the process when that thread ends, so it cannot
// outlive the host. The thread is never given back.
func (p *Process) live(command *exec.Cmd, wall *Wall, started chan<- error) {
	runtime.LockOSThread()
	err := p.launch(command, wall)
	if err != nil {
		p.status = err.Error()
		close(p.exited)
		started <- err
		return
	}
	started <- nil
	if wall.SocketDir != "" {
		go p.watchFolder(wall.SocketDir)
	}
	_ = p.command.Wait()
	p.killRest()
	p.status = p.command.ProcessState.String()
	p.cage.remove()
	close(p.exited)
}

// launch starts the launcher, with namespaces of its own if the kernel gives
// them, and waits until it has become the program.
func (p *Process) launch(command *exec.Cmd, wall *Wall) error {
	shared := namespacesShared()
	cage, caged := newCage(wall.Limits)
	p.cage = cage
	guards, err := p.try(command, wall, shared)
	if shared == "" && errors.Is(err, errNotStarted) {
		reason := fmt.Sprintf("the kernel gives none: %v", errors.Unwrap(err))
		if guards, err = p.try(command, wall, reason); err == nil {
			shareNamespaces(reason)
		}
	}
	if err != nil {
		p.cage.remove()
		return err
	}
	p.Guards = append(guards, caged)
	return nil
}

// errNotStarted is why not even the launcher runs.
var errNotStarted = errors.New("cannot start the launcher")

func (p *Process) try(template *exec.Cmd, wall *Wall, shared string) ([]Guard, error) {
	answer, answerEnd, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer answer.Close() //nolint:errcheck // read to its end
	told := orderFor(template, wall, shared)
	encoded, err := json.Marshal(told)
	if err != nil {
		return nil, errors.Join(err, answerEnd.Close())
	}
	command := &exec.Cmd{
		Path: "/proc/self/exe", Dir: string(os.PathSeparator), Env: template.Env,
		Args:  append([]string{launcherName, string(encoded)}, template.Args...),
		Stdin: template.Stdin, Stdout: template.Stdout, Stderr: template.Stderr,
		ExtraFiles:  append(append([]*os.File{}, template.ExtraFiles...), wall.Executable, answerEnd),
		SysProcAttr: attributes(told, p.cage),
	}
	if wall.SocketDir != "" && told.newUser() != 0 {
		if err := os.Chown(wall.SocketDir, told.newUser(), told.newUser()); err != nil {
			return nil, errors.Join(err, answerEnd.Close())
		}
	}
	err = command.Start()
	_ = answerEnd.Close()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNotStarted, err)
	}
	p.command = command
	guards, err := readReport(answer)
	if err != nil {
		p.Kill()
		_ = command.Wait()
	}
	return guards, err
}

// readReport waits for what the launcher says, and for its end.
func readReport(answer *os.File) ([]Guard, error) {
	const maxReport = 1 << 16
	_ = answer.SetReadDeadline(time.Now().Add(launchPatience))
	decoder := json.NewDecoder(io.LimitReader(answer, maxReport))
	var said report
	for {
		var next report
		err := decoder.Decode(&next)
		switch {
		case errors.Is(err, io.EOF) && said.Guards == nil:
			return nil, errors.New("the launcher ended before the program began")
		case errors.Is(err, io.EOF):
			return said.Guards, nil
		case err != nil:
			return nil, fmt.Errorf("the launcher's report: %w", err)
		case next.Lacking != "":
			return nil, fmt.Errorf("%w: %s", ErrLacking, next.Lacking)
		case next.Failed != "":
			return nil, errors.New(next.Failed)
		}
		said = next
	}
}

func orderFor(template *exec.Cmd, wall *Wall, shared string) *order {
	const firstExtraFile = 3
	told := &order{
		Kind: wall.Kind, Path: wall.Path, SocketDir: wall.SocketDir, ReadTrees: wall.ReadTrees, Limits: wall.Limits, Required: wall.Required,
		Executable: firstExtraFile + len(template.ExtraFiles), Report: firstExtraFile + len(template.ExtraFiles) + 1,
		Host: os.Getpid(), Shared: shared,
	}
	told.User, told.UserDetail = userFor(wall)
	if shared == "" {
		told.Outside = ownNamespaces()
	}
	return told
}

// newUser is who owns what the program makes, 0 if that is who we are.
func (o *order) newUser() int { return o.User }

// Kill ends the process and whatever it started. It does not wait.
func (p *Process) Kill() {
	if p.command == nil || p.command.Process == nil {
		return
	}
	_ = p.command.Process.Kill() // through its pidfd: never somebody else
	p.killRest()
}

// killRest kills what the process started, if it could: where it has a process
// namespace its own death did that.
func (p *Process) killRest() {
	p.cage.kill()
	_ = unix.Kill(-p.command.Process.Pid, unix.SIGKILL)
}

// userFor is whom a program becomes if root starts it: a number that nobody
// has. Anybody else stays who they are.
func userFor(wall *Wall) (user int, detail string) {
	const nobodyElse = 1_900_000_000
	if os.Geteuid() != 0 {
		return 0, "it stays the user " + strconv.Itoa(os.Geteuid()) + ", for only root can give that up"
	}
	needed := os.FileMode(0o001)
	if wall.Path != "" {
		needed = 0o005
	}
	if info, err := wall.Executable.Stat(); err != nil || info.Mode()&needed != needed {
		return 0, "it stays root, for others may not execute its file: chmod o+rx"
	}
	return nobodyElse, ""
}
