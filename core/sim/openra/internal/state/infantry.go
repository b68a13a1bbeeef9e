// SPDX-License-Identifier: GPL-3.0-or-later

package state

type BodyState uint8

const (
	BodyIdle BodyState = iota
	BodyAttacking
	BodyMoving
	BodyWaiting
	BodyIdleAnimating
)

// Animation is a sprite sequence that play waits for.
type Animation struct {
	Left int32 // ticks until it ends
	Then AnimationEnd
}

type AnimationEnd uint8

const (
	EndNothing AnimationEnd = iota
	EndIdle
	EndDocked
	EndUndocked
	EndTransform
	EndSale
	EndRisen // of an anti-aircraft site
	EndSunk
)

// Followed lets a body take notice of movement and reports whether it did.
func (b *BodyState) Followed(horizontal, changed, idle bool) bool {
	switch {
	case (*b != BodyMoving || changed) && horizontal:
		*b = BodyMoving
	case (*b == BodyMoving || changed) && !horizontal, (*b == BodyIdle || *b == BodyIdleAnimating) && !idle:
		*b = BodyWaiting
	default:
		return false
	}
	return true
}
