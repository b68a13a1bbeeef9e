// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"fmt"
	"os"
	"strconv"

	plugin "github.com/hashicorp/go-plugin"

	"convertd/sdk/directcall"
	"convertd/sdk/sandbox"
	"convertd/sdk/sharedsource"
)

// Versions of the contract that this package speaks, the newest and the oldest.
// Host and decoder take the newest that both know (docs/plugins.md#versions).
const (
	ProtocolVersion    = 2
	MinProtocolVersion = 1
)

// VersionedPlugins offers one plugin under every version of the contract.
func VersionedPlugins(one plugin.Plugin) map[int]plugin.PluginSet {
	versions := make(map[int]plugin.PluginSet)
	for version := MinProtocolVersion; version <= ProtocolVersion; version++ {
		versions[version] = plugin.PluginSet{PluginName: one}
	}
	return versions
}

// PluginName is the name a decoder is dispensed under.
const PluginName = "decoder"

// Handshake is what host and decoder show each other before they talk. It keeps
// people from starting a decoder by hand; it is no secret.
var Handshake = plugin.HandshakeConfig{
	ProtocolVersion:  MinProtocolVersion, // of a side that does not negotiate
	MagicCookieKey:   "CONVERTD_DECODER",
	MagicCookieValue: "c0fe1c1b7c6b4b0f9c5a6f8e2d0f3a51",
}

// Environment variables the host sets for a decoder. All are optional numbers.
const (
	// EnvMemory is the most bytes of memory the process may hold.
	EnvMemory = "CONVERTD_DECODER_MEMORY"
	// EnvCPUSeconds is the processor time of the whole process.
	EnvCPUSeconds = "CONVERTD_DECODER_CPU_SECONDS"
	// EnvMaxSource is the most bytes of one source.
	EnvMaxSource = "CONVERTD_DECODER_MAX_SOURCE"
	// EnvSharedSource is the descriptor of memory the host shares (see
	// sharedsource). A decoder that ignores it is sent its sources.
	EnvSharedSource = "CONVERTD_DECODER_SHARED_SOURCE"
	// EnvDirect is the descriptor of the connection for direct calls (see
	// directcall). A decoder that ignores it is called over gRPC.
	EnvDirect = "CONVERTD_DECODER_DIRECT"
)

// DefaultMaxSource is the most bytes of one source when the host does not say.
// The largest real replay known here has 4 MB; archives of a whole match with
// embedded maps stay below a tenth of this.
const DefaultMaxSource = 256 << 20

// serveLimits is what the environment asks for.
type serveLimits struct {
	process   sandbox.Limits
	maxSource uint64
}

func limitsFromEnvironment() serveLimits {
	return serveLimits{
		process: sandbox.Limits{
			Memory:     numberFromEnvironment(EnvMemory, 0),
			CPUSeconds: numberFromEnvironment(EnvCPUSeconds, 0),
		},
		maxSource: numberFromEnvironment(EnvMaxSource, DefaultMaxSource),
	}
}

// mapSharedSource maps the memory the host offers, if it does. Without it the
// host sends sources.
func mapSharedSource() []byte {
	fd := numberFromEnvironment(EnvSharedSource, 0)
	if fd == 0 {
		return nil
	}
	memory, err := sharedsource.Map(uintptr(fd))
	if err != nil {
		fmt.Fprintf(os.Stderr, "[WARN] %v: sources will be sent\n", err)
		return nil
	}
	return memory
}

// openDirect opens the connection for direct calls that the host offers, if it
// does. Without it the host calls over gRPC.
func openDirect() *os.File {
	fd := numberFromEnvironment(EnvDirect, 0)
	if fd == 0 {
		return nil
	}
	connection, err := directcall.Open(uintptr(fd))
	if err != nil {
		fmt.Fprintf(os.Stderr, "[WARN] %v: calls take the way over gRPC\n", err)
		return nil
	}
	return connection
}

func numberFromEnvironment(name string, otherwise uint64) uint64 {
	value, err := strconv.ParseUint(os.Getenv(name), 10, 63)
	if err != nil {
		return otherwise
	}
	return value
}
