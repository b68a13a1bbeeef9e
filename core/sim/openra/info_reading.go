// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// What the readers of traits (info_*.go) share: figures of the width the simulation has.

func number(trait *rules.Trait, name string, fallback int32) int32 {
	return int32(trait.Int(name, int(fallback)))
}

func numbers32(list []int) []int32 {
	out := make([]int32, len(list))
	for i, n := range list {
		out[i] = int32(n)
	}
	return out
}

func contains(list []string, word string) bool {
	for _, entry := range list {
		if entry == word {
			return true
		}
	}
	return false
}
