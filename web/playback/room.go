// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"errors"
	"slices"
	"time"

	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
	"convertd/plugins/rts/protocol"
)

// letter is a message on its way to a room.
type letter struct {
	from    *client
	message any // a protocol.ClientMessage, one of ours, an arrival or a departure
}

// arrival and departure say that a client came and went.
type (
	arrival   struct{ name string }
	departure struct{}
)

// stage is what a room plays: a file, or what became of it in a lab.
type stage interface {
	Simulation() *sim.Simulation
	Module() sim.Module
	Tick() order.Tick
	End() order.Tick
	// Next plays a tick; ok is false at the end.
	Next() (played pipeline.Played, ok bool, err error)
	// Seek goes to a tick, unless ctx ends before.
	Seek(ctx context.Context, tick order.Tick) error
}

var _ stage = (*pipeline.Watch)(nil)

// room is one game that is shown. But for what the server keeps of it, it belongs
// to its own goroutine.
type room struct {
	server *Server
	name   string
	ctx    context.Context //nolint:containedctx // of the room's life
	stop   context.CancelCauseFunc
	inbox  chan letter

	viewers int // the server's, under its mutex
	emptied int

	opening opening
	game    *heldGame
	stage   stage
	scene   *scene
	story   *story
	clients []*client // in the order in which they came
	clock   clock
	timer   *time.Timer

	controller uint32           // who last changed room time, 0: nobody
	wanted     *order.Tick      // to be sought, nil: nowhere
	later      []letter         // that came while the room was on its way
	seeking    bool             // on its way to a tick
	happened   []happening      // since the last snapshot
	journal    journal          // for our own viewers
	pace       pace             // of what is sent now and then
	details    map[vision]drawn // how each vision was drawn last
	ended      bool             // the stage has no next tick
	broken     error            // why it has none, nil at the end of the game
	lab        *lab             // nil in rooms that are none
	branch     *branch          // nil but in practice branches
}

// opening says what a room opens with.
type opening struct {
	game string // id for Games
	// begin is set for rooms that go on from another.
	begin *beginning
}

// inboxLetters is how many messages wait for a room that is busy.
const inboxLetters = 64

func newRoom(server *Server, name string, how *opening) *room {
	ctx, stop := context.WithCancelCause(server.ctx)
	return &room{
		server: server, name: name, ctx: ctx, stop: stop, inbox: make(chan letter, inboxLetters), opening: *how,
		details: make(map[vision]drawn), timer: time.NewTimer(time.Hour),
	}
}

// run opens the game and plays it until the room ends.
func (r *room) run() {
	defer r.stop(nil)
	defer r.timer.Stop()
	if err := r.open(); err != nil {
		r.refuse(err)
		return
	}
	defer r.game.close()
	for r.ctx.Err() == nil {
		r.schedule()
		select {
		case <-r.ctx.Done():
		case l := <-r.inbox:
			r.take(l)
			r.drain()
			r.seekWanted()
		case <-r.timer.C:
			r.play()
		}
	}
}

// drain takes what else waits, so that of several seeks only the last is done.
func (r *room) drain() {
	for range inboxLetters {
		select {
		case l := <-r.inbox:
			r.take(l)
		default:
			return
		}
	}
}

// refuse tells those who wait why there is nothing to see.
func (r *room) refuse(err error) {
	r.server.options.Log.Info("a game cannot be shown", "room", r.name, "error", err)
	for {
		select {
		case l := <-r.inbox:
			if _, came := l.message.(arrival); came {
				l.from.complain(refusal(err))
			}
		default:
			// Nobody enters any more: whoever was on the way is told by whom it finds gone.
			r.server.forget(r)
			r.stop(err)
			for {
				select {
				case l := <-r.inbox:
					l.from.complain(refusal(err))
				default:
					return
				}
			}
		}
	}
}

// refusal is the text for a client.
func refusal(err error) string {
	if errors.Is(err, ErrNoGame) {
		return ErrNoGame.Error()
	}
	return err.Error()
}

// take does what a message asks for.
func (r *room) take(l letter) {
	switch m := l.message.(type) {
	case arrival:
		r.welcome(l.from, m.name)
		return
	case departure:
		r.bye(l.from)
		return
	case judged:
		r.lab.judging = false
		if slices.Contains(r.clients, l.from) {
			r.answerLab(l.from, m.request, "judge", false, m.outcome, m.err)
		}
		return
	}
	if !slices.Contains(r.clients, l.from) {
		return
	}
	if _, greets := l.message.(*helloMessage); greets {
		r.greet(l.from)
		return
	}
	if r.takeTime(l.from, l.message) || r.takeBranch(l.from, l.message) {
		return
	}
	switch m := l.message.(type) {
	case *protocol.SetReplayVision:
		r.setVision(l.from, &m.Vision)
	case *protocol.IssueCommand:
		r.command(l.from, m)
	case *protocol.Lab:
		r.takeLab(l.from, m)
	case *labMessage:
		r.takeOwnLab(l.from, m)
	}
}

// welcome shows the game to a client who came.
func (r *room) welcome(c *client, name string) {
	c.name, c.sees, c.full, c.seeks = name, everything, false, time.Time{}
	r.clients = append(r.clients, c)
	r.enterBranch(c)
	r.enterLab(c)
	if r.branch != nil && !r.branch.started {
		return
	}
	r.begin(c)
	r.show(time.Now(), c)
}

// begin sends a client everything that comes before the first snapshot.
func (r *room) begin(c *client) {
	c.forget()
	c.tell(r.start(c))
	r.tellLab(c)
	if r.branch != nil {
		c.tell(r.branch.pauseState(c))
	} else {
		c.tell(r.timeState())
	}
	c.tell(r.analysis())
	if !c.full {
		c.full = true
		r.introduce(c)
	} else {
		r.orient(c)
	}
}

// greet answers a client that says what it knows only when it is here: for it
// the game begins again, with everything that it has missed.
func (r *room) greet(c *client) {
	late := !c.extended.Load() && c.full
	c.greet()
	if late {
		c.full = false
		r.begin(c)
		r.show(time.Now(), c)
	}
}

func (r *room) bye(c *client) {
	at := slices.Index(r.clients, c)
	if at < 0 {
		return
	}
	r.clients = slices.Delete(r.clients, at, at+1)
	c.forget()
	r.leaveBranch(c)
	r.leaveLab(c)
}

func (r *room) setVision(c *client, request *protocol.ReplayVision) {
	v, ok := r.scene.visionOf(request)
	switch {
	case !ok:
		c.complain("Invalid replay vision selection")
		return
	case v != everything && r.scene.noSight != "":
		c.complain(r.scene.noSight + ": everything is shown")
		return
	}
	c.sees = v
	c.tell(r.analysis())
	r.show(time.Now(), c)
}

// command answers a command of a live game.
func (r *room) command(c *client, m *protocol.IssueCommand) {
	if r.branch == nil || !r.branch.started {
		c.tell(notInGame(m, uint32(r.stage.Tick())))
		return
	}
	r.playCommand(c, m)
}

// view reads the present state.
func (r *room) view() sim.View { return r.stage.Simulation().View() }
