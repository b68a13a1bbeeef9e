// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"context"

	"google.golang.org/grpc"

	"convertd/sdk/wire"
)

// queuedEvents is how many finished events may wait for the connection.
const queuedEvents = 2

// grpcOutput sends events as messages of a stream. A second goroutine writes, so
// that decoding and sending overlap; it lives until close returns.
type grpcOutput struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	buffers *wire.Buffers
	lent    *[]byte // what payload returned last
	queue   chan *wire.OutEvent
	sent    chan struct{} // closed when the writing goroutine ended
}

var _ eventOutput = (*grpcOutput)(nil)

// newGRPCOutput sends until ctx ends, and ends it when nothing can be sent.
func newGRPCOutput(ctx context.Context, cancel context.CancelCauseFunc, stream grpc.ServerStream, buffers *wire.Buffers) *grpcOutput {
	output := &grpcOutput{
		ctx: ctx, cancel: cancel, buffers: buffers,
		queue: make(chan *wire.OutEvent, queuedEvents), sent: make(chan struct{}),
	}
	go output.write(stream)
	return output
}

// write sends what is queued until the queue is closed.
func (o *grpcOutput) write(stream grpc.ServerStream) {
	defer close(o.sent)
	for event := range o.queue {
		if o.ctx.Err() != nil {
			continue // drain: nobody listens any more
		}
		if err := stream.SendMsg(event); err != nil {
			o.cancel(err)
		}
	}
}

// payload implements eventOutput.
func (o *grpcOutput) payload() []byte {
	if o.lent == nil {
		o.lent = o.buffers.Lend()
	}
	return *o.lent
}

// send implements eventOutput.
func (o *grpcOutput) send(kind wire.EventKind, payload []byte) error {
	buffer := o.lent
	o.lent = nil
	*buffer = payload
	return o.sendMessage(&wire.OutEvent{Kind: kind, Payload: o.buffers.Seal(buffer)})
}

// sendMessage implements eventOutput.
func (o *grpcOutput) sendMessage(event *wire.OutEvent) error {
	select {
	case <-o.ctx.Done():
		return context.Cause(o.ctx)
	case o.queue <- event:
		return nil
	}
}

// push implements eventOutput; nothing ever waits for it.
func (*grpcOutput) push() error { return nil }

// close implements eventOutput.
func (o *grpcOutput) close() {
	close(o.queue)
	<-o.sent
	if o.lent != nil {
		o.buffers.Put(o.lent)
		o.lent = nil
	}
}
