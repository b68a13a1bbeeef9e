package openra

// The idle animations of infantry draw from the shared generator, so they are
// part of play (openra-world.md §8).

type bodyState uint8

const (
	bodyIdle bodyState = iota
	bodyAttacking
	bodyMoving
	bodyWaiting
	bodyIdleAnimating
)

// animation is a sprite sequence that play waits for.
type animation struct {
	left int32 // ticks until it ends
	then animationEnd
}

type animationEnd uint8

const (
	endNothing animationEnd = iota
	endIdle
	endDocked
	endUndocked
	endTransform
	endSale
)

// tickInfantryBody follows the unit's movement.
func (w *World) tickInfantryBody(a *Actor) {
	horizontal := a.movement&movingHorizontal != 0
	switch {
	case a.body != bodyMoving && horizontal:
		a.body = bodyMoving
		a.animation = animation{}
	case a.body == bodyMoving && !horizontal,
		(a.body == bodyIdle || a.body == bodyIdleAnimating) && !a.idle():
		a.body = bodyWaiting
		a.animation = animation{}
	}
}

// tickIdle runs the idle hooks in construct order: the body, then auto-target.
func (w *World) tickIdle(a *Actor) {
	if a.typ.infantry != nil && len(a.typ.infantry.idle) > 0 {
		w.idleBody(a)
	}
	if a.typ.autoTarget != nil && a.typ.autoTarget.scanOnIdle && a.stance >= stanceDefend {
		w.scanIdle(a)
	}
	w.tickWanderer(a)
}

func (w *World) idleBody(a *Actor) {
	info := a.typ.infantry
	switch a.body {
	case bodyWaiting:
		a.body = bodyIdle
		a.idleSequence = w.random.below(int32(len(info.idle)))
		a.idleDelay = w.random.between(info.minDelay, info.maxDelay)
	case bodyIdle:
		if a.idleDelay > 0 {
			if a.idleDelay--; a.idleDelay == 0 {
				a.body = bodyIdleAnimating
				a.animation = animation{left: info.idle[a.idleSequence], then: endIdle}
			}
		}
	default:
	}
}

func (w *World) tickAnimation(a *Actor) {
	a.animation.left--
	if a.animation.left > 0 {
		return
	}
	then := a.animation.then
	a.animation = animation{}
	switch then {
	case endIdle:
		a.body = bodyWaiting
	case endDocked, endUndocked:
		w.dockAnimationEnded(a, then)
	case endTransform:
		w.later(task{kind: taskTransform, actor: a.ID})
	case endSale:
		w.order(a, false, w.newActivity(actSell))
	case endNothing:
	}
}
