// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"context"
	"os"
	"runtime/debug"
	"sync"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"convertd/sdk/decoderpb"
	"convertd/sdk/sandbox"
	"convertd/sdk/wire"
)

// maxStreams bounds how many calls one connection may have open: the two long
// ones of go-plugin (broker, output) and a few of ours.
const maxStreams = 64

// collectorPercent is how far the heap may grow between two collections. A
// decoder's live memory is small and its memory limit is enforced otherwise, so
// collecting less often is worth a fifth of the speed.
const collectorPercent = 400

// Serve runs the decoder for the daemon that started this process, and returns
// when the daemon lets go of it. It is all that a decoder's main does. Started
// by hand, it prints a hint and exits with 1.
//
// Before the first call arrives the process is locked down for good: it opens
// no files, sockets or programs from then on. A decoder reads tables it needs
// from disk in its own init or main, or better embeds them.
func Serve(decoder Decoder) {
	limits := limitsFromEnvironment()
	debug.SetGCPercent(collectorPercent)
	server := newServer(decoder, limits.maxSource)
	server.shared = mapSharedSource()
	if server.shared != nil {
		server.direct = openDirect()
	}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  Handshake,
		VersionedPlugins: VersionedPlugins(&servedPlugin{server: server}),
		Logger: hclog.New(&hclog.LoggerOptions{
			Name: "decoder", Level: hclog.Warn, Output: os.Stderr, JSONFormat: true,
		}),
		// go-plugin asks for the server when its listener, pipes and keys
		// exist and nothing was accepted yet: the moment to close the door.
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			server.guards = sandbox.Lockdown(limits.process)
			if server.direct != nil {
				go server.serveDirect(server.direct)
			}
			return grpc.NewServer(append(options, serverOptions()...)...)
		},
	})
}

// serverOptions are the options of every server of the contract. go-plugin
// leaves a decoder at gRPC's 4 MiB and at small windows.
func serverOptions() []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.ForceServerCodecV2(wire.Codec{}),
		grpc.MaxRecvMsgSize(wire.MaxMessage),
		grpc.MaxSendMsgSize(wire.MaxMessage),
		grpc.InitialWindowSize(wire.WindowSize),
		grpc.InitialConnWindowSize(wire.WindowSize),
		grpc.MaxConcurrentStreams(maxStreams),
	}
}

// servedPlugin registers the server with go-plugin.
type servedPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	server *server
}

var _ plugin.GRPCPlugin = (*servedPlugin)(nil)

// GRPCServer implements plugin.GRPCPlugin.
func (p *servedPlugin) GRPCServer(_ *plugin.GRPCBroker, registrar *grpc.Server) error {
	decoderpb.RegisterDecoderServer(registrar, p.server)
	return nil
}

// GRPCClient implements plugin.GRPCPlugin; this side never dials.
func (p *servedPlugin) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errServesOnly
}

// sourceBuffers keeps the memory of past sources, so that a warm decoder does
// not pay for fresh pages with every job.
type sourceBuffers struct {
	mu   sync.Mutex
	free [][]byte
}

const (
	// keptSources is how many buffers wait for the next job.
	keptSources = 2
	// keptSourceBytes is the largest buffer worth waiting.
	keptSourceBytes = 32 << 20
)

func (b *sourceBuffers) lend(size int) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, buffer := range b.free {
		if cap(buffer) >= size {
			b.free = append(b.free[:i], b.free[i+1:]...)
			return buffer[:0:size]
		}
	}
	return make([]byte, 0, size)
}

func (b *sourceBuffers) giveBack(buffer []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if cap(buffer) <= keptSourceBytes && len(b.free) < keptSources {
		b.free = append(b.free, buffer)
	}
}
