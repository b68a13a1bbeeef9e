// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import "sync"

// Aside does work while whoever calls it goes on, on another goroutine for
// instance, and returns how to wait for its end; it begins without that. A nil one
// does the work where it comes up.
type Aside func(work func()) (wait func())

// atOnce does the work where it comes up.
func atOnce(work func()) (wait func()) {
	work()
	return func() {}
}

// line does pieces of work aside, one after another, in the order in which they were
// handed over. There is never more than one at a time.
type line[P any] struct {
	aside Aside
	do    func(P)
	wait  func() // for the end of the last run of pieces, nil if there was none

	mutex   sync.Mutex
	waiting []P // by the run of pieces that goes on if working
	working bool
}

func newLine[P any](aside Aside, do func(P)) *line[P] {
	if aside == nil {
		aside = atOnce
	}
	return &line[P]{aside: aside, do: do}
}

// handOver lets a piece of work be done.
func (l *line[P]) handOver(piece P) {
	if l.queue(piece) {
		l.stop()
		l.wait = l.aside(l.work)
	}
}

// queue puts a piece behind the others and reports whether nobody works on them.
func (l *line[P]) queue(piece P) (idle bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.waiting = append(l.waiting, piece)
	idle, l.working = !l.working, true
	return idle
}

// work does what was handed over, and what is while it works.
func (l *line[P]) work() {
	for piece, ok := l.next(); ok; piece, ok = l.next() {
		l.do(piece)
	}
}

// next is the piece to be done next. If there is none, the work is over.
func (l *line[P]) next() (piece P, ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.waiting) == 0 {
		l.working = false
		return piece, false
	}
	piece = l.waiting[0]
	l.waiting = append(l.waiting[:0], l.waiting[1:]...)
	return piece, true
}

// stop waits for what still runs aside.
func (l *line[P]) stop() {
	if l.wait != nil {
		l.wait()
		l.wait = nil
	}
}
