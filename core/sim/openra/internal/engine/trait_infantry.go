// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// The idle animations of infantry draw from the shared generator, so they are
// part of play (docs/engine/openra-world.md#idle-infantry).

// tickInfantryBody follows the unit's movement. It comes before the trait that
// makes the unit lie down, so that it takes notice a tick later.
func (w *World) tickInfantryBody(a *Actor) {
	if a.Type.Infantry.Disguising > 0 {
		w.showGuise(a)
	}
	horizontal := a.Movement&state.MovingHorizontal != 0
	prone := a.ProneTicks > 0 || a.Panicking()
	changed := prone != a.WasProne
	a.WasProne = prone
	if a.ShowsTwice() && a.ShownAs.Second.Followed(horizontal, changed, a.Idle()) {
		a.ShownAs.Left = 0
	}
	if a.Body.Followed(horizontal, changed, a.Idle()) {
		a.Animation = state.Animation{}
	}
}

// tickIdle runs the idle hooks in construct order: the body, what makes civilians run and
// walk about, then auto-target, which needs an attack.
func (w *World) tickIdle(a *Actor) {
	bodied := a.Type.Infantry != nil && len(w.shownBody(a).Idle) > 0
	w.turnIdly(a)
	if bodied && !a.Type.Infantry.AfterLook {
		w.idleBody(a)
	}
	w.runAbout(a)
	w.tickWanderer(a)
	if a.Type.Popup != nil {
		w.tickIdlePopup(a)
	}
	if a.Type.AutoTarget != nil && a.Type.AutoTarget.ScanOnIdle && a.Stance >= info.StanceDefend {
		w.scanIdle(a)
	}
	if bodied && a.Type.Infantry.AfterLook {
		w.idleBody(a)
	}
}

func (w *World) idleBody(a *Actor) {
	// In release-20200202 who hides draws all the same, but does not count down, and
	// nobody waits for the body to see that it stands.
	hides := a.ProneTicks > 0 || a.Panicking()
	if hides && (!w.Release.IdlesProne || a.Body == state.BodyIdle) {
		return
	}
	info := w.shownBody(a)
	if a.Body == state.BodyMoving && w.Release.IdlesProne {
		a.Body = state.BodyWaiting
	}
	switch a.Body {
	case state.BodyWaiting:
		a.Body = state.BodyIdle
		a.IdleSequence = w.Random.Below(int32(len(info.Idle)))
		a.IdleDelay = w.Random.Between(info.MinDelay, info.MaxDelay)
	case state.BodyIdle:
		// Without a picture of the sequence that was drawn nothing follows.
		if ticks := w.idleTicks(a, info, a.IdleSequence); a.IdleDelay > 0 && ticks > 0 {
			if a.IdleDelay--; a.IdleDelay == 0 {
				a.Body = state.BodyIdleAnimating
				a.Animation = state.Animation{Left: ticks, Then: state.EndIdle}
			}
		}
	default:
	}
	if a.ShowsTwice() {
		w.idleSecondBody(a, info)
	}
}

// showShot begins to show a shot: at the end of the tick, until 20200503 at once.
// Nothing is drawn for idleness until it has been shown.
func (w *World) showShot(id uint32) {
	a := w.Alive(id)
	if a == nil {
		return
	}
	left := a.Type.Infantry.Attack[0]
	if a.ProneTicks > 0 {
		left = a.Type.Infantry.Attack[1]
	}
	a.Body = state.BodyAttacking
	a.Animation = state.Animation{Left: left, Then: state.EndIdle}
}

func (w *World) tickAnimation(a *Actor) {
	a.Animation.Left--
	if a.Animation.Left > 0 {
		return
	}
	then := a.Animation.Then
	a.Animation = state.Animation{}
	switch then {
	case state.EndIdle:
		a.Body = state.BodyWaiting
	case state.EndDocked, state.EndUndocked:
		w.dockAnimationEnded(a, then)
	case state.EndTransform:
		w.later(state.Task{Kind: state.TaskTransform, Actor: a.ID})
	case state.EndSale:
		w.queueSale(a)
	case state.EndRisen:
		a.Charges = state.PopupOpen
	case state.EndSunk:
		w.sunk(a)
	case state.EndNothing:
	}
}
