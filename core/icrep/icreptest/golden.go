// SPDX-License-Identifier: GPL-3.0-or-later

package icreptest

import (
	"os"
	"path/filepath"
	"testing"

	"convertd/core/icrep"
	"convertd/core/order"
)

// Tiny is the smallest replay that shows every part of the required sections:
// two ticks, one order, one keyframe. docs/icrep.md walks through its bytes.
func Tiny(tb testing.TB) []byte {
	tb.Helper()
	dir := tb.TempDir()
	w, err := icrep.CreateFile(filepath.Join(dir, FileName), icrep.Options{
		Metadata:   icrep.Metadata{EngineVersion: "0", GameModule: "ra1"},
		Durability: icrep.SyncNever,
	})
	if err != nil {
		tb.Fatal(err)
	}
	game := Game{}
	first, second := icrep.TickFrame{Tick: 0, StateHash: game.Frame(0).StateHash}, icrep.TickFrame{Tick: 1, StateHash: game.Frame(1).StateHash}
	second.Orders = []order.TimestampedOrder{{Player: 1, SubTick: 7, Order: order.PlayerOrder{
		Kind: order.KindMove, Units: []order.UnitTag{{Index: 4, Generation: 1}}, Position: order.WorldPos{X: 1536, Y: -512},
	}}}
	for _, err := range []error{w.Keyframe(0, true, State(0, 0).Append(nil)), w.Tick(&first), w.Tick(&second)} {
		if err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: 2, FinalStateHash: game.Hash(2)}); err != nil {
		tb.Fatal(err)
	}
	return Read(tb, dir)
}

// Journal is what a crash after 300 ticks leaves.
func Journal(tb testing.TB) []byte {
	tb.Helper()
	dir := tb.TempDir()
	g := Game{Events: true}
	w := g.Begin(tb, dir)
	g.Feed(tb, w, 301)
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, FileName+icrep.JournalSuffix))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// AllOrders has every kind of order and every game order tag.
func AllOrders(tb testing.TB) []byte {
	tb.Helper()
	units := []order.UnitTag{{Index: 1, Generation: 2}, {Index: 65534, Generation: 65535}}
	orders := []order.PlayerOrder{
		{Kind: order.KindMove, Units: units, Position: order.WorldPos{X: -1, Y: 2, Z: 3}},
		{Kind: order.KindStop, Units: units},
		{Kind: order.KindIdle},
		{Kind: order.KindChatCommand, Text: "cmd", Args: []string{"a", "ö\n"}},
		{Kind: order.KindCheatCode, Cheat: 77},
		{Kind: order.KindSetCvar, Text: "name", Args: []string{"value"}},
		{Kind: order.KindVote, Vote: order.Vote{Kind: order.VoteCast, ID: 5, Choice: true}},
		{Kind: order.KindVote, Vote: order.Vote{Kind: order.VoteCancel, ID: 6}},
	}
	for kind := order.TargetNone; kind <= order.TargetFrozen; kind++ {
		orders = append(orders, order.PlayerOrder{Kind: order.KindAttack, Units: units[:1], Target: target(kind)})
	}
	for channel := order.ChannelAll; channel <= order.ChannelObserver; channel++ {
		orders = append(orders, order.PlayerOrder{Kind: order.KindChatMessage, Channel: channel, Whisper: 3 * order.PlayerID(channel&2), Text: "hi"})
	}
	for kind := order.VoteSurrender; kind <= order.VoteCustom; kind++ {
		orders = append(orders, order.PlayerOrder{Kind: order.KindVote, Vote: order.Vote{Kind: order.VotePropose, Type: kind, Target: 4, Reason: "r", TypeID: "t"}})
	}
	for tag := order.TagIdle; tag <= order.TagForeign; tag++ {
		command := order.Command{
			Units: units, Queued: tag%2 == 1, Target: target(order.TargetKind(tag % 5)), Target2: target(order.TargetKind(tag / 5 % 5)),
			Others: units[1:], Item: "item", ItemID: uint32(tag), Count: -int32(tag), Data: 9, Flags: order.CommandFlags(tag) & 31,
			Name: "Native", Raw: []byte{0, 255, byte(tag)},
		}
		orders = append(orders, order.PlayerOrder{Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: order.AppendCommand(nil, &command)}})
	}
	g := Game{}
	dir := tb.TempDir()
	w := g.Begin(tb, dir)
	if err := w.Keyframe(0, true, State(0, 0).Append(nil)); err != nil {
		tb.Fatal(err)
	}
	for i := range orders {
		f := icrep.TickFrame{Tick: order.Tick(i), StateHash: g.Frame(uint64(i)).StateHash}
		f.Orders = []order.TimestampedOrder{{Player: order.PlayerID(i % 3), SubTick: uint32(i), Order: orders[i]}}
		if err := w.Tick(&f); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: uint64(len(orders)), FinalStateHash: g.Hash(uint64(len(orders)))}); err != nil {
		tb.Fatal(err)
	}
	return Read(tb, dir)
}

func target(kind order.TargetKind) order.Target {
	return map[order.TargetKind]order.Target{
		order.TargetNone:     {},
		order.TargetPosition: {Kind: order.TargetPosition, Position: order.WorldPos{X: 1, Y: 2, Z: -3}},
		order.TargetUnit:     {Kind: order.TargetUnit, Unit: order.UnitTag{Index: 7, Generation: 8}},
		order.TargetCell:     {Kind: order.TargetCell, Cell: order.CellPos{X: 10, Y: -20, Z: 1}, SubCell: 4},
		order.TargetFrozen:   {Kind: order.TargetFrozen, Unit: order.UnitTag{Index: 9, Generation: 1}, Viewer: 2},
	}[kind]
}

// AllEvents has every kind of event in every variant.
func AllEvents(tb testing.TB) []byte {
	tb.Helper()
	g := Game{}
	dir := tb.TempDir()
	w := g.Begin(tb, dir)
	g.Feed(tb, w, 40)
	for _, name := range []string{"e1", "ore", "nuke"} {
		if _, err := w.Name(name); err != nil {
			tb.Fatal(err)
		}
	}
	for _, e := range everyEvent() {
		if err := w.Event(e); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := w.Finish(icrep.Final{TotalTicks: 40, FinalStateHash: g.Hash(40)}); err != nil {
		tb.Fatal(err)
	}
	return Read(tb, dir)
}

func everyEvent() []icrep.Event {
	tag, pos := order.UnitTag{Index: 3, Generation: 1}, order.WorldPos{X: 100, Y: -200, Z: 300}
	tags := []order.UnitTag{tag, {Index: 5, Generation: 2}}
	ballots := []icrep.Ballot{{Voter: 0, Choice: true}, {Voter: 1}}
	events := []icrep.Event{
		&icrep.UnitCreated{Tick: 1, Tag: tag, Type: 0, Owner: 1, Pos: pos},
		&icrep.ConstructionStarted{Tick: 2, Tag: tag, Type: 1, Owner: order.NoPlayer, Pos: pos},
		&icrep.ConstructionCompleted{Tick: 3, Tag: tag},
		&icrep.UnitDestroyed{Tick: 4, Tag: tag, Killer: tags[1], KillerOwner: 1},
		&icrep.UnitDestroyed{Tick: 4, Tag: tag, Killer: order.NoUnit, KillerOwner: order.NoPlayer},
		&icrep.UnitPositionSample{Tick: 5, Positions: []icrep.UnitPosition{{Tag: tag, Pos: pos}, {Tag: tags[1]}}},
		&icrep.PlayerStatSnapshot{Tick: 6, Player: 1, Stats: icrep.PlayerStats{
			TotalCollected: 1, TotalSpent: -2, CollectionRate: 3, IdleHarvesterTicks: 4, UnitsProduced: 5, StructuresBuilt: 6,
			IdleProductionTicks: 7, UnitsKilled: 8, UnitsLost: 9, StructuresDestroyed: 10, StructuresLost: 11,
			KilledValue: 12, LostValue: 13, DamageDealt: 14, DamageReceived: 15, APM: 16, EffectiveAPM: 17,
		}},
		&icrep.ResourceCollected{Tick: 7, Player: 0, Resource: 1, Amount: -25},
		&icrep.UpgradeCompleted{Tick: 8, Player: 0, Upgrade: 2},
		&icrep.CameraPositionSample{Tick: 9, Player: 0, Center: pos, Zoom: 1024},
		&icrep.SelectionChanged{Tick: 10, Player: 0, Added: tags, Removed: tags[:1]},
		&icrep.ControlGroup{Tick: 11, Player: 0, Group: 9, Action: icrep.GroupRecall},
		&icrep.AbilityUsed{Tick: 12, Player: 0, Ability: 2, HasTarget: true, Target: pos},
		&icrep.AbilityUsed{Tick: 12, Player: 0, Ability: 2},
		&icrep.Pause{Tick: 13, Player: 1, Paused: true},
		&icrep.Vote{Tick: 15, Vote: icrep.VoteEvent{Kind: icrep.VoteProposed, ID: 1, Type: order.VoteRemake, Player: 1}},
		&icrep.Vote{Tick: 16, Vote: icrep.VoteEvent{Kind: icrep.VoteBallotCast, ID: 1, Player: 0, Choice: true}},
		&icrep.Vote{Tick: 17, Vote: icrep.VoteEvent{Kind: icrep.VoteResolved, ID: 1, Resolution: icrep.VoteExpired}},
		&icrep.EngagementStarted{Tick: 18, Player: 0, Center: pos, Friendly: tags, Enemy: tags[1:], ValueFriendly: 1500, ValueEnemy: -1},
		&icrep.EngagementEnded{Tick: 19, Player: 0, Center: pos, FriendlyLosses: 1, EnemyLosses: 2, FriendlySurvivors: 3, EnemySurvivors: 4, Duration: 5},
		&icrep.SuperweaponFired{Tick: 20, Weapon: 2, Target: pos, Player: 1, UnitsAffected: 6, BuildingsAffected: 7},
		&icrep.BaseDestroyed{Tick: 21, Player: 1, Pos: pos, Buildings: tags},
		&icrep.ArmyWipe{Tick: 22, Player: 1, UnitsLost: 30, TotalValueLost: 9000, Percentage: 85},
		&icrep.ComebackMoment{Tick: 23, Player: 1, DeficitBefore: -5, AdvantageAfter: 6, Swing: 11},
	}
	for i, end := range []icrep.MatchEnd{
		{Reason: icrep.EndElimination},
		{Reason: icrep.EndSurrender, Player: 1},
		{Reason: icrep.EndTeamSurrender, Team: 2, Ballots: ballots},
		{Reason: icrep.EndObjectiveCompleted},
		{Reason: icrep.EndDraw, Ballots: ballots},
	} {
		events = append(events, &icrep.MatchEnded{Tick: 30, Outcome: icrep.MatchOutcome{Kind: icrep.OutcomeCompleted, WinnerIsTeam: i%2 == 1, Winner: 1, End: end}})
	}
	return append(events,
		&icrep.MatchEnded{Tick: 31, Outcome: icrep.MatchOutcome{Kind: icrep.OutcomeAbandoned, Leaver: 1, At: 30}},
		&icrep.MatchEnded{Tick: 32, Outcome: icrep.MatchOutcome{Kind: icrep.OutcomeDrawn, End: icrep.MatchEnd{Reason: icrep.EndDraw}}},
		&icrep.MatchEnded{Tick: 33, Outcome: icrep.MatchOutcome{Kind: icrep.OutcomeRemade}},
		&icrep.MatchEnded{Tick: 34, Outcome: icrep.MatchOutcome{Kind: icrep.OutcomeDesyncTerminated, At: 12}},
	)
}
