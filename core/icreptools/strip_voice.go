// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import "convertd/core/icrep"

// StripVoice writes the same replay without its voice section. Without one it
// is a plain copy.
func StripVoice(r *icrep.Reader, out Output) (*icrep.Summary, error) {
	return rewrite(r, out, rewriting{final: func(f *icrep.Final) { f.Voice = nil }})
}
