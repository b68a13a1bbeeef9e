// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "sync"

// once keeps an answer per actor type: all games of a release share its
// ruleset, and each of them asks for the order of every type's traits, which
// was half of what a game took before its first tick. Those who get an answer
// must not change it.
type once[T any] struct {
	mu      sync.Mutex
	answers map[string]T
}

func (o *once[T]) answer(name string, find func() T) T {
	o.mu.Lock()
	defer o.mu.Unlock()
	if answer, known := o.answers[name]; known {
		return answer
	}
	if o.answers == nil {
		o.answers = map[string]T{}
	}
	answer := find()
	o.answers[name] = answer
	return answer
}
