// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import "convertd/core/icrep"

// NameOriginal writes the same replay with the name of the file it was converted
// from, cut down to what the format allows ([icrep.FileName]). Files that are
// shared by content do not have it (docs/adr/0044-names-stay-out.md). The replay id
// is new, and the one that converting under this name gives. A file that was
// not converted stays without.
func NameOriginal(r *icrep.Reader, out Output, name string) (*icrep.Summary, error) {
	return rewrite(r, out, rewriting{metadata: func(m *icrep.Metadata) {
		if m.ConvertedFrom == nil {
			return
		}
		from := *m.ConvertedFrom
		from.OriginalFile = icrep.FileName(name)
		m.ConvertedFrom, m.ReplayID = &from, ""
	}})
}
