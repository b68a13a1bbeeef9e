// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	"github.com/google/go-cmp/cmp"
)

// oracleFile is what oracle.json says of one replay.
type oracleFile struct {
	File         string
	SHA256       string
	Era          string
	Mod          string
	Version      string
	MetadataRoot map[string]string   `json:"metadata_root"`
	Players      []map[string]string `json:"players"`
	Lobby        []map[string]string `json:"lobby_clients_at_start"`
	Settings     map[string]string   `json:"global_settings"`
	Options      map[string]string   `json:"lobby_options"`
	GameSpeed    *string             `json:"game_speed"`
	MillisTick   *uint32             `json:"ms_per_tick"`
	Packets      uint64
	PacketKinds  map[string]uint64 `json:"packet_kinds"`
	OrdersTotal  uint64            `json:"orders_total"`
	LastNetFrame uint64            `json:"last_net_frame"`
	SyncPackets  uint64            `json:"sync_packets"`
	SyncFrames   int               `json:"sync_frames"`
	LastSync     uint64            `json:"last_sync_frame"`
	Compared     int               `json:"frames_compared"`
	Desyncs      int               `json:"desync_frames"`
	FirstDesync  *struct {
		Frame  uint64
		Values [][]any
	} `json:"desync_first"`
	Histogram  map[string]uint64 `json:"order_histogram"`
	StopsAt    *uint64           `json:"stream_stops_at"`
	Trailing   uint64            `json:"trailing_bytes_after_first_metadata"`
	FirstBlock *struct {
		Offset     uint64
		DataLength uint64 `json:"data_length"`
	} `json:"first_metadata_block_in_stream"`
	Disconnects []struct {
		Frame        uint64
		PacketClient int32 `json:"packet_client"`
	}
	ChatTotal   int               `json:"chat_total"`
	DefeatFirst map[string]uint64 `json:"defeat_bit_first_frame"`
	Digest      string            `json:"orders_digest_sha256"`
}

// damage is where the oracle sees the file break, if it does: the stream stops
// early, or bytes follow the first metadata block.
func (f *oracleFile) damage() (offset uint64, damaged bool) {
	switch {
	case f.StopsAt != nil:
		return *f.StopsAt, true
	case f.Trailing > 0:
		return f.FirstBlock.Offset + f.FirstBlock.DataLength + 16, true
	}
	return 0, false
}

func oracle(tb testing.TB) []oracleFile {
	tb.Helper()
	var all struct{ Files []oracleFile }
	if err := json.Unmarshal(corpus.Read(tb, "orarep", "oracle.json"), &all); err != nil {
		tb.Fatal(err)
	}
	return all.Files
}

func decode(data []byte, options sdk.DecodeOptions) (*sinktest.Recording, error) {
	return sinktest.Decode(New(), sdk.Source{Data: data}, options)
}

func forEachCorpusFile(t *testing.T, check func(t *testing.T, f *oracleFile, data []byte)) {
	files := oracle(t)
	if len(files) == 0 {
		t.Fatal("the oracle names no file")
	}
	for i := range files {
		f := &files[i]
		t.Run(filepath.Base(f.File), func(t *testing.T) {
			check(t, f, corpus.Read(t, append([]string{"orarep"}, strings.Split(f.File, "/")...)...))
		})
	}
}

// checkDamage compares an error with the damage the oracle sees.
func checkDamage(t *testing.T, f *oracleFile, err error) {
	t.Helper()
	offset, damaged := f.damage()
	if !damaged {
		if err != nil {
			t.Fatalf("decoding failed: %v", err)
		}
		return
	}
	failure, ok := ir.AsDecodeError(err)
	if !ok || failure.Offset != offset {
		t.Fatalf("got %v, want a decode error at byte %d", err, offset)
	}
}

func TestNativeLinesHaveTheOracleDigest(t *testing.T) {
	forEachCorpusFile(t, func(t *testing.T, f *oracleFile, data []byte) {
		c, err := decode(data, sdk.DecodeOptions{Native: true, Raw: true})
		checkDamage(t, f, err)
		if c.Digest() != f.Digest || uint64(len(c.Lines)) != f.OrdersTotal {
			t.Errorf("%d lines with digest %s, want %d with %s", uint64(len(c.Lines)), c.Digest(), f.OrdersTotal, f.Digest)
		}
	})
}

func TestCorpusAgreesWithTheOracle(t *testing.T) {
	forEachCorpusFile(t, func(t *testing.T, f *oracleFile, data []byte) {
		c, err := decode(data, sdk.DecodeOptions{})
		checkDamage(t, f, err)
		if err := c.Header.Validate(); err != nil {
			t.Error(err)
		}
		checkHeader(t, f, c.Header)
		checkTrailer(t, f, c)
		checkSync(t, f, c.Syncs)
		checkPrivacy(t, f, c)
	})
}

func checkHeader(t *testing.T, f *oracleFile, h *ir.Header) {
	t.Helper()
	era := f.Era
	if f.Version == "release-20130514" {
		era = "A0" // the oracle reads it as A, whose flags are a superset
	}
	want := []string{f.Mod, f.Version, era, f.Settings["Map"], f.MetadataRoot["MapTitle"], f.Settings["RandomSeed"]}
	got := []string{h.Game, h.Version, h.Profile, h.Map.ID, h.Map.Name, strconv.FormatInt(h.Seed, 10)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("header (-oracle +got):\n%s", diff)
	}
	if f.MillisTick != nil && h.TickRate != tickRate(*f.MillisTick) {
		t.Errorf("tick rate %v, want %d ms", h.TickRate, *f.MillisTick)
	}
	if f.GameSpeed != nil && h.Speed != *f.GameSpeed {
		t.Errorf("speed %q, want %q", h.Speed, *f.GameSpeed)
	}
	if len(f.Options) > 0 {
		options := map[string]string{}
		for _, option := range h.Options {
			options[option.Key] = option.Value
		}
		if diff := cmp.Diff(f.Options, options); diff != "" {
			t.Errorf("options (-oracle +got):\n%s", diff)
		}
	}
	checkPlayers(t, f, h.Players)
}

func checkPlayers(t *testing.T, f *oracleFile, players []ir.Player) {
	t.Helper()
	if len(players) != len(f.Lobby) {
		t.Errorf("%d players, the lobby has %d clients", len(players), len(f.Lobby))
	}
	for i, want := range f.Players {
		got := players[i]
		outcome := map[string]ir.Outcome{"Won": ir.OutcomeWon, "Lost": ir.OutcomeLost}[want["Outcome"]]
		kind := ir.PlayerHuman
		if want["IsBot"] == "True" {
			kind = ir.PlayerAI
		}
		wantFields := []any{want["Name"], want["ClientIndex"], want["FactionId"], want["Team"], want["SpawnPoint"], outcome, kind}
		gotFields := []any{got.Name, fmt.Sprint(got.Client), got.Faction, fmt.Sprint(got.Team), fmt.Sprint(got.Start), got.Outcome, got.Kind}
		if diff := cmp.Diff(wantFields, gotFields); diff != "" {
			t.Errorf("player %d (-oracle +got):\n%s", i, diff)
		}
	}
	for i := len(f.Players); i < len(players); i++ {
		if len(f.Players) > 0 && players[i].Kind != ir.PlayerObserver {
			t.Errorf("player %d is not in the metadata and no observer", i)
		}
	}
}

func checkTrailer(t *testing.T, f *oracleFile, c *sinktest.Recording) {
	t.Helper()
	details := map[string]string{}
	for _, detail := range c.Trailer.Details {
		details[detail.Key] = detail.Value
	}
	histogram := map[string]uint64{}
	for _, count := range c.Trailer.CommandsByType {
		histogram[count.Name] = count.N
	}
	if diff := cmp.Diff(f.Histogram, histogram); diff != "" {
		t.Errorf("commands by type (-oracle +got):\n%s", diff)
	}
	want := []uint64{f.OrdersTotal, f.LastNetFrame}
	if diff := cmp.Diff(want, []uint64{c.Trailer.Commands, c.Trailer.LastFrame}); diff != "" {
		t.Errorf("commands, last frame (-oracle +got):\n%s", diff)
	}
	for key, n := range map[string]uint64{
		"Packets": f.Packets, "OrderPackets": f.PacketKinds["orders"], "EmptyPackets": f.PacketKinds["empty"],
		"SyncPackets": f.SyncPackets, "DisconnectPackets": f.PacketKinds["disconnect"], "LastSyncFrame": f.LastSync,
	} {
		if n > 0 && details[key] != strconv.FormatUint(n, 10) {
			t.Errorf("%s is %s, want %d", key, details[key], n)
		}
	}
	if _, damaged := f.damage(); c.Trailer.Complete == damaged {
		t.Errorf("complete is %v, damaged is %v", c.Trailer.Complete, damaged)
	}
	leaves, chats := 0, 0
	for _, o := range c.Orders {
		switch o.Kind { //nolint:exhaustive // two kinds count
		case ir.KindLeave:
			if want := f.Disconnects[leaves]; want.Frame != o.Frame || want.PacketClient != o.Client {
				t.Errorf("leave %d at frame %d by %d, want %v", leaves, o.Frame, o.Client, want)
			}
			leaves++
		case ir.KindChat:
			chats++
		}
	}
	if leaves != len(f.Disconnects) || chats != f.ChatTotal {
		t.Errorf("%d leaves and %d chats, want %d and %d", leaves, chats, len(f.Disconnects), f.ChatTotal)
	}
}

func checkSync(t *testing.T, f *oracleFile, samples []ir.SyncSample) {
	t.Helper()
	byFrame := map[uint64][]ir.SyncSample{}
	for _, sample := range samples {
		byFrame[sample.Frame] = append(byFrame[sample.Frame], sample)
	}
	compared := 0
	var desyncs []uint64
	for frame, all := range byFrame {
		if len(all) > 1 {
			compared++
		}
		for _, sample := range all[1:] {
			if sample.Value != all[0].Value || sample.Extra != all[0].Extra {
				desyncs = append(desyncs, frame)
				break
			}
		}
	}
	sort.Slice(desyncs, func(i, j int) bool { return desyncs[i] < desyncs[j] })
	if got, want := []int{len(byFrame), compared, len(desyncs)}, []int{f.SyncFrames, f.Compared, f.Desyncs}; !cmp.Equal(got, want) {
		t.Errorf("sync frames, compared, desyncs: %v, want %v", got, want)
	}
	if f.FirstDesync != nil && (len(desyncs) == 0 || desyncs[0] != f.FirstDesync.Frame) {
		t.Errorf("desyncs %v, want the first at %d", desyncs, f.FirstDesync.Frame)
	}
}

// checkPrivacy looks for values that the oracle shows as private, and for keys
// that should have lost their value.
func checkPrivacy(t *testing.T, f *oracleFile, c *sinktest.Recording) {
	t.Helper()
	check := func(where, text string) {
		for line := range strings.SplitSeq(text, "\n") {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
			if isPrivateKey(key) && strings.TrimSpace(value) != "" {
				t.Errorf("%s keeps a value of %s", where, key)
			}
		}
		if maskAddresses(text) != text {
			t.Errorf("%s keeps an address", where)
		}
	}
	for _, o := range c.Orders {
		check(o.NativeName, o.Text)
		if o.Kind == ir.KindLobby || o.Kind == ir.KindHandshake {
			check(o.NativeName+" raw", string(o.Raw))
		}
	}
	details := c.Header.Details
	for _, player := range c.Header.Players {
		details = append(details, player.Details...)
	}
	for _, detail := range details {
		_, key, _ := strings.Cut(detail.Key, ".")
		if isPrivateKey(key) {
			t.Errorf("detail %s", detail.Key)
		}
		check(detail.Key, detail.Value)
	}
}
