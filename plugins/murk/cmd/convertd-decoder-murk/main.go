// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd-decoder-murk is the Murk decoder as a plugin of convertd.
package main

import (
	"convertd/plugins/murk"
	"convertd/sdk"
)

func main() { sdk.Serve(murk.Decoder{}) }
