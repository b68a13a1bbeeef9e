// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"time"
)

// unhurried is a context that ends when its parent does, but does not say when that
// will be.
type unhurried struct{ context.Context }

func (unhurried) Deadline() (time.Time, bool) { return time.Time{}, false }

// eachInItsTime gives every request to the broker the client library's own few seconds
// for its answer. With a deadline in sight the library waits for each until then: a
// request that was lost with a leader would keep a worker for as long as a whole
// conversion may take.
func eachInItsTime(ctx context.Context) context.Context { return unhurried{ctx} }
