// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convertd/internal/corpus"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	// The host starts this very program as its decoders, import as its unpacker.
	if len(os.Args) == 3 && (os.Args[1] == decoderVerb || os.Args[1] == unpackVerb) || os.Getenv(serverVariable) != "" {
		main()
	}
	serveFoxes()
	testscript.Main(m, map[string]func(){"convertd": main})
}

// TestCommandLine runs the scripts of testdata/script: each is a description
// of one verb. $REPLAYS are the fixtures of the repository, $ENGINE games of
// the real OpenRA engine.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files: scripts(t),
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPLAYS", filepath.Join(corpus.Repository, "testdata", "replays"))
			env.Setenv("ENGINE", filepath.Join(corpus.Repository, "testdata", "engine"))
			env.Setenv("DOCS", filepath.Join(corpus.Repository, "docs"))
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("CONVERTD_NATS_EMBEDDED_LISTEN", "127.0.0.1:0")
			env.Setenv("CHECKOUT", corpus.Repository)
			return shareBuildCache(env)
		},
		Condition: haveRuntime,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": checkExit, "jsonlines": checkJSONLines, "zip": makeZip, "onefile": oneFile, "onejob": oneJob,
			"foxes": writeFoxes, "outside": installOutside, "digest": digestFile, "edit": editFile,
		},
	})
}

// whereGoroutinesMeet are the scripts that convert, many at once, through decoders and
// against a daemon. The others do the same again before or after something else.
var whereGoroutinesMeet = []string{"convert", "import", "plugins", "verify"}

// scripts are the files of testdata/script. With the race detector and -short they
// are those in which goroutines meet: the others find nothing more and take most of
// the time.
func scripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return slices.DeleteFunc(files, func(file string) bool {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		return raceEnabled && testing.Short() && !slices.Contains(whereGoroutinesMeet, name)
	})
}
