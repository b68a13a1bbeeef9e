// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/sdk"

	"github.com/google/go-cmp/cmp"
)

// TestCorpusMatchesOracle decodes all 103 real recordings and compares every
// fact of the oracle; oracle_test.go lists the facts that cannot be compared
// and why.
func TestCorpusMatchesOracle(t *testing.T) {
	for _, want := range readOracle(t) {
		t.Run(path.Base(want.File)[:8], func(t *testing.T) {
			data := corpus.Read(t, "ea", filepath.FromSlash(want.File))
			source := sdk.Source{Name: path.Base(want.File), Data: data}
			got := decode(source, sdk.DecodeOptions{})
			if got.Header == nil || got.Trailer == nil {
				t.Fatalf("no header or no trailer: %v", got.err)
			}
			if err := got.Header.Validate(); err != nil {
				t.Error(err)
			}
			compareFile(t, &want, data)
			compareEnd(t, &want, got)
			compareHeader(t, &want, got)
			compareMap(t, &want, got.Header)
			compareSlots(t, &want, got)
			compareBody(t, &want, got)
			compareFooter(t, &want, got)
			compareSync(t, &want, got)
			compareNative(t, &want, source, got)
			compareDepth(t, &want, source, got)
		})
	}
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func compareFile(t *testing.T, want *oracle, data []byte) {
	t.Helper()
	sum := sha256.Sum256(data)
	equal(t, "sha256", hex.EncodeToString(sum[:]), want.SHA256)
	equal(t, "size", len(data), want.Size)
	equal(t, "magic", strings.HasPrefix(string(data), want.Magic), true)
}

// compareEnd checks that the one truncated recording, and no other, ends in an
// error at the oracle's offset.
func compareEnd(t *testing.T, want *oracle, got *recording) {
	t.Helper()
	equal(t, "bytes consumed", got.Trailer.BytesConsumed, want.BytesConsumed)
	equal(t, "walked cleanly", got.err == nil, want.Error == nil)
	if want.Error == nil {
		// A desynced game stops without its last record, and without error.
		ended := want.Body.ByType["27"]+want.Body.ByType["29"] > 0 || want.Footer.Length > 0
		equal(t, "complete", got.Trailer.Complete, ended)
		return
	}
	equal(t, "complete", got.Trailer.Complete, false)
	damage, ok := ir.AsDecodeError(got.err)
	if !ok {
		t.Fatalf("error %v is no DecodeError", got.err)
	}
	equal(t, "error code", damage.Code, ir.CodeTruncated)
	equal(t, "error", fmt.Sprintf("truncated chunk at offset %d: size 257, 192 bytes left", damage.Offset), *want.Error)
	equal(t, "bytes unread", value(got.Trailer.Details, "bytes_unread"), strconv.Itoa(want.Size-int(want.BytesConsumed)))
}

func compareHeader(t *testing.T, want *oracle, got *recording) {
	t.Helper()
	h, w := got.Header, &want.Header
	text := func(key string, want any) {
		t.Helper()
		equal(t, key, value(h.Details, key), fmt.Sprint(want))
	}
	equal(t, "game", h.Game, want.Game)
	equal(t, "tick rate", h.TickRate, ir.Rational{Num: want.TicksPerSecond, Den: 1})
	equal(t, "unverified", h.Unverified, false)
	local := int32(ir.NoPlayer)
	switch {
	case w.LocalPlayer != nil:
		local = int32(*w.LocalPlayer)
	case w.LocalSlot != nil:
		local = int32(*w.LocalSlot)
	}
	equal(t, "local player", h.LocalPlayer, local)
	if times := w.SystemTime; len(times) == 8 {
		text("local_time", fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d.%03d",
			times[0], times[1], times[3], times[4], times[5], times[6], times[7]))
	} else {
		t.Errorf("system time of %d fields", len(times))
	}
	if want.Magic == "GENREP" || want.Magic == "BFME2RPL" {
		compareRecordHeader(t, want, got, text)
	} else {
		compareChunkHeader(t, want, got, text)
	}
	start := decode(sdk.Source{Data: corpus.Read(t, "ea", filepath.FromSlash(want.File))}, sdk.DecodeOptions{Depth: sdk.DepthHeader})
	equal(t, "body offset", start.Trailer.BytesConsumed, w.BodyOffset)
}

func compareRecordHeader(t *testing.T, want *oracle, got *recording, text func(string, any)) {
	t.Helper()
	h, w := got.Header, &want.Header
	equal(t, "version", any(h.Version), w.Version)
	equal(t, "start time", h.StartTime, w.StartTime)
	equal(t, "end time", h.EndTime, w.EndTime)
	text("frames", w.FrameCount)
	text("replay_name", w.ReplayName)
	text("build", w.Build)
	text("ini_crc", fmt.Sprintf("%08x", w.IniCRC))
	text("difficulty", w.Difficulty)
	text("game_mode", gameModes[int32(w.OriginalGameMode)])
	text("rank_points", w.RankPoints)
	text("max_fps", w.MaxFPS)
	var disconnected []string
	for slot, flag := range w.PlayerDisconnect {
		if flag != 0 {
			disconnected = append(disconnected, strconv.Itoa(slot))
		}
	}
	text("disconnected_slots", strings.Join(disconnected, " "))
	if want.Magic == "GENREP" {
		text("version_number", fmt.Sprintf("%d.%d", w.VersionNumber>>16, w.VersionNumber&0xFFFF))
		text("exe_crc", fmt.Sprintf("%08x", w.ExeCRC))
		text("desync_flag", w.Desync)
		text("quit_early", w.QuitEarly)
		return
	}
	text("desync_frame", w.DesyncFrame)
	text("crc_interval", w.CRCInterval)
	text("flag", w.Flag)
	text("fast_game_play", w.FastGamePlay)
	text("starting_money", w.StartingMoney)
	var heroes []hero
	for _, pair := range h.Details {
		if pair.Key == "create_a_hero" {
			var one hero
			if _, err := fmt.Sscanf(pair.Value, "slot %d, %d bytes", &one.Slot, &one.Size); err != nil {
				t.Error(err)
			}
			heroes = append(heroes, one)
		}
	}
	equal(t, "heroes", len(heroes), len(w.CreateAHero))
	for i := range min(len(heroes), len(w.CreateAHero)) {
		equal(t, "hero", heroes[i], w.CreateAHero[i])
	}
}

func compareChunkHeader(t *testing.T, want *oracle, got *recording, text func(string, any)) {
	t.Helper()
	h, w := got.Header, &want.Header
	equal(t, "version", h.Version, w.VersionText)
	numbers, ok := w.Version.([]any)
	if !ok || len(numbers) != 4 {
		t.Fatalf("oracle version %v", w.Version)
	}
	text("version_numbers", fmt.Sprintf("%v.%v.%v.%v", numbers...))
	text("container_version", w.ContainerVersion)
	text("channel_mask", fmt.Sprintf("%#x", w.ChannelMask))
	text("title", w.Title)
	text("description", w.Description)
	text("map_id", w.MapID)
	text("participants", len(w.Participants))
	text("mod", strings.Join(w.ModInfo, " "))
	text("file_name", w.FileName)
	text("data_hash", w.DataHash)
	text("game_mode", chunkedModes[w.TailInts[15]])
	equal(t, "map name", h.Map.Name, w.MapName)
	equal(t, "timestamp", h.StartTime, w.Timestamp)
}

func compareMap(t *testing.T, want *oracle, h *ir.Header) {
	t.Helper()
	m := &want.Map
	equal(t, "map", h.Map.ID, m.Path)
	equal(t, "map crc", value(h.Details, "map_crc"), m.CRC)
	equal(t, "map size", value(h.Details, "map_size"), strconv.Itoa(m.Size))
	mask, err := strconv.ParseInt(value(h.Details, "map_contents"), 16, 32)
	if err != nil {
		t.Error(err)
	}
	equal(t, "map contents", int(mask), m.Mask)
	equal(t, "seed", h.Seed, m.Seed)
	equal(t, "has seed", h.HasSeed, true)
	option := func(key, want string) {
		t.Helper()
		equal(t, "option "+key, strings.TrimSpace(value(h.Options, key)), want)
	}
	if m.Interval != 0 {
		option("C", strconv.Itoa(m.Interval))
	}
	if m.StartingCash != nil {
		option("SC", strconv.Itoa(*m.StartingCash))
	}
	if m.Superweapons != nil {
		option("SR", strconv.Itoa(*m.Superweapons))
	}
	if m.GSID != "" {
		option("GSID", m.GSID)
		option("GT", m.GT)
		option("PC", m.PC)
	}
	option("RU", numbers(m.RU))
	option("GR", numbers(m.GameRules))
	if keys := want.Header.OptionsKeys; keys != nil {
		got := []string{}
		for _, pair := range h.Options {
			got = append(got, pair.Key)
		}
		equal(t, "options keys", append(got, "S"), keys)
	}
}

func numbers(list []int) string {
	return strings.Trim(fmt.Sprint(list), "[]")
}

func compareSlots(t *testing.T, want *oracle, got *recording) {
	t.Helper()
	players := got.Header.Players
	if len(players) != len(want.Slots) {
		t.Fatalf("%d players, want %d slots", len(players), len(want.Slots))
	}
	for i := range want.Slots {
		w, p := &want.Slots[i], &players[i]
		equal(t, "slot", p.Slot, int32(w.Slot))
		equal(t, "kind", p.Kind, oracleKind(w))
		equal(t, "name", p.Name, w.Name)
		equal(t, "level", p.AI, w.Level)
		if w.Color == nil {
			continue // open or closed: the oracle has nothing else
		}
		equal(t, "colour", p.Color, strconv.Itoa(*w.Color))
		equal(t, "team", p.Team, w.Team+1)
		equal(t, "start", p.Start, w.Start+1)
		switch {
		case w.PlayerIndex != nil:
			equal(t, "player index", p.Client, *w.PlayerIndex)
		case w.CommandSource != nil:
			equal(t, "command source", p.Client, *w.CommandSource)
		}
		equal(t, "lobby flags", value(p.Details, "lobby_flags"), w.Flags)
		equal(t, "clan", value(p.Details, "clan"), w.Clan)
		if w.Kind == "human" && w.Handicap != "" {
			equal(t, "handicap", value(p.Details, "handicap"), w.Handicap)
		}
		compareFaction(t, w, p)
	}
}

func compareFaction(t *testing.T, w *oracleSlot, p *ir.Player) {
	t.Helper()
	chosen := strconv.Itoa(int(w.Faction))
	switch {
	case w.FactionName != nil:
		chosen = *w.FactionName
	case w.Faction == templateRandom: // BFME II: the oracle gives the index alone
		chosen = randomFaction
	}
	if w.Resolved == nil {
		equal(t, "faction", p.Faction, chosen)
		equal(t, "faction resolved", p.FactionResolved, false)
		return
	}
	equal(t, "chosen faction", p.ChosenFaction, chosen)
	equal(t, "resolved faction", p.Faction, w.ResolvedName)
	equal(t, "faction resolved", p.FactionResolved, true)
}

// oracleKind is what a slot of the oracle is: it calls everybody with a name
// human, the faction says who only watches.
func oracleKind(w *oracleSlot) ir.PlayerKind {
	switch w.Kind {
	case "open":
		return ir.PlayerOpenSlot
	case "closed":
		return ir.PlayerClosedSlot
	case "ai":
		return ir.PlayerAI
	}
	if w.FactionName != nil {
		switch *w.FactionName {
		case "Observer":
			return ir.PlayerObserver
		case "Commentator":
			return ir.PlayerCommentator
		}
	}
	return ir.PlayerHuman
}

func compareBody(t *testing.T, want *oracle, got *recording) {
	t.Helper()
	w, trailer := &want.Body, got.Trailer
	equal(t, "commands", trailer.Commands, w.Commands)
	equal(t, "orders", uint64(len(got.Orders)), w.Commands)
	byType, byOrder := map[string]uint64{}, map[string]uint64{}
	for _, count := range trailer.CommandsByType {
		byType[count.Name] = count.N
	}
	byNative, first := map[string]int{}, uint64(math.MaxUint64)
	for i := range got.Orders {
		o := &got.Orders[i]
		byOrder[strconv.Itoa(int(o.NativeID))]++
		byNative[strconv.Itoa(int(o.Client))]++
		first = min(first, o.Frame)
	}
	equal(t, "commands by type", byType, w.ByType)
	equal(t, "orders by type", byOrder, w.ByType)
	equal(t, "last frame", trailer.LastFrame, max(w.LastFrame, w.LastTimecode))
	seconds := float64(trailer.Ticks) / float64(got.Header.TickRate.Num)
	equal(t, "duration", math.Round(seconds*1000)/1000, want.Duration)
	if w.ByPlayer != nil {
		equal(t, "orders by player", byNative, w.ByPlayer)
		equal(t, "first frame", first, w.FirstFrame)
	} else {
		equal(t, "orders by source", byNative, w.BySource)
		cameras := map[string]int{}
		for _, sample := range got.Cameras {
			cameras[strconv.Itoa(int(sample.Player))]++
			first = min(first, sample.Frame)
		}
		equal(t, "camera samples by slot", cameras, w.CameraBySlot)
		equal(t, "camera chunks", len(got.Cameras), w.ChunksByType["2"])
		equal(t, "first timecode", first, w.FirstTimecode)
	}
	expected := map[string]bool{}
	if w.FrameGoesBack+w.TimeGoesBack > 0 {
		t.Error("a real recording whose frames go back: they are taken for damage")
	}
	if want.Error == nil && !trailer.Complete {
		expected["no-end-record"] = true
	}
	for _, diagnostic := range got.Diagnostics {
		switch diagnostic.Code {
		case "contents-withheld", "header-desync":
		default:
			if !expected[diagnostic.Code] {
				t.Errorf("unexpected diagnostic: %+v", diagnostic)
			}
			delete(expected, diagnostic.Code)
		}
	}
	for code := range expected {
		t.Errorf("diagnostic %s is missing", code)
	}
}

func compareFooter(t *testing.T, want *oracle, got *recording) {
	t.Helper()
	if want.Footer.Length == 0 {
		return
	}
	details := got.Trailer.Details
	equal(t, "footer timecode", value(details, "footer_timecode"), fmt.Sprint(want.Footer.LastTimecode))
	equal(t, "footer version", value(details, "footer_version"), fmt.Sprint(want.Footer.Version))
	equal(t, "footer payload", value(details, "footer_payload"), want.Footer.Payload)
	kind := ""
	if want.Footer.Kind != nil {
		kind = fmt.Sprint(*want.Footer.Kind)
	}
	equal(t, "footer kind", value(details, "footer_kind"), kind)
}

// compareSync feeds the samples to the comparison that conversions use and
// checks that it finds the oracle's disagreements and no others.
func compareSync(t *testing.T, want *oracle, got *recording) {
	t.Helper()
	reports := map[string]uint64{}
	values := map[uint64]map[string]string{}
	judge := divergence.NewSourceSync()
	for _, sample := range got.Syncs {
		reporter := strconv.Itoa(int(sample.Reporter))
		reports[reporter]++
		if values[sample.Frame] == nil {
			values[sample.Frame] = map[string]string{}
		}
		values[sample.Frame][reporter] = fmt.Sprintf("%08x", sample.Value)
		judge.Add(sample)
	}
	if len(reports) > 0 {
		equal(t, "CRC reports", reports, want.CRC.Reports)
	}
	equal(t, "CRC players", len(reports), want.CRC.Players)
	verdict := judge.Report()
	equal(t, "checkpoints", verdict.Checkpoints, want.CRC.Checkpoints)
	equal(t, "disagreements", verdict.Mismatches, uint64(len(want.CRC.Disagreements)))
	for i, w := range want.CRC.Disagreements {
		frame := w.Frame
		if frame == nil {
			frame = w.Checkpoint
		}
		equal(t, "values of a disagreement", values[*frame], w.Values)
		if i == 0 && verdict.FirstMismatch != nil {
			equal(t, "first disagreement", verdict.FirstMismatch.Frame, *frame)
			compareOdd(t, w.Values, got.Header.Players, verdict.OddPlayer)
		}
	}
	flagged := value(got.Header.Details, "desync_flag") == "1" ||
		value(got.Header.Details, "desync_frame") != "" && value(got.Header.Details, "desync_frame") != "-1"
	equal(t, "header's own desync mark", flagged, len(want.CRC.Disagreements) > 0)
}

// compareOdd checks that the one reporter against an agreeing majority is
// named, and nobody in a tie.
func compareOdd(t *testing.T, values map[string]string, players []ir.Player, odd *int32) {
	t.Helper()
	votes := map[string]int{}
	for _, v := range values {
		votes[v]++
	}
	for reporter, v := range values {
		if len(values) >= 3 && votes[v] == 1 && len(votes) == 2 {
			if odd == nil {
				t.Errorf("nobody is named, want reporter %s", reporter)
				return
			}
			equal(t, "odd player", strconv.Itoa(int(players[*odd].Client)), reporter)
			return
		}
	}
	if odd != nil {
		t.Errorf("player %d is named without a majority", *odd)
	}
}

func compareNative(t *testing.T, want *oracle, source sdk.Source, full *recording) {
	t.Helper()
	got := decode(source, sdk.DecodeOptions{Native: true, Raw: true})
	equal(t, "native digest", got.Digest(), want.Body.Digest)
	equal(t, "orders beside native lines", len(got.Orders)+len(got.Syncs)+len(got.Cameras), 0)
	equal(t, "native header", got.Header, full.Header)
	equal(t, "native trailer", got.Trailer, full.Trailer)
	arguments := map[string]int{}
	for _, line := range got.Lines {
		for field := range strings.FieldsSeq(line) {
			if tag, _, ok := strings.Cut(field, ":"); ok {
				arguments[tag]++
			}
		}
	}
	equal(t, "argument types", arguments, want.Body.ArgumentTypes)
}

// compareDepth checks that a header alone knows the length of a closed
// recording.
func compareDepth(t *testing.T, want *oracle, source sdk.Source, full *recording) {
	t.Helper()
	got := decode(source, sdk.DecodeOptions{Depth: sdk.DepthHeader})
	equal(t, "header at header depth", got.Header, full.Header)
	equal(t, "orders at header depth", len(got.Orders)+len(got.Lines), 0)
	if full.Trailer.Complete {
		equal(t, "length at header depth", got.Trailer.Ticks, full.Trailer.Ticks)
	}
}

// TestProbeRecognisesEveryRecording looks at the first bytes alone, and does
// without the name.
func TestProbeRecognisesEveryRecording(t *testing.T) {
	formats := map[string]string{
		"generals": formatGenerals, "zerohour": formatGenerals, "bfme2": formatBFME2,
		"tw": formatTiberiumWars, "kw": formatKanesWrath, "ra3": formatRedAlert3,
	}
	for _, want := range readOracle(t) {
		data := corpus.Read(t, "ea", filepath.FromSlash(want.File))
		match := New().Probe(sdk.ProbeInput{Head: data[:min(len(data), sdk.ProbeBytes)], Size: int64(len(data))})
		if match.Format != formats[want.Game] || match.Confidence != confidenceHeader {
			t.Errorf("%s: %+v, want %s", want.File[:20], match, formats[want.Game])
		}
	}
}
