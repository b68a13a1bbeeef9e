// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/icsave"
	"convertd/core/order"
	"convertd/failure"
	"convertd/internal/corpus"
)

func goldenPath(t *testing.T, name string) string {
	return filepath.Join(corpus.Repository, "testdata", "golden", name)
}

// provenFile converts a game of the repository that can be played again, and returns
// what else a verb needs for that.
func provenFile(t *testing.T) (data []byte, maps string) {
	t.Helper()
	engine := filepath.Join(corpus.Repository, "testdata", "engine")
	maps, folder := filepath.Join(engine, "maps"), t.TempDir()
	if code, _, errors := call(t, "convert", "-o", folder, "--maps", maps, filepath.Join(engine, "cnc-release-20200202.orarep")); code != failure.ExitDone {
		t.Fatalf("convert ends with %d: %s", code, errors)
	}
	data, err := os.ReadFile(filepath.Join(folder, "cnc-release-20200202.icrep"))
	if err != nil {
		t.Fatal(err)
	}
	return data, maps
}

func writeFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func openReader(t *testing.T, data []byte) *icrep.Reader {
	t.Helper()
	reader, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

// A file that this program cannot play is checked as far as it goes, and the result
// says what was not.
func TestWhatCannotBePlayedIsStillChecked(t *testing.T) {
	path := goldenPath(t, "icrep-v1-everything.icrep")
	code, out, errors := call(t, "verify", path)
	if code != failure.ExitNotRecognised || !strings.Contains(out, "structure and hashes are whole") || !strings.Contains(out, "signature chain holds") || !strings.Contains(out, "not checked") {
		t.Errorf("exit code %d: %s", code, out)
	}
	if !strings.Contains(errors, "--check structure,digests,signatures,states") {
		t.Errorf("no hint: %s", errors)
	}
	code, out, _ = call(t, "verify", "--json", path)
	var result verified
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	if code != failure.ExitNotRecognised || result.OK || len(result.NotChecked) != 1 || result.NotChecked[0].Check != "simulation" || result.Structure == nil || result.Signature == nil || len(result.Problems) != 0 {
		t.Errorf("exit code %d: %s", code, out)
	}
	if code, out, errors := call(t, "verify", "--check", "structure,digests,signatures,states", path); code != failure.ExitDone || strings.Contains(out, "not checked") {
		t.Errorf("without the simulation: exit code %d: %s%s", code, out, errors)
	}
}

func TestWithoutTheMapTheRestIsStillChecked(t *testing.T) {
	data, _ := provenFile(t)
	code, out, errors := call(t, "verify", writeFile(t, "game.icrep", data))
	if code != failure.ExitFailed || !strings.Contains(out, "structure and hashes are whole") || !strings.Contains(errors, "--maps") {
		t.Errorf("exit code %d: %s%s", code, out, errors)
	}
}

// What was not looked at is not said to be whole.
func TestOnlyWhatWasCheckedIsSaidToBeWhole(t *testing.T) {
	path := goldenPath(t, "icrep-v1-everything.icrep")
	for check, want := range map[string]string{
		"structure": "structure are whole", "digests": "hashes are whole", "signatures": "structure and hashes were not asked for",
	} {
		code, out, errors := call(t, "verify", "--check", check, path)
		if code != failure.ExitDone || !strings.Contains(out, want) {
			t.Errorf("%s: exit code %d: %s%s", check, code, out, errors)
		}
	}
}

// Forged facts are found by playing the file, and named.
func TestForgedFactsEndVerificationWithTheirName(t *testing.T) {
	data, maps := provenFile(t)
	for want, change := range map[string]func(*icrep.Metadata){
		"initial_rng_seed": func(m *icrep.Metadata) { m.InitialRNGSeed++ },
		"data_version":     func(m *icrep.Metadata) { m.DataVersion = "sha256:00" },
		"MatchEnded":       func(m *icrep.Metadata) { m.Players[0].Outcome = icrep.OutcomeWon },
	} {
		path := writeFile(t, "forged.icrep", icreptest.Forge(t, data, icreptest.Forgery{Metadata: change}))
		code, out, errors := call(t, "verify", "--maps", maps, path)
		if code != failure.ExitVerification || !strings.Contains(out, "WRONG: simulation") || !strings.Contains(errors, want) {
			t.Errorf("%s: exit code %d: %s%s", want, code, out, errors)
		}
	}
	renamed := icreptest.Forge(t, data, icreptest.Forgery{KeepID: true, Metadata: func(m *icrep.Metadata) { m.Players[0].Name = "Somebody Else" }})
	if code, out, _ := call(t, "verify", "--maps", maps, writeFile(t, "renamed.icrep", renamed)); code != failure.ExitVerification || !strings.Contains(out, "replay_id") {
		t.Errorf("names: exit code %d: %s", code, out)
	}
}

// lostFrames leaves out the frames of some ticks.
func lostFrames(t *testing.T, data []byte, from, to uint64) []byte {
	t.Helper()
	return icreptest.Forge(t, data, icreptest.Forgery{Frame: func(f *icrep.TickFrame) bool {
		return uint64(f.Tick) < from || uint64(f.Tick) >= to
	}})
}

func TestAValidIncompleteFileVerifies(t *testing.T) {
	data, maps := provenFile(t)
	for name, incomplete := range map[string][]byte{
		"frames 700 to 709 lost": lostFrames(t, data, 700, 710),
		"final hash not known":   icreptest.Forge(t, data, icreptest.Forgery{Final: func(f *icrep.Final) { f.FinalStateHash = order.StateHash{} }}),
	} {
		code, out, errors := call(t, "verify", "--maps", maps, writeFile(t, "incomplete.icrep", incomplete))
		if code != failure.ExitDone || !strings.Contains(out, "INCOMPLETE") || !strings.Contains(out, "simulated again") {
			t.Errorf("%s: exit code %d: %s%s", name, code, out, errors)
		}
	}
}

func TestSeekSaysWhyATickCannotBeShown(t *testing.T) {
	data, maps := provenFile(t)
	total := openReader(t, data).Header().TotalTicks
	forged := icreptest.Forge(t, data, icreptest.Forgery{Frame: func(f *icrep.TickFrame) bool {
		if f.Tick == 1000 {
			f.StateHash++
		}
		return true
	}})
	for name, test := range map[string]struct {
		data []byte
		tick uint64
		code int
	}{
		"whole":                {data, total, failure.ExitDone},
		"beyond the end":       {data, total + 1, failure.ExitUsage},
		"lost tail":            {lostFrames(t, data, 2000, total), 2300, failure.ExitMalformed},
		"end of the lost tail": {lostFrames(t, data, 2000, total), total, failure.ExitMalformed},
		"before a wrong hash":  {forged, 999, failure.ExitDone},
		"at a wrong hash":      {forged, 1000, failure.ExitVerification},
		"behind a wrong hash":  {forged, 1100, failure.ExitVerification},
		"next keyframe":        {forged, 1200, failure.ExitDone},
	} {
		code, out, errors := call(t, "replay", "seek", "--maps", maps, "--tick", strconv.FormatUint(test.tick, 10), writeFile(t, "game.icrep", test.data))
		if code != test.code || (code == failure.ExitDone) != strings.HasPrefix(out, "tick "+strconv.FormatUint(test.tick, 10)+":") {
			t.Errorf("%s: exit code %d, want %d: %s%s", name, code, test.code, out, errors)
		}
	}
}

func TestASaveOfATickHasTheTimeOfTheTick(t *testing.T) {
	data, maps := provenFile(t)
	path := filepath.Join(t.TempDir(), "at.icsave")
	if code, _, errors := call(t, "replay", "seek", "--maps", maps, "--tick", "1130", "-o", path, writeFile(t, "game.icrep", data)); code != failure.ExitDone {
		t.Fatalf("seek ends with %d: %s", code, errors)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	save, err := icsave.Load(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	rate := openReader(t, data).Metadata().TickRate
	want := float64(1130*rate.Den*10/rate.Num) / 10
	if got, err := save.Metadata.GameTime.Float64(); err != nil || got != want {
		t.Errorf("game time %v, want %v (%v)", got, want, err)
	}
	for i, p := range openReader(t, data).Metadata().Players {
		if bot := p.Kind == "bot" || p.Kind == "ai"; bot && save.Metadata.Players[i].IsHuman {
			t.Errorf("%s is a bot", p.Name)
		}
	}
}

// A starting state that is gone can be given: as a save of tick 0, or by another
// conversion of the game.
func TestRepairTakesTheStartingStateFromASaveOrAnotherFile(t *testing.T) {
	data, maps := provenFile(t)
	header := openReader(t, data).Header()
	whole, cut := writeFile(t, "whole.icrep", data), writeFile(t, "cut.icrep", data[:header.Orders.Offset+header.Orders.Length*3/4])
	folder := t.TempDir()
	start, later, output := filepath.Join(folder, "start.icsave"), filepath.Join(folder, "later.icsave"), filepath.Join(folder, "repaired.icrep")
	for tick, path := range map[string]string{"0": start, "300": later} {
		if code, _, errors := call(t, "replay", "seek", "--maps", maps, "--tick", tick, "-o", path, whole); code != failure.ExitDone {
			t.Fatalf("seek ends with %d: %s", code, errors)
		}
	}
	if code, _, errors := call(t, "replay", "repair", cut, "-o", output); code != failure.ExitMalformed || !strings.Contains(errors, "--start") {
		t.Errorf("without a state: exit code %d: %s", code, errors)
	}
	for _, from := range []string{start, whole} {
		if code, _, errors := call(t, "replay", "repair", cut, "-o", output, "--start", from, "--overwrite"); code != failure.ExitDone {
			t.Errorf("%s: exit code %d: %s", filepath.Base(from), code, errors)
			continue
		}
		if code, out, errors := call(t, "verify", "--maps", maps, output); code != failure.ExitDone {
			t.Errorf("%s: the repaired file: exit code %d: %s%s", filepath.Base(from), code, out, errors)
		}
	}
	other := goldenPath(t, "icrep-v1-tiny.icrep")
	for _, from := range []string{later, other} {
		if code, _, errors := call(t, "replay", "repair", cut, "-o", output, "--start", from, "--overwrite"); code != failure.ExitUsage {
			t.Errorf("%s: exit code %d: %s", filepath.Base(from), code, errors)
		}
	}
	if code, _, errors := call(t, "replay", "repair", whole, "-o", output, "--overwrite"); code != failure.ExitUsage || !strings.Contains(errors, "nothing to repair") {
		t.Errorf("a whole file: exit code %d: %s", code, errors)
	}
}

// Every golden file goes through every verb.
func TestGoldenFilesThroughEveryVerb(t *testing.T) {
	files, err := filepath.Glob(goldenPath(t, "*.icrep"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, path := range files {
		output := filepath.Join(t.TempDir(), "out.icrep")
		for _, step := range []struct {
			arguments []string
			code      int
			writes    bool
		}{
			{[]string{"verify", "--check", "structure,digests,signatures,states", path}, failure.ExitDone, false},
			{[]string{"verify", path}, failure.ExitNotRecognised, false},
			{[]string{"inspect", path}, failure.ExitDone, false},
			{[]string{"replay", "seek", "--tick", "1", path}, failure.ExitNotRecognised, false},
			{[]string{"replay", "events", path}, failure.ExitDone, false},
			{[]string{"replay", "events", "--csv", path}, failure.ExitDone, false},
			{[]string{"replay", "anonymize", path, "-o", output}, failure.ExitDone, true},
			{[]string{"replay", "recompress", "--level", "fastest", path, "-o", output}, failure.ExitDone, true},
			{[]string{"replay", "strip-voice", path, "-o", output}, failure.ExitDone, true},
			{[]string{"replay", "embed", "--remove", path, "-o", output}, failure.ExitDone, true},
			{[]string{"replay", "repair", path, "-o", output + ".repaired"}, failure.ExitUsage, false},
		} {
			if step.writes {
				step.arguments = append(step.arguments, "--overwrite")
			}
			code, out, errors := call(t, step.arguments...)
			if code != step.code {
				t.Errorf("%v ends with %d, want %d: %s%s", step.arguments, code, step.code, out, errors)
			}
			if !step.writes || code != failure.ExitDone {
				continue
			}
			if code, out, errors := call(t, "verify", "--check", "structure,digests,signatures,states", output); code != failure.ExitDone {
				t.Errorf("%v: what it writes ends with %d: %s%s", step.arguments, code, out, errors)
			}
		}
	}
}

// The journal of a recording that was never finished is no replay yet: each verb says
// what makes one of it.
func TestAJournalIsRepairedFirst(t *testing.T) {
	journal := goldenPath(t, "icrep-v1-journal.icrep.part")
	output := filepath.Join(t.TempDir(), "out.icrep")
	for _, arguments := range [][]string{
		{"verify", journal}, {"replay", "seek", "--tick", "1", journal}, {"replay", "events", journal}, {"replay", "anonymize", journal, "-o", output},
	} {
		if code, _, errors := call(t, arguments...); code != failure.ExitNotRecognised || !strings.Contains(errors, "repair") {
			t.Errorf("%v ends with %d: %s", arguments, code, errors)
		}
	}
	if code, _, errors := call(t, "replay", "repair", journal, "-o", output); code != failure.ExitDone {
		t.Fatalf("repair ends with %d: %s", code, errors)
	}
	if code, out, errors := call(t, "verify", "--check", "structure,digests,signatures,states", output); code != failure.ExitDone || !strings.Contains(out, "INCOMPLETE") {
		t.Errorf("verify ends with %d: %s%s", code, out, errors)
	}
}

func TestWhatVerifySaysFitsItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(corpus.Repository, "docs", "schemas", "verification.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	data, maps := provenFile(t)
	forged := icreptest.Forge(t, data, icreptest.Forgery{
		Metadata: func(m *icrep.Metadata) { m.InitialRNGSeed++ }, Final: func(f *icrep.Final) { f.FinalStateHash[0]++ },
	})
	for name, path := range map[string]string{
		"whole": writeFile(t, "whole.icrep", data), "forged": writeFile(t, "forged.icrep", forged), "cut": writeFile(t, "cut.icrep", data[:len(data)/2]),
		"frames lost": writeFile(t, "lost.icrep", lostFrames(t, data, 700, 710)), "not playable": goldenPath(t, "icrep-v1-everything.icrep"),
		"save": goldenPath(t, "icsave-v1-plain.icsave"),
	} {
		_, out, _ := call(t, "verify", "--json", "--maps", maps, path)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
