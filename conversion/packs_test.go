// SPDX-License-Identifier: GPL-3.0-or-later

package conversion_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/core/rules/pack"
	"convertd/internal/foxes"
)

// rulePack is the pack of the documentation.
func rulePack(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "docs", "examples", "rule-pack.json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// packSet reads packs.
func packSet(t *testing.T, texts ...[]byte) *pack.Set {
	t.Helper()
	var packs []*pack.Pack
	for _, text := range texts {
		p, err := pack.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		packs = append(packs, p)
	}
	set, err := pack.NewSet(packs...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// packFolder writes packs into a folder that only we can write to.
func packFolder(t *testing.T, packs map[string][]byte) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range packs {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestOnlyPinnedPacksThatNobodyElsePutThereAreUsed(t *testing.T) {
	text := rulePack(t)
	pin := conversion.SourceSHA256(text)
	longer := append(bytes.Clone(text), '\n') // the same pack in another file
	for name, test := range map[string]struct {
		packs  map[string][]byte
		pins   []string
		change func(folder string) error
		used   int
		said   string
	}{
		"pinned":                {map[string][]byte{"a.json": text}, []string{strings.ToUpper(pin)}, nil, 1, ""},
		"not pinned":            {map[string][]byte{"a.json": text}, nil, nil, 0, "rules.pins"},
		"another one is pinned": {map[string][]byte{"a.json": longer}, []string{pin}, nil, 0, "rules.pins"},
		"no pack":               {map[string][]byte{"a.json": []byte("{}")}, []string{conversion.SourceSHA256([]byte("{}"))}, nil, 0, "format"},
		"too long":              {map[string][]byte{"a.json": make([]byte, pack.MaxBytes+1)}, nil, nil, 0, "the limit is"},
		"called otherwise":      {map[string][]byte{"a.txt": text}, []string{pin}, nil, 0, ""},
		"one name twice": {
			map[string][]byte{"a.json": text, "b.json": longer},
			[]string{pin, conversion.SourceSHA256(longer)},
			nil, 1, "another pack is called",
		},
		"writable by others": {
			map[string][]byte{"a.json": text},
			[]string{pin},
			func(folder string) error { return os.Chmod(filepath.Join(folder, "a.json"), 0o666) }, 0, "chmod go-w",
		},
		"in the lock file": {map[string][]byte{"a.json": text, "rules.lock.json": lockFile("a.json", pin)}, nil, nil, 1, ""},
		"changed since it was locked": {
			map[string][]byte{"a.json": longer, "rules.lock.json": lockFile("a.json", pin)}, nil, nil, 0, "not what the lock file pins",
		},
		"locked under another name": {
			map[string][]byte{"a.json": text, "rules.lock.json": lockFile("b.json", pin)},
			nil, nil, 0, "it is in neither lock file nor rules.pins: check the file, then pin it\nthe lock file names it and it is not there",
		},
		"a link": {
			map[string][]byte{"a.txt": text},
			[]string{pin},
			func(folder string) error { return os.Symlink("a.txt", filepath.Join(folder, "a.json")) }, 0, "symbolic link",
		},
	} {
		folder := packFolder(t, test.packs)
		if test.change != nil {
			if err := test.change(folder); err != nil {
				t.Fatal(err)
			}
		}
		set, found, err := conversion.FindPacks([]string{folder}, test.pins)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var said []string
		for _, one := range found {
			if one.Err != nil {
				said = append(said, one.Err.Error())
			}
		}
		if all := strings.Join(said, "\n"); len(set.All()) != test.used || !strings.Contains(all, test.said) || (all == "") != (test.said == "") {
			t.Errorf("%s: %d used, %q", name, len(set.All()), all)
		}
	}
}

// lockFile pins one file.
func lockFile(file, digest string) []byte {
	return fmt.Appendf(nil, `{"lock_version": 1, "packs": [{"name": "toy-1.0", "sha256": %q, "file": %q}]}`, digest, file)
}

func TestLockFilesThatAreNotInOrderRefuseTheFolder(t *testing.T) {
	digest := strings.Repeat("0", 64)
	for name, text := range map[string]string{
		"no JSON":           `{`,
		"two values":        `{"lock_version": 1, "packs": []} 1`,
		"an unknown member": `{"lock_version": 1, "decoders": []}`,
		"a later version":   `{"lock_version": 2, "packs": []}`,
		"no digest":         string(lockFile("a.json", "12")),
		"a path":            string(lockFile("../a.json", digest)),
		"one twice":         `{"lock_version": 1, "packs": [{"name": "a", "sha256": "` + digest + `", "file": "a"}, {"name": "a", "sha256": "` + digest + `", "file": "b"}]}`,
	} {
		folder := packFolder(t, map[string][]byte{conversion.PackLockName: []byte(text)})
		if _, _, err := conversion.FindPacks([]string{folder}, nil); err == nil || !strings.Contains(err.Error(), conversion.PackLockName) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFoldersThatOthersCanWriteToAreRefused(t *testing.T) {
	open := packFolder(t, nil)
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{open, filepath.Join(open, "absent")} {
		if _, _, err := conversion.FindPacks([]string{folder}, nil); err == nil || !strings.Contains(err.Error(), "rules.folders") {
			t.Errorf("%v", err)
		}
	}
}

func TestAFolderHoldsAThousandFilesOfPacks(t *testing.T) {
	packs := make(map[string][]byte)
	for i := range 1000 {
		packs[fmt.Sprintf("%d.json", i)] = nil
	}
	folder := packFolder(t, packs)
	if _, found, err := conversion.FindPacks([]string{folder}, nil); err != nil || len(found) != 1000 {
		t.Errorf("%d found, %v", len(found), err)
	}
	if err := os.WriteFile(filepath.Join(folder, "one more.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := conversion.FindPacks([]string{folder}, nil); err == nil || !strings.Contains(err.Error(), "the limit is 1000") {
		t.Errorf("%v", err)
	}
}

func TestAResultMadeByAnotherPackHasAnotherAddress(t *testing.T) {
	versions := make(map[string]bool)
	for _, texts := range [][][]byte{nil, {rulePack(t)}, {append(rulePack(t), '\n')}} {
		set := packSet(t, texts...)
		versions[newEngine(t, func(s *conversion.Settings) { s.Packs = set }).Version()] = true
	}
	if len(versions) != 3 || !versions[newEngine(t, nil).Version()] {
		t.Errorf("versions %v, without packs %s", versions, newEngine(t, nil).Version())
	}
}

func TestPacksAreExchangedWhileTheEngineGoesOn(t *testing.T) {
	set := packSet(t, rulePack(t))
	engine := newEngine(t, nil)
	before := engine.Version()
	for _, test := range []struct {
		packs *pack.Set
		want  divergence.Verdict
	}{{nil, divergence.VerdictUnjudged}, {set, divergence.VerdictPlausible}, {nil, divergence.VerdictUnjudged}} {
		engine.UsePacks(test.packs)
		judgement, err := engine.Judge(t.Context(), game("1.0.3", "Foxes"))
		if err != nil {
			t.Fatal(err)
		}
		if judgement.Verdict != test.want || (engine.Version() == before) != (test.packs == nil) {
			t.Errorf("%s by version %s", judgement.Verdict, engine.Version())
		}
	}
}

func game(version, faction string) conversion.Input {
	return conversion.Input{Name: "a.foxes", Data: []byte(foxes.Write(foxes.Options{Version: version, Faction: faction, Ticks: 2000}))}
}

func try(t *testing.T, text []byte, input conversion.Input) *pipeline.Trial {
	t.Helper()
	p, err := pack.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	trial, err := newEngine(t, nil).TryPack(t.Context(), input, p)
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(trial)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(repository, "docs", "schemas", "rules-trial.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	return trial
}

func TestATrialSaysWhatAPackJudgesAndWhyNotTheRest(t *testing.T) {
	text := rulePack(t)
	trial := try(t, text, game("1.0.3", "Foxes"))
	if trial.Verdict != divergence.VerdictPlausible || trial.RulesDigest != conversion.SourceSHA256(text) || trial.Rejected+trial.Corrected != 0 {
		t.Errorf("%+v", trial)
	}
	orders, judged := uint64(0), uint64(0)
	for _, kind := range trial.Kinds {
		orders, judged = orders+kind.Orders, judged+kind.Judged
		left := kind.Orders - kind.Judged
		for _, reason := range kind.NotJudged {
			left -= reason.Count
		}
		if left != 0 {
			t.Errorf("%s: %d of %d judged, %v", kind.Kind, kind.Judged, kind.Orders, kind.NotJudged)
		}
	}
	if orders != trial.Coverage.OrdersTotal || judged != trial.Coverage.OrdersJudged {
		t.Errorf("%d of %d judged by kinds, %d of %d in all", judged, orders, trial.Coverage.OrdersJudged, trial.Coverage.OrdersTotal)
	}
	other := try(t, text, game("2.0", "Foxes"))
	if other.Verdict != divergence.VerdictUnjudged || len(other.StandIns) == 0 || other.StandIns[0].Code != divergence.StandInData {
		t.Errorf("of another version: %s, %+v", other.Verdict, other.StandIns)
	}
	// Two factions begin with dens: what is made first does not say which it is.
	twice := bytes.Replace(text, []byte(`"factions": [`), []byte(`"factions": [{"name": "Wolves", "start": ["den", "digger"]}, `), 1)
	unknown := try(t, twice, game("1.0.3", "Bears"))
	if unknown.Verdict != divergence.VerdictUnjudged || len(unknown.UnknownFactions) != 1 || unknown.UnknownFactions[0] != "Bears" {
		t.Errorf("of an unknown faction: %s, %v", unknown.Verdict, unknown.UnknownFactions)
	}
	without := bytes.Replace(text, []byte(`"name": "hunter", "id": 11`), []byte(`"name": "cook", "id": 11`), 1)
	if missing := try(t, without, game("1.0.3", "Foxes")); len(missing.UnknownItems) == 0 || missing.UnknownItems[0].Reason != "hunter" {
		t.Errorf("without hunters: %v", missing.UnknownItems)
	}
}

// Who makes what no type of the pack produces belongs to nobody, as a tavern does.
func TestWhatComesFromATavernIsWhoseOrderItIs(t *testing.T) {
	text := bytes.Replace(rulePack(t), []byte(`["young", "lore"]`), []byte(`["lore"]`), 1)
	trial := try(t, text, game("1.0.3", "Foxes"))
	if trial.Verdict != divergence.VerdictPlausible || trial.Rejected+trial.Corrected != 0 || trial.Coverage.SubjectsBound != trial.Coverage.SubjectsNamed {
		t.Errorf("%s, %d rejected, %d corrected, %d of %d known: %v", trial.Verdict, trial.Rejected, trial.Corrected,
			trial.Coverage.SubjectsBound, trial.Coverage.SubjectsNamed, trial.Rejections)
	}
}

func TestAGameOfAnotherVersionIsWarnedOfBeforeItIsConverted(t *testing.T) {
	set := packSet(t, rulePack(t))
	inspection, _, err := newEngine(t, func(s *conversion.Settings) { s.Packs = set }).Inspect(t.Context(), game("2.0", "Foxes"))
	if err != nil {
		t.Fatal(err)
	}
	if len(inspection.Warnings) != 1 || inspection.Warnings[0].Code != divergence.StandInData || !strings.Contains(inspection.Warnings[0].Text, "toy-1.0") {
		t.Errorf("%+v", inspection.Warnings)
	}
}
