// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"convertd/core/ir"
	"convertd/sdk/decoderpb"
	"convertd/sdk/sandbox"
	"convertd/sdk/wire"
)

var (
	// errServesOnly is returned to somebody who uses a served plugin as a client.
	errServesOnly = errors.New("sdk: this side of the plugin only serves")
	// errNoTrailer marks a decoder that ended without telling how.
	errNoTrailer = errors.New("decoder returned without an error and without a trailer")
)

// server answers convertd.decoder.v1 for one decoder.
type server struct {
	decoderpb.UnimplementedDecoderServer
	decoder   Decoder
	maxSource uint64
	guards    []sandbox.Guard
	shared    []byte   // memory the host fills, nil if it offered none
	direct    *os.File // connection of direct calls, nil if there is none
	sources   sourceBuffers
	batches   *wire.Buffers
}

func newServer(decoder Decoder, maxSource uint64) *server {
	return &server{decoder: decoder, maxSource: maxSource, batches: wire.NewBuffers(batchBytes)}
}

// Info implements decoderpb.DecoderServer.
func (s *server) Info(context.Context, *decoderpb.InfoRequest) (*decoderpb.InfoResponse, error) {
	info := s.decoder.Info()
	if configurable, ok := s.decoder.(Configurable); ok {
		info.SettingsSchema = configurable.SettingsSchema()
	}
	response := &decoderpb.InfoResponse{Name: info.Name, Version: info.Version, IrVersion: ir.Version, SharedSource: s.shared != nil, Direct: s.direct != nil}
	for _, format := range info.Formats {
		response.Formats = append(response.Formats, &decoderpb.Format{
			Id: format.ID, Description: format.Description, Extensions: format.Extensions,
			Magic: format.Magic, Unverified: format.Unverified,
		})
	}
	if can := info.Capabilities; can != nil {
		response.Capabilities = &decoderpb.Capabilities{Sync: can.Sync, Camera: can.Camera, NativeLines: can.NativeLines, Positions: can.Positions}
	}
	response.SettingsSchema = info.SettingsSchema
	for _, guard := range s.guards {
		response.Guards = append(response.Guards, &decoderpb.Guard{Name: guard.Name, Active: guard.Active, Detail: guard.Detail})
	}
	return response, nil
}

// Configure implements decoderpb.DecoderServer.
func (s *server) Configure(_ context.Context, request *decoderpb.ConfigureRequest) (response *decoderpb.ConfigureResponse, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = status.Error(codes.Internal, reportPanic(value).Error())
		}
	}()
	configurable, ok := s.decoder.(Configurable)
	if !ok {
		return nil, status.Error(codes.Unimplemented, "this decoder takes no settings")
	}
	if fault := configurable.Configure(request.GetSettings()); fault != nil {
		return &decoderpb.ConfigureResponse{Fault: shortText(fault.Error())}, nil
	}
	return &decoderpb.ConfigureResponse{}, nil
}

// Probe implements decoderpb.DecoderServer.
func (s *server) Probe(_ context.Context, request *decoderpb.ProbeRequest) (response *decoderpb.ProbeResponse, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = status.Error(codes.Internal, reportPanic(value).Error())
		}
	}()
	match := s.decoder.Probe(ProbeInput{
		Head: request.GetHead(), Tail: request.GetTail(), Name: request.GetName(), Size: request.GetSize(),
	})
	return &decoderpb.ProbeResponse{
		Format: match.Format, Confidence: uint32(match.Confidence), Profile: match.Profile, Reason: match.Reason,
	}, nil
}

// Decode implements decoderpb.DecoderServer.
func (s *server) Decode(stream grpc.BidiStreamingServer[decoderpb.DecodeRequest, decoderpb.DecodeEvent]) error {
	start, source, err := s.receive(stream)
	if err != nil {
		return err
	}
	if !start.GetShared() {
		defer s.sources.giveBack(source)
	}

	ctx, cancel := context.WithCancelCause(stream.Context())
	sink := newEventSink(ctx, cancel, newGRPCOutput(ctx, cancel, stream, s.batches))
	err = s.decode(ctx, Source{Name: start.GetName(), Data: source}, optionsOf(start), sink)
	if err := sink.finish(err); err != nil {
		return status.FromContextError(err).Err()
	}
	return nil
}

func optionsOf(start *decoderpb.DecodeStart) DecodeOptions {
	options := DecodeOptions{Format: start.GetFormat(), Profile: start.GetProfile(), Native: start.GetNative(), Raw: start.GetNative() && start.GetRaw()}
	if start.GetDepth() == decoderpb.Depth_DEPTH_HEADER {
		options.Depth = DepthHeader
	}
	return options
}

// receive reads the start and the whole source, unless that is shared.
func (s *server) receive(stream grpc.ServerStream) (*decoderpb.DecodeStart, []byte, error) {
	var request wire.InRequest
	if err := stream.RecvMsg(&request); err != nil {
		return nil, nil, err
	}
	start := request.Start
	if start == nil {
		return nil, nil, status.Error(codes.InvalidArgument, "the first message of Decode must be a start")
	}
	if start.GetSize() > s.maxSource {
		return nil, nil, status.Errorf(codes.InvalidArgument, "a source of %d bytes is over the limit of %d", start.GetSize(), s.maxSource)
	}
	if start.GetShared() {
		if start.GetSize() > uint64(len(s.shared)) {
			return nil, nil, status.Errorf(codes.InvalidArgument, "a source of %d bytes does not lie in %d bytes of shared memory", start.GetSize(), len(s.shared))
		}
		return start, s.shared[:start.GetSize():start.GetSize()], nil
	}
	request.Source = s.sources.lend(int(start.GetSize()))
	for {
		err := stream.RecvMsg(&request)
		switch {
		case errors.Is(err, io.EOF):
			if uint64(len(request.Source)) != start.GetSize() {
				return nil, nil, status.Errorf(codes.InvalidArgument, "%d source bytes were announced, %d came", start.GetSize(), len(request.Source))
			}
			return start, request.Source, nil
		case err != nil:
			return nil, nil, err
		case request.Start != nil:
			return nil, nil, status.Error(codes.InvalidArgument, "Decode takes one start")
		case request.Overflow:
			return nil, nil, status.Errorf(codes.InvalidArgument, "more source bytes came than the %d announced", start.GetSize())
		}
	}
}

// decode calls the decoder and turns a panic into an error.
func (s *server) decode(ctx context.Context, source Source, options DecodeOptions, sink *eventSink) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = reportPanic(value)
		}
	}()
	if err := s.decoder.Decode(ctx, source, options, sink); err != nil {
		return err
	}
	if !sink.trailer {
		return errNoTrailer
	}
	return nil
}

// panicError is a panic of the decoder.
type panicError struct{ text string }

func (e *panicError) Error() string { return "decoder panicked: " + e.text }

// reportPanic logs where it happened and returns what may be told: the runtime's
// own sentence, but not a value that may hold content of the file.
func reportPanic(value any) *panicError {
	fmt.Fprintf(os.Stderr, "[ERROR] decoder panicked\n%s\n", debug.Stack())
	if failure, ok := value.(runtime.Error); ok {
		return &panicError{text: failure.Error()}
	}
	return &panicError{text: fmt.Sprintf("a value of type %T", value)}
}
