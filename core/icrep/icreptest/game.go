// SPDX-License-Identifier: GPL-3.0-or-later

package icreptest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// FileName is the name under which games are written.
const FileName = "game.icrep"

// Game describes a replay of the invented game.
type Game struct {
	Ticks    uint64
	Entities int // at least 5
	Events   bool
	Options  icrep.Options
	// Skip tells which frames are lost; Options.AllowGaps must be set.
	Skip func(tick uint64) bool
	// Final may change what Finish is given.
	Final func(*icrep.Final)
}

// Hash is the state hash in which a tick begins.
func (g Game) Hash(tick uint64) order.StateHash { return State(tick, g.Entities).Core.StateHash() }

// Frame is the frame of a tick: orders on every seventh one.
func (g Game) Frame(tick uint64) *icrep.TickFrame {
	f := &icrep.TickFrame{Tick: order.Tick(tick), StateHash: snapshot.Sync(g.Hash(tick))}
	if tick%7 != 3 {
		return f
	}
	units := []order.UnitTag{{Index: 0, Generation: 1}, {Index: 4, Generation: 1}}
	command := order.Command{
		Units: units[:1], Item: "e1", Count: 1, Flags: order.CommandHasItem | order.CommandHasCount, Name: "StartProduction",
	}
	f.Orders = []order.TimestampedOrder{
		{Player: 0, Order: order.PlayerOrder{Kind: order.KindMove, Units: units, Position: order.WorldPos{X: int32(tick), Y: 2048}}},
		{Player: 1, SubTick: 500, Order: order.PlayerOrder{Kind: order.KindChatMessage, Channel: order.ChannelAll, Text: "gl hf"}},
		{Player: 1, SubTick: 900, Order: order.PlayerOrder{
			Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagProduce, Payload: order.AppendCommand(nil, &command)},
		}},
	}
	return f
}

// Metadata is the metadata of the invented game, with two unknown members.
func Metadata() icrep.Metadata {
	return icrep.Metadata{
		EngineVersion: "convertd 0.1.0", DataVersion: "sha256:00", GameModule: "ra1",
		ActiveMods: []icrep.Mod{{ID: "ra", Version: "release-20250330"}},
		MapName:    "Sample Island", MapHash: "sha256:11", GameSpeed: "normal", BalancePreset: "openra",
		TickRate: &icrep.Rate{Num: 25, Den: 1},
		Players: []icrep.Player{
			{Slot: 0, Name: "Anna <&> \"é\"", Faction: "allies", Outcome: icrep.OutcomeWon, APM: 60, Kind: "human", Team: 1},
			{Slot: 1, Name: "Bot\t1", Faction: "soviet", Outcome: icrep.OutcomeLost, APM: 30, Kind: "bot", Team: 2},
		},
		InitialRNGSeed: Seed,
		RelayServer:    "relay.example",
		ConvertedFrom: &icrep.ConvertedFrom{
			Source: "openra", OriginalFile: "game.orarep", OriginalMod: "ra",
			OriginalVersion: "release-20250330", TranslationWarnings: 2,
		},
		Divergence: json.RawMessage(`{"confidence":"plausible","proof":{"checked":10,"judge":"openra-sync-hash","proven":9}}`),
		Extra:      map[string]json.RawMessage{"x_unknown": json.RawMessage(`{"b":[1,2.50,null],"a":true}`)},
	}
}

// Begin creates a writer for the game in a folder.
func (g Game) Begin(tb testing.TB, dir string) *icrep.Writer {
	tb.Helper()
	if g.Options.Metadata.GameModule == "" {
		g.Options.Metadata = Metadata()
	}
	g.Options.Durability = icrep.SyncNever
	w, err := icrep.CreateFile(filepath.Join(dir, FileName), g.Options)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// Sink is what Feed needs of a writer or a recorder.
type Sink interface {
	Tick(*icrep.TickFrame) error
	Keyframe(tick order.Tick, full bool, blob []byte) error
	Event(icrep.Event) error
	Name(string) (icrep.NameID, error)
}

// Feed records the first ticks of the game.
func (g Game) Feed(tb testing.TB, w Sink, ticks uint64) {
	tb.Helper()
	must := func(err error) {
		if err != nil {
			tb.Fatal(err)
		}
	}
	var keyframes Keyframes
	for t := range ticks {
		if t%icrep.KeyframeInterval == 0 {
			full, blob := keyframes.Next(tb, State(t, g.Entities))
			must(w.Keyframe(order.Tick(t), full, blob))
		}
		if g.Skip == nil || !g.Skip(t) {
			must(w.Tick(g.Frame(t)))
		}
		if g.Events && t%11 == 0 {
			name, err := w.Name([]string{"e1", "3tnk", "harv"}[t%3])
			must(err)
			must(w.Event(&icrep.UnitCreated{Tick: order.Tick(t), Tag: order.UnitTag{Index: uint16(t), Generation: 1}, Type: name, Owner: 1, Pos: order.WorldPos{X: 5}}))
			must(w.Event(&icrep.UnitDestroyed{Tick: order.Tick(t), Tag: order.UnitTag{Index: uint16(t), Generation: 1}, Killer: order.NoUnit, KillerOwner: order.NoPlayer}))
		}
	}
}

// Keyframes encodes a run of keyframes: every tenth whole, the others against
// the last whole one.
type Keyframes struct {
	count    int
	baseline *snapshot.SimSnapshot
}

// Next encodes the next keyframe.
func (k *Keyframes) Next(tb testing.TB, state *snapshot.SimSnapshot) (full bool, blob []byte) {
	tb.Helper()
	full = k.count%icrep.FullKeyframeEvery == 0
	k.count++
	if full {
		k.baseline = state
		return true, state.Append(nil)
	}
	delta, err := snapshot.Diff(k.baseline, k.baseline.Core.StateHash(), state)
	if err != nil {
		tb.Fatal(err)
	}
	return false, delta.Append(nil)
}

// Write records the game and returns the finished file.
func (g Game) Write(tb testing.TB) []byte {
	tb.Helper()
	dir := tb.TempDir()
	w := g.Begin(tb, dir)
	g.Feed(tb, w, g.Ticks)
	if _, err := w.Finish(g.End()); err != nil {
		tb.Fatal(err)
	}
	return Read(tb, dir)
}

// End is what Finish is given.
func (g Game) End() icrep.Final {
	final := icrep.Final{TotalTicks: g.Ticks, FinalStateHash: g.Hash(g.Ticks)}
	if g.Final != nil {
		g.Final(&final)
	}
	return final
}

// Read returns the finished file of a folder.
func Read(tb testing.TB, dir string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}
