package icrep_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"os"
	"testing"

	"convertd/core/icrep"
	"convertd/core/order"
)

// recording describes a sample replay of any length; the same description
// always gives the same bytes.
type recording struct {
	ticks   uint64
	options icrep.Options
	skip    func(tick uint64) bool // frames that are lost
	final   func(*icrep.Final)
	events  bool
}

// sampleHash is the made-up state hash in which a tick begins.
func sampleHash(tick uint64) order.StateHash {
	return sha256.Sum256(binary.LittleEndian.AppendUint64(nil, tick))
}

func syncOf(h order.StateHash) order.SyncHash {
	return order.SyncHash(binary.LittleEndian.Uint64(h[:]))
}

// sampleFrame has orders on every seventh tick.
func sampleFrame(tick uint64) *icrep.TickFrame {
	f := &icrep.TickFrame{Tick: order.Tick(tick), StateHash: syncOf(sampleHash(tick))}
	if tick%7 != 3 {
		return f
	}
	units := []order.UnitTag{{Index: uint16(tick % 50), Generation: 1}, {Index: uint16(tick % 90), Generation: 2}}
	f.Orders = append(f.Orders,
		order.TimestampedOrder{Player: 0, Order: order.PlayerOrder{Kind: order.KindMove, Units: units, Position: order.WorldPos{X: int32(tick), Y: 2048}}},
		order.TimestampedOrder{Player: 1, SubTick: 500, Order: order.PlayerOrder{Kind: order.KindChatMessage, Channel: order.ChannelAll, Text: "gl hf"}},
	)
	command := order.Command{Item: "e1", Count: 1, Flags: order.CommandHasItem | order.CommandHasCount}
	f.Orders = append(f.Orders, order.TimestampedOrder{Player: 1, SubTick: 900, Order: order.PlayerOrder{
		Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagProduce, Payload: order.AppendCommand(nil, &command)},
	}})
	return f
}

func sampleBlob(tick uint64, full bool) []byte {
	size := 300
	if full {
		size = 3000
	}
	blob := bytes.Repeat([]byte{byte(tick), byte(tick >> 8), 1, 2}, size/4)
	return append(blob, []byte("state")...)
}

func sampleMetadata() icrep.Metadata {
	return icrep.Metadata{
		EngineVersion: "convertd 0.1.0", DataVersion: "sha256:00", GameModule: "ra1",
		ActiveMods: []icrep.Mod{{ID: "ra", Version: "release-20250330"}},
		MapName:    "Sample Island", MapHash: "sha256:11", GameSpeed: "normal", BalancePreset: "openra",
		TickRate: &icrep.Rate{Num: 25, Den: 1},
		Players: []icrep.Player{
			{Slot: 0, Name: "Anna <&> \"é\"", Faction: "allies", Outcome: icrep.OutcomeWon, APM: 60, Kind: "human"},
			{Slot: 1, Name: "Bot\t1", Faction: "soviet", Outcome: icrep.OutcomeLost, APM: 30, Kind: "bot"},
		},
		InitialRNGSeed: 1<<60 + 1,
		ConvertedFrom: &icrep.ConvertedFrom{
			Source: "openra", OriginalFile: "game.orarep", OriginalMod: "ra",
			OriginalVersion: "release-20250330", TranslationWarnings: 2,
		},
		Divergence: json.RawMessage(`{"confidence":"plausible","proof":{"checked":10,"proven":9}}`),
		Extra:      map[string]json.RawMessage{"x_unknown": json.RawMessage(`{"b":[1,2.50,null],"a":true}`)},
	}
}

// record writes the sample through a Writer and returns the finished file.
func (rec recording) record(tb testing.TB) []byte {
	tb.Helper()
	dir := tb.TempDir()
	w := rec.begin(tb, dir)
	rec.feed(tb, w, rec.ticks)
	final := icrep.Final{TotalTicks: rec.ticks, FinalStateHash: sampleHash(rec.ticks)}
	if rec.final != nil {
		rec.final(&final)
	}
	if _, err := w.Finish(final); err != nil {
		tb.Fatal(err)
	}
	return readReplay(tb, dir)
}

func (rec recording) begin(tb testing.TB, dir string) *icrep.Writer {
	tb.Helper()
	if rec.options.Metadata.GameModule == "" {
		rec.options.Metadata = sampleMetadata()
	}
	rec.options.Durability = icrep.SyncNever
	w, err := icrep.CreateFile(dir+"/game.icrep", rec.options)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

func (rec recording) feed(tb testing.TB, w *icrep.Writer, ticks uint64) {
	tb.Helper()
	must := func(err error) {
		if err != nil {
			tb.Fatal(err)
		}
	}
	for t := range ticks {
		if t%icrep.KeyframeInterval == 0 {
			full := t%(icrep.KeyframeInterval*icrep.FullKeyframeEvery) == 0
			must(w.Keyframe(order.Tick(t), full, sampleBlob(t, full)))
		}
		if rec.skip == nil || !rec.skip(t) {
			must(w.Tick(sampleFrame(t)))
		}
		if rec.events && t%11 == 0 {
			name, err := w.Name([]string{"e1", "3tnk", "harv"}[t%3])
			must(err)
			must(w.Event(&icrep.UnitCreated{Tick: order.Tick(t), Tag: order.UnitTag{Index: uint16(t)}, Type: name, Owner: 1, Pos: order.WorldPos{X: 5}}))
			must(w.Event(&icrep.UnitDestroyed{Tick: order.Tick(t), Tag: order.UnitTag{Index: uint16(t)}, Killer: order.NoUnit, KillerOwner: order.NoPlayer}))
		}
	}
}

func readReplay(tb testing.TB, dir string) []byte {
	tb.Helper()
	data, err := os.ReadFile(dir + "/game.icrep")
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func openBytes(tb testing.TB, data []byte) *icrep.Reader {
	tb.Helper()
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}
