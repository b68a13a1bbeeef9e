package conversion

import "runtime"

// beside is a goroutine that works beside a conversion: it hashes a tick while
// the next is played.
type beside struct {
	work chan func()
	done chan struct{}
	wait func()
}

// spareProcessor counts a conversion and gives it a goroutine of its own if
// there are processors for it: with as many conversions as processors it would
// only be in the way. nil means there are none.
func (e *Engine) spareProcessor() *beside {
	if 2*int(e.running.Add(1)) > runtime.GOMAXPROCS(0) {
		return nil
	}
	return newBeside()
}

func newBeside() *beside {
	b := &beside{work: make(chan func()), done: make(chan struct{}, 1)}
	b.wait = func() { <-b.done }
	go func() {
		for work := range b.work {
			work()
			b.done <- struct{}{}
		}
	}()
	return b
}

// run implements sim.Beside.
func (b *beside) run(work func()) (wait func()) {
	b.work <- work
	return b.wait
}

// stop ends the goroutine. Work that nobody waited for is still done.
func (b *beside) stop() { close(b.work) }
