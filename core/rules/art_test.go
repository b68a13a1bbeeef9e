// SPDX-License-Identifier: GPL-3.0-or-later

package rules_test

import (
	"strings"
	"testing"

	"convertd/core/rules"
)

func TestATableOfArtNamesModsAndLengths(t *testing.T) {
	art, err := rules.ReadArt(strings.NewReader(`{"about": "notes", "ra": {"gun.make": {"frames": 13, "status": "assumed"}, "gun.idle": {"frames": 0}}}`))
	if err != nil || len(art) != 1 || art["ra"]["gun.make"].Frames != 13 {
		t.Errorf("%v, %v", art, err)
	}
	longest := `{"ra": {"gun.make": {"frames": 10000}}}`
	if art, err := rules.ReadArt(strings.NewReader(longest + strings.Repeat(" ", rules.MaxArtBytes-len(longest)))); err != nil || art["ra"]["gun.make"].Frames != 10000 {
		t.Errorf("at both limits: %v, %v", art, err)
	}
	for text, want := range map[string]string{
		``:                                       "table of art",
		`[]`:                                     "table of art",
		`{"about": "notes"}`:                     "names no mod",
		`{"ra": 7}`:                              `mod "ra"`,
		`{"ra": {"gun": {"frames": -1}}}`:        "-1 frames",
		`{"ra": {"gun": {"frames": 10001}}}`:     "10001 frames",
		`{"ra": {"gun": 13`:                      "byte 17",
		strings.Repeat(" ", rules.MaxArtBytes+1): "longer than",
	} {
		if _, err := rules.ReadArt(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// What pictures last in ticks: those of ra one, those of cnc two, some their own time.
func TestBuildingsAreIncompleteAsLongAsTheirArt(t *testing.T) {
	for mod, want := range map[string]map[string]int32{
		"ra":  {"gun": 14, "kenn": 20},
		"cnc": {"gun": 27, "fix": 22},
		"d2k": {},
	} {
		extra, err := rules.LoadSupplement(mod)
		if err != nil {
			t.Fatal(err)
		}
		art := map[string]rules.ArtLength{"gun.make": {Frames: 13}, "gun.idle": {Frames: 3}, "kenn.make": {Frames: 19}, "fix.make": {Frames: 14}, "silo.make": {}}
		got := extra.IncompleteByArt(art)
		for name, ticks := range want {
			if got[name] != ticks {
				t.Errorf("%s: %s rises for %d ticks, not %d", mod, name, got[name], ticks)
			}
		}
		if got["silo"] != 0 || mod == "d2k" && len(got) > 0 {
			t.Errorf("%s: %v", mod, got)
		}
	}
}
