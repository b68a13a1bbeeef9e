// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"io"
	"slices"
	"testing"

	"convertd/core/bincode"
	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/core/translate"
	"convertd/internal/numbered"
)

// told is one order of a test: who moves, as the engine's ids.
type told struct {
	tick     uint64
	x        int32
	subjects []uint32
}

// duel is a conversion of a game of two bots that client 9 runs: ids from 10
// on, one hash each tick, missed from the given tick on.
func duel(t *testing.T, plan numbered.Plan, missed order.Tick, ticks uint64, orders ...told) (*conversion, *orderLog) {
	t.Helper()
	plan.First = 10
	plan.Hash = func(tick order.Tick) uint64 {
		if tick >= missed {
			return 1
		}
		return 0
	}
	header := testHeader()
	header.Players = []ir.Player{{Kind: ir.PlayerAI}, {Kind: ir.PlayerAI}}
	var writer ir.OrderBatchWriter
	for _, o := range orders {
		one := ir.Order{
			Tick: o.tick, Client: 9, Player: ir.NoPlayer, Kind: ir.KindMove, Subjects: o.subjects,
			Target: ir.Target{Kind: ir.TargetCell, X: o.x},
		}
		if _, err := writer.Add(&one); err != nil {
			t.Fatal(err)
		}
	}
	reader := &ir.OrderBatchReader{}
	if err := reader.Reset(writer.Flush(nil)); err != nil {
		t.Fatal(err)
	}
	var samples []ir.SyncSample
	for tick := range ticks {
		samples = append(samples, ir.SyncSample{Frame: tick + 1, Tick: tick})
	}
	source := &script{end: io.EOF, events: []Event{{Header: header}, {Orders: reader}, {Sync: samples}, {Trailer: &ir.Trailer{Complete: true, Ticks: ticks}}}}
	f, err := openFeed(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	game := &Game{
		Config: sim.Config{Players: make([]sim.PlayerConfig, 2)}, Module: numbered.New(plan), Native: NativeHash{Name: divergence.HashOpenRA}, Model: ModelWhole,
		Players: translate.Players{IDs: []order.PlayerID{0, 1}},
		Senders: Senders{
			Attribute: func(_ *ir.Order, sent order.PlayerID) order.PlayerID { return sent },
			Seats: func(client int32) []order.PlayerID {
				if client != 9 {
					t.Errorf("client %d", client)
				}
				return []order.PlayerID{0, 1}
			},
		},
	}
	log := &orderLog{}
	c, err := newConversion(&Job{Thresholds: divergence.DefaultThresholds()}, f, game, func(icrep.Metadata) (Recording, error) { return log, nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := c.play(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c, log
}

// orderLog is a Recording that keeps who moved.
type orderLog struct {
	discard
	moves []move
}

type move struct {
	tick   order.Tick
	player order.PlayerID
	units  []order.UnitTag
}

func (l *orderLog) EncodedTick(_ order.Tick, encoded []byte) error {
	var frame icrep.TickFrame
	frame.ReadFrom(bincode.NewReader(encoded))
	for i := range frame.Orders {
		o := &frame.Orders[i]
		one := move{tick: frame.Tick, player: o.Player}
		if o.Order.Kind == order.KindMove {
			one.units = slices.Clone(o.Order.Units)
		}
		l.moves = append(l.moves, one)
	}
	return nil
}

var (
	mine   = numbered.Unit{Flags: snapshot.FlagMobile}
	theirs = numbered.Unit{Owner: 1, Flags: snapshot.FlagMobile}
)

func TestFromTheFirstMissedHashOnForeignIdsAreNotOursAnyMore(t *testing.T) {
	// Ours makes units in ticks 3 and 4, with ids 12 and 13. The original has
	// made another thing in between: there they are 12 and 14.
	plan := numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {mine, theirs}, 3: {mine}, 4: {theirs}}}
	c, _ := duel(t, plan, 2, 8, told{1, 5, []uint32{10}}, told{6, 5, []uint32{10}}, told{6, 6, []uint32{12}}, told{6, 7, []uint32{14}})
	for native, want := range map[uint32]uint32{10: 10, 11: 11, 12: 12, 14: 13} {
		tag, ok := c.identity.Lookup(native)
		if own, _ := c.game.Module.(sim.ForeignIDs).NativeOf(tag); !ok || own != want {
			t.Errorf("id %d is our %d (%v), want %d", native, own, ok, want)
		}
	}
	if _, ok := c.identity.Lookup(13); ok {
		t.Error("our own number 13 is taken for a foreign id after the hand-over")
	}
	past := c.reportPast()
	if past == nil || past.ToEnd.From.Tick != 3 || past.ToEnd.Subjects != 3 || past.ToEnd.Bound != 3 {
		t.Errorf("past the proof: %+v", past)
	}
}

func TestWhileHashesAreMetWhatTheModuleDoesNotKnowDoesNotExist(t *testing.T) {
	plan := numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {mine}, 3: {mine}}}
	c, _ := duel(t, plan, 100, 8, told{5, 5, []uint32{99}})
	if _, ok := c.identity.Lookup(99); ok || c.handover.done || c.reportPast() != nil {
		t.Errorf("id 99 is bound %v, handed over %v, in a game that is proven", ok, c.handover.done)
	}
}

func TestARunOfOrdersIsOfOneOwner(t *testing.T) {
	// Two new units of each player; the second of a run is known to be player
	// 1's, so that the first is too, although player 0's are nearer.
	plan := numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {mine, theirs}, 3: {mine, mine, theirs, theirs}}}
	_, log := duel(t, plan, 2, 8, told{6, 5, []uint32{12}}, told{6, 5, []uint32{11}}, told{6, 9, []uint32{13}}, told{6, 9, []uint32{10}})
	var players []order.PlayerID
	for _, move := range log.moves {
		players = append(players, move.player)
	}
	if want := []order.PlayerID{1, 1, 0, 0}; !slices.Equal(players, want) {
		t.Errorf("orders are of players %v, want %v", players, want)
	}
}

func TestWhatIsTakenForProofIsNoAcceptedOrder(t *testing.T) {
	plan := numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {mine}}, Believes: true}
	c, _ := duel(t, plan, 2, 8, told{3, 5, []uint32{10}}, told{4, 5, []uint32{10}})
	past := c.reportPast().ToEnd
	if past.Corrected != 2 || past.Accepted != 0 || past.Rejected != 0 || past.AcceptedPermille() != 0 {
		t.Errorf("past the proof: %+v", past)
	}
	if c.totals.Corrected != 2 || c.corrected["made up"] != 2 {
		t.Errorf("totals %+v, corrections %v", c.totals, c.corrected)
	}
}

func TestOrdersToWhoIsDeadHereAreCountedAsLost(t *testing.T) {
	plan := numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {mine, theirs}}, Goes: map[order.Tick][]uint32{4: {10}}}
	c, _ := duel(t, plan, 2, 8, told{3, 5, []uint32{10}}, told{6, 5, []uint32{10}}, told{7, 5, []uint32{10}})
	past := c.reportPast()
	if past.ToEnd.Lost != 1 || past.ToEnd.Bound != 1 || past.ToEnd.Accepted != 1 || past.ToEnd.Rejected != 2 {
		t.Errorf("past the proof: %+v", past.ToEnd)
	}
	// One of two units is gone: the first such order is evidence, and what comes
	// up to it ends before it.
	if past.ToEvidence.To.Tick != 6 || past.ToEvidence.Rejected != 0 || past.ToEvidence.Lost != 0 || past.ToEvidence.Accepted != 1 {
		t.Errorf("up to the first evidence: %+v", past.ToEvidence)
	}
}
