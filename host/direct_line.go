// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"google.golang.org/protobuf/proto"

	"convertd/sdk/decoderpb"
	"convertd/sdk/directcall"
	"convertd/sdk/wire"
)

// directLine is the connection on which a process answers direct calls
// (docs/plugins.md#direct-calls). One job has it at a time.
//
// Reading from it blocks a thread, and is ended by cutting the line: going through
// the runtime's poller took three system calls and a switch of goroutines for
// each message.
type directLine struct {
	connection *os.File
	frames     *wire.FrameReader
	asked      []byte // memory for what is asked
	cutBy      atomic.Pointer[error]
}

func newDirectLine(connection *os.File) *directLine {
	return &directLine{connection: connection, frames: wire.NewFrameReader(connection)}
}

// cut ends the line for good and whoever waits on it. The first cause counts.
func (l *directLine) cut(cause error) {
	if l.cutBy.CompareAndSwap(nil, &cause) {
		directcall.Cut(l.connection)
	}
}

// cause is why the line was cut, nil if it was not.
func (l *directLine) cause() error {
	if cause := l.cutBy.Load(); cause != nil {
		return *cause
	}
	return nil
}

// close is for when nobody waits on the line any more, or ever again.
func (l *directLine) close() {
	l.cut(ErrClosed)
	_ = l.connection.Close()
}

// ask sends what is asked of the decoder.
func (l *directLine) ask(kind byte, what proto.Message) error {
	encoded, err := proto.MarshalOptions{}.MarshalAppend(wire.BeginFrame(l.asked[:0]), what)
	if err != nil {
		return err
	}
	wire.EndFrame(encoded, 0, kind)
	l.asked = encoded
	_, err = l.connection.Write(encoded)
	return err
}

// probe asks the decoder about an input. After an error, and if ctx ended
// meanwhile, the line is cut.
func (l *directLine) probe(ctx context.Context, request *decoderpb.ProbeRequest) (*decoderpb.ProbeResponse, error) {
	unwatch := context.AfterFunc(ctx, func() { l.cut(context.Cause(ctx)) })
	response, err := l.probeAnswer(request)
	if !unwatch() {
		err = context.Cause(ctx)
	}
	if err != nil {
		l.cut(err)
	}
	return response, err
}

func (l *directLine) probeAnswer(request *decoderpb.ProbeRequest) (*decoderpb.ProbeResponse, error) {
	if err := l.ask(wire.FrameProbe, request); err != nil {
		return nil, err
	}
	kind, content, err := l.frames.Next()
	if err != nil {
		return nil, err
	}
	if kind != wire.FrameProbe || l.frames.Buffered() > 0 {
		return nil, errProbeAnswer
	}
	response := &decoderpb.ProbeResponse{}
	if err := proto.Unmarshal(content, response); err != nil {
		return nil, fmt.Errorf("%w: %w", errProbeAnswer, err)
	}
	return response, nil
}

// errProbeAnswer is an answer to a probe that is none.
var errProbeAnswer = errors.New("the answer to a probe is one frame of its kind")
