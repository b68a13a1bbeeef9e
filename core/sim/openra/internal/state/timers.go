// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// ActorTimers is what of an actor counts down by one each tick, most of the
// time. Recorded is not how many ticks are left but the tick at which a timer
// is at zero, so that an actor that only waits stays the same. What shows in
// the entity's flags when it comes to zero is not for here.
type ActorTimers struct {
	SeldomTimers
	NextScan  int32
	IdleDelay int32
	Animation Animation
}

// SeldomTimers are those that of most actors are at zero most of the time.
type SeldomTimers struct {
	SeedTicks    int32
	IdleWait     int32 // until the next idle animation, or hum of an obelisk
	WanderWait   int32
	Trickle      int32
	Invulnerable int32
	Demolition   int32                 // until the charge on it goes off
	ChronoTicks  int32                 // until it goes back
	Lifetime     int32                 // until it is gone
	Smoke        [info.MaxSmokes]int32 // of damage
	ShotLasts    int32                 // until what a shot grants ends
	Sink         int32                 // until bare ground wears it again
	Unripe       int32                 // until a spice bloom bursts
	Deadline     int32                 // until it ends itself
	ChronoCharge int32                 // until it can jump, or a vortex in a yard ends
}

// NoteTimers notes, after a net frame, when the timers will be at zero, and reports
// whether that is news: scan of the timer that is set anew every few ticks, news
// of the others. The seldom ones are asked only for as long as one of them is not at
// zero, or was not the last time. Where one is at zero, it stays noted when it got there: so
// waiting for something to happen changes nothing either.
func (a *Actor) NoteTimers(tick int32, seldom bool) (scan, news bool) {
	left, due := &a.ActorTimers, &a.Due
	scan = noteDue(&due.NextScan, left.NextScan, tick)
	news = noteDue(&due.IdleDelay, left.IdleDelay, tick)
	news = noteDue(&due.Animation.Left, left.Animation.Left, tick) || news
	news = news || due.Animation.Then != left.Animation.Then
	due.Animation.Then = left.Animation.Then
	if seldom {
		news = left.noteSeldom(&due.SeldomTimers, tick) || news
	}
	return scan, news
}

func (left *SeldomTimers) noteSeldom(due *SeldomTimers, tick int32) (news bool) {
	news = noteDue(&due.SeedTicks, left.SeedTicks, tick)
	news = noteDue(&due.IdleWait, left.IdleWait, tick) || news
	news = noteDue(&due.WanderWait, left.WanderWait, tick) || news
	news = noteDue(&due.Trickle, left.Trickle, tick) || news
	news = noteDue(&due.Invulnerable, left.Invulnerable, tick) || news
	news = noteDue(&due.Demolition, left.Demolition, tick) || news
	news = noteDue(&due.Lifetime, left.Lifetime, tick) || news
	for i := range due.Smoke {
		news = noteDue(&due.Smoke[i], left.Smoke[i], tick) || news
	}
	news = noteDue(&due.ShotLasts, left.ShotLasts, tick) || news
	news = noteDue(&due.Sink, left.Sink, tick) || news
	news = noteDue(&due.Unripe, left.Unripe, tick) || news
	news = noteDue(&due.Deadline, left.Deadline, tick) || news
	news = noteDue(&due.ChronoTicks, left.ChronoTicks, tick) || news
	return noteDue(&due.ChronoCharge, left.ChronoCharge, tick) || news
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
	if left > 0 && ticksLeft(*due, tick-TicksPerFrame) == left {
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

// ReadTimers is the way back: what is left of the timers in a tick.
func (a *Actor) ReadTimers(tick int32) {
	left, due := &a.ActorTimers, &a.Due
	left.NextScan = ticksLeft(due.NextScan, tick)
	left.IdleDelay = ticksLeft(due.IdleDelay, tick)
	left.Animation.Left = ticksLeft(due.Animation.Left, tick)
	left.Animation.Then = due.Animation.Then
	left.SeedTicks = ticksLeft(due.SeedTicks, tick)
	left.IdleWait = ticksLeft(due.IdleWait, tick)
	left.WanderWait = ticksLeft(due.WanderWait, tick)
	left.Trickle = ticksLeft(due.Trickle, tick)
	left.Invulnerable = ticksLeft(due.Invulnerable, tick)
	left.Demolition = ticksLeft(due.Demolition, tick)
	left.Lifetime = ticksLeft(due.Lifetime, tick)
	for i := range left.Smoke {
		left.Smoke[i] = ticksLeft(due.Smoke[i], tick)
	}
	left.ShotLasts = ticksLeft(due.ShotLasts, tick)
	left.Sink = ticksLeft(due.Sink, tick)
	left.Unripe = ticksLeft(due.Unripe, tick)
	left.Deadline = ticksLeft(due.Deadline, tick)
	left.ChronoTicks = ticksLeft(due.ChronoTicks, tick)
	left.ChronoCharge = ticksLeft(due.ChronoCharge, tick)
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
