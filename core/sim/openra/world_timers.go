// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// actorTimers is what of an actor counts down by one each tick, most of the
// time. Recorded is not how many ticks are left but the tick at which a timer
// is at zero, so that an actor that only waits stays the same. What shows in
// the entity's flags when it comes to zero is not for here.
type actorTimers struct {
	seldomTimers
	nextScan  int32
	idleDelay int32
	animation animation
}

// seldomTimers are those that of most actors are at zero most of the time.
type seldomTimers struct {
	seedTicks    int32
	idleWait     int32 // until the next idle animation, or hum of an obelisk
	wanderWait   int32
	trickle      int32
	invulnerable int32
	demolition   int32                 // until the charge on it goes off
	chronoTicks  int32                 // until it goes back
	lifetime     int32                 // until it is gone
	smoke        [info.MaxSmokes]int32 // of damage
	shotLasts    int32                 // until what a shot grants ends
	sink         int32                 // until bare ground wears it again
	unripe       int32                 // until a spice bloom bursts
	deadline     int32                 // until it ends itself
	chronoCharge int32                 // until it can jump, or a vortex in a yard ends
}

// noteTimers notes, after a net frame, when the timers will be at zero, and reports
// whether that is news: scan of the timer that is set anew every few ticks, news
// of the others. The seldom ones are asked only for as long as one of them is not at
// zero, or was not the last time. Where one is at zero, it stays noted when it got there: so
// waiting for something to happen changes nothing either.
func (a *Actor) noteTimers(tick int32, seldom bool) (scan, news bool) {
	left, due := &a.actorTimers, &a.due
	scan = noteDue(&due.nextScan, left.nextScan, tick)
	news = noteDue(&due.idleDelay, left.idleDelay, tick)
	news = noteDue(&due.animation.left, left.animation.left, tick) || news
	news = news || due.animation.then != left.animation.then
	due.animation.then = left.animation.then
	if seldom {
		news = left.noteSeldom(&due.seldomTimers, tick) || news
	}
	return scan, news
}

func (left *seldomTimers) noteSeldom(due *seldomTimers, tick int32) (news bool) {
	news = noteDue(&due.seedTicks, left.seedTicks, tick)
	news = noteDue(&due.idleWait, left.idleWait, tick) || news
	news = noteDue(&due.wanderWait, left.wanderWait, tick) || news
	news = noteDue(&due.trickle, left.trickle, tick) || news
	news = noteDue(&due.invulnerable, left.invulnerable, tick) || news
	news = noteDue(&due.demolition, left.demolition, tick) || news
	news = noteDue(&due.lifetime, left.lifetime, tick) || news
	for i := range due.smoke {
		news = noteDue(&due.smoke[i], left.smoke[i], tick) || news
	}
	news = noteDue(&due.shotLasts, left.shotLasts, tick) || news
	news = noteDue(&due.sink, left.sink, tick) || news
	news = noteDue(&due.unripe, left.unripe, tick) || news
	news = noteDue(&due.deadline, left.deadline, tick) || news
	news = noteDue(&due.chronoTicks, left.chronoTicks, tick) || news
	return noteDue(&due.chronoCharge, left.chronoCharge, tick) || news
}

// noteDue notes of one timer when it is at zero. One that stands still is noted
// as that, so that it changes nothing either.
func noteDue(due *int32, left, tick int32) (news bool) {
	if *due >= 0 && max(*due-tick, 0) == left {
		return false
	}
	return noteOther(due, left, tick)
}

// noteOther notes what is neither running down nor at zero as before.
func noteOther(due *int32, left, tick int32) (news bool) {
	if ticksLeft(*due, tick) == left {
		return false
	}
	if left > 0 && ticksLeft(*due, tick-ticksPerFrame) == left {
		*due = standing - left
		return true
	}
	noted := dueTick(left, *due, tick)
	news = noted != *due
	*due = noted
	return news
}

// standing minus what is left is noted of a timer that stands still. No timer
// goes that far below zero.
const standing = -1 << 20

// readTimers is the way back: what is left of the timers in a tick.
func (a *Actor) readTimers(tick int32) {
	left, due := &a.actorTimers, &a.due
	left.nextScan = ticksLeft(due.nextScan, tick)
	left.idleDelay = ticksLeft(due.idleDelay, tick)
	left.animation.left = ticksLeft(due.animation.left, tick)
	left.animation.then = due.animation.then
	left.seedTicks = ticksLeft(due.seedTicks, tick)
	left.idleWait = ticksLeft(due.idleWait, tick)
	left.wanderWait = ticksLeft(due.wanderWait, tick)
	left.trickle = ticksLeft(due.trickle, tick)
	left.invulnerable = ticksLeft(due.invulnerable, tick)
	left.demolition = ticksLeft(due.demolition, tick)
	left.lifetime = ticksLeft(due.lifetime, tick)
	for i := range left.smoke {
		left.smoke[i] = ticksLeft(due.smoke[i], tick)
	}
	left.shotLasts = ticksLeft(due.shotLasts, tick)
	left.sink = ticksLeft(due.sink, tick)
	left.unripe = ticksLeft(due.unripe, tick)
	left.deadline = ticksLeft(due.deadline, tick)
	left.chronoTicks = ticksLeft(due.chronoTicks, tick)
	left.chronoCharge = ticksLeft(due.chronoCharge, tick)
}

// dueTick is the tick at which a timer is at zero, or was; noted is what was
// known before. A timer below zero is noted as it is.
func dueTick(left, noted, tick int32) int32 {
	switch {
	case left > 0:
		return left + tick
	case left < 0:
		return left
	case noted > tick || noted < 0: // it was stopped
		return 0
	}
	return noted
}

// ticksLeft is what is left in a tick of a timer of which due is noted.
func ticksLeft(due, tick int32) int32 {
	switch {
	case due <= standing:
		return standing - due
	case due <= 0:
		return due
	}
	return max(due-tick, 0)
}
