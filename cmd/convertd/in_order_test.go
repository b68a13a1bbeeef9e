// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"slices"
	"testing"
)

func TestResultsComeInTheOrderOfTheItemsWhoeverIsFaster(t *testing.T) {
	const count = 20
	second := make(chan struct{})
	var got []int
	inOrder(t.Context(), 4, count, func(item int) int {
		switch item {
		case 0:
			<-second // the first is done after the second
		case 1:
			close(second)
		}
		return item * item
	}, func(int) int { return -1 }, func(item, result int) {
		if result != item*item {
			t.Errorf("item %d has result %d", item, result)
		}
		got = append(got, item)
	})
	if len(got) != count || !slices.IsSorted(got) {
		t.Errorf("taken in the order %v", got)
	}
}

func TestWhatNoWorkerBeganIsSkippedWhenTheWorkIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun, skipped := 0, 0
	inOrder(ctx, 1, 50, func(int) bool {
		cancel() // the first one is the only one that is sure to begin
		return true
	}, func(int) bool { return false }, func(_ int, done bool) {
		if done {
			begun++
		} else {
			skipped++
		}
	})
	if begun == 0 || skipped == 0 || begun+skipped != 50 {
		t.Errorf("%d begun and %d skipped of 50", begun, skipped)
	}
}
