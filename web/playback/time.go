// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"convertd/core/order"
	"convertd/plugins/rts/protocol"
)

// schedule sets the timer for the next state that is due.
func (r *room) schedule() {
	now := time.Now()
	wait := time.Hour
	switch {
	case len(r.clients) == 0 || r.waiting() || r.clock.paused() || r.ended:
	case r.clock.fast:
		wait = 0
	default:
		due := r.clock.next(r.nextState(r.stage.Tick()), r.scene.rate)
		if earliest := r.clock.shown.Add(snapshotEvery); due.Before(earliest) {
			due = earliest
		}
		wait = max(due.Sub(now), 0)
	}
	r.timer.Reset(wait)
}

// waiting reports whether a branch has not begun, or stands still.
func (r *room) waiting() bool { return r.branch != nil && (!r.branch.started || r.branch.paused) }

// nextState is the first tick behind one in which there is something new to see.
func (r *room) nextState(tick order.Tick) order.Tick {
	return min(tick/r.scene.stride*r.scene.stride+r.scene.stride, max(r.stage.End(), tick+1))
}

// play plays what is due and shows it.
func (r *room) play() {
	now := time.Now()
	until := now.Add(playAtOnce)
	due := order.Tick(math.MaxUint32)
	if !r.clock.fast {
		due = r.clock.due(now, r.scene.rate)
		// What is not due for another while of a state is played with it: the world moves
		// once in a stride.
		due = due / r.scene.stride * r.scene.stride
	}
	for r.stage.Tick() < due && time.Now().Before(until) && r.tick() {
	}
	if !r.clock.fast && r.stage.Tick() < due {
		if late := time.Since(r.clock.next(r.stage.Tick(), r.scene.rate)); late > behindAtMost {
			r.clock.restart(time.Now(), r.stage.Tick())
		}
	}
	r.show(now, r.clients...)
	r.finish()
	if r.ended {
		r.tellAll(r.timeState())
		r.tellEnd()
	}
}

// tick plays one tick; false means that there is no next one.
func (r *room) tick() bool {
	played, ok, err := r.stage.Next()
	switch {
	case err != nil:
		r.server.options.Log.Info("a game cannot be played on", "room", r.name, "tick", r.stage.Tick(), "error", err)
		r.ended, r.broken = true, err
		return false
	case !ok:
		r.ended = true
		return false
	}
	r.note(&played)
	if r.stage.Tick() >= r.stage.End() {
		r.ended = true
	}
	return !r.ended
}

// takeTime does what is about room time; false means that the message is not. A practice
// branch runs by itself.
func (r *room) takeTime(c *client, message any) bool {
	if r.branch != nil {
		return false
	}
	switch m := message.(type) {
	case *protocol.SetRoomTimeSpeed:
		r.setSpeed(c, m.Speed, false)
	case *setSpeedMessage:
		if m.Mode != "fast" {
			c.complain(malformed)
			return true
		}
		r.setSpeed(c, 1, true)
	case *protocol.StepRoomTime:
		r.step(c, 1)
	case *stepMessage:
		r.step(c, m.Ticks)
	case *protocol.SeekRoomTime:
		back := min(order.Tick(m.TicksBack), r.stage.Tick())
		r.seek(c, r.stage.Tick()-back)
	case *protocol.SeekRoomTimeTo:
		r.seek(c, order.Tick(m.Tick))
	default:
		return false
	}
	return true
}

func (r *room) setSpeed(c *client, speed float32, fast bool) {
	if speed != speed { // NaN
		return
	}
	switch {
	case speed <= 0:
		speed = 0
	default:
		speed = max(slowest, min(speed, fastest))
	}
	r.clock.speed, r.clock.fast, r.controller = speed, fast, c.id
	r.clock.restart(time.Now(), r.stage.Tick())
	r.tellAll(r.timeState())
}

// step goes on by as many ticks, or back, and stands still there.
func (r *room) step(c *client, ticks int64) {
	if !r.clock.paused() || ticks == 0 {
		return
	}
	r.controller = c.id
	if ticks < 0 {
		back := min(order.Tick(min(-ticks, math.MaxInt32)), r.stage.Tick())
		r.wanted = new(r.stage.Tick() - back)
		return
	}
	goal := r.stage.Tick() + order.Tick(min(ticks, maxStep))
	goal = min((goal+r.scene.stride-1)/r.scene.stride*r.scene.stride, r.stage.End())
	for r.stage.Tick() < goal && r.tick() {
	}
	r.clock.restart(time.Now(), r.stage.Tick())
	r.show(time.Now(), r.clients...)
	r.tellAll(r.timeState())
}

// maxStep bounds a step on: beyond it is a seek.
const maxStep = 300

// seekApart is how long a client of the protocol must wait between two seeks.
const seekApart = 500 * time.Millisecond

// seek notes where to go; the last wish counts.
func (r *room) seek(c *client, tick order.Tick) {
	now := time.Now()
	if !c.extended.Load() && now.Sub(c.seeks) < seekApart {
		c.complain("Replay seek ignored; wait before seeking again.")
		return
	}
	c.seeks = now
	r.controller = c.id
	r.wanted = new(min(tick, r.stage.End()))
	if !c.extended.Load() && !r.seeking {
		r.seekWanted() // the protocol's answers come in the order of its questions
	}
}

// seekWanted goes where somebody wants to be. If somebody wants to be elsewhere
// meanwhile, it goes there.
func (r *room) seekWanted() {
	for r.wanted != nil && r.ctx.Err() == nil {
		goal := *r.wanted
		r.wanted = nil
		r.seeking = true
		ctx, cancel := context.WithCancelCause(r.ctx)
		err := r.stage.Seek(watchful{ctx, r, cancel}, goal)
		cancel(nil)
		r.seeking = false
		if r.wanted != nil || r.ctx.Err() != nil {
			continue
		}
		r.arrive(err)
		later := r.later
		r.later = nil
		for _, l := range later {
			r.take(l)
		}
	}
}

// watchful is a context that takes the room's letters when somebody asks whether it has
// ended, and ends when one of them wants to be elsewhere.
type watchful struct {
	context.Context
	room   *room
	cancel context.CancelCauseFunc
}

// Err implements context.Context.
func (w watchful) Err() error {
	if w.room.listen(); w.room.wanted != nil {
		w.cancel(errElsewhere)
	}
	return w.Context.Err()
}

// errElsewhere ends a seek that nobody wants any more.
var errElsewhere = errors.New("another tick is wanted")

// listen takes other wishes of our own viewers, who may drag, while the room is on its way
// to a tick; the rest waits until it is there.
func (r *room) listen() {
	for len(r.later) < inboxLetters {
		select {
		case l := <-r.inbox:
			switch l.message.(type) {
			case *protocol.SeekRoomTime, *protocol.SeekRoomTimeTo:
				if l.from.extended.Load() && slices.Contains(r.clients, l.from) {
					r.takeTime(l.from, l.message)
					continue
				}
			default:
			}
			r.later = append(r.later, l)
		default:
			return
		}
	}
}

// arrive shows where a seek led.
func (r *room) arrive(err error) {
	r.happened, r.journal = r.happened[:0], journal{}
	r.ended, r.broken = err != nil || r.stage.Tick() >= r.stage.End(), err
	now := time.Now()
	r.clock.restart(now, r.stage.Tick())
	r.restartPace(now)
	for _, c := range r.clients {
		r.begin(c)
	}
	r.show(now, r.clients...)
	if r.ended {
		r.tellEnd()
	}
}

// timeState is where room time stands.
func (r *room) timeState() *protocol.RoomTimeState {
	state := &protocol.RoomTimeState{
		CurrentTick: uint32(r.stage.Tick()), DurationTicks: uint32(r.duration()), KeyframeTicks: r.keyframes(),
		Speed: r.clock.shownSpeed(), Paused: r.clock.paused(), Ended: r.ended,
	}
	if r.controller != 0 {
		state.ControllerID = &r.controller
	}
	return state
}

// duration is the tick to which a game goes: of a lab, as far as anybody has been.
func (r *room) duration() order.Tick {
	if r.lab == nil && r.branch == nil {
		return r.stage.End()
	}
	duration := r.stage.Tick()
	if r.game.Replay != nil {
		duration = max(duration, order.Tick(r.game.Replay.Header().TotalTicks))
	}
	return duration
}

// redraw shows everybody the state that a change led to.
func (r *room) redraw() {
	now := time.Now()
	for _, c := range r.clients {
		c.forget()
	}
	r.clock.restart(now, r.stage.Tick())
	r.show(now, r.clients...)
	r.extraAll(r.economy())
}

// keyframes are the ticks that are reached without playing: not more of them than a
// timeline shows.
func (r *room) keyframes() []uint32 {
	ticks := []uint32{}
	if stage, ok := r.stage.(*labStage); ok {
		for _, mark := range stage.marks {
			ticks = append(ticks, uint32(mark.Core.Tick))
		}
		return ticks
	}
	all := r.game.Replay.Keyframes()
	every := max(len(all)/maxKeyframeTicks, 1)
	for i := 0; i < len(all); i += every {
		ticks = append(ticks, uint32(all[i].Tick))
	}
	return ticks
}

// maxKeyframeTicks bounds the keyframes that are told.
const maxKeyframeTicks = 400
