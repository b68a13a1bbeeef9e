// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import "convertd/core/icrep"

// Recompress writes the same replay at out.Compression; Compact is what
// archives want. Replay id and content digests stay as they are.
func Recompress(r *icrep.Reader, out Output) (*icrep.Summary, error) {
	return rewrite(r, out, rewriting{})
}
