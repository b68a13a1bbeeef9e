// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"convertd/internal/corpus"
)

// documented is a piece of docs/nats.md between two lines.
func documented(t *testing.T, from, to string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(corpus.Repository, "docs", "nats.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), from)
	piece, _, ends := strings.Cut(rest, to)
	if !found || !ends {
		t.Fatalf("docs/nats.md has nothing between %q and %q", from, to)
	}
	return piece
}

// inWorkFolder runs a shell in a new folder with one replay, as somebody who
// follows the page does.
func inWorkFolder(t *testing.T, home, script string) string {
	t.Helper()
	folder := t.TempDir()
	replay, err := os.ReadFile(filepath.Join(corpus.Repository, "testdata", "replays", "orarep", "good", "ra-skirmish.orarep"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "my.orarep"), replay, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "sh", "-e", "-c", script)
	command.Dir = folder
	command.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CONVERTD=" + os.Args[0], serverVariable + "=1"}
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := command.Run(); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	return folder
}

const logIn = `eval "$("$CONVERTD" nats env)"` + "\n"

// Modules are looked for in the folders above the program (NODE_PATH does not
// reach them), so that it lies where the packages are installed.
func TestTheNodeProgramOfThePageConvertsAReplay(t *testing.T) {
	packages, err := filepath.Abs(filepath.Join(corpus.Repository, "internal", "clients"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(packages, "node_modules")); err != nil {
		t.Skip("the packages of internal/clients are not installed: make clients")
	}
	home := t.TempDir()
	serve(t, home)
	folder, err := os.MkdirTemp(packages, "client-") //nolint:usetesting // modules are found from there only
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	program := filepath.Join(folder, "client.mjs")
	if err := os.WriteFile(program, []byte(documented(t, "```js\n", "```")), 0o600); err != nil {
		t.Fatal(err)
	}
	work := inWorkFolder(t, home, logIn+"node "+program+" my.orarep")
	if code, out, errors := call(t, "inspect", filepath.Join(work, "my.orarep.icrep")); code != 0 {
		t.Errorf("what Node fetched: %d: %s%s", code, out, errors)
	}
}

func TestTheCommandsOfThePageConvertAReplay(t *testing.T) {
	tools, err := filepath.Abs(filepath.Join(corpus.Repository, "bin", "clients"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if _, err := exec.LookPath("nats"); err != nil {
		t.Skip("the nats command line is not installed: make clients")
	}
	home := t.TempDir()
	serve(t, home)
	lines := strings.Split(documented(t, "## A job by hand\n", "`ADDRESS` is"), "\n")
	script := logIn
	for _, line := range lines {
		line, isCommand := strings.CutPrefix(line, "    nats ")
		if !isCommand || strings.HasSuffix(line, "&") {
			continue // of what runs beside, nothing is needed
		}
		if strings.HasPrefix(line, "object get") {
			script += `until nats request --raw convert.status '{"id": "mine"}' | grep -q '"state":"done"'; do sleep 0.1; done
ADDRESS=$(nats request --raw convert.status '{"id": "mine"}' | sed 's/.*"result":"\([^"]*\)".*/\1/')
`
			line = strings.Replace(line, "ADDRESS", "$ADDRESS", 1) + " --output my.icrep --no-progress"
		}
		script += "nats " + line + "\n"
	}
	folder := inWorkFolder(t, home, script)
	if code, out, errors := call(t, "inspect", filepath.Join(folder, "my.icrep")); code != 0 {
		t.Errorf("what the nats command line fetched: %d: %s%s", code, out, errors)
	}
}
