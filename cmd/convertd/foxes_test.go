// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"convertd/internal/foxes"
	"convertd/sdk"
)

// serveFoxes is the outside decoder of the game of foxes, if this program was started
// as one: outside decoders get no arguments, so that its file name says so.
func serveFoxes() {
	if os.Getenv(sdk.Handshake.MagicCookieKey) != "" && strings.HasSuffix(os.Args[0], "-foxes") {
		sdk.Serve(foxes.Decoder{})
		os.Exit(0)
	}
}

// writeFoxes is the script command "foxes FILE VERSION FACTION [drawn] [spoilt]": it
// writes a game of five minutes.
func writeFoxes(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) < 3 {
		ts.Fatalf("usage: foxes FILE VERSION FACTION [drawn] [spoilt]")
	}
	options := foxes.Options{Version: arguments[1], Faction: arguments[2], Ticks: 300 * foxes.TicksPerSecond}
	for _, word := range arguments[3:] {
		options.Drawn = options.Drawn || word == "drawn"
		options.Spoilt = options.Spoilt || word == "spoilt"
	}
	ts.Check(os.WriteFile(ts.MkAbs(arguments[0]), []byte(foxes.Write(options)), 0o600))
}

// installOutside is the script command "outside FILE": it puts a copy of this program
// there and the copy's SHA-256 into $PIN.
func installOutside(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 1 {
		ts.Fatalf("usage: outside FILE")
	}
	self, err := os.Executable()
	ts.Check(err)
	source, err := os.Open(self)
	ts.Check(err)
	defer source.Close() //nolint:errcheck // read only
	target, err := os.OpenFile(ts.MkAbs(arguments[0]), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	ts.Check(err)
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(target, sum), source)
	ts.Check(err)
	ts.Check(target.Close())
	ts.Setenv("PIN", hex.EncodeToString(sum.Sum(nil)))
}

// digestFile is the script command "digest VARIABLE FILE": it puts the SHA-256 of a file
// into a variable.
func digestFile(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 2 {
		ts.Fatalf("usage: digest VARIABLE FILE")
	}
	content, err := os.ReadFile(ts.MkAbs(arguments[1]))
	ts.Check(err)
	sum := sha256.Sum256(content)
	ts.Setenv(arguments[0], hex.EncodeToString(sum[:]))
}

// editFile is the script command "edit FROM TO OLD NEW": it copies a file with one text
// replaced.
func editFile(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 4 {
		ts.Fatalf("usage: edit FROM TO OLD NEW")
	}
	content := ts.ReadFile(arguments[0])
	if strings.Count(content, arguments[2]) != 1 {
		ts.Fatalf("%q is not there once", arguments[2])
	}
	ts.Check(os.WriteFile(ts.MkAbs(arguments[1]), []byte(strings.Replace(content, arguments[2], arguments[3], 1)), 0o644))
}
