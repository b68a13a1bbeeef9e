// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd-decoder-remastered is the decoder of Westwood recordings as
// a plugin of convertd.
package main

import (
	"convertd/plugins/remastered"
	"convertd/sdk"
)

func main() { sdk.Serve(remastered.Decoder{}) }
