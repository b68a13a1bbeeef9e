// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"convertd/core/fault"
	"convertd/sdk/decoderpb"
	"convertd/sdk/wire"
)

// errWaited is why the context of a call ended that took too long.
var errWaited = errors.New("the decoder kept the host waiting")

// grpcCall is the call that every decoder answers: the contract's Decode.
type grpcCall struct {
	stream  *Stream
	ctx     context.Context
	cancel  context.CancelCauseFunc
	rpc     grpc.ClientStream
	sending chan struct{} // closed when the source is sent
	timer   *time.Timer
}

var _ call = (*grpcCall)(nil)

func newGRPCCall(stream *Stream, request *Request) (*grpcCall, error) {
	c := &grpcCall{stream: stream, sending: make(chan struct{})}
	c.ctx, c.cancel = context.WithCancelCause(traced(stream.parent))
	c.timer = time.AfterFunc(time.Hour, func() { c.cancel(errWaited) })
	c.timer.Stop()
	rpc, err := stream.process.conn.NewStream(c.ctx, &decoderpb.Decoder_ServiceDesc.Streams[0],
		decoderpb.Decoder_Decode_FullMethodName, grpc.ForceCodecV2(wire.Codec{}))
	if err != nil {
		close(c.sending)
		return c, c.explain(err)
	}
	c.rpc = rpc
	go func() {
		defer close(c.sending)
		var err error
		if panicked := fault.Call(func() { err = sendSource(rpc, stream.process, request) }); panicked != nil {
			err = panicked
		}
		if err != nil {
			c.cancel(err)
		}
	}()
	return c, nil
}

// receive implements call.
func (c *grpcCall) receive(in *wire.InEvent, patience time.Duration) error {
	if patience <= 0 {
		c.cancel(errWaited)
	}
	begun := time.Now()
	c.timer.Reset(patience)
	err := c.rpc.RecvMsg(in)
	c.timer.Stop()
	c.stream.waited += time.Since(begun)
	if err != nil && !errors.Is(err, io.EOF) {
		return c.explain(err)
	}
	return err
}

// explain finds out why the connection gave no message.
func (c *grpcCall) explain(err error) error {
	s := c.stream
	if s.pool.isClosed() {
		return ErrClosed
	}
	if c.ctx.Err() != nil {
		cause := context.Cause(c.ctx)
		switch {
		case s.parent.Err() != nil:
			return context.Cause(s.parent)
		case errors.Is(cause, errWaited):
			return s.timedOut()
		default:
			return cause
		}
	}
	switch state := status.Convert(err); state.Code() {
	case codes.ResourceExhausted:
		return s.failed(ErrPluginFlood, boundText(state.Message()), nil)
	case codes.DeadlineExceeded:
		if _, limited := s.parent.Deadline(); limited {
			<-s.parent.Done() // the other side noticed a little earlier
			return context.Cause(s.parent)
		}
		return s.failed(ErrPluginLied, "it claims a deadline that nobody set", nil)
	case codes.Unavailable, codes.Canceled:
		return s.ended("its connection broke: " + boundText(state.Message()))
	default:
		if !s.process.alive() {
			return s.failed(ErrPluginCrashed, "its process ended: "+s.process.runner.status, nil)
		}
		return s.failed(ErrPluginLied, state.Code().String()+": "+boundText(state.Message()), nil)
	}
}

// end implements call. A call over gRPC leaves nothing on the connection.
func (c *grpcCall) end() (clean bool) {
	c.timer.Stop()
	c.cancel(nil)
	<-c.sending
	return true
}
