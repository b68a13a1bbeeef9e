// SPDX-License-Identifier: GPL-3.0-or-later

package million

// Kinds lists every sort of input.
func Kinds() []*Kind {
	all := families()
	var kinds []*Kind
	for i := range all {
		kinds = append(kinds, decoding(&all[i]))
	}
	kinds = append(kinds, reading()...)
	kinds = append(kinds, rewriting())
	// Games are played by the short ones of OpenRA: the long ones test what those do,
	// and take ten times as long.
	all[0].seeds = named(all[0].seeds, "fields-")
	for i := range all {
		kinds = append(kinds, converting(&all[i]))
	}
	for i := range all {
		kinds = append(kinds, streaming(&all[i]))
	}
	kinds = append(kinds, replaying(all)...)
	return append(kinds, others()...)
}
