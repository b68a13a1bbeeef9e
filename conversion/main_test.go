// SPDX-License-Identifier: GPL-3.0-or-later

package conversion_test

import (
	"fmt"
	"os"
	"testing"

	"convertd/host"
	"convertd/internal/foxes"
	"convertd/plugins/ea"
	"convertd/plugins/murk"
	"convertd/plugins/orarep"
	"convertd/sdk"
)

var bundled = []sdk.Decoder{murk.Decoder{}, orarep.New(), ea.New(), foxes.Decoder{}}

// The host starts this very program as its decoders.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "decoder" {
		if err := host.ServeBundled(os.Args[2], bundled); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
