// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/icreptools"
	"convertd/core/order"
)

func open(tb testing.TB, data []byte) *icrep.Reader {
	tb.Helper()
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// run applies a tool to a replay and returns the file it wrote.
func run(tb testing.TB, data []byte, tool func(*icrep.Reader, icreptools.Output) (*icrep.Summary, error)) []byte {
	tb.Helper()
	dir := tb.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		tb.Fatal(err)
	}
	defer closeIn(tb, root.Close)
	if _, err := tool(open(tb, data), icreptools.Output{Root: root, Name: icreptest.FileName, Durability: icrep.SyncNever}); err != nil {
		tb.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		tb.Errorf("left behind: %v, %v", entries, err)
	}
	out := icreptest.Read(tb, dir)
	report := open(tb, out).Verify(icrep.VerifyOptions{Key: icreptest.PublicKey(), States: true})
	if !report.OK() {
		tb.Fatalf("the output does not verify: %v", report.Problems)
	}
	return out
}

func anonymize(options icreptools.AnonymizeOptions) func(*icrep.Reader, icreptools.Output) (*icrep.Summary, error) {
	return func(r *icrep.Reader, out icreptools.Output) (*icrep.Summary, error) {
		return icreptools.Anonymize(r, out, options)
	}
}

// secrets is a replay with something private everywhere.
func secrets(tb testing.TB) []byte {
	g := icreptest.Everything(200)
	g.Options.Metadata = icreptest.Metadata()
	m := &g.Options.Metadata
	m.Timestamp, m.MapName, m.RelayServer = "2020-01-02T03:04:05Z", "SECRET map", "SECRET.relay"
	m.Players[0].Name, m.Players[0].Extra = "SECRET name", map[string]json.RawMessage{"clan": json.RawMessage(`"SECRET"`)}
	m.ConvertedFrom.OriginalFile, m.ConvertedFrom.OriginalSHA256 = "SECRET.orarep", "SECRET"
	m.ConvertedFrom.ConversionDate = "2026-01-01T00:00:00Z"
	m.Extra = map[string]json.RawMessage{"note": json.RawMessage(`"SECRET"`), "map_id": json.RawMessage(`"abc123"`)}
	m.Divergence = json.RawMessage(`{"confidence":"plausible","odd_player":"SECRET","proof":{"judge":"openra-sync-hash","proven":9}}`)
	dir := tb.TempDir()
	w := g.Begin(tb, dir)
	for t := range g.Ticks {
		if t == 0 {
			state := icreptest.State(0, 0)
			if err := w.Keyframe(0, true, state.Append(nil)); err != nil {
				tb.Fatal(err)
			}
		}
		f := g.Frame(t)
		if t == 50 {
			f.Orders = append(f.Orders, privateOrders()...)
		}
		if err := w.Tick(f); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := w.Finish(g.End()); err != nil {
		tb.Fatal(err)
	}
	return icreptest.Read(tb, dir)
}

func privateOrders() []order.TimestampedOrder {
	foreign := order.Command{Name: "Leave", Item: "SECRET left", Flags: order.CommandHasItem, Raw: []byte("SECRET")}
	game := func(tag order.GameOrderTag) order.PlayerOrder {
		return order.PlayerOrder{Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: order.AppendCommand(nil, &foreign)}}
	}
	var orders []order.TimestampedOrder
	for _, o := range []order.PlayerOrder{
		{Kind: order.KindChatMessage, Text: "SECRET chat"},
		{Kind: order.KindChatMessage, Channel: order.ChannelWhisper, Whisper: 1, Text: "SECRET whisper"},
		{Kind: order.KindChatCommand, Text: "msg", Args: []string{"SECRET"}},
		{Kind: order.KindSetCvar, Text: "name", Args: []string{"SECRET"}},
		{Kind: order.KindVote, Vote: order.Vote{Kind: order.VotePropose, Type: order.VoteKick, Target: 1, Reason: "SECRET"}},
		{Kind: order.KindVote, Vote: order.Vote{Kind: order.VotePropose, Type: order.VoteCustom, TypeID: "SECRET"}},
		game(order.TagForeign), game(order.TagCustom), game(order.TagLeave),
	} {
		orders = append(orders, order.TimestampedOrder{Order: o})
	}
	return orders
}

// everyText returns every text and byte of a replay, decompressed.
func everyText(tb testing.TB, data []byte) string {
	tb.Helper()
	r := open(tb, data)
	var all bytes.Buffer
	all.Write(r.RawMetadata())
	ticks := r.Ticks(0)
	for ticks.Next() {
		all.Write(ticks.Frame().AppendTo(nil))
	}
	for i := range r.Keyframes() {
		blob, err := r.Keyframe(i, nil)
		if err != nil {
			tb.Fatal(err)
		}
		all.Write(blob)
	}
	embedded, err := r.Embedded()
	if err != nil {
		tb.Fatal(err)
	}
	if embedded != nil {
		all.Write(embedded.Map)
	}
	return all.String()
}

func TestAnonymizeRemovesEverythingPrivate(t *testing.T) {
	data := secrets(t)
	if n := strings.Count(everyText(t, data), "SECRET"); n < 15 {
		t.Fatalf("the fixture has only %d secrets", n)
	}
	out := run(t, data, anonymize(icreptools.AnonymizeOptions{}))
	text := everyText(t, out)
	for _, private := range []string{"SECRET", "gl hf", "2020-01-02", "2026-01-01", "orarep", "Sample Island", "map map"} {
		if at := strings.Index(text, private); at >= 0 {
			t.Errorf("%q is still there: %q", private, text[max(0, at-40):min(len(text), at+40)])
		}
	}
	before, after := open(t, data), open(t, out)
	m := after.Metadata()
	if m.ReplayID == before.Metadata().ReplayID || !m.Anonymized || m.Players[0].Name != "Player 1" || m.Players[1].Name != "Player 2" {
		t.Errorf("%+v", m)
	}
	if string(m.Extra["map_id"]) != `"abc123"` || !strings.Contains(string(m.Divergence), "openra-sync-hash") {
		t.Errorf("too much is gone: %s %s", m.Extra["map_id"], m.Divergence)
	}
	if voice, _ := after.Voice(); voice != nil {
		t.Error("voice is still there")
	}
	h, want := after.Header(), before.Header()
	if h.FinalStateHash != want.FinalStateHash || h.TotalTicks != want.TotalTicks || h.Flags&icrep.FlagSigned == 0 {
		t.Errorf("header %+v", h)
	}
}

func TestAnonymizeKeepsWhatIsAskedFor(t *testing.T) {
	data := secrets(t)
	parent := strings.Repeat("ab", 32)
	out := open(t, run(t, data, anonymize(icreptools.AnonymizeOptions{KeepTimestamp: true, KeepMap: true, ParentSHA256: parent})))
	m := out.Metadata()
	if m.Timestamp != "2020-01-02T03:04:05Z" || m.MapName != "SECRET map" || m.AnonymizedFrom != "sha256:"+parent {
		t.Errorf("%+v", m)
	}
	if embedded, err := out.Embedded(); err != nil || embedded.Map == nil {
		t.Errorf("the map is gone: %v", err)
	}
}

func TestAnonymizeKeepsOrdersThatAreNoText(t *testing.T) {
	data := icreptest.Game{Ticks: 300}.Write(t)
	r := open(t, run(t, data, anonymize(icreptools.AnonymizeOptions{})))
	ticks := r.Ticks(0)
	for ticks.Next() {
		got := ticks.Frame()
		want := icreptest.Game{}.Frame(uint64(got.Tick))
		if len(want.Orders) > 0 {
			want.Orders = append(want.Orders[:1], want.Orders[2]) // without the chat
		}
		if !bytes.Equal(want.AppendTo(nil), got.AppendTo(nil)) {
			t.Fatalf("tick %d: %+v", got.Tick, got)
		}
	}
	var command order.Command
	ticks = r.Ticks(3)
	ticks.Next()
	reader := bincode.NewReader(ticks.Frame().Orders[1].Order.Game.Payload)
	if order.ReadCommand(reader, &command); reader.Err() != nil || command.Item != "e1" {
		t.Errorf("the production order lost its item: %+v", command)
	}
}

func TestRecompressKeepsIDAndContent(t *testing.T) {
	data := icreptest.WriteEverything(t, 3000)
	before := open(t, data).Metadata()
	sizes := map[icrep.CompressionLevel]int{}
	for _, level := range []icrep.CompressionLevel{icrep.Fastest, icrep.Balanced, icrep.Compact} {
		out := run(t, data, func(r *icrep.Reader, o icreptools.Output) (*icrep.Summary, error) {
			o.Compression = level
			return icreptools.Recompress(r, o)
		})
		after := open(t, out).Metadata()
		if after.ReplayID != before.ReplayID || !maps.Equal(after.Integrity.Content, before.Integrity.Content) {
			t.Errorf("level %d: id %s, content %v", level, after.ReplayID, after.Integrity.Content)
		}
		sizes[level] = len(out)
		if level == icrep.Fastest && !bytes.Equal(out, data) {
			t.Error("recompressing at the level it has changes the file")
		}
	}
	if sizes[icrep.Compact] >= sizes[icrep.Fastest] {
		t.Errorf("sizes %v", sizes)
	}
}

func TestToolsKeepIncompleteFilesIncomplete(t *testing.T) {
	g := icreptest.Game{Ticks: 700, Options: icrep.Options{AllowGaps: true}, Skip: func(t uint64) bool { return t%100 == 17 }}
	out := open(t, run(t, g.Write(t), icreptools.Recompress))
	if h := out.Header(); h.LostFrames != 7 || h.Flags&icrep.FlagIncomplete == 0 {
		t.Errorf("%+v", h)
	}
}

func TestStripVoiceRemovesOnlyVoice(t *testing.T) {
	data := icreptest.WriteEverything(t, 200)
	out := open(t, run(t, data, icreptools.StripVoice))
	if out.Header().Flags&icrep.FlagHasVoice != 0 {
		t.Error("voice is still flagged")
	}
	if out.Metadata().ReplayID != open(t, data).Metadata().ReplayID {
		t.Error("the id changed")
	}
	if e, err := out.Embedded(); err != nil || e.Mode() != icrep.EmbedSelfContained {
		t.Errorf("embedded: %v %v", e, err)
	}
}

func TestEmbedChangesTheMode(t *testing.T) {
	plain := icreptest.Game{Ticks: 100}.Write(t)
	embed := func(e *icrep.Embedded) func(*icrep.Reader, icreptools.Output) (*icrep.Summary, error) {
		return func(r *icrep.Reader, o icreptools.Output) (*icrep.Summary, error) {
			return icreptools.Embed(r, o, icreptools.EmbedOptions{Resources: e})
		}
	}
	full := run(t, plain, embed(icreptest.Embedded()))
	got, err := open(t, full).Embedded()
	if err != nil || got.Mode() != icrep.EmbedSelfContained || !bytes.Equal(got.Map, icreptest.Embedded().Map) {
		t.Errorf("%+v, %v", got, err)
	}
	withMap := run(t, full, embed(&icrep.Embedded{Map: []byte("map")}))
	if got, err := open(t, withMap).Embedded(); err != nil || got.Mode() != icrep.EmbedMap {
		t.Errorf("%+v, %v", got, err)
	}
	if back := run(t, withMap, embed(nil)); !bytes.Equal(back, plain) {
		t.Error("taking the resources out does not give the first file again")
	}
}

func TestLargeMapsAreEmbeddedOnDemandAndThenKept(t *testing.T) {
	plain := icreptest.Game{Ticks: 10}.Write(t)
	for size, demand := range map[int]bool{icrep.MaxEmbeddedMapBytes: false, icrep.MaxEmbeddedMapBytes + 1: true} {
		resources := &icrep.Embedded{Map: bytes.Repeat([]byte{1, 2, 3}, size/3+1)[:size]}
		embed := func(large bool) func(*icrep.Reader, icreptools.Output) (*icrep.Summary, error) {
			return func(r *icrep.Reader, o icreptools.Output) (*icrep.Summary, error) {
				return icreptools.Embed(r, o, icreptools.EmbedOptions{Resources: resources, LargeMap: large})
			}
		}
		root, err := os.OpenRoot(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		_, err = embed(false)(open(t, plain), icreptools.Output{Root: root, Name: "a.icrep", Durability: icrep.SyncNever})
		if (err != nil) != demand {
			t.Errorf("a map of %d bytes without demand: %v", size, err)
		}
		closeIn(t, root.Close)
		full := run(t, plain, embed(true))
		if e, err := open(t, run(t, full, icreptools.StripVoice)).Embedded(); err != nil || len(e.Map) != size {
			t.Errorf("the map did not survive: %v", err)
		}
	}
}

func TestToolsRefuseDamagedInput(t *testing.T) {
	data := icreptest.WriteEverything(t, 300)
	h := open(t, data).Header()
	data[h.Orders.Offset+30] ^= 1
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer closeIn(t, root.Close)
	if _, err := icreptools.Recompress(open(t, data), icreptools.Output{Root: root, Name: "out.icrep"}); err == nil {
		t.Error("a damaged replay was recompressed")
	}
}

func TestToolsMayReplaceTheirInputOnlyIfTold(t *testing.T) {
	dir := t.TempDir()
	data := icreptest.WriteEverything(t, 300)
	if err := os.WriteFile(dir+"/"+icreptest.FileName, data, 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer closeIn(t, root.Close)
	file, err := icrep.OpenFile(dir + "/" + icreptest.FileName)
	if err != nil {
		t.Fatal(err)
	}
	defer closeIn(t, file.Close)
	out := icreptools.Output{Root: root, Name: icreptest.FileName, Durability: icrep.SyncNever}
	if _, err := icreptools.StripVoice(file.Reader, out); err == nil {
		t.Error("the input was replaced without being told")
	}
	out.Overwrite = true
	if _, err := icreptools.StripVoice(file.Reader, out); err != nil {
		t.Error(err)
	}
	if r := open(t, icreptest.Read(t, dir)); r.Header().Flags&icrep.FlagHasVoice != 0 {
		t.Error("the file was not replaced")
	}
}

func TestEventsAsJSONLines(t *testing.T) {
	r := open(t, icreptest.Game{Ticks: 100, Events: true}.Write(t))
	var out bytes.Buffer
	n, err := icreptools.WriteEvents(&out, r, icreptools.EventsJSON, icreptools.EventFilter{})
	if err != nil || n != 20 {
		t.Fatalf("%d events, %v", n, err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := `{"event":"UnitCreated","tick":11,"tag":"11.1","unit_type":"harv","owner":1,"pos":{"x":5,"y":0,"z":0}}`
	if lines[2] != want {
		t.Errorf("got  %s\nwant %s", lines[2], want)
	}
	want = `{"event":"UnitDestroyed","tick":11,"tag":"11.1","killer_tag":null,"killer_owner":null}`
	if lines[3] != want {
		t.Errorf("got  %s\nwant %s", lines[3], want)
	}
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

func TestEveryEventHasAJSONLineAndACSVRow(t *testing.T) {
	r := open(t, icreptest.AllEvents(t))
	for format, lines := range map[icreptools.EventFormat]int{icreptools.EventsJSON: 33, icreptools.EventsCSV: 34} {
		var out bytes.Buffer
		n, err := icreptools.WriteEvents(&out, r, format, icreptools.EventFilter{})
		if err != nil || n != 33 || strings.Count(out.String(), "\n") != lines {
			t.Errorf("%s: %d events, %d lines, %v", format, n, strings.Count(out.String(), "\n"), err)
		}
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			if format == icreptools.EventsJSON && !json.Valid([]byte(line)) {
				t.Errorf("not JSON: %s", line)
			}
		}
		for _, want := range []string{"ability_id", `"nuke"`, "team_surrender", "ballot_cast", "PlayerStatSnapshot"} {
			if format == icreptools.EventsJSON && !strings.Contains(out.String(), want) {
				t.Errorf("%s is missing", want)
			}
		}
	}
}

func TestEventsAsCSVWithFilter(t *testing.T) {
	r := open(t, icreptest.Game{Ticks: 100, Events: true}.Write(t))
	var out bytes.Buffer
	n, err := icreptools.WriteEvents(&out, r, icreptools.EventsCSV, icreptools.EventFilter{From: 20, To: 44, Kinds: []string{"unitcreated"}})
	want := "tick,event,player,unit,type,x,y,z,fields\n22,UnitCreated,1,22.1,3tnk,5,0,0,\n33,UnitCreated,1,33.1,e1,5,0,0,\n"
	if err != nil || n != 2 || out.String() != want {
		t.Errorf("%d, %v:\n%s", n, err, out.String())
	}
	if _, err := icreptools.WriteEvents(&out, r, icreptools.EventsCSV, icreptools.EventFilter{Kinds: []string{"UnitCreate"}}); err == nil {
		t.Error("an event that does not exist was accepted")
	}
	if _, err := icreptools.WriteEvents(&out, r, "xml", icreptools.EventFilter{}); err == nil {
		t.Error("a format that does not exist was accepted")
	}
}

func TestSectionsAddUpToTheFile(t *testing.T) {
	data := icreptest.WriteEverything(t, 6000)
	sizes := open(t, data).SectionSizes()
	var sum, payload int64
	for _, s := range sizes {
		sum, payload = sum+s.Bytes, payload+s.Payload
		if s.Payload > s.Bytes || s.Payload < 0 {
			t.Errorf("%+v", s)
		}
	}
	if sum != int64(len(data)) || len(sizes) != 8 {
		t.Errorf("%+v, the file has %d bytes", sizes, len(data))
	}
	if overhead := (sum - payload) * 1000 / payload; overhead > 50 {
		t.Errorf("the container costs %d permille: %+v", overhead, sizes)
	}
}

// closeIn closes at the end of a test and reports a failure to do so.
func closeIn(tb testing.TB, closeIt func() error) {
	tb.Helper()
	if err := closeIt(); err != nil {
		tb.Error(err)
	}
}
