package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"google.golang.org/protobuf/proto"

	"convertd/sdk/wire"
)

// directLine is the connection on which a process answers direct calls
// (docs/plugins.md "Direct calls"). One job has it at a time.
type directLine struct {
	connection *os.File
	frames     *wire.FrameReader
	start      []byte // memory for what is asked
}

func newDirectLine(connection *os.File) *directLine {
	return &directLine{connection: connection, frames: wire.NewFrameReader(connection)}
}

func (l *directLine) close() { _ = l.connection.Close() }

// directCall asks for one decoding on the line. The reader's own goroutine waits
// for the socket: no other is woken on the way.
type directCall struct {
	stream  *Stream
	line    *directLine
	unwatch func() bool // ends the watch over the parent context
	failed  error       // why the call could not be made
}

var _ call = (*directCall)(nil)

// newDirectCall shares the source and asks. What goes wrong is told by receive.
func newDirectCall(stream *Stream, request *Request) *directCall {
	c := &directCall{stream: stream, line: stream.process.direct}
	c.failed = c.ask(request)
	c.unwatch = context.AfterFunc(stream.parent, func() {
		_ = c.line.connection.SetDeadline(time.Unix(0, 0)) // whoever waits stops
	})
	return c
}

func (c *directCall) ask(request *Request) error {
	start := startOf(request)
	if err := c.stream.process.share(request, start); err != nil {
		return err
	}
	encoded, err := proto.MarshalOptions{}.MarshalAppend(wire.BeginFrame(c.line.start[:0]), start)
	if err != nil {
		return err
	}
	wire.EndFrame(encoded, 0, wire.FrameStart)
	c.line.start = encoded
	// A decoder that reads what it is asked never makes the host wait here.
	_ = c.line.connection.SetWriteDeadline(time.Now().Add(c.stream.limits.IdleWait))
	if _, err := c.line.connection.Write(encoded); err != nil {
		return c.explain(err)
	}
	return nil
}

// receive implements call.
func (c *directCall) receive(in *wire.InEvent, patience time.Duration) error {
	if c.failed != nil {
		return c.failed
	}
	kind, content, err := c.next(patience)
	if err != nil {
		return c.explain(err)
	}
	if kind == wire.FrameEnd {
		if len(content) > 0 {
			return c.stream.lied("its answer ends with something behind the end", nil)
		}
		return io.EOF
	}
	if err := in.TakeFrame(wire.EventKind(kind), content); err != nil {
		return c.stream.lied(fmt.Sprintf("an event of kind %d", kind), err)
	}
	return nil
}

// next returns the next frame, charging the decoder for the time until it is
// there. What came with the frame before costs nothing.
func (c *directCall) next(patience time.Duration) (kind byte, content []byte, err error) {
	if !c.line.frames.Ready() {
		begun := time.Now()
		defer func() { c.stream.waited += time.Since(begun) }()
		_ = c.line.connection.SetReadDeadline(begun.Add(max(patience, 0)))
		// This deadline may have replaced the one of a parent that ended.
		if c.stream.parent.Err() != nil {
			return 0, nil, context.Cause(c.stream.parent)
		}
	}
	return c.line.frames.Next()
}

// explain finds out why the connection gave no frame.
func (c *directCall) explain(err error) error {
	s := c.stream
	switch {
	case s.pool.isClosed():
		return ErrClosed
	case s.parent.Err() != nil:
		return context.Cause(s.parent)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return s.timedOut()
	case errors.Is(err, wire.ErrFrameTooLong):
		return s.failed(ErrPluginFlood, err.Error(), nil)
	default:
		return s.ended("its connection broke")
	}
}

// end implements call. The connection is clean if nothing follows the answer and
// no deadline of this job can still come.
func (c *directCall) end() (clean bool) {
	return c.unwatch() && c.line.frames.Buffered() == 0
}
