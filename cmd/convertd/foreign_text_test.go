// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"convertd/internal/fixtures/ea"
	"convertd/internal/fixtures/orarep"
	"convertd/internal/fixtures/remastered"
	"convertd/internal/fixtures/rts"
)

// hostile is what a stranger may call himself, his map or his file: it clears
// the screen, names the window, forges a line of ours, turns the direction,
// hides, and is no UTF-8.
const (
	hostile     = "\x1b[2J\x1b]0;owned\a\u009b31m\x7f\u202egpj\u200b\ufeff\u2066"
	hostileLine = hostile + "\r\nconvertd: all is well: nothing to see: go on"
	hostileFile = hostileLine + "\xff"
)

// hostileReplays are sound recordings of every family with hostile names.
func hostileReplays(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	game := orarep.Skirmish("G")
	game.Lobby.Clients[0].Name, game.Lobby.Clients[1].Name = hostile, "b"+hostile
	game.Lobby.MapName = hostile
	game.Chats[0].Text = hostileLine
	game.Turns[0].Order = orarep.Give(hostileLine, 6).Text(hostileLine)
	files["a.orarep"] = game.Write()
	files["cut.orarep"] = files["a.orarep"][:len(files["a.orarep"])/2]
	for _, kind := range ea.Games() {
		replay := ea.Sample(kind)
		replay.Title, replay.MapName, replay.Version = hostileLine, hostileLine, hostileLine
		replay.Slots[0].Name = strings.NewReplacer(";", "", "\n", "").Replace(hostile)
		files["b"+kind.Name()+".rep"] = replay.Encode(kind)
	}
	build := remastered.Builds()[0]
	recording := remastered.Everything(build)
	recording.ScenarioName = hostileLine
	for i := range recording.Players {
		recording.Players[i].Name = "\x1b[2J\x7f\r\n\xff"
	}
	encoded := recording.Encode(build)
	files["c.bin"] = encoded.Data
	for _, file := range rts.Files() {
		if file.Code == "" {
			name, err := json.Marshal(hostileLine)
			if err != nil {
				t.Fatal(err)
			}
			data := bytes.ReplaceAll(file.Data, []byte(`"name":"one"`), append([]byte(`"name":`), name...))
			files["d.json"] = bytes.ReplaceAll(data, []byte(`"mapName":"Fixture"`), append([]byte(`"mapName":`), name...))
			break
		}
	}
	files["e.orarep"] = []byte("not a replay")
	return files
}

// expectHarmless fails if output can do anything to a terminal, or if a name
// made a line that looks like ours.
func expectHarmless(t *testing.T, what string, output string) {
	t.Helper()
	if !utf8.ValidString(output) {
		t.Errorf("%s: the output is not UTF-8: %q", what, output)
	}
	for _, r := range output {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)) {
			t.Errorf("%s: %U reaches the terminal: %q", what, r, output)
			return
		}
	}
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, "convertd: all is well") {
			t.Errorf("%s: a name forged a line: %q", what, output)
		}
	}
}

func TestVerbsPrintNoRawText(t *testing.T) {
	if raceEnabled && testing.Short() {
		t.Skip("what verbs print is no matter of goroutines, and every verb takes ten times as long with the race detector")
	}
	home, input, output := t.TempDir(), t.TempDir(), t.TempDir()
	environ := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), "CONVERTD_NATS_EMBEDDED_LISTEN=127.0.0.1:0"}
	var paths []string
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for name, data := range hostileReplays(t) {
		path := filepath.Join(input, hostileFile+name)
		paths = append(paths, path)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		entry, err := archive.Create(hostileFile + "packed" + name)
		if err == nil {
			_, err = entry.Write(append([]byte("damaged"), data...))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(input, hostileFile+".zip"), packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	call := func(name string, arguments ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		run(arguments, strings.NewReader(""), &stdout, &stderr, environ)
		expectHarmless(t, name, stdout.String())
		expectHarmless(t, name+" (standard error)", stderr.String())
		said[name] += stdout.String() + stderr.String()
		return stdout.String()
	}

	call("convert", append([]string{"convert", "-o", output, "--reports"}, paths...)...)
	call("convert --json", append([]string{"convert", "-o", output, "--overwrite", "--json"}, paths...)...)
	call("inspect", append([]string{"inspect"}, paths...)...)
	call("inspect --json", append([]string{"inspect", "--json"}, paths...)...)
	call("divergence judge", append([]string{"divergence", "judge"}, paths...)...)
	call("divergence explain", append([]string{"divergence", "explain"}, paths...)...)
	call("plugins test", append([]string{"plugins", "test", "orarep"}, filepath.Join(input, hostileFile+"a.orarep"))...)
	for _, path := range paths {
		call("dump", "dump", path)
	}
	results, err := filepath.Glob(filepath.Join(output, "*.icrep"))
	if err != nil || len(results) < 10 {
		t.Fatalf("only %d of %d files were converted (%v)", len(results), len(paths), err)
	}
	call("inspect .icrep", append([]string{"inspect", "--sections"}, results...)...)
	call("verify", append([]string{"verify"}, results...)...)
	call("verify", append([]string{"verify"}, paths...)...)
	for _, path := range results[:4] {
		call("replay events", "replay", "events", path)
		call("replay events", "replay", "events", "--csv", path)
		call("dump .icrep", "dump", path)
		call("replay seek", "replay", "seek", "--tick", "3", path)
		call("replay seek", "replay", "seek", "--tick", "3", path, "-o", path+".icsave")
		call("replay repair", "replay", "repair", path, "-o", path+".repaired")
		call("replay anonymize", "replay", "anonymize", path, "-o", path+".anonymous")
		call("inspect .icsave", "inspect", path+".icsave")
	}
	call("import", "import", input)
	call("import --json", "import", "--json", input)
	call("jobs ls", "jobs", "ls")
	call("report ls", "report", "ls")
	for _, job := range jobIDs(t, call("jobs ls --json", "jobs", "ls", "--json"))[:3] {
		call("jobs show", "jobs", "show", job)
		call("report show", "report", "show", job)
		call("report show --json", "report", "show", "--json", job)
	}
	for _, verb := range [][]string{
		{"jobs", "show"},
		{"report", "show"},
		{"plugins", "info"},
		{"config", "show", "--config"},
		{"inspect"},
		{"no such"},
		{"convert", "--format"},
		{"submit"},
		{"watch"},
		{"verify", "--check"},
		{"config", "show", "--set"},
	} {
		call("wrong "+verb[0], append(verb, hostileFile)...)
	}
	for _, name := range []string{"convert", "inspect", "import", "jobs ls", "report ls", "verify", "inspect .icrep", "replay repair", "dump"} {
		if !strings.Contains(said[name], `\x1b`) && !strings.Contains(said[name], `\u001b`) {
			t.Errorf("%s shows nothing of the hostile names: the test tests nothing: %q", name, said[name])
		}
	}
}

func jobIDs(t *testing.T, lines string) []string {
	t.Helper()
	var ids []string
	for line := range strings.Lines(lines) {
		var job struct{ ID, Filename string }
		if err := json.Unmarshal([]byte(line), &job); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(job.Filename, "\x1b") {
			t.Errorf("the JSON of job %s does not have the true name: %q", job.ID, job.Filename)
		}
		ids = append(ids, job.ID)
	}
	if len(ids) < 10 {
		t.Fatalf("there are only %d jobs", len(ids))
	}
	return ids
}

func TestLogAndWatchPrintNoRawText(t *testing.T) {
	home := t.TempDir()
	s := serve(t, home, "--log-level", "debug")
	folder := t.TempDir()
	for name, data := range hostileReplays(t) {
		if err := os.WriteFile(filepath.Join(folder, hostileFile+name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	environ := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir()}
	var watched sharedBuffer
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		p := &program{stdout: &watched, stderr: &watched, environ: environ}
		root := newRoot(p)
		root.SetArgs([]string{"watch"})
		ended <- root.ExecuteContext(ctx)
	}()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		var stdout, stderr bytes.Buffer
		arguments := []string{"submit", "--wait", "--label", "a=" + hostileLine, filepath.Join(folder, entry.Name())}
		run(arguments, strings.NewReader(""), &stdout, &stderr, environ)
		expectHarmless(t, "submit", stdout.String()+stderr.String())
	}
	s.interrupt()
	cancel()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	expectHarmless(t, "watch", watched.String())
	expectHarmless(t, "log", s.output())
	if !strings.Contains(watched.String(), "done      "+`\x1b[2J`) {
		t.Errorf("watch does not show the names of the files: %s", watched.String())
	}
	if !strings.Contains(s.output(), `"msg":"converted"`) || !strings.Contains(watched.String(), "done") {
		t.Errorf("nothing was converted: %s", s.output())
	}
}
