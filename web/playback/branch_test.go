// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"testing"

	"convertd/plugins/rts/protocol"
	"convertd/web/playback"
)

func TestABranchIsStagedStartedAndPlayed(t *testing.T) {
	address, _ := serve(t, func(o *playback.Options) { o.Games = games{"game": of(zeroHour(t))} })
	host, guest := dial(t, address), dial(t, address)
	host.join(room)
	guest.join(room)
	host.send(&protocol.RequestReplayBranch{})
	r, _ := guest.until("replayBranchCreated")
	created := r.message.(*protocol.ReplayBranchCreated)
	if len(created.Seats) != 3 { // the third was a computer's
		t.Fatalf("the branch is %+v", created)
	}
	enter := func(v *viewer, name string) {
		v.send(&protocol.Join{Name: name, Room: &created.BranchRoom})
		v.until("branchStaging")
	}
	enter(host, "host")
	enter(guest, "guest")
	host.send(&protocol.StartBranch{})
	if r, _ := host.until("error"); r.message.(*protocol.ErrorMessage).Msg == "" {
		t.Error("a branch without anybody was started")
	}
	host.send(&protocol.ClaimBranchSeat{PlayerID: created.Seats[0].PlayerID})
	staging := func(v *viewer) *protocol.BranchStaging {
		r, _ := v.until("branchStaging")
		return r.message.(*protocol.BranchStaging)
	}
	for staging(host).Seats[0].ClaimantID == nil {
	}
	guest.send(&protocol.ClaimBranchSeat{PlayerID: created.Seats[0].PlayerID})
	guest.until("error")
	guest.send(&protocol.ClaimBranchSeat{PlayerID: created.Seats[1].PlayerID})
	for {
		if state := staging(host); state.CanStart && state.Seats[1].ClaimantName != nil && *state.Seats[1].ClaimantName == "guest" {
			break
		}
	}
	host.send(&protocol.StartBranch{})
	r, _ = host.until("start")
	start := r.message.(*protocol.Start)
	if start.Capabilities == nil || start.Capabilities.Commands == nil || !start.Capabilities.Commands.Gameplay || start.PlayerID != created.Seats[0].PlayerID {
		t.Errorf("the branch starts with %+v", start)
	}
	if _, before := host.until("livePauseState"); len(before) > 0 {
		t.Errorf("before livePauseState came %v", before)
	}
	r, _ = host.until("snapshot")
	var mine, theirs uint32
	for _, e := range r.snapshot.Entities {
		switch e.Owner {
		case created.Seats[0].PlayerID:
			mine = e.ID
		case created.Seats[1].PlayerID:
			theirs = e.ID
		}
	}
	receipt := func(seq uint32, units []uint32) *protocol.CommandReceipt {
		host.send(&protocol.IssueCommand{ClientSeq: seq, Cmd: protocol.AnyCommand{Command: &protocol.CmdStop{Units: units}}})
		r, _ := host.until("commandReceipt")
		return r.message.(*protocol.CommandReceipt)
	}
	if got := receipt(1, []uint32{mine}); !got.Accepted || got.ClientSeq != 1 {
		t.Errorf("a command to one's own unit: %+v", got)
	}
	if got := receipt(2, []uint32{theirs}); got.Accepted {
		t.Errorf("a command to a stranger's unit: %+v", got)
	}
	host.send(&protocol.PauseGame{})
	r, _ = guest.until("livePauseState")
	for !r.message.(*protocol.LivePauseState).Paused {
		r, _ = guest.until("livePauseState")
	}
	guest.send(&protocol.UnpauseGame{})
	r, _ = guest.until("livePauseState")
	if state := r.message.(*protocol.LivePauseState); state.Paused || *state.PausesRemaining != 3 {
		t.Errorf("after the pause: %+v", state)
	}
}
