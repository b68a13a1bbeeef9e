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
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// Unpacker opens every archive in a process of its own. The readers of zip, 7z,
// rar and the others trust what an archive claims more than strangers deserve:
// one that takes all memory, hangs or dies costs that archive and nothing else.
type Unpacker struct {
	// Start starts a process for one archive, shut in and with no more memory
	// than that. It finds the archive open as its standard input, gives the
	// argument to ParseRequest, and calls Serve, or Refuse, with its standard
	// output. An ErrRefused of Start ends the walk.
	Start func(argument string, memory uint64, files Files) (Process, error)
	// RequireIsolation reads no archive where the process cannot be shut in.
	RequireIsolation bool
	// Memory is the most bytes the process may hold.
	Memory uint64
	// Silence is the longest wait for the next word of the process. It says at
	// least one for every mebibyte that it unpacks.
	Silence time.Duration
}

// Files are the standard ones of a process. They stay the caller's.
type Files struct {
	Archive    *os.File
	Output     *os.File
	Complaints io.Writer
}

// Process is one that opens an archive.
type Process interface {
	// Kill ends it, at any time.
	Kill()
	// Exited is closed when it is gone.
	Exited() <-chan struct{}
	// Status says how it ended, after Exited.
	Status() string
}

// goneWithin is how long a killed process may take to be gone. What the kernel
// does not end by then is left to it.
const goneWithin = 2 * time.Second

// unpack gives what is in an archive to the visitor. Its errors are the
// visitor's, the context's, ErrRefused, and that no process can be started.
func (u Unpacker) unpack(ctx context.Context, name string, file *os.File, size int64, limits Limits, visitor Visitor) error {
	request := Request{Base: filepath.Base(name), Size: size, Limits: limits, Memory: u.Memory, RequireIsolation: u.RequireIsolation}
	argument, err := json.Marshal(request)
	if err != nil {
		return err
	}
	p := &process{request: request, silence: u.Silence}
	if err := p.start(u, string(argument), file); err != nil {
		return fmt.Errorf("the process that opens archives: %w", err)
	}
	stop := context.AfterFunc(ctx, p.running.Kill)
	defer stop()
	broken, err := p.listen(name, visitor)
	p.end(broken != nil)
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

// process is one that opens an archive, and what it says.
type process struct {
	running Process
	request Request
	silence time.Duration

	said       *os.File
	output     *bufio.Reader
	complaints complaints
	silent     atomic.Bool // it was killed because it said nothing
}

func (p *process) start(u Unpacker, argument string, archive *os.File) error {
	said, saidEnd, err := os.Pipe()
	if err != nil {
		return err
	}
	p.running, err = u.Start(argument, u.Memory, Files{Archive: archive, Output: saidEnd, Complaints: &p.complaints})
	_ = saidEnd.Close()
	if err != nil {
		_ = said.Close()
		return err
	}
	watch := time.AfterFunc(p.silence, func() {
		p.silent.Store(true)
		p.running.Kill()
	})
	p.said = said
	p.output = bufio.NewReaderSize(&watched{reader: said, watch: watch, silence: p.silence}, 64<<10)
	return nil
}

// end lets go of the process. One that broke off may have its last words still
// on the way: they say why.
func (p *process) end(brokeOff bool) {
	if brokeOff && !p.silent.Load() {
		p.wait()
	}
	p.running.Kill()
	p.wait()
	_ = p.said.Close()
}

func (p *process) wait() {
	timer := time.NewTimer(goneWithin)
	defer timer.Stop()
	select {
	case <-p.running.Exited():
	case <-timer.C:
	}
}

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
	return fmt.Errorf("%w: its reader ended: %s", ErrDamaged, p.running.Status())
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
