// SPDX-License-Identifier: GPL-3.0-or-later

package names

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestNamesOfKnownNumbers(t *testing.T) {
	for _, test := range []struct {
		what      string
		got, want string
	}{
		{"Red Alert building type 17", RedAlert.Type(6, 17), "POWR"},
		{"Red Alert building 0", RedAlert.Type(5, 0), "ATEK"},
		{"Red Alert vessel type 6", RedAlert.Type(31, 6), "CARR"},
		{"Red Alert infantry type 25", RedAlert.Type(14, 25), "MECH"},
		{"Red Alert infantry type 26", RedAlert.Type(14, 26), ""},
		{"Red Alert unit type -1", RedAlert.Type(29, -1), ""},
		{"Red Alert overlay type", RedAlert.Type(16, 0), ""},
		{"no kind of object", RedAlert.Type(32, 0), ""},
		// The INI names of these two are crossed against their enumerators.
		{"Tiberian Dawn unit type 7", TiberianDawn.Type(4, 7), "MSAM"},
		{"Tiberian Dawn unit type 12", TiberianDawn.Type(4, 12), "MLRS"},
		{"Tiberian Dawn aircraft type 4", TiberianDawn.Type(6, 4), "ORCA"},
		{"Tiberian Dawn building type 64", TiberianDawn.Type(8, 64), "WOOD"},
		{"Tiberian Dawn has no vessels", TiberianDawn.Type(31, 0), ""},
		{"Red Alert house 19", RedAlert.House(19), "Multi8"},
		{"Tiberian Dawn house 9", TiberianDawn.House(9), "Multi6"},
		{"Tiberian Dawn house 10", TiberianDawn.House(10), ""},
		{"Red Alert mission 22", RedAlert.Mission(22), "HARMLESS"},
		{"Tiberian Dawn mission 14", TiberianDawn.Mission(14), "TIMED_HUNT"},
		{"Red Alert weapon 6", RedAlert.Weapon(6), "IRON_CURTAIN"},
		{"Tiberian Dawn weapon 1", TiberianDawn.Weapon(1), "ION_CANNON"},
		{"Red Alert target 30", RedAlert.Target(30), "VESSEL"},
		{"Tiberian Dawn target 6", TiberianDawn.Target(6), "AIRCRAFT"},
		{"Tiberian Dawn kind 6", TiberianDawn.RTTI(6), "AIRCRAFTTYPE"},
		{"Tiberian Dawn kind 25", TiberianDawn.RTTI(25), ""},
	} {
		if test.got != test.want {
			t.Errorf("%s is %q, want %q", test.what, test.got, test.want)
		}
	}
}

func TestEveryTypeHasAName(t *testing.T) {
	for game, counts := range map[Game][classCount]int{
		RedAlert:     {Aircraft: 7, Building: 87, Infantry: 26, Unit: 22, Vessel: 7},
		TiberianDawn: {Aircraft: 5, Building: 65, Infantry: 20, Unit: 22},
	} {
		for class, count := range counts {
			list := tables[game].types[class]
			if len(list) != count {
				t.Errorf("game %d has %d types of class %d, want %d", game, len(list), class, count)
			}
			for id, name := range list {
				if name == "" {
					t.Errorf("game %d: type %d of class %d has no name", game, id, class)
				}
			}
		}
	}
}

// TestTheGeneratedTableIsCurrent runs the generator where the fact tables are.
func TestTheGeneratedTableIsCurrent(t *testing.T) {
	source := os.Getenv("CONVERTD_TABLES")
	if source == "" {
		t.Skip("SKIPPED WITHOUT TABLES: set CONVERTD_TABLES to the folder with rules/")
	}
	out := t.TempDir()
	command := exec.Command("go", "run", "./gen", "-tables", source, "-out", out)
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	want, err := os.ReadFile(filepath.Join(out, "types_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("types_gen.go")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("types_gen.go differs from what the generator makes: run go generate (%v)", err)
	}
}
