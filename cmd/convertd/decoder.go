// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"io"

	"convertd/failure"
	"convertd/host"
	"convertd/plugins/ea"
	"convertd/plugins/murk"
	"convertd/plugins/orarep"
	"convertd/plugins/remastered"
	"convertd/plugins/rts"
	"convertd/sdk"
)

// decoderVerb starts this program as one of its own decoders. It is not for
// people: the host calls it.
const decoderVerb = "decoder"

// bundledDecoders are the decoders inside this program.
func bundledDecoders() []sdk.Decoder {
	return []sdk.Decoder{ea.New(), murk.Decoder{}, orarep.New(), remastered.Decoder{}, rts.Decoder{}}
}

func serveDecoder(name string, stderr io.Writer) int {
	if err := host.ServeBundled(name, bundledDecoders()); err != nil {
		printf(stderr, "convertd: %v: this verb is called by convertd itself\n", err)
		return failure.ExitUsage
	}
	return failure.ExitDone
}
