// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd-decoder-orarep is the OpenRA decoder as a plugin of convertd.
package main

import (
	"convertd/plugins/orarep"
	"convertd/sdk"
)

func main() { sdk.Serve(orarep.New()) }
