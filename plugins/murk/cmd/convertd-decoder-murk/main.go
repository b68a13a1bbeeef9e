// Command convertd-decoder-murk is the Murk decoder as a plugin of convertd.
package main

import (
	"convertd/plugins/murk"
	"convertd/sdk"
)

func main() { sdk.Serve(murk.Decoder{}) }
