// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"fmt"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	"github.com/google/go-cmp/cmp"

	fixtures "convertd/internal/fixtures/orarep"
)

// played lists game orders as "frame client name".
func played(c *sinktest.Recording) []string {
	var all []string
	for _, o := range c.Orders {
		if !isImmediate(o.Kind) {
			all = append(all, fmt.Sprintf("%d %d %s", o.Frame, o.Client, o.NativeName))
		}
	}
	return all
}

func TestInterleavedPacketsAreSentInTheOrderOfPlay(t *testing.T) {
	game := fixtures.Sweep("F")
	rec := game.Lead()
	rec.Orders(1, 3, fixtures.Give("Stop", 101))
	rec.Orders(1, 4, fixtures.Give("Scatter", 101))
	rec.Orders(0, 3, fixtures.Give("Move", 100).To(1, 1), fixtures.Give("Unload", 100))
	rec.Sync(0, 3, 1, 0, 0)
	rec.Immediate(0, "Chat", "now")
	rec.Orders(0, 4, fixtures.Give("Move", 100).To(2, 2))
	rec.Orders(0, 5, fixtures.Give("Sell", 100))
	rec.Metadata("")
	c, err := decode(rec.Bytes(), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"3 0 Move", "3 0 Unload", "3 1 Stop", "4 0 Move", "4 1 Scatter", "5 0 Sell"}
	if diff := cmp.Diff(want, played(c)); diff != "" {
		t.Errorf("order of play (-want +got):\n%s", diff)
	}
	for _, o := range c.Orders {
		if o.Kind == ir.KindChat && (o.Frame != 3 || o.Tick != 6) {
			t.Errorf("chat at frame %d, tick %d, want 3 and 6", o.Frame, o.Tick)
		}
	}
}

func TestLaterReleasesExecuteConnectionsInLobbyOrder(t *testing.T) {
	for era, want := range map[string][]string{
		"F": {"3 0 Move", "3 1 Stop"},
		"G": {"3 1 Stop", "3 0 Move"},
	} {
		game := fixtures.Sweep(era)
		game.Lobby.Clients[0], game.Lobby.Clients[1] = game.Lobby.Clients[1], game.Lobby.Clients[0]
		rec := game.Lead()
		rec.Orders(0, 3, fixtures.Give("Move", 100).To(1, 1))
		rec.Orders(1, 3, fixtures.Give("Stop", 101))
		c, err := decode(rec.Bytes(), sdk.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, played(c)); diff != "" {
			t.Errorf("era %s (-want +got):\n%s", era, diff)
		}
	}
}

func TestFrameThatWasNotFinishedIsLeftOut(t *testing.T) {
	game := fixtures.Sweep("G")
	rec := game.Lead()
	rec.Orders(1, 3, fixtures.Give("Stop", 101))
	rec.Orders(0, 3, fixtures.Give("Move", 100).To(1, 1))
	rec.Orders(0, 4, fixtures.Give("Sell", 100))
	rec.Orders(0, 5, fixtures.Give("Scatter", 100))
	c, err := decode(rec.Bytes(), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	// Connection 1 gave nothing for frame 4 yet, so it was never played.
	if diff := cmp.Diff([]string{"3 0 Move", "3 1 Stop"}, played(c)); diff != "" {
		t.Errorf("order of play (-want +got):\n%s", diff)
	}
	if codes := diagnosticCodes(c); !strings.Contains(codes, "unfinished-frame") {
		t.Errorf("diagnostics %s", codes)
	}
}

func TestLateOrderKeepsItsFrameAndTakesTheTickReached(t *testing.T) {
	game := fixtures.Sweep("G")
	rec := game.Lead()
	rec.Orders(0, 10, fixtures.Give("Stop", 100))
	rec.Sync(0, 10, 1, 0, 0)
	rec.Orders(1, 4, fixtures.Give("Move", 101).To(1, 1))
	c, err := decode(rec.Bytes(), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	last := c.Orders[len(c.Orders)-1]
	if last.Frame != 4 || last.Tick != 27 {
		t.Errorf("frame %d at tick %d, want 4 at 27", last.Frame, last.Tick)
	}
	if codes := diagnosticCodes(c); !strings.Contains(codes, "late-order") {
		t.Errorf("diagnostics %s", codes)
	}
}

func diagnosticCodes(c *sinktest.Recording) string {
	var codes []string
	for _, d := range c.Diagnostics {
		codes = append(codes, d.Code)
	}
	return strings.Join(codes, " ")
}

func TestOrdersWithoutAnyHashDoNotWaitForever(t *testing.T) {
	game := fixtures.Sweep("G")
	rec := game.Lead()
	for frame := int32(1); frame < 200; frame++ {
		rec.Orders(0, frame, fixtures.Give("Stop", 100))
	}
	rec.Metadata("")
	r, err := openReplay(rec.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	sent := &sinktest.Recording{}
	sink := &waitingSink{Sink: sent.Sink()}
	sink.stream = newStream(t.Context(), r, sink, sdk.DecodeOptions{})
	if broken, err := sink.stream.run(); broken != nil || err != nil {
		t.Fatal(broken, err)
	}
	if got := len(played(sent)); got != 199 || sink.most > reorderWindow+1 {
		t.Errorf("%d orders, want 199; %d frames waited", got, sink.most)
	}
}

// waitingSink watches how many net frames wait.
type waitingSink struct {
	sdk.Sink
	stream *stream
	most   int
}

func (s *waitingSink) Order(o *ir.Order) error {
	s.most = max(s.most, len(s.stream.play.waiting))
	return s.Sink.Order(o)
}

func TestBotOrdersAreAttributedByPlayerActor(t *testing.T) {
	c, err := decode(fixtureData(t, "good/ra-skirmish.orarep"), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int32{}
	for _, o := range c.Orders {
		if o.Kind == ir.KindProduce || o.Kind == ir.KindPlaceBuilding || o.Kind == ir.KindResign {
			got[fmt.Sprintf("%s %s by %d", o.NativeName, o.Item, o.Subjects[0])] = o.Player
		}
	}
	want := map[string]int32{
		"StartProduction powr by 3": 0, "StartProduction tent by 3": 0, "StartProduction e1 by 3": 0,
		"PlaceBuilding powr by 3": 0, "PlaceBuilding tent by 3": 0,
		"StartProduction powr by 4": 1, "StartProduction barr by 4": 1,
		"PlaceBuilding powr by 4": 1, "PlaceBuilding barr by 4": 1,
		// The subject counts for more than that no bot surrenders by itself.
		"Surrender  by 4": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("players (-want +got):\n%s", diff)
	}
}

func TestPlayerActorsAreDerivedOnlyFromWhatIsCertain(t *testing.T) {
	type evidence struct {
		subject uint32
		seat    int32
	}
	cases := map[string]struct {
		seats int
		notes []evidence
		first uint32
	}{
		"one certain owner":         {3, []evidence{{5, 1}}, 4},
		"the whole width":           {2, []evidence{{4, ir.NoPlayer}, {3, ir.NoPlayer}}, 3},
		"part of the width":         {3, []evidence{{4, ir.NoPlayer}, {3, ir.NoPlayer}}, 0},
		"wider than the seats":      {2, []evidence{{3, ir.NoPlayer}, {9, ir.NoPlayer}, {3, 0}}, 0},
		"no subject":                {2, []evidence{{nobody, 0}}, 0},
		"an owner beyond the seats": {2, []evidence{{8, 4}}, 0},
	}
	for name, test := range cases {
		actors := playerActors{seats: test.seats}
		for _, e := range test.notes {
			actors.note(e.subject, e.seat)
		}
		if actors.first != test.first {
			t.Errorf("%s: first player actor %d, want %d", name, actors.first, test.first)
		}
	}
}
