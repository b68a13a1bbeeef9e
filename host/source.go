package host

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc"

	"convertd/sdk"
	"convertd/sdk/decoderpb"
	"convertd/sdk/wire"
)

// sourceChunks lends the buffers that carry sources.
var sourceChunks = wire.NewBuffers(wire.ChunkSize)

// sendSource sends the start and the whole source. It returns nil also when the
// decoder stopped listening: why is for the receiving side to find out.
func sendSource(stream grpc.ClientStream, request *Request) error {
	start := &decoderpb.DecodeStart{
		Name:    strings.ToValidUTF8(request.Name, "\uFFFD"),
		Size:    uint64(request.Size), //nolint:gosec // checked not to be negative
		Format:  request.Options.Format,
		Profile: request.Options.Profile,
		Native:  request.Options.Native,
	}
	if request.Options.Depth == sdk.DepthHeader {
		start.Depth = decoderpb.Depth_DEPTH_HEADER
	}
	message := &wire.OutRequest{Start: start}
	if err := stream.SendMsg(message); err != nil {
		return nil //nolint:nilerr // the receiving side has the reason
	}
	for offset := int64(0); offset < request.Size; {
		chunk := sourceChunks.Get(int(min(wire.ChunkSize, request.Size-offset)))
		n, err := request.Source.ReadAt(*chunk, offset)
		if n < len(*chunk) {
			if err == nil || errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("%w: %d of %d bytes: %w", ErrSourceUnreadable, offset+int64(n), request.Size, err)
		}
		offset += int64(n)
		if err := stream.SendMsg(&wire.OutRequest{Chunk: sourceChunks.Seal(chunk)}); err != nil {
			return nil //nolint:nilerr // the receiving side has the reason
		}
	}
	_ = stream.CloseSend() //nolint:errcheck // always nil
	return nil
}
