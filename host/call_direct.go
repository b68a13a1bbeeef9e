// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"convertd/sdk/wire"
)

// directCall asks for one decoding on the line.
type directCall struct {
	stream  *Stream
	line    *directLine
	timer   *time.Timer // cuts the line when the decoder takes too long
	unwatch func() bool // ends the watch over the parent context
	failed  error       // why the call could not be made
}

var _ call = (*directCall)(nil)

// newDirectCall shares the source and asks. What goes wrong is told by receive.
func newDirectCall(stream *Stream, request *Request) *directCall {
	c := &directCall{stream: stream, line: stream.process.direct}
	c.timer = time.AfterFunc(time.Hour, func() { c.line.cut(errWaited) })
	c.timer.Stop()
	c.unwatch = context.AfterFunc(stream.parent, func() { c.line.cut(context.Cause(stream.parent)) })
	c.failed = c.ask(request)
	return c
}

// rest stops the clock over the decoder. A clock that just rang counts.
func (c *directCall) rest() {
	if !c.timer.Stop() {
		c.line.cut(errWaited)
	}
}

func (c *directCall) ask(request *Request) error {
	start := startOf(request)
	if err := c.stream.process.share(request, start); err != nil {
		return err
	}
	// A decoder that reads what it is asked never makes the host wait here.
	c.timer.Reset(c.stream.limits.IdleWait)
	defer c.rest()
	if err := c.line.ask(wire.FrameStart, start); err != nil {
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
		c.timer.Reset(max(patience, 0))
		defer c.rest()
	}
	return c.line.frames.Next()
}

// explain finds out why the connection gave no frame.
func (c *directCall) explain(err error) error {
	s := c.stream
	cause := c.line.cause()
	switch {
	case s.pool.isClosed():
		return ErrClosed
	case s.parent.Err() != nil:
		return context.Cause(s.parent)
	case errors.Is(cause, errWaited):
		return s.timedOut()
	case errors.Is(err, wire.ErrFrameTooLong):
		return s.failed(ErrPluginFlood, err.Error(), nil)
	default:
		return s.ended("its connection broke")
	}
}

// end implements call. The connection is clean if nothing follows the answer and
// nothing of this job can still cut it.
func (c *directCall) end() (clean bool) {
	return c.unwatch() && c.line.cause() == nil && c.line.frames.Buffered() == 0
}
