// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"context"
	"fmt"
	"os"

	"google.golang.org/protobuf/proto"

	"convertd/sdk/decoderpb"
	"convertd/sdk/wire"
)

// serveDirect answers direct calls (docs/plugins.md#direct-calls), one after
// the other, until the connection ends. It closes the connection: a host that
// still waits finds that the decoder is lost.
func (s *server) serveDirect(connection *os.File) {
	defer connection.Close() //nolint:errcheck // nothing is left to send
	frames := wire.NewFrameReader(connection)
	output := &directOutput{connection: connection}
	for {
		kind, content, err := frames.Next()
		if err != nil {
			return // the host let go
		}
		if err := s.answerDirect(kind, content, output); err != nil {
			fmt.Fprintf(os.Stderr, "[ERROR] direct call: %v\n", err)
			return
		}
	}
}

// answerDirect answers one call. After an error the connection is of no use.
func (s *server) answerDirect(kind byte, content []byte, output *directOutput) error {
	switch kind {
	case wire.FrameStart:
		return s.decodeDirect(content, output)
	case wire.FrameProbe:
		return s.probeDirect(content, output)
	default:
		return fmt.Errorf("a frame of kind %d where a start or a probe is expected", kind)
	}
}

func (s *server) probeDirect(content []byte, output *directOutput) error {
	var request decoderpb.ProbeRequest
	if err := proto.Unmarshal(content, &request); err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	response, err := s.Probe(context.Background(), &request)
	if err != nil {
		return err
	}
	output.begin(func(error) {})
	if err := output.sendProto(wire.FrameProbe, response); err != nil {
		return err
	}
	return output.push()
}

func (s *server) decodeDirect(content []byte, output *directOutput) error {
	var start decoderpb.DecodeStart
	if err := proto.Unmarshal(content, &start); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if !start.GetShared() || start.GetSize() > min(s.maxSource, uint64(len(s.shared))) {
		return fmt.Errorf("a source of %d bytes does not lie in %d bytes of shared memory", start.GetSize(), len(s.shared))
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	output.begin(cancel)
	sink := newEventSink(ctx, cancel, output)
	source := Source{Name: start.GetName(), Data: s.shared[:start.GetSize():start.GetSize()]}
	return sink.finish(s.decode(ctx, source, optionsOf(&start), sink))
}

// pushBytes is when a direct output writes without being told to.
const pushBytes = 128 << 10

// directOutput writes events as frames. It keeps its memory from job to job.
type directOutput struct {
	connection *os.File
	cancel     context.CancelCauseFunc
	frames     []byte // what waits to be written
	err        error  // sticky: why the connection is of no use
}

var _ eventOutput = (*directOutput)(nil)

// begin starts the answer of a job, which cancel ends.
func (o *directOutput) begin(cancel context.CancelCauseFunc) {
	o.frames, o.cancel = o.frames[:0], cancel
}

// payload implements eventOutput: what waits, and room for the head of a frame.
func (o *directOutput) payload() []byte { return wire.BeginFrame(o.frames) }

// send implements eventOutput.
func (o *directOutput) send(kind wire.EventKind, payload []byte) error {
	wire.EndFrame(payload, len(o.frames), byte(kind))
	o.frames = payload
	if len(o.frames) >= pushBytes {
		return o.push()
	}
	return o.err
}

// sendMessage implements eventOutput.
func (o *directOutput) sendMessage(event *wire.OutEvent) error {
	var message proto.Message = event.Failure
	if event.Kind == wire.EventDiagnostic {
		message = event.Diagnostic
	}
	return o.sendProto(event.Kind, message)
}

func (o *directOutput) sendProto(kind wire.EventKind, message proto.Message) error {
	payload, err := proto.MarshalOptions{}.MarshalAppend(o.payload(), message)
	if err != nil {
		return err
	}
	return o.send(kind, payload)
}

// push implements eventOutput. It waits while the host is busy with what was
// written before.
func (o *directOutput) push() error {
	if o.err == nil && len(o.frames) > 0 {
		if _, err := o.connection.Write(o.frames); err != nil {
			o.err = err
			o.cancel(err)
		}
	}
	o.frames = o.frames[:0]
	return o.err
}

// close implements eventOutput.
func (o *directOutput) close() {
	begun := len(o.frames)
	o.frames = wire.BeginFrame(o.frames)
	wire.EndFrame(o.frames, begun, wire.FrameEnd)
	_ = o.push() // the context has the error
}
