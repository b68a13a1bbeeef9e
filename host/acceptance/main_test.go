// SPDX-License-Identifier: GPL-3.0-or-later

package acceptance

import (
	"fmt"
	"os"
	"testing"

	"convertd/host"
	"convertd/plugins/ea"
	"convertd/plugins/murk"
	"convertd/plugins/orarep"
	"convertd/plugins/rts"
	"convertd/sdk"
)

func bundled() []sdk.Decoder {
	return []sdk.Decoder{ea.New(), murk.Decoder{}, orarep.New(), rts.Decoder{}}
}

// TestMain lets the test program be the decoder.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "decoder" {
		if err := host.ServeBundled(os.Args[2], bundled()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func newHost(tb testing.TB) *host.Host {
	tb.Helper()
	h, err := host.New(host.Config{Bundled: bundled()})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = h.Close() })
	return h
}
