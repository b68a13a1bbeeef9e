// SPDX-License-Identifier: GPL-3.0-or-later

package sinktest

import "convertd/core/ir"

// Counter is a sink that counts what it is sent, keeps nothing, and allocates
// nothing: the sink of benchmarks. With Refusal set it refuses every call from
// the RefuseAt-th on, the first being 1.
type Counter struct {
	Calls, Orders, Syncs, Cameras, Lines int

	RefuseAt int
	Refusal  error
}

func (c *Counter) call() error {
	c.Calls++
	if c.Refusal != nil && c.Calls >= c.RefuseAt {
		return c.Refusal
	}
	return nil
}

// Header counts as a call alone, as do Diagnostic and Trailer.
func (c *Counter) Header(*ir.Header) error { return c.call() }

// Order counts an order.
func (c *Counter) Order(*ir.Order) error { c.Orders++; return c.call() }

// Sync counts a sync sample.
func (c *Counter) Sync(ir.SyncSample) error { c.Syncs++; return c.call() }

// Camera counts a camera sample.
func (c *Counter) Camera(ir.CameraSample) error { c.Cameras++; return c.call() }

// Native counts a line.
func (c *Counter) Native([]byte) error { c.Lines++; return c.call() }

// Diagnostic counts as a call alone.
func (c *Counter) Diagnostic(ir.Diagnostic) error { return c.call() }

// Trailer counts as a call alone.
func (c *Counter) Trailer(*ir.Trailer) error { return c.call() }
