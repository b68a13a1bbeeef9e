// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd-decoder-ea is the EA decoder as a plugin of convertd.
package main

import (
	"convertd/plugins/ea"
	"convertd/sdk"
)

func main() { sdk.Serve(ea.New()) }
