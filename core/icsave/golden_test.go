// SPDX-License-Identifier: GPL-3.0-or-later

package icsave_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/icrep/icreptest"
	"convertd/core/icsave"
)

// update rewrites the golden files: go test ./core/icsave -run Golden -update.
// Do so only for a change that docs/icsave.md describes.
var update = flag.Bool("update", false, "rewrite testdata/golden")

func TestGoldenSavesAreStillWrittenAndReadTheSame(t *testing.T) {
	plain := &icsave.Save{Metadata: icsave.Metadata{SaveName: "plain", EngineVersion: "0", GameModule: "ra1"}, State: icreptest.State(0, 0)}
	for name, save := range map[string]*icsave.Save{"plain": plain, "everything": sample()} {
		path := filepath.Join("../../testdata/golden", "icsave-v1-"+name+".icsave")
		got := encode(t, save)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want, got) {
			t.Errorf("%s: the format changed; if that is meant, describe it in docs/icsave.md and run with -update", name)
		}
		loaded, err := load(want)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(loaded.State.Append(nil), save.State.Append(nil)) {
			t.Errorf("%s: another state is read", name)
		}
	}
}
