// SPDX-License-Identifier: GPL-3.0-or-later

package names

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTemplateIDsAreHashesOfAssetNames(t *testing.T) {
	for _, game := range []Game{TiberiumWars, KanesWrath} {
		table := AssetsOf(game)
		for _, class := range []Class{Template, Upgrade} {
			if table.Len(class) == 0 {
				t.Fatalf("game %d has no names of class %d", game, class)
			}
			for i, id := range table.classes[class].ids {
				name := table.classes[class].names[i]
				if got := Hash(strings.ToLower(name)); got != id {
					t.Errorf("Hash(%q) = %d, table says %d", name, got, id)
				}
			}
		}
	}
}

func TestNamesOfKnownItems(t *testing.T) {
	tests := []struct {
		game  Game
		class Class
		id    uint32
		want  string
	}{
		{ZeroHour, Template, 1269, "ChinaWarFactory"},
		{ZeroHour, Upgrade, 2270, "Upgrade_Nationalism"},
		{ZeroHour, Power, 2, "SuperweaponDaisyCutter"},
		{Generals, Template, 771, "GLACommandCenter"},
		{KanesWrath, Template, 0x3C6842D0, "SteelTalonsTitan"},
		{RedAlert3, Template, 0x3C82B910, "AlliedFighterAircraft"},
		{KanesWrath, Power, 0x304A5298, "SpecialPowerRadarScan"},
		{TiberiumWars, Power, 0xF33039C8, "SpecialPower_GrantUnpackUpgrade"},
		{RedAlert3, Upgrade, 0x3C7E2488, "Dojo III"},
		{ZeroHour, Template, 0, ""},
		{KanesWrath, Template, 0xFFFFFFFF, ""},
		{BFME2, Template, 1, ""},
		{TiberianTwilight, Template, 1, ""},
	}
	for _, test := range tests {
		if got := AssetsOf(test.game).Name(test.class, test.id); got != test.want {
			t.Errorf("game %d class %d id %d: got %q, want %q", test.game, test.class, test.id, got, test.want)
		}
	}
}

func TestCommandIDsAscend(t *testing.T) {
	for game := Generals; game <= TiberianTwilight; game++ {
		last := int64(-1)
		for _, command := range Commands(game) {
			if int64(command.ID) <= last {
				t.Errorf("game %d: id %d after %d", game, command.ID, last)
			}
			last = int64(command.ID)
		}
	}
}

func TestGeneratedTablesAreUpToDate(t *testing.T) {
	tables := os.Getenv("CONVERTD_TABLES")
	if tables == "" {
		t.Skip("SKIPPED WITHOUT TABLES: set CONVERTD_TABLES to the folder with ea-tables.json")
	}
	out := t.TempDir()
	command := exec.Command("go", "run", "./gen", "-tables", tables, "-out", out)
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("gen: %v\n%s", err, text)
	}
	for _, name := range []string{"commands_gen.go", "generals.tsv", "zerohour.tsv", "tw.tsv", "kw.tsv", "ra3.tsv"} {
		want, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate", name)
		}
	}
}
