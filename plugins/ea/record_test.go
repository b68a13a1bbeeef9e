// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

// recording is what the decoder sent, and how it ended.
type recording struct {
	*sinktest.Recording
	err error
}

// decode runs the decoder over a file.
func decode(source sdk.Source, options sdk.DecodeOptions) *recording {
	sent, err := sinktest.Decode(New(), source, options)
	return &recording{Recording: sent, err: err}
}

// value returns a detail by key, "" if there is none.
func value(list []ir.KeyValue, key string) string {
	for _, pair := range list {
		if pair.Key == key {
			return pair.Value
		}
	}
	return ""
}
