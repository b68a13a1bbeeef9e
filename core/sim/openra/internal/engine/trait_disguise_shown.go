// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// showGuise lets the bodies take notice of another disguise: they begin anew, as
// they do in their first tick. Those of 20200202 only change their pictures.
func (w *World) showGuise(a *Actor) {
	g, as := &a.ShownAs, a.Type.Index+1
	if a.LooksLike > 0 {
		as = g.As
	}
	if g.Shown == as && g.ShownPlayer == a.LooksLike {
		return
	}
	g.Shown, g.ShownPlayer = as, a.LooksLike
	if w.Release.SameBody {
		return
	}
	a.Body, a.Animation = state.BodyWaiting, state.Animation{}
	g.Second, g.Left = state.BodyWaiting, 0
}

// shownInfantry is the body of whom a spy shows, nil where he shows nobody or
// somebody without.
func (w *World) shownInfantry(g *state.ShownDisguise) *info.InfantryInfo {
	if g.ShownPlayer <= 0 || g.Shown <= 0 || int(g.Shown) > len(w.Types) {
		return nil
	}
	return w.Types[g.Shown-1].Infantry
}

// shownBody is the body an actor shows: that of whom it looks like, its own
// where that one has none.
func (w *World) shownBody(a *Actor) *info.InfantryInfo {
	if other := w.shownInfantry(&a.ShownAs); other != nil && !w.Release.SameBody {
		return other
	}
	return a.Type.Infantry
}

// idleTicks is how long an idle sequence lasts. In 20200202 it is that of the
// spy's own, but of the other's pictures.
func (w *World) idleTicks(a *Actor, info *info.InfantryInfo, sequence int32) int32 {
	if other := w.shownInfantry(&a.ShownAs); other != nil && w.Release.SameBody && int(sequence) < len(other.Idle) {
		return other.Idle[sequence]
	}
	return info.Idle[sequence]
}

func (w *World) idleSecondBody(a *Actor, info *info.InfantryInfo) {
	g := &a.ShownAs
	switch g.Second {
	case state.BodyWaiting:
		g.Second = state.BodyIdle
		g.IdleSequence = w.Random.Below(int32(len(info.Idle)))
		g.IdleDelay = w.Random.Between(info.MinDelay, info.MaxDelay)
	case state.BodyIdle:
		if ticks := info.Idle[g.IdleSequence]; g.IdleDelay > 0 && ticks > 0 {
			if g.IdleDelay--; g.IdleDelay == 0 {
				g.Second, g.Left = state.BodyIdleAnimating, ticks
			}
		}
	default:
	}
}
