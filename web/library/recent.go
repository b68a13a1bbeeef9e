// SPDX-License-Identifier: GPL-3.0-or-later

package library

import "sync"

// recent keeps the last answers until the index changes: a list, its menus and its
// figures ask for the same, again and again.
type recent[V any] struct {
	most int // answers; one more begins anew

	mu       sync.Mutex
	revision uint64 // of the index, when they were given
	answers  map[string]V
}

func (r *recent[V]) get(revision uint64, key string) (answer V, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.revision != revision {
		return answer, false
	}
	answer, known = r.answers[key]
	return answer, known
}

// put keeps an answer, unless one of a later revision is kept.
func (r *recent[V]) put(revision uint64, key string, answer V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if revision < r.revision {
		return
	}
	if r.answers == nil || revision > r.revision || len(r.answers) >= r.most {
		r.revision, r.answers = revision, map[string]V{}
	}
	r.answers[key] = answer
}
