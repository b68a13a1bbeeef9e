// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"testing"

	"convertd/core/ir"
	"convertd/plugins/remastered"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

// recording is what the decoder sent.
type recording struct{ *sinktest.Recording }

// detail returns a detail of the trailer.
func (r recording) detail(key string) string {
	for _, pair := range r.Trailer.Details {
		if pair.Key == key {
			return pair.Value
		}
	}
	return ""
}

// events are the orders that are events of the file, not of its UI blocks.
func (r recording) events() []ir.Order {
	var events []ir.Order
	for i := range r.Orders {
		if r.Orders[i].Present.Has(ir.PresentNativeID) {
			events = append(events, r.Orders[i])
		}
	}
	return events
}

func decode(data []byte, options sdk.DecodeOptions) (recording, error) {
	sent, err := sinktest.Decode(remastered.Decoder{}, sdk.Source{Name: "RECORD.BIN", Data: data}, options)
	return recording{sent}, err
}

func mustDecode(tb testing.TB, data []byte, options sdk.DecodeOptions) recording {
	tb.Helper()
	sent, err := decode(data, options)
	if err != nil {
		tb.Fatal(err)
	}
	return sent
}
