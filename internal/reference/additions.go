// SPDX-License-Identifier: GPL-3.0-or-later

package reference

import (
	"runtime"
	"sync"
	"time"
)

// additionsPerRound is how many a round of add does.
const additionsPerRound = 6 * 50_000

// Additions is how many additions that do not wait for each other a processor gets done
// in a nanosecond, on average of all the processors, all of them at work for a while. A
// processor of a virtual machine is, as a rule, half of a core: while somebody else uses
// the other half, this goes down to a half, and what is measured beside it takes longer.
func Additions(while time.Duration) float64 {
	each := make([]float64, runtime.GOMAXPROCS(0))
	var workers sync.WaitGroup
	for i := range each {
		workers.Go(func() { each[i] = additions(while) })
	}
	workers.Wait()
	sum := 0.0
	for _, one := range each {
		sum += one
	}
	return sum / float64(len(each))
}

func additions(while time.Duration) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	rounds, begin := 0, time.Now()
	var sums [6]uint64
	for time.Since(begin) < while {
		add(&sums)
		rounds++
	}
	return float64(rounds) * additionsPerRound / float64(time.Since(begin).Nanoseconds())
}

// add keeps six sums at once: none of them waits for another.
//
//go:noinline
func add(sums *[6]uint64) {
	a, b, c, d, e, f := sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]
	for i := range uint64(additionsPerRound / 6) {
		a += i
		b ^= i
		c += 3
		d ^= 7
		e += i
		f -= i
	}
	*sums = [6]uint64{a, b, c, d, e, f}
}
