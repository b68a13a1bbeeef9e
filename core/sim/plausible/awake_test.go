// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestWhoIsAwakeIsFoundInOrderOnceAndAlsoIfWokenMeanwhile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.IntRange(1, 300).Draw(t, "capacity")
		below := rapid.IntRange(0, capacity).Draw(t, "below")
		a, want := newAwake(capacity), []int{}
		for _, slot := range rapid.SliceOfDistinct(rapid.IntRange(0, capacity-1), rapid.ID).Draw(t, "slots") {
			a.add(slot)
			if slot < below {
				want = append(want, slot)
			}
		}
		late := rapid.IntRange(0, capacity-1).Draw(t, "woken meanwhile")
		slices.Sort(want)
		if len(want) > 0 && late > want[0] && late < below && !slices.Contains(want, late) {
			want = append(want, late)
			slices.Sort(want)
		}
		got := []int{}
		for slot := a.next(0, below); slot >= 0; slot = a.next(slot+1, below) {
			if len(got) == 0 && late > slot {
				a.add(late)
			}
			got = append(got, slot)
			a.remove(slot)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("found %v, want %v", got, want)
		}
	})
}
