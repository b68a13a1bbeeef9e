// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"convertd/core/fault"
	"convertd/internal/mutate"
)

// Limits of one input.
const (
	// memoryLimit is how much may live at once.
	memoryLimit = 256 << 20
	// slower is how many times as long as the unspoilt input it may take; quick is
	// what counts as no time at all, since nobody measures microseconds.
	slower = 200
	quick  = 5 * time.Millisecond
	// hang is when the watchdog ends everything.
	hang = 2 * time.Minute
)

// A Kind is one sort of input: of one format, read in one way.
type Kind struct {
	Name string
	// Try makes the input of a number and reads it. Number 0 is the unspoilt one. The
	// error says which law was broken.
	Try func(number uint64) error
	// patience is what the unspoilt input takes, measured when it is first asked for.
	patience time.Duration
}

// Check reads one input and returns the law that it broke, nil for none.
func (k *Kind) Check(number uint64) error {
	if k.patience == 0 {
		begun := time.Now()
		if err := k.once(0); err != nil {
			return fmt.Errorf("%s, unspoilt: %w", k.Name, err)
		}
		k.patience = max(time.Since(begun), quick)
	}
	before, begun := allocated(), time.Now()
	if err := k.once(number); err != nil {
		return fmt.Errorf("%s, number %d: %w", k.Name, number, err)
	}
	took, used := time.Since(begun), allocated()-before
	if took > slower*k.patience {
		// Others may have had the processor: the quickest of three counts.
		for range 2 {
			begun = time.Now()
			_ = k.once(number)
			took = min(took, time.Since(begun))
		}
		if took > slower*k.patience {
			return fmt.Errorf("%s, number %d: it took %v, the unspoilt one %v", k.Name, number, took.Round(time.Millisecond), k.patience)
		}
	}
	if used > memoryLimit { // all that was ever taken: how much of it lived at once?
		if most := k.livedAtOnce(number); most > memoryLimit {
			return fmt.Errorf("%s, number %d: %d MiB lived at once", k.Name, number, most>>20)
		}
	}
	return nil
}

// once reads one input; a panic is a broken law.
func (k *Kind) once(number uint64) (err error) {
	watchdog := time.AfterFunc(hang, func() {
		panic(fmt.Sprintf("million: %s, number %d: no end after %v", k.Name, number, hang))
	})
	defer watchdog.Stop()
	if panicked := fault.Call(func() { err = k.Try(number) }); panicked != nil {
		return fmt.Errorf("%w\n%s", panicked, panicked.Stack)
	}
	return err
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// livedAtOnce reads an input again while another goroutine looks at the heap, which
// is collected often.
func (k *Kind) livedAtOnce(number uint64) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	before, most := live[0].Value.Uint64(), uint64(0)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = k.once(number)
	}()
	for {
		metrics.Read(live)
		most = max(most, live[0].Value.Uint64())
		select {
		case <-done:
			return most - min(before, most)
		case <-time.After(time.Millisecond):
		}
	}
}

// random returns the generator of a number.
func random(number uint64) *mutate.Random { return mutate.NewRandom(number * math.MaxUint32) }
