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

func cellOf(list []int) Cell {
	if len(list) < 2 {
		return Cell{}
	}
	return Cell{int32(list[0]), int32(list[1])}
}

func posOf(list []int) Pos {
	if len(list) < 3 {
		return Pos{}
	}
	return Pos{int32(list[0]), int32(list[1]), int32(list[2])}
}

func contains(list []string, word string) bool {
	for _, entry := range list {
		if entry == word {
			return true
		}
	}
	return false
}
