// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"slices"
	"testing"

	"convertd/plugins/rts/protocol"
)

func TestJoiningIsAskedForAndBeginsInTheOrderOfTheProtocol(t *testing.T) {
	address, _ := serve(t, nil)
	v := dial(t, address)
	name := room
	v.send(&protocol.Join{Name: "viewer", Room: &name})
	if r := v.next(); r.tag() != "joinReplayPrompt" || r.message.(*protocol.JoinReplayPrompt).Room != room {
		t.Fatalf("got %s", r.tag())
	}
	v.send(&protocol.Join{Name: "viewer", Room: &name, Spectator: true, ReplayOK: true})
	var tags []string
	for range 4 {
		r := v.next()
		tags = append(tags, r.tag())
		if start, ok := r.message.(*protocol.Start); ok {
			if start.Capabilities == nil || !start.Capabilities.RoomTime.SeekAbsolute || !start.Spectator || len(start.Players) != 2 ||
				start.Replay.DurationTicks != 2694 || len(start.Map.Terrain) != int(start.Map.Width*start.Map.Height) {
				t.Errorf("start is %+v", start)
			}
		}
	}
	if want := []string{"start", "roomTimeState", "replayAnalysis", "snapshot"}; !slices.Equal(tags, want) {
		t.Errorf("got %v, want %v", tags, want)
	}
}

func TestRoomTimeCanBeSetSoughtAndStepped(t *testing.T) {
	address, _ := serve(t, nil)
	v := dial(t, address)
	v.join(room)
	if state := v.state(); state.Speed != 1 || state.Paused || state.DurationTicks != 2694 {
		t.Errorf("at first room time is %+v", state)
	}
	v.send(&protocol.SetRoomTimeSpeed{Speed: 99})
	if state := v.state(); state.Speed != 8 || state.ControllerID == nil {
		t.Errorf("too fast: %+v", state)
	}
	v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	if state := v.state(); !state.Paused {
		t.Errorf("paused: %+v", state)
	}
	v.send(&protocol.SeekRoomTimeTo{Tick: 1500})
	r, _ := v.until("start")
	if start := r.message.(*protocol.Start); start.Tick != 1500 || start.Capabilities != nil {
		t.Errorf("after a seek start has tick %d, capabilities %v", start.Tick, start.Capabilities)
	}
	if state := v.state(); state.CurrentTick != 1500 || !state.Paused {
		t.Errorf("after a seek: %+v", state)
	}
	if r, before := v.until("snapshot"); r.snapshot.Tick != 1500 || !slices.Equal(before, []string{"replayAnalysis"}) {
		t.Errorf("snapshot of tick %d after %v", r.snapshot.Tick, before)
	}
	// On a machine that is slow enough some of these come late enough to be taken.
	for range 10 {
		v.send(&protocol.SeekRoomTimeTo{Tick: 1500})
	}
	if r, _ := v.until("error"); r.message.(*protocol.ErrorMessage).Msg != "Replay seek ignored; wait before seeking again." {
		t.Errorf("a second seek at once: %+v", r.message)
	}
	v.send(&protocol.StepRoomTime{})
	for {
		r, _ := v.until("snapshot")
		if r.snapshot.Tick > 1503 {
			t.Errorf("a step leads to tick %d", r.snapshot.Tick)
		}
		if r.snapshot.Tick > 1500 {
			break
		}
	}
}

func TestOurViewerGetsExactNamesAndTrust(t *testing.T) {
	address, _ := serve(t, nil)
	v := dial(t, address)
	v.hello()
	v.join(room)
	var tags []string
	for !slices.Contains(tags, "actors") {
		r := v.next()
		tags = append(tags, r.tag())
		switch r.tag() {
		case "convertd.game":
			if r.own["verdict"] != "proven" || r.own["exact"] != true {
				t.Errorf("game is %v", r.own)
			}
		case "convertd.catalogue":
			if len(r.own["kinds"].([]any)) < 10 {
				t.Errorf("kinds are %v", r.own["kinds"])
			}
		case "convertd.moment":
			if trust := r.own["trust"].(map[string]any); trust["level"] != "proven" {
				t.Errorf("trust is %v", trust)
			}
		}
	}
	want := []string{
		"roomTimeState", "replayAnalysis", "convertd.game", "convertd.catalogue", "convertd.map", "convertd.timeline", "convertd.moment",
		"convertd.economy", "snapshot", "actors",
	}
	for at, tag := range want {
		if !slices.Contains(tags, tag) {
			t.Errorf("%s is missing (number %d): %v", tag, at, tags)
		}
	}
}

func TestAGreetingInTheRoomBringsTheIntroduction(t *testing.T) {
	address, _ := serve(t, nil)
	v := dial(t, address)
	v.say(`{"t":"convertd.setSpeed","mode":"fast"}`) // is none of ours before it greets
	v.join(room)
	v.until("snapshot")
	v.say(`{"t":"convertd.hello","version":1}`)
	v.until("convertd.hello")
	r, before := v.until("start")
	if start := r.message.(*protocol.Start); start.Capabilities == nil || !start.Capabilities.RoomTime.Step {
		t.Errorf("after %v the capabilities are %+v", before, start.Capabilities)
	}
	_, before = v.until("actors")
	for _, tag := range []string{"roomTimeState", "replayAnalysis", "convertd.game", "convertd.catalogue", "convertd.map", "convertd.timeline", "convertd.moment"} {
		if !slices.Contains(before, tag) {
			t.Errorf("no %s among %v", tag, before)
		}
	}
	// A second greeting is answered and begins nothing.
	v.say(`{"t":"convertd.hello","version":1}`)
	v.until("convertd.hello")
	v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	for {
		r, before := v.until("roomTimeState")
		if slices.Contains(before, "start") {
			t.Errorf("a second greeting begins again: %v", before)
		}
		if r.message.(*protocol.RoomTimeState).Paused {
			break
		}
	}
}
