// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import "sync/atomic"

// counts are what a process has done since it started.
type counts struct {
	done, cached, failed, cancelled, handedBack atomic.Uint64
}

// ServiceStats are the data of the micro service's statistics ($SRV.STATS.convertd):
// what a process has done since it started.
type ServiceStats struct {
	Done       uint64 `json:"done"`        // jobs with a result, cached ones among them
	Cached     uint64 `json:"cached"`      // whose result was there already
	Failed     uint64 `json:"failed"`      // dead letters
	Cancelled  uint64 `json:"cancelled"`   //
	HandedBack uint64 `json:"handed_back"` // deliveries, not jobs
	Running    int    `json:"running"`     // now
}

func (c *counts) stats(running int) ServiceStats {
	return ServiceStats{
		Done: c.done.Load(), Cached: c.cached.Load(), Failed: c.failed.Load(), Cancelled: c.cancelled.Load(),
		HandedBack: c.handedBack.Load(), Running: running,
	}
}

// ended counts a job that came to its end here.
func (d *Daemon) ended(ending Ending) {
	switch ending.State {
	case StateDone:
		d.counts.done.Add(1)
		if ending.Cached {
			d.counts.cached.Add(1)
		}
	case StateCancelled:
		d.counts.cancelled.Add(1)
	default:
		d.counts.failed.Add(1)
	}
	d.observer.Ended(ending)
}

func (d *Daemon) handedBack(reason string) {
	d.counts.handedBack.Add(1)
	d.observer.HandedBack(reason)
}
