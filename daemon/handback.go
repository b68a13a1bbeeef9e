// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"sync"

	"convertd/failure"
)

// handBacks remembers why jobs were handed back, so that a log has one line for
// a job and a reason, and not one for each of a thousand tries. The zero value
// is ready to use.
type handBacks struct {
	mu      sync.Mutex
	reasons map[string]string // by job
}

// mostHandBacks bounds what is remembered. Beyond it everything is forgotten: a
// line too many is written, none is lost.
const mostHandBacks = 10_000

// first reports whether a job was not handed back for this reason the last time.
func (h *handBacks) first(job string, cause error) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	reason := failure.Classify(cause).Code
	if h.reasons[job] == reason {
		return false
	}
	if h.reasons == nil || len(h.reasons) >= mostHandBacks {
		h.reasons = map[string]string{}
	}
	h.reasons[job] = reason
	return true
}

// forget is for a job that came to its end.
func (h *handBacks) forget(job string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.reasons, job)
}
