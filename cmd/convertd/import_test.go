// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/failure"
	"convertd/internal/corpus"
)

// manyReplays writes replays that are all different into a folder.
func manyReplays(t *testing.T, count int) string {
	t.Helper()
	one, err := os.ReadFile(filepath.Join(corpus.Repository, "testdata", "replays", "rts", "good", "every-command.json"))
	if err != nil {
		t.Fatal(err)
	}
	const seed = `"seed":4294967295`
	if !bytes.Contains(one, []byte(seed)) {
		t.Fatal("the fixture has another seed")
	}
	folder := t.TempDir()
	for i := range count {
		data := bytes.Replace(one, []byte(seed), fmt.Appendf(nil, `"seed":%d`, i), 1)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("game-%d.json", i)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// An import, with the server and the workers in its process, ends as in a power cut.
// Whoever calls it again has everything in the end; what was done is not done again.
func TestAKilledImportGoesOnWhereItWas(t *testing.T) {
	const count = 80
	replays, output, home := manyReplays(t, count), t.TempDir(), t.TempDir()
	finished := func() []string {
		found, err := filepath.Glob(filepath.Join(output, "*.icrep"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	importing := func() (end func() ran, kill func()) {
		command, stdout, stderr := process(t, "import", replays, "-o", output, "--json", "--set", "jobs.ack_wait=1s")
		command.Env[0] = "HOME=" + home
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		return func() ran { return ended(t, command, stdout, stderr) }, func() {
			_ = command.Process.Kill() // it may have ended
			_ = command.Wait()
		}
	}
	_, kill := importing()
	waitFor(t, "some of the files", func() bool { return len(finished()) > count/10 })
	kill()
	before := len(finished())
	if before >= count {
		t.Fatal("all was done already: the test shows nothing")
	}
	end, _ := importing()
	result := end()
	if result.code != failure.ExitDone {
		t.Fatalf("the second import ends with %d: %s", result.code, result.stderr)
	}
	states, cached := map[string]int{}, 0
	for line := range strings.Lines(result.stdout) {
		var file imported
		if err := json.Unmarshal([]byte(line), &file); err != nil {
			t.Fatal(err)
		}
		states[string(file.State)]++
		if file.Cached {
			cached++
		}
		if file.Output == "" {
			t.Errorf("%s has no output", file.File)
		}
	}
	if states["converted"] != count || len(finished()) != count {
		t.Errorf("of %d files: %v, and %d are there", count, states, len(finished()))
	}
	if cached < before {
		t.Errorf("%d were done before, %d were not done again", before, cached)
	}
	if left, _ := filepath.Glob(filepath.Join(output, ".convertd-*")); len(left) != 0 {
		t.Errorf("the killed import has left %q", left)
	}
}

func TestAnImportWaitsWhereItsGroupHasAsManyJobsAsItMay(t *testing.T) {
	const count = 12
	replays := manyReplays(t, count)
	result := runProcess(t, "import", replays, "--json", "--set", "jobs.group_quota=2")
	if result.code != failure.ExitDone || strings.Count(result.stdout, `"state":"converted"`) != count {
		t.Errorf("it ends with %d: %s%s", result.code, result.stdout, result.stderr)
	}
}
