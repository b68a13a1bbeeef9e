// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"fmt"

	"convertd/core/divergence"
	"convertd/core/order"
)

// proof counts the leading frames whose recorded native hash was met.
type proof struct {
	report divergence.Proof
	digits int // hexadecimal digits of a hash
}

func newProof(game *Game) proof {
	p := proof{digits: 16}
	if !game.Native.Computed() {
		p.report.NotChecked = game.Native.NotChecked
		return p
	}
	judge := game.Native.Name
	p.report.Judge = &judge
	if judge == divergence.HashOpenRA {
		p.digits = 8
	}
	return p
}

// whole reports whether every hash there is was met.
func (p *proof) whole() bool {
	return p.report.Judge != nil && p.report.Checked > 0 && p.report.FirstMismatch == nil
}

// compare takes one frame. It returns the mismatch if it is the first.
func (p *proof) compare(tick order.Tick, frame, want, got uint64) *divergence.HashMismatch {
	p.report.Checked++
	if p.report.FirstMismatch != nil {
		return nil
	}
	if want == got {
		p.report.Proven++
		return nil
	}
	p.report.FirstMismatch = &divergence.HashMismatch{
		Tick: tick, Frame: frame,
		Want: fmt.Sprintf("%0*x", p.digits, want), Got: fmt.Sprintf("%0*x", p.digits, got),
	}
	return p.report.FirstMismatch
}
