// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"sync"
)

// inOrder does work for the items 0 to count-1 with so many workers and hands
// each result to take as soon as it and all before it are there: what is printed
// does not depend on which worker is faster. take is called from this goroutine.
// Items that no worker began when ctx ended get skipped's result. It returns when
// every worker has.
func inOrder[R any](ctx context.Context, workers, count int, work, skipped func(item int) R, take func(item int, result R)) {
	results := make([]chan R, count)
	for i := range results {
		results[i] = make(chan R, 1)
	}
	next := make(chan int)
	var running sync.WaitGroup
	for range min(workers, count) {
		running.Go(func() {
			for i := range next {
				results[i] <- work(i)
			}
		})
	}
	go func() {
		defer close(next)
		for i := range count {
			select {
			case next <- i:
			case <-ctx.Done():
				results[i] <- skipped(i)
			}
		}
	}()
	for i := range count {
		take(i, <-results[i])
	}
	running.Wait()
}
