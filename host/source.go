// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc"

	"convertd/sdk"
	"convertd/sdk/decoderpb"
	"convertd/sdk/sharedsource"
	"convertd/sdk/wire"
)

// sourceChunks lends the buffers that carry sources.
var sourceChunks = wire.NewBuffers(wire.ChunkSize)

// startOf says what is asked of a decoder.
func startOf(request *Request) *decoderpb.DecodeStart {
	start := &decoderpb.DecodeStart{
		Name:    strings.ToValidUTF8(request.Name, "\uFFFD"),
		Size:    uint64(request.Size),
		Format:  request.Options.Format,
		Profile: request.Options.Profile,
		Native:  request.Options.Native,
		Raw:     request.Options.Native && request.Options.Raw,
	}
	if request.Options.Depth == sdk.DepthHeader {
		start.Depth = decoderpb.Depth_DEPTH_HEADER
	}
	return start
}

// shares reports whether a source of that size can be shared with the decoder.
func (p *process) shares(size int64) bool { return !p.sends && size <= sharedsource.Size }

// share puts the source where the decoder reads it.
func (p *process) share(request *Request, start *decoderpb.DecodeStart) error {
	n, err := p.shared.Fill(request.Source, request.Size)
	if err != nil {
		return unreadable(n, request.Size, err)
	}
	start.Shared = true
	return nil
}

// sendSource shares the source, or sends it, after the start. It returns nil also when the
// decoder stopped listening: why is for the receiving side to find out.
func sendSource(stream grpc.ClientStream, process *process, request *Request) error {
	start := startOf(request)
	if process.shares(request.Size) {
		if err := process.share(request, start); err != nil {
			return err
		}
	}
	message := &wire.OutRequest{Start: start}
	if err := stream.SendMsg(message); err != nil {
		return nil //nolint:nilerr // the receiving side has the reason
	}
	if !start.GetShared() {
		if err := sendChunks(stream, request); err != nil {
			return err
		}
	}
	_ = stream.CloseSend()
	return nil
}

func unreadable(n, size int64, cause error) error {
	return fmt.Errorf("%w: %d of %d bytes: %w", ErrSourceUnreadable, n, size, cause)
}

// sendChunks sends the source piece by piece.
func sendChunks(stream grpc.ClientStream, request *Request) error {
	for offset := int64(0); offset < request.Size; {
		chunk := sourceChunks.Get(int(min(wire.ChunkSize, request.Size-offset)))
		n, err := request.Source.ReadAt(*chunk, offset)
		if n < len(*chunk) {
			if err == nil || errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return unreadable(offset+int64(n), request.Size, err)
		}
		offset += int64(n)
		if err := stream.SendMsg(&wire.OutRequest{Chunk: sourceChunks.Seal(chunk)}); err != nil {
			return nil //nolint:nilerr // the receiving side has the reason
		}
	}
	return nil
}
