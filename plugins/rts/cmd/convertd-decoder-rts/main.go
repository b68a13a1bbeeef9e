// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd-decoder-rts is the RTS decoder as a plugin of convertd.
package main

import (
	"convertd/plugins/rts"
	"convertd/sdk"
)

func main() { sdk.Serve(rts.Decoder{}) }
