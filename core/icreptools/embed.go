// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import "convertd/core/icrep"

// EmbedOptions says what a replay is to carry.
type EmbedOptions struct {
	// Resources replace what the replay carries now; nil or empty ones take
	// everything out (Minimal mode).
	Resources *icrep.Embedded
	// LargeMap permits a map above icrep.MaxEmbeddedMapBytes.
	LargeMap bool
}

// Embed writes the same replay with other embedded resources. Rule files are
// checked to be data with clean relative names; whoever later extracts them
// asks the user first (docs/icrep.md#embedded-resources).
func Embed(r *icrep.Reader, out Output, options EmbedOptions) (*icrep.Summary, error) {
	return rewrite(r, out, rewriting{
		final:    func(f *icrep.Final) { f.Embedded = options.Resources },
		smallMap: !options.LargeMap,
	})
}
