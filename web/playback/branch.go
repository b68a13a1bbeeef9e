// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"errors"
	"fmt"
	"time"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
	"convertd/plugins/rts/protocol"
)

// Prefixes of the rooms that go on from others.
const (
	branchPrefix = "__convertd_branch__:"
	labPrefix    = "__convertd_lab__:"
)

// beginning is what a room that goes on from another begins with.
type beginning struct {
	game     *heldGame
	metadata *icrep.Metadata
	story    *story
	state    *simstate.SimSnapshot
	source   string
	lab      bool
}

// branch is a practice game: seats are claimed, then it is played.
type branch struct {
	source   order.Tick
	host     uint32
	seats    []seat
	started  bool
	paused   bool
	pausedBy uint32
	pauses   map[uint32]uint8 // left, by client
	over     bool             // somebody has won, or nobody can
	tallies  map[order.PlayerID]*tally
}

// seat is a player of the game who can be played.
type seat struct {
	player   order.PlayerID
	required bool   // a person played it
	claimant uint32 // client id, 0: nobody
}

// pauseLimit is how often a seat may pause.
const pauseLimit = 3

// labCreated answers convertd.branch.
type labCreated struct {
	T          string `json:"t"`
	Room       string `json:"room"`
	SourceTick uint32 `json:"sourceTick"`
}

// takeBranch does what is about branches; false means that the message is not.
func (r *room) takeBranch(c *client, message any) bool {
	switch m := message.(type) {
	case *protocol.RequestReplayBranch:
		r.requestBranch(c)
	case *branchMessage:
		r.requestLab(c)
	case *protocol.ClaimBranchSeat:
		r.claim(c, m.PlayerID)
	case *protocol.ReleaseBranchSeat:
		r.release(c, m.PlayerID)
	case *protocol.StartBranch:
		r.startBranch(c)
	case *protocol.PauseGame:
		r.pauseGame(c, true)
	case *protocol.UnpauseGame:
		r.pauseGame(c, false)
	case *protocol.GiveUp:
		r.giveUp(c)
	default:
		return false
	}
	return true
}

// goOn opens a room that goes on from here.
func (r *room) goOn(lab bool) (*room, error) {
	prefix := branchPrefix
	if lab {
		prefix = labPrefix
	}
	name := prefix + randomName()
	r.game.acquire()
	b := &beginning{
		game: r.game, metadata: r.scene.metadata, story: r.story, state: r.stage.Simulation().Snapshot(), source: r.name, lab: lab,
	}
	opened := newRoom(r.server, name, &opening{game: r.opening.game, begin: b})
	if err := r.server.add(opened); err != nil {
		opened.stop(err)
		r.game.close()
		return nil, err
	}
	return opened, nil
}

func (r *room) requestBranch(c *client) {
	if r.branch != nil {
		return
	}
	seats := r.seats()
	if len(seats) == 0 {
		c.complain("nobody's game can be played on here")
		return
	}
	opened, err := r.goOn(false)
	if err != nil {
		c.complain(err.Error())
		return
	}
	created := &protocol.ReplayBranchCreated{BranchRoom: opened.name, SourceTick: uint32(r.stage.Tick()), Seats: []protocol.BranchSeat{}}
	players := r.scene.startPlayers(r.view())
	for i := range players {
		p := &players[i]
		created.Seats = append(created.Seats, protocol.BranchSeat{
			PlayerID: p.ID, TeamID: p.TeamID, FactionID: p.FactionID, Name: p.Name, Color: p.Color, Claimable: true,
		})
	}
	r.tellAll(created)
}

func (r *room) requestLab(c *client) {
	opened, err := r.goOn(true)
	if err != nil {
		c.complain(err.Error())
		return
	}
	c.extra(labCreated{T: "convertd.labCreated", Room: opened.name, SourceTick: uint32(r.stage.Tick())})
}

// seats lists who can be played. People's seats must be claimed before a branch starts; no
// computer plays the others.
func (r *room) seats() []seat {
	var seats []seat
	for id := range r.scene.recorded {
		if player, ok := r.view().Player(order.PlayerID(id)); ok && r.scene.recorded[id] && player.Standing == simstate.StandingPlaying {
			seats = append(seats, seat{player: player.ID, required: player.Kind == simstate.PlayerHuman})
		}
	}
	return seats
}

// opener opens states of a game, each to be played on in its own way.
func opener(game *Game) func(*simstate.SimSnapshot) (*sim.Simulation, sim.Module, error) {
	return func(state *simstate.SimSnapshot) (*sim.Simulation, sim.Module, error) {
		if game.Replay != nil {
			return pipeline.Branch(game.Replay, game.Materials, state)
		}
		save := *game.Save
		save.State = state
		return pipeline.Resume(&save, game.Materials)
	}
}

// openBranch opens a room that goes on from another.
func (r *room) openBranch(b *beginning) error {
	file := b.game.Replay
	if !b.lab {
		file = nil
	}
	stage, err := newLabStage(b.state, file, opener(b.game.Game))
	if err != nil {
		return err
	}
	r.stage, r.scene, r.story = stage, newScene(b.metadata, stage.module, stage.simulation.View()), b.story
	if b.lab {
		r.lab = &lab{stage: stage, source: b.source, vision: protocol.LabVision{Mode: protocol.LabVisionFullWorld}}
		return nil
	}
	r.branch = &branch{source: stage.Tick(), seats: r.seats(), pauses: make(map[uint32]uint8), tallies: make(map[order.PlayerID]*tally)}
	return nil
}

func (r *room) enterBranch(c *client) {
	if r.branch == nil {
		return
	}
	if r.branch.host == 0 {
		r.branch.host = c.id
	}
	r.tellStaging()
}

func (r *room) leaveBranch(c *client) {
	if r.branch == nil {
		return
	}
	for i := range r.branch.seats {
		if r.branch.seats[i].claimant == c.id {
			r.branch.seats[i].claimant = 0
		}
	}
	if r.branch.host == c.id {
		r.branch.host = 0
		if len(r.clients) > 0 {
			r.branch.host = r.clients[0].id
		}
	}
	r.tellStaging()
}

// canStart: every person's seat is claimed, and somebody plays.
func (b *branch) canStart() bool {
	claimed := false
	for i := range b.seats {
		if b.seats[i].required && b.seats[i].claimant == 0 {
			return false
		}
		claimed = claimed || b.seats[i].claimant != 0
	}
	return claimed
}

// tellStaging tells everybody who has which seat.
func (r *room) tellStaging() {
	if r.branch.started {
		return
	}
	m := &protocol.BranchStaging{
		Room: r.name, SourceTick: uint32(r.branch.source), HostID: r.branch.host, Seats: []protocol.StagingSeat{},
		Occupants: []protocol.BranchOccupant{}, CanStart: r.branch.canStart(),
	}
	names := make(map[uint32]string)
	for _, c := range r.clients {
		names[c.id] = c.name
		m.Occupants = append(m.Occupants, protocol.BranchOccupant{ID: c.id, Name: c.name})
	}
	players := r.scene.startPlayers(r.view())
	for i := range r.branch.seats {
		s := &r.branch.seats[i]
		for _, p := range players {
			if p.ID != playerNumber(s.player) {
				continue
			}
			one := protocol.StagingSeat{PlayerID: p.ID, TeamID: p.TeamID, FactionID: p.FactionID, Name: p.Name, Color: p.Color}
			if s.claimant != 0 {
				id, name := s.claimant, names[s.claimant]
				one.ClaimantID, one.ClaimantName = &id, &name
			}
			m.Seats = append(m.Seats, one)
		}
	}
	r.tellAll(m)
}

func (b *branch) seatOf(c *client) *seat {
	for i := range b.seats {
		if b.seats[i].claimant == c.id {
			return &b.seats[i]
		}
	}
	return nil
}

func (b *branch) seat(number uint32) *seat {
	for i := range b.seats {
		if playerNumber(b.seats[i].player) == number {
			return &b.seats[i]
		}
	}
	return nil
}

func (r *room) claim(c *client, number uint32) {
	if r.branch == nil || r.branch.started {
		return
	}
	s := r.branch.seat(number)
	switch {
	case s == nil:
		c.complain("Unknown branch seat")
	case s.claimant != 0:
		c.complain("Branch seat is already claimed")
	case r.branch.seatOf(c) != nil:
		c.complain("You already claimed a branch seat")
	default:
		s.claimant = c.id
		r.tellStaging()
	}
}

func (r *room) release(c *client, number uint32) {
	if r.branch == nil || r.branch.started {
		return
	}
	if s := r.branch.seat(number); s != nil && s.claimant == c.id {
		s.claimant = 0
		r.tellStaging()
	}
}

func (r *room) startBranch(c *client) {
	if r.branch == nil || r.branch.started || r.branch.host != c.id {
		return
	}
	if !r.branch.canStart() {
		c.complain("Every branch seat must be claimed before it starts")
		return
	}
	r.branch.started = true
	now := time.Now()
	r.clock.speed, r.clock.fast = 1, false
	r.clock.restart(now, r.stage.Tick())
	for _, one := range r.clients {
		r.begin(one)
	}
	r.show(now, r.clients...)
}

// pauseState is what a client is told of the pause.
func (b *branch) pauseState(c *client) *protocol.LivePauseState {
	state := &protocol.LivePauseState{Paused: b.paused, PauseLimit: pauseLimit}
	if b.pausedBy != 0 {
		by := b.pausedBy
		state.PausedBy = &by
	}
	if b.seatOf(c) != nil {
		left := pauseLimit - b.pauses[c.id]
		state.PausesRemaining, state.CanPause, state.CanUnpause = &left, !b.paused && left > 0, b.paused
	}
	return state
}

func (r *room) pauseGame(c *client, pause bool) {
	if r.branch == nil || !r.branch.started || r.branch.seatOf(c) == nil {
		return
	}
	switch {
	case pause && !r.branch.paused && r.branch.pauses[c.id] < pauseLimit:
		r.branch.pauses[c.id]++
		r.branch.paused, r.branch.pausedBy = true, c.id
	case !pause && r.branch.paused:
		r.branch.paused, r.branch.pausedBy = false, 0
		r.clock.restart(time.Now(), r.stage.Tick())
	}
	for _, one := range r.clients {
		one.tell(r.branch.pauseState(one))
	}
}

func (r *room) giveUp(c *client) {
	if r.branch == nil || !r.branch.started {
		return
	}
	if s := r.branch.seatOf(c); s != nil {
		if o, err := r.grant(s.player, &wish{tag: order.TagResign, target: order.NoUnit}); err == nil {
			_ = r.branchStage().give(o) // a game that takes no more orders takes none of these
		}
	}
}

func (r *room) branchStage() *labStage {
	stage, _ := r.stage.(*labStage)
	return stage
}

// playCommand takes a command of who has a seat. That it was received says nothing of what
// becomes of it: the game's module judges it in its tick.
func (r *room) playCommand(c *client, m *protocol.IssueCommand) {
	receipt := &protocol.CommandReceipt{ClientSeq: m.ClientSeq, ServerTick: uint32(r.stage.Tick())}
	refuse := func(reason string) {
		receipt.Reason = &reason
		c.tell(receipt)
	}
	s := r.branch.seatOf(c)
	if s == nil || r.branch.over {
		refuse("notInGame")
		return
	}
	w, err := r.wishOf(m.Cmd.Command)
	if err != nil {
		refuse("unsupported")
		return
	}
	o, err := r.grant(s.player, w)
	if err == nil {
		err = r.branchStage().give(o)
	}
	if err != nil {
		refuse("rejected")
		return
	}
	receipt.Accepted = true
	c.tell(receipt)
}

var errNoSeat = errors.New("you have no seat in this game")

// playWish takes an exact order of who has a seat.
func (r *room) playWish(c *client, op *ownOp) error {
	s := r.branch.seatOf(c)
	switch {
	case s == nil || !r.branch.started:
		return errNoSeat
	case op.Player != 0 && op.Player != playerNumber(s.player):
		return fmt.Errorf("player %d is not yours", op.Player)
	}
	w, err := op.wish()
	if err != nil {
		return err
	}
	o, err := r.grant(s.player, w)
	if err != nil {
		return err
	}
	return r.branchStage().give(o)
}
