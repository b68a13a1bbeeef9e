// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// shownDisguise is whom a spy looks like and how his bodies show it: they are idle as
// the bodies of that type are (WithDisguisingInfantryBody).
type shownDisguise struct {
	as          int32 // index of the type he looks like, plus 1
	shown       int32 // the one his bodies took notice of
	shownPlayer int32 // and whose

	// The second body, that for the parachute, has nothing to do of its own, but
	// while it shows another type it is idle as well, seen or not.
	second       bodyState
	idleSequence int32
	idleDelay    int32
	left         int32
}

func (g *shownDisguise) coded(c *coder) {
	c.ints(&g.as, &g.shown, &g.shownPlayer, &g.idleSequence, &g.idleDelay, &g.left)
	c.u8((*uint8)(&g.second))
}

// showsTwice reports whether a spy has two bodies and both show somebody else.
func (a *Actor) showsTwice() bool {
	return a.typ.Infantry.Disguising > 1 && a.shownAs.shownPlayer > 0
}

// showGuise lets the bodies take notice of another disguise: they begin anew, as
// they do in their first tick. Those of 20200202 only change their pictures.
func (w *World) showGuise(a *Actor) {
	g, as := &a.shownAs, a.typ.Index+1
	if a.looksLike > 0 {
		as = g.as
	}
	if g.shown == as && g.shownPlayer == a.looksLike {
		return
	}
	g.shown, g.shownPlayer = as, a.looksLike
	if w.behaviour.SameBody {
		return
	}
	a.body, a.animation = bodyWaiting, animation{}
	g.second, g.left = bodyWaiting, 0
}

// shownInfantry is the body of whom a spy shows, nil where he shows nobody or
// somebody without.
func (w *World) shownInfantry(g *shownDisguise) *info.InfantryInfo {
	if g.shownPlayer <= 0 || g.shown <= 0 || int(g.shown) > len(w.Types) {
		return nil
	}
	return w.Types[g.shown-1].Infantry
}

// shownBody is the body an actor shows: that of whom it looks like, its own
// where that one has none.
func (w *World) shownBody(a *Actor) *info.InfantryInfo {
	if other := w.shownInfantry(&a.shownAs); other != nil && !w.behaviour.SameBody {
		return other
	}
	return a.typ.Infantry
}

// idleTicks is how long an idle sequence lasts. In 20200202 it is that of the
// spy's own, but of the other's pictures.
func (w *World) idleTicks(a *Actor, info *info.InfantryInfo, sequence int32) int32 {
	if other := w.shownInfantry(&a.shownAs); other != nil && w.behaviour.SameBody && int(sequence) < len(other.Idle) {
		return other.Idle[sequence]
	}
	return info.Idle[sequence]
}

func (w *World) idleSecondBody(a *Actor, info *info.InfantryInfo) {
	g := &a.shownAs
	switch g.second {
	case bodyWaiting:
		g.second = bodyIdle
		g.idleSequence = w.random.below(int32(len(info.Idle)))
		g.idleDelay = w.random.between(info.MinDelay, info.MaxDelay)
	case bodyIdle:
		if ticks := info.Idle[g.idleSequence]; g.idleDelay > 0 && ticks > 0 {
			if g.idleDelay--; g.idleDelay == 0 {
				g.second, g.left = bodyIdleAnimating, ticks
			}
		}
	default:
	}
}
