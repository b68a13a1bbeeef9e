// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"log/slog"
	"testing"
	"time"

	plugin "github.com/hashicorp/go-plugin"

	"convertd/sdk"
	"convertd/sdk/sandbox"
)

// TestStopIsBoundedWhateverTheProcessDoes has a process that the kernel never
// reports the end of.
func TestStopIsBoundedWhateverTheProcessDoes(t *testing.T) {
	stuck := newProcessRunner(launch{name: "stuck"}, nil, t.TempDir())
	stuck.process = &sandbox.Process{}
	p := &process{
		entry: &entry{name: "stuck"}, logger: slog.New(slog.DiscardHandler), runner: stuck,
		client: plugin.NewClient(&plugin.ClientConfig{HandshakeConfig: sdk.Handshake, AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC}}),
	}
	begun := time.Now()
	p.stop()
	if took := time.Since(begun); took < stopPatience || took > 3*stopPatience+time.Second {
		t.Errorf("it took %v, the patience is %v", took, stopPatience)
	}
}
