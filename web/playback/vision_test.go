// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"testing"

	"convertd/plugins/rts/protocol"
	"convertd/plugins/rts/snapshot"
	"convertd/web/playback"
)

// one is the vision of one player.
func one(player uint32) protocol.ReplayVision {
	return protocol.ReplayVision{Mode: protocol.VisionPlayer, PlayerID: &player}
}

func TestAViewerSeesWithTheEyesThatAreChosen(t *testing.T) {
	address, _ := serve(t, nil)
	v, other := dial(t, address), dial(t, address)
	v.join(room)
	other.join(room)
	v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	v.send(&protocol.SeekRoomTimeTo{Tick: 2400})
	v.until("start")
	whole, _ := v.until("snapshot")
	if whole.snapshot.VisibleTiles != nil {
		t.Error("who sees everything has fog")
	}
	see := func(vision protocol.ReplayVision) *snapshot.Snapshot {
		v.send(&protocol.SetReplayVision{Vision: vision})
		v.until("replayAnalysis")
		r, _ := v.until("snapshot")
		return r.snapshot
	}
	owners := func(s *snapshot.Snapshot) map[uint32]int {
		counts := make(map[uint32]int)
		for _, e := range s.Entities {
			counts[e.Owner]++
		}
		return counts
	}
	all, first := owners(whole.snapshot), see(one(3))
	if seen := owners(first); seen[3] != all[3] || seen[4] >= all[4] {
		t.Errorf("player 3 sees %v of %v", seen, all)
	}
	visible := 0
	for _, tile := range first.VisibleTiles {
		visible += int(tile)
	}
	if start := len(first.VisibleTiles); visible == 0 || visible == start {
		t.Errorf("player 3 sees %d of %d tiles", visible, start)
	}
	if seen := owners(see(protocol.ReplayVision{Mode: protocol.VisionPlayers, PlayerIDs: []uint32{3, 4}})); seen[3] != all[3] || seen[4] != all[4] {
		t.Errorf("both see %v of %v", seen, all)
	}
	for _, wrong := range []protocol.ReplayVision{
		one(99), one(1), {Mode: protocol.VisionPlayers, PlayerIDs: []uint32{}}, {Mode: protocol.VisionPlayers, PlayerIDs: []uint32{3, 3}},
	} {
		v.send(&protocol.SetReplayVision{Vision: wrong})
		if r, _ := v.until("error"); r.message.(*protocol.ErrorMessage).Msg != "Invalid replay vision selection" {
			t.Errorf("%+v: %+v", wrong, r.message)
		}
	}
	other.send(&protocol.SetRoomTimeSpeed{Speed: 1})
	if r, _ := other.until("snapshot"); r.snapshot.VisibleTiles != nil {
		t.Error("what one viewer sees changed what another does")
	}
}

func TestWhereNobodyKnowsWhatPlayersSeeTheViewerIsTold(t *testing.T) {
	address, _ := serve(t, func(o *playback.Options) { o.Games = games{"game": of(zeroHour(t))} })
	v := dial(t, address)
	if start := v.join(room); start.Capabilities.Visibility.ReplayVision {
		t.Error("sight is offered")
	}
	v.send(&protocol.SetReplayVision{Vision: one(1)})
	if r, _ := v.until("error"); r.message.(*protocol.ErrorMessage).Msg == "" {
		t.Errorf("got %+v", r.message)
	}
}
