// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/snapshot"
	"convertd/internal/corpus"
	"convertd/plugins/ea"
	"convertd/plugins/murk"
	"convertd/plugins/orarep"
	"convertd/plugins/remastered"
	"convertd/plugins/rts"
	"convertd/sdk"
)

// replayFile is a replay of ours or of the corpus, and who reads it.
type replayFile struct {
	path    string
	decoder sdk.Decoder
}

// corpusShare is how many files of a kind are taken of the corpus, evenly out of all: to
// convert every one takes minutes.
const corpusShare = 8

// replayFiles lists our own replays and, unless the test is short, some of the corpus.
func replayFiles(t *testing.T) []replayFile {
	t.Helper()
	decoders := map[string]sdk.Decoder{
		"orarep": orarep.New(), "ea": ea.New(), "murk": murk.Decoder{}, "rts": rts.Decoder{}, "remastered": remastered.Decoder{},
	}
	roots := []string{filepath.Join("..", "..", "testdata", "replays")}
	if root, ok := corpus.Root(); ok && !testing.Short() && !raceEnabled {
		roots = append(roots, root)
	}
	var files []replayFile
	for number, root := range roots {
		found := map[string][]replayFile{}
		for _, folder := range []string{"orarep", "ea", "murk", "rts", "remastered"} {
			err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() && (folder == "rts" && number == 0 || !slices.Contains([]string{".json", ".md", ".txt", ".py", ".jsonl"}, filepath.Ext(path))) {
					found[filepath.Ext(path)] = append(found[filepath.Ext(path)], replayFile{path, decoders[folder]})
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, kind := range slices.Sorted(maps.Keys(found)) {
			for i, file := range found[kind] {
				if share := len(found[kind])/corpusShare + 1; number == 0 || i%share == 0 {
					files = append(files, file)
				}
			}
		}
	}
	return files
}

// header finds the header of a stream, nil if there is none.
func (d *decoded) header() *ir.Header {
	for i := range d.events {
		if d.events[i].Header != nil {
			return d.events[i].Header
		}
	}
	return nil
}

// TestMetadataSaysWhatTheStateHolds converts every replay at hand and compares what the
// metadata says with the first state of the file, and with the listing of the replay; and
// which events occur with the table in docs/icrep.md.
func TestMetadataSaysWhatTheStateHolds(t *testing.T) {
	digest := regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
	documented := []string{"", icrep.KindHuman, icrep.KindBot, icrep.KindSpectator, icrep.KindNeutral}
	converted, people, kinds := 0, 0, kindCounts{}
	for _, file := range replayFiles(t) {
		source, data := decode(t, file.decoder, file.path)
		header := source.header()
		if header == nil {
			continue
		}
		_, bytesOfFile := convert(t, source, data)
		reader, err := icrep.Open(bytes.NewReader(bytesOfFile), int64(len(bytesOfFile)))
		if err != nil {
			t.Fatal(err)
		}
		converted++
		metadata, state := reader.Metadata(), firstState(t, reader)
		name := filepath.Base(file.path)
		people += sameActions(t, file, reader)
		kinds.add(t, reader)
		if !digest.MatchString(metadata.DataVersion) || metadata.Rules == "" {
			t.Errorf("%s: data_version is %q, the rules are %q", name, metadata.DataVersion, metadata.Rules)
		}
		if uint64(metadata.InitialRNGSeed) != state.Core.GameSeed {
			t.Errorf("%s: the seed is %d in the metadata, %d in the state", name, metadata.InitialRNGSeed, state.Core.GameSeed)
		}
		if header.Format != "murk" && state.Core.GameSeed>>32 != 0 {
			t.Errorf("%s: a seed of 32 bits became %#x", name, state.Core.GameSeed)
		}
		slots := map[int]bool{}
		for _, player := range metadata.Players {
			if slots[player.Slot] {
				t.Errorf("%s: slot %d occurs twice", name, player.Slot)
			}
			slots[player.Slot] = true
			if !slices.Contains(documented, player.Kind) {
				t.Errorf("%s: a player is of kind %q", name, player.Kind)
			}
		}
	}
	if converted == 0 || people == 0 {
		t.Fatal("there was nothing to convert, or nobody in it")
	}
	t.Logf("%d files, %d people", converted, people)
	_, whole := corpus.Root()
	whole = whole && !testing.Short() && !raceEnabled
	kinds.addExactGames(t, whole)
	kinds.agreeWith(t, eventTable(t), whole)
}

func firstState(t *testing.T, reader *icrep.Reader) *snapshot.SimSnapshot {
	t.Helper()
	blob, err := reader.Keyframe(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := snapshot.Decode(blob)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// endedBy is a stream of one order, with outcomes.
func endedBy(outcomes ...ir.PlayerOutcome) *decoded {
	header := &ir.Header{
		Format: "test", TickRate: ir.Rational{Num: 25, Den: 1}, TicksPerFrame: 1, LocalPlayer: ir.NoPlayer, HasSeed: true, Seed: -2,
		Players: []ir.Player{{Kind: ir.PlayerHuman, Name: "One"}, {Kind: ir.PlayerAI, Name: "Two"}, {Kind: ir.PlayerNeutral, Name: "World"}},
	}
	var c collector
	_ = c.Header(header)
	_ = c.Order(&ir.Order{Tick: 10, Kind: ir.KindMove, Player: 0, Subjects: []uint32{1}})
	_ = c.Order(&ir.Order{Tick: 11, Kind: ir.KindMove, Player: ir.NoPlayer, Subjects: []uint32{1}})
	_ = c.Trailer(&ir.Trailer{Complete: true, Ticks: 100, Winner: ir.NoPlayer, Outcomes: outcomes})
	c.out.end = io.EOF
	return &c.out
}

func TestAGuessedOutcomeIsNotStatedAsCertain(t *testing.T) {
	result, file := convert(t, endedBy(ir.PlayerOutcome{Player: 0, Outcome: ir.OutcomeWon, Hint: true}, ir.PlayerOutcome{Player: 1, Outcome: ir.OutcomeLost}), nil)
	reader, err := icrep.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	players := reader.Metadata().Players
	if players[0].Outcome != icrep.OutcomeUnknown || players[0].OutcomeGuess != icrep.OutcomeWon {
		t.Errorf("a guess became outcome %q, guess %q", players[0].Outcome, players[0].OutcomeGuess)
	}
	if players[1].Outcome != icrep.OutcomeLost || players[1].OutcomeGuess != "" {
		t.Errorf("a certain outcome became %q, guess %q", players[1].Outcome, players[1].OutcomeGuess)
	}
	if end := matchEnd(t, reader); end.Kind == icrep.OutcomeCompleted {
		t.Errorf("the match is said to be won by %d", end.Winner)
	}
	if result.Report.Orders.Unattributed != 1 {
		t.Errorf("%d orders are of nobody, want 1", result.Report.Orders.Unattributed)
	}
}

func TestACertainOutcomeEndsTheMatch(t *testing.T) {
	_, file := convert(t, endedBy(ir.PlayerOutcome{Player: 1, Outcome: ir.OutcomeWon}, ir.PlayerOutcome{Player: 0, Outcome: ir.OutcomeResigned, Frame: 20}), nil)
	reader, err := icrep.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	end := matchEnd(t, reader)
	if end.Kind != icrep.OutcomeCompleted || end.Winner != 1 || end.End.Reason != icrep.EndSurrender || end.End.Player != order.PlayerID(0) {
		t.Errorf("the match ended so: %+v", end)
	}
}

func matchEnd(t *testing.T, reader *icrep.Reader) icrep.MatchOutcome {
	t.Helper()
	events := reader.Events(0)
	for events.Next() {
		if end, ok := events.Event().(*icrep.MatchEnded); ok {
			return end.Outcome
		}
	}
	t.Fatalf("the match does not end: %v", events.Err())
	return icrep.MatchOutcome{}
}

func TestPlayersAreOfTheDocumentedKinds(t *testing.T) {
	_, file := convert(t, endedBy(), nil)
	reader, err := icrep.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{icrep.KindHuman, icrep.KindBot, icrep.KindNeutral}
	for i, player := range reader.Metadata().Players {
		if player.Kind != want[i] {
			t.Errorf("player %d is of kind %q, want %q", i, player.Kind, want[i])
		}
	}
	if seed := reader.Metadata().InitialRNGSeed; uint64(seed) != uint64(uint32(0xfffffffe)) {
		t.Errorf("seed -2 of 32 bits became %d", seed)
	}
}

// sameActions compares the actions a minute in a file with those in the listing of the
// replay, and reports how many people it compared. Whose the orders of bots are shows
// only in the simulation: games of OpenRA are left out.
func sameActions(t *testing.T, file replayFile, reader *icrep.Reader) (people int) {
	t.Helper()
	if _, isOpenRA := file.decoder.(orarep.Decoder); isOpenRA {
		return 0
	}
	source, _ := decode(t, file.decoder, file.path)
	inspection, _, err := pipeline.Inspect(t.Context(), source, nil)
	if err != nil {
		t.Fatal(err)
	}
	listed := slices.Clone(reader.Metadata().Players)
	for _, player := range inspection.Players {
		at := slices.IndexFunc(listed, func(p icrep.Player) bool { return p.Name == player.Name })
		if at < 0 {
			continue // an onlooker, or a name that no file may hold
		}
		people++
		if uint64(listed[at].APM) != player.APM || uint64(listed[at].EffectiveAPM) != player.EffectiveAPM {
			t.Errorf("%s: a player has %d and %d actions a minute in the listing, %d and %d in the file", filepath.Base(file.path),
				player.APM, player.EffectiveAPM, listed[at].APM, listed[at].EffectiveAPM)
		}
		listed = slices.Delete(listed, at, at+1)
	}
	return people
}

// convertEngineGame converts a game of the engine that lies in the repository, with its map.
func convertEngineGame(t *testing.T, name string) *icrep.Reader {
	t.Helper()
	folder := filepath.Join("..", "..", "testdata", "engine")
	terrain, err := os.ReadFile(filepath.Join(folder, "maps", engineGames[name].terrain))
	if err != nil {
		t.Fatal(err)
	}
	source, _ := decode(t, orarep.New(), filepath.Join(folder, name))
	return convertWith(t, source, mapFile(terrain))
}

// convertWith converts a game with its map, and plays the result again.
func convertWith(t *testing.T, source *decoded, terrain mapFile) *icrep.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "result.icrep")
	job := &pipeline.Job{EngineVersion: "test", Thresholds: divergence.DefaultThresholds(), Materials: pipeline.Materials{Maps: terrain}}
	_, err := pipeline.Convert(t.Context(), job, source, func(metadata icrep.Metadata) (pipeline.Recording, error) {
		return icrep.CreateFile(path, icrep.Options{Metadata: metadata, Durability: icrep.SyncNever})
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := pipeline.Resimulate(t.Context(), reader, &job.Materials)
	if err != nil {
		t.Fatal(err)
	}
	if !again.OK() {
		t.Fatalf("played again it differs: %+v %+v", again.Mismatch, again.Facts)
	}
	return reader
}

func TestTheMapHashOfTheStateIsThatOfTheMap(t *testing.T) {
	for name := range engineGames {
		reader := convertEngineGame(t, name)
		if want, got := reader.Metadata().MapHash, fmt.Sprintf("sha256:%x", firstState(t, reader).Core.MapHash); want != got {
			t.Errorf("%s: map_hash is %s in the metadata, %s in the state", name, want, got)
		}
	}
}
