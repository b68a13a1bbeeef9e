// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"os"
	"path/filepath"
	"testing"

	"convertd/internal/corpus"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	// The host starts this very program as its decoders, import as its unpacker.
	if len(os.Args) == 3 && (os.Args[1] == decoderVerb || os.Args[1] == unpackVerb) || os.Getenv(serverVariable) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"convertd": main})
}

// TestCommandLine runs the scripts of testdata/script: each is a description
// of one verb. $REPLAYS are the fixtures of the repository, $ENGINE games of
// the real OpenRA engine.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPLAYS", filepath.Join(corpus.Repository, "testdata", "replays"))
			env.Setenv("ENGINE", filepath.Join(corpus.Repository, "testdata", "engine"))
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("CONVERTD_NATS_EMBEDDED_LISTEN", "127.0.0.1:0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exit": checkExit, "jsonlines": checkJSONLines, "zip": makeZip, "onefile": oneFile, "onejob": oneJob},
	})
}
