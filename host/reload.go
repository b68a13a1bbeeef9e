// SPDX-License-Identifier: GPL-3.0-or-later

package host

import "slices"

// Reload finds the decoders anew: folders, lock files, pins, settings. Jobs at
// work finish with the decoder that they began with; what has not changed keeps
// its warm processes. If something is wrong nothing changes.
func (h *Host) Reload(outside Outside) error {
	h.reloading.Lock()
	defer h.reloading.Unlock()
	config := h.config
	config.Outside = outside
	if err := config.Validate(); err != nil {
		return err
	}
	fresh, err := newCatalog(config)
	if err != nil {
		return err
	}
	old := h.catalog.Load()
	kept := make(map[*entry]bool)
	keep := func(list []*entry) {
		for i, one := range list {
			at := slices.IndexFunc(old.all(), one.same)
			if at >= 0 {
				list[i] = old.all()[at]
				kept[list[i]] = true
			}
		}
	}
	keep(fresh.entries)
	keep(fresh.others)
	h.catalog.Store(fresh)
	for _, one := range old.all() {
		if !kept[one] {
			h.pool.forget(one)
		}
	}
	return nil
}

// forget ends the processes of a decoder that wait, now, and those at work when
// their jobs end.
func (p *pool) forget(one *entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one.retired = true
	p.idle = slices.DeleteFunc(p.idle, func(waiting *idleProcess) bool {
		if waiting.entry != one {
			return false
		}
		waiting.timer.Stop()
		p.changed(one, ChangeReloaded)
		p.stopLater(waiting.process)
		return true
	})
}
