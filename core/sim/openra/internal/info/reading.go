// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// What the readers of traits (info_*.go) share: figures of the width the simulation has.

// Number is a figure of a trait, or what stands for it where the trait does not give one.
func Number(trait *rules.Trait, name string, fallback int32) int32 {
	return int32(trait.Int(name, int(fallback)))
}

// Numbers32 is a list of figures of a trait.
func Numbers32(list []int) []int32 {
	out := make([]int32, len(list))
	for i, n := range list {
		out[i] = int32(n)
	}
	return out
}

// Contains reports whether a list has a word.
func Contains(list []string, word string) bool {
	for _, entry := range list {
		if entry == word {
			return true
		}
	}
	return false
}
