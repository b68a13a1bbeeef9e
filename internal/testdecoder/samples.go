// SPDX-License-Identifier: GPL-3.0-or-later

package testdecoder

import (
	"fmt"
	"strings"

	"convertd/sdk/conformance"
)

// Replay writes a replay of the test format with n orders and samples between
// them.
func Replay(n int) []byte {
	var text strings.Builder
	text.WriteString(Magic)
	for i := range n {
		fmt.Fprintf(&text, "order %d %d Move\n", i, i%2)
		if i%10 == 0 {
			fmt.Fprintf(&text, "sync %d %d\n", i, i*7)
			fmt.Fprintf(&text, "look %d 3 %d\n", i, i%5)
		}
		if i%100 == 99 {
			text.WriteString("odd\n")
		}
	}
	return []byte(text.String())
}

// Samples are replays for the acceptance suite: a small one, one of several
// batches, a damaged one.
func Samples() []conformance.Sample {
	return []conformance.Sample{
		{Name: "small.good", Data: Replay(3)},
		{Name: "large.good", Data: Replay(5_000)},
		{Name: "damaged.good", Data: append(Replay(50), "nonsense\n"...)},
	}
}
