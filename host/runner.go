// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"

	"github.com/hashicorp/go-plugin/runner"

	"convertd/sdk"
	"convertd/sdk/sandbox"
	"convertd/sdk/sharedsource"
)

// maxDecoderOutput is how many bytes of a process's error output are read for
// the log; what follows is read and forgotten.
const maxDecoderOutput = 1 << 20

// firstExtraFile is the descriptor of the first file a process is given besides
// its standard ones.
const firstExtraFile = 3

// launch is what a processRunner starts.
type launch struct {
	name       string
	executable *os.File // open and verified
	path       string   // where it was found, "" for this program
	arguments  []string
	readTrees  []string
	limits     sandbox.Limits
	required   bool                 // refuse where it cannot be shut in
	shared     *sharedsource.Region // nil if there is none
	direct     *os.File             // the decoder's end of direct calls, nil if there is none
}

// processRunner starts one decoder for go-plugin, inside the outer wall.
type processRunner struct {
	launch    launch
	command   *exec.Cmd
	socketDir string
	stdout    *os.File
	stderr    *os.File

	process *sandbox.Process // nil until it was started
	exited  chan struct{}    // closed when the process is gone, or never came to be
	once    sync.Once
	status  string // how it ended, valid after exited
}

var _ runner.Runner = (*processRunner)(nil)

// newProcessRunner makes the command; environment is what go-plugin wants the
// process to know. Nothing else of the host's environment reaches it.
func newProcessRunner(what launch, environment []string, socketDir string) *processRunner {
	command := &exec.Cmd{
		Args: append([]string{filePrefix + what.name}, what.arguments...),
		Env:  append(environment, "TMPDIR="+socketDir),
	}
	hand := func(name string, file *os.File) {
		command.Env = append(command.Env, fmt.Sprintf("%s=%d", name, firstExtraFile+len(command.ExtraFiles)))
		command.ExtraFiles = append(command.ExtraFiles, file)
	}
	if what.shared != nil {
		hand(sdk.EnvSharedSource, what.shared.Reader())
	}
	if what.direct != nil {
		hand(sdk.EnvDirect, what.direct)
	}
	return &processRunner{launch: what, command: command, socketDir: socketDir, exited: make(chan struct{})}
}

// Start implements runner.Runner.
func (r *processRunner) Start(context.Context) error {
	stdin, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer stdin.Close() //nolint:errcheck // read-only
	stdout, stdoutEnd, err := os.Pipe()
	if err != nil {
		return err
	}
	stderr, stderrEnd, err := os.Pipe()
	if err != nil {
		_, _ = stdout.Close(), stdoutEnd.Close()
		return err
	}
	r.stdout, r.stderr = stdout, stderr
	r.command.Stdin, r.command.Stdout, r.command.Stderr = stdin, stdoutEnd, stderrEnd

	process, err := sandbox.Start(r.command, r.wall())
	_, _ = stdoutEnd.Close(), stderrEnd.Close()
	if err != nil {
		_, _ = stdout.Close(), stderr.Close()
		r.status = err.Error()
		close(r.exited)
		return err
	}
	r.process = process
	go func() {
		<-process.Exited()
		r.status = process.Status()
		close(r.exited)
	}()
	return nil
}

// wall is what stays possible for the decoder.
func (r *processRunner) wall() *sandbox.Wall {
	return &sandbox.Wall{
		Kind:       sandbox.KindOf(r.launch.executable),
		Executable: r.launch.executable,
		Path:       sandbox.ScriptPath(r.launch.executable, r.launch.path),
		SocketDir:  r.socketDir,
		ReadTrees:  append(sandbox.StartTrees(r.launch.executable, r.launch.path), r.launch.readTrees...),
		Limits:     r.launch.limits,
		Required:   r.launch.required,
	}
}

// Wait implements runner.AttachedRunner.
func (r *processRunner) Wait(context.Context) error {
	<-r.exited
	r.closePipes()
	if r.process.Succeeded() {
		return nil
	}
	return fmt.Errorf("decoder %q: %s", r.launch.name, r.status)
}

// closePipes lets go of the output of the process, once.
func (r *processRunner) closePipes() {
	r.once.Do(func() {
		for _, pipe := range []*os.File{r.stdout, r.stderr} {
			_ = pipe.Close()
		}
	})
}

// Kill implements runner.AttachedRunner. A decoder has nothing to save, so it
// is never asked politely.
func (r *processRunner) Kill(context.Context) error {
	if r.process != nil {
		r.process.Kill()
	}
	return nil
}

// Stdout implements runner.Runner.
func (r *processRunner) Stdout() io.ReadCloser { return r.stdout }

// Stderr implements runner.Runner.
func (r *processRunner) Stderr() io.ReadCloser {
	return &boundedOutput{ReadCloser: r.stderr, left: maxDecoderOutput}
}

// Name implements runner.Runner.
func (r *processRunner) Name() string { return r.launch.name }

// ID implements runner.AttachedRunner. go-plugin takes "" for a runner that
// was never started.
func (r *processRunner) ID() string {
	if r.process == nil {
		return ""
	}
	return strconv.Itoa(r.process.Pid())
}

// Diagnose implements runner.Runner.
func (r *processRunner) Diagnose(context.Context) string {
	select {
	case <-r.exited:
		return "the process ended: " + r.status
	default:
		return "the process runs but did not say where it listens; is it a decoder for convertd?"
	}
}

// PluginToHost implements runner.AddrTranslator. Only a socket in the folder
// made for this process is acceptable: a decoder cannot point the host at
// another server.
func (r *processRunner) PluginToHost(network, address string) (string, string, error) {
	if network != "unix" || !inFolder(address, r.socketDir) {
		return "", "", fmt.Errorf("decoder %q listens on %s %q: it must listen on a unix socket in PLUGIN_UNIX_SOCKET_DIR", r.launch.name, network, address)
	}
	return network, address, nil
}

// HostToPlugin implements runner.AddrTranslator.
func (*processRunner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// boundedOutput passes on the first bytes of a stream and swallows the rest, so
// that the process is never blocked and the log never flooded.
type boundedOutput struct {
	io.ReadCloser
	left int
}

func (b *boundedOutput) Read(p []byte) (int, error) {
	for {
		n, err := b.ReadCloser.Read(p)
		n = min(n, b.left)
		b.left -= n
		if n > 0 || err != nil {
			return n, err
		}
	}
}
