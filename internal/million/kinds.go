// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"fmt"
	"os"
	"path/filepath"
)

// Kinds lists every sort of input. What is written to try them is written into folder.
func Kinds(folder string) []*Kind {
	all := families()
	var kinds []*Kind
	for i := range all {
		kinds = append(kinds, decoding(&all[i]))
	}
	kinds = append(kinds, reading()...)
	kinds = append(kinds, rewriting(within(folder, "rewrite")))
	// Games are played by the short ones of OpenRA: the long ones test what those do,
	// and take ten times as long.
	all[0].seeds = named(all[0].seeds, "fields-")
	for i := range all {
		kinds = append(kinds, converting(&all[i]))
	}
	for i := range all {
		kinds = append(kinds, streaming(&all[i]))
	}
	kinds = append(kinds, replaying(all, within(folder, "replay"))...)
	return append(kinds, others(within(folder, "config"))...)
}

// within makes a folder in a folder.
func within(folder, name string) string {
	path := filepath.Join(folder, name)
	if err := os.Mkdir(path, 0o700); err != nil {
		panic(fmt.Sprintf("million: %v", err))
	}
	return path
}
