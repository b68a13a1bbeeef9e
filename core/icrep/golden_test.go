// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
)

// update rewrites the golden files: go test ./core/icrep -run Golden -update.
// Do so only for a change that docs/icrep.md describes.
var update = flag.Bool("update", false, "rewrite testdata/golden")

const goldenFolder = "../../testdata/golden"

// goldenReplays are the files that pin the format; one for each version of
// each section. All are version 1.
func goldenReplays(tb testing.TB) map[string][]byte {
	lost := icreptest.Game{
		Ticks: 600, Options: icrep.Options{AllowGaps: true},
		Skip: func(tick uint64) bool { return tick == 10 || (tick >= 250 && tick < 300) },
	}
	compact := icreptest.Everything(700)
	compact.Options.Compression = icrep.Compact
	return map[string][]byte{
		"tiny":       icreptest.Tiny(tb),
		"everything": icreptest.WriteEverything(tb, 700),
		"compact":    compact.Write(tb),
		"incomplete": lost.Write(tb),
		"all-orders": icreptest.AllOrders(tb),
		"all-events": icreptest.AllEvents(tb),
	}
}

func TestGoldenReplaysAreStillWrittenTheSame(t *testing.T) {
	for name, data := range goldenReplays(t) {
		compareGolden(t, "icrep-v1-"+name+".icrep", data)
	}
	compareGolden(t, "icrep-v1-journal.icrep.part", icreptest.Journal(t))
}

// compareGolden compares with a golden file, or rewrites it.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join(goldenFolder, name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s: the format changed; if that is meant, describe it in docs/icrep.md and run with -update", name)
	}
}

func TestGoldenReplaysAreReadAsWritten(t *testing.T) {
	for _, path := range goldenFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if report := openBytes(t, data).Verify(icrep.VerifyOptions{States: true}); !report.OK() {
			t.Errorf("%s: %v", path, report.Problems)
		}
		compareGolden(t, filepath.Base(path)+".txt", []byte(icreptest.Dump(t, data)))
	}
}

func TestGoldenJournalIsRepairedAsBefore(t *testing.T) {
	journal, err := os.ReadFile(filepath.Join(goldenFolder, "icrep-v1-journal.icrep.part"))
	if err != nil {
		t.Fatal(err)
	}
	report, data, err := repair(t, journal)
	if err != nil || report.Frames != 256 || report.Complete {
		t.Fatalf("%+v, %v", report, err)
	}
	if report := openBytes(t, data).Verify(icrep.VerifyOptions{States: true}); !report.OK() {
		t.Error(report.Problems)
	}
}

func goldenFiles(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(goldenFolder, "icrep-v1-*.icrep"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no golden files: %v", err)
	}
	return files
}

// TestPythonReaderAgrees runs the reader that was written from docs/icrep.md
// over the golden files and over fresh output. Its dump must be ours, byte for
// byte.
func TestPythonReaderAgrees(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED WITHOUT PYTHON: python3 is needed to run docs/examples/read_icrep.py")
	}
	files := goldenFiles(t)
	fresh := t.TempDir()
	for name, data := range map[string][]byte{
		"fresh.icrep":    icreptest.WriteEverything(t, 3700),
		"balanced.icrep": icreptest.Game{Ticks: 1500, Events: true, Options: icrep.Options{Compression: icrep.Balanced}}.Write(t),
	} {
		if err := os.WriteFile(filepath.Join(fresh, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(fresh, name))
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var stdout, stderr strings.Builder
		run := exec.Command(python, "../../docs/examples/read_icrep.py", "--dump", path)
		run.Stdout, run.Stderr = &stdout, &stderr
		if err := run.Run(); err != nil {
			t.Errorf("%s: %v\n%s", path, err, stderr.String())
			continue
		}
		if want := icreptest.Dump(t, data); stdout.String() != want {
			t.Errorf("%s: the dumps differ at %s", path, firstDifference(want, stdout.String()))
		}
	}
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			if i < len(b) {
				return "line:\nwant " + a[i] + "\ngot  " + b[i]
			}
			return "line, missing: " + a[i]
		}
	}
	return "the end: there is more than wanted"
}

// TestPythonReaderFindsFlippedBits checks that the independent reader is as
// strict as ours where a checksum or digest covers a byte.
func TestPythonReaderFindsFlippedBits(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED WITHOUT PYTHON: python3 is needed to run docs/examples/read_icrep.py")
	}
	data := icreptest.WriteEverything(t, 300)
	path := filepath.Join(t.TempDir(), "a.icrep")
	for at := 4; at < len(data); at += len(data)/12 + 1 {
		data[at] ^= 8
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := exec.Command(python, "../../docs/examples/read_icrep.py", path).Run(); err == nil {
			t.Errorf("byte %d flipped: not found", at)
		}
		data[at] ^= 8
	}
}
