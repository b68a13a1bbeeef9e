// SPDX-License-Identifier: GPL-3.0-or-later

package archive

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// Unpacker opens every archive in a process of its own. The readers of zip, 7z,
// rar and the others trust what an archive claims more than strangers deserve:
// one that takes all memory, hangs or dies costs that archive and nothing else.
type Unpacker struct {
	// Command makes the process for one archive, which it finds open as its
	// standard input. The process gives the argument to ParseRequest, limits
	// itself to the memory of the request, and calls Serve, or Refuse, with its
	// standard output.
	Command func(argument string) *exec.Cmd
	// RequireIsolation reads no archive where the process cannot be shut in.
	RequireIsolation bool
	// Memory is the most bytes the process may hold.
	Memory uint64
	// Silence is the longest wait for the next word of the process. It says at
	// least one for every mebibyte that it unpacks.
	Silence time.Duration
}

// unpack gives what is in an archive to the visitor. Its errors are the
// visitor's, the context's, ErrRefused, and that no process can be started.
func (u Unpacker) unpack(ctx context.Context, name string, file *os.File, size int64, limits Limits, visitor Visitor) error {
	request := Request{Base: filepath.Base(name), Size: size, Limits: limits, Memory: u.Memory, RequireIsolation: u.RequireIsolation}
	argument, err := json.Marshal(request)
	if err != nil {
		return err
	}
	p := &process{command: u.Command(string(argument)), request: request, silence: u.Silence}
	if err := p.start(file); err != nil {
		return fmt.Errorf("the process that opens archives: %w", err)
	}
	stop := context.AfterFunc(ctx, p.kill)
	defer stop()
	broken, err := p.listen(name, visitor)
	p.kill()
	_ = p.command.Wait()
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case broken != nil:
		return visitor.Problem(name, p.reason(broken))
	}
	return nil
}

// process is one that opens an archive.
type process struct {
	command *exec.Cmd
	request Request
	silence time.Duration

	output     *bufio.Reader
	complaints complaints
	silent     atomic.Bool // it was killed because it said nothing
}

func (p *process) start(archive *os.File) error {
	output, err := p.command.StdoutPipe()
	if err != nil {
		return err
	}
	p.command.Stdin, p.command.Stderr = archive, &p.complaints
	if err := p.command.Start(); err != nil {
		return err
	}
	watch := time.AfterFunc(p.silence, func() {
		p.silent.Store(true)
		p.kill()
	})
	p.output = bufio.NewReaderSize(&watched{reader: output, watch: watch, silence: p.silence}, 64<<10)
	return nil
}

func (p *process) kill() { _ = p.command.Process.Kill() }

// listen passes on what the process says until it says that this is the end.
// broken is why it did not; err is the visitor's, or that nothing was read.
func (p *process) listen(name string, visitor Visitor) (broken, err error) {
	for {
		m, broken := receive(p.output, p.request.Limits.EntryBytes)
		switch {
		case broken != nil:
			return broken, nil
		case m.kind == kindEnd:
			return nil, nil
		case m.kind == kindRefused:
			return nil, fmt.Errorf("%w: %s", ErrRefused, m.text)
		case m.kind == kindEntry:
			err = visitor.Entry(Entry{Name: name + m.name, Base: m.text, Data: m.data})
		case m.kind != kindWorking:
			err = visitor.Problem(name+m.name, &problem{class: problemClasses[m.kind], text: m.text})
		}
		if err != nil {
			return nil, err
		}
	}
}

// reason says why a process that is gone did not come to the end of its
// archive. What came instead of its next word is broken.
func (p *process) reason(broken error) error {
	switch {
	case p.silent.Load():
		return fmt.Errorf("%w: its reader did nothing for %v: raise limits.decoder_silence if the archive is genuine", ErrLimit, p.silence)
	case strings.Contains(p.complaints.text.String(), "out of memory"):
		return fmt.Errorf("%w: its reader needs more than %d bytes of memory: raise limits.decoder_memory if the archive is genuine", ErrLimit, p.request.Memory)
	case errors.Is(broken, errMessage):
		return fmt.Errorf("%w: %w", ErrDamaged, broken)
	}
	return fmt.Errorf("%w: its reader ended: %v", ErrDamaged, p.command.ProcessState)
}

// problem is an error of the process.
type problem struct {
	class error
	text  string
}

func (p *problem) Error() string { return p.text }
func (p *problem) Unwrap() error { return p.class }

// watched has the process killed if a read takes too long. The time between
// two reads is the visitor's and is not counted.
type watched struct {
	reader  io.Reader
	watch   *time.Timer
	silence time.Duration
}

func (w *watched) Read(buffer []byte) (int, error) {
	w.watch.Reset(w.silence)
	defer w.watch.Stop()
	return w.reader.Read(buffer)
}

// complaints keeps the beginning of a process's error output: the first line
// of Go's runtime says why it gives up.
type complaints struct{ text strings.Builder }

const maxComplaintBytes = 4 << 10

func (c *complaints) Write(text []byte) (int, error) {
	c.text.Write(text[:min(len(text), maxComplaintBytes-c.text.Len())])
	return len(text), nil
}
