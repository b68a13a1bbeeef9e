// SPDX-License-Identifier: GPL-3.0-or-later

package maps_test

import (
	"slices"
	"testing"

	"convertd/core/maps"
	"convertd/internal/fixtures/oramap"
)

func TestWhatAMapChangesOfTheRulesIsNamed(t *testing.T) {
	for _, test := range []struct {
		name     string
		sections string
		files    []oramap.File
		want     []string
	}{
		{name: "nothing of its own"},
		{name: "empty sections", sections: "Rules:\n\nWeapons:\n"},
		{name: "light alone", sections: "Rules:\n\tWorld:\n\t\tGlobalLightingPaletteEffect:\n\t\t\tRed: 1.1\n\t\tMusicPlaylist@a:\n\t\t\tStartingMusic: x\n"},
		{name: "a unit", sections: "Rules:\n\tE1:\n\t\tHealth:\n\t\t\tHP: 1\n", want: []string{"rules"}},
		{name: "a type without anything", sections: "Rules:\n\t-E1:\n", want: []string{"rules"}},
		{name: "light and a unit", sections: "Rules:\n\tWorld:\n\t\tTerrainLighting:\n\tE1:\n\t\tValued:\n", want: []string{"rules"}},
		{
			name: "in a file", sections: "Rules: rules.yaml\n", want: []string{"rules"},
			files: []oramap.File{{Name: "rules.yaml", Data: "E1:\n\tValued:\n\t\tCost: 5\n"}},
		},
		{
			name: "light in a file", sections: "Rules: rules.yaml\n",
			files: []oramap.File{{Name: "rules.yaml", Data: "World:\n\tTerrainLighting:\n"}},
		},
		{name: "in a file that is not there", sections: "Rules: ra|rules/campaign.yaml\n", want: []string{"rules"}},
		{name: "weapons", sections: "Weapons:\n\tM1Carbine:\n\t\tReloadDelay: 1\n", want: []string{"weapons"}},
		{name: "sequences", sections: "Sequences:\n\te1:\n\t\tshoot:\n\t\t\tLength: 1\n", want: []string{"sequences"}},
		{name: "a script that the rules name", sections: "Rules:\n\tWorld:\n\t\tLuaScript:\n\t\t\tScripts: a.lua\n", want: []string{"rules", "script"}},
		{name: "a script", files: []oramap.File{{Name: "a.lua", Data: "return"}}, want: []string{"script"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := oramap.Map{Mod: "ra", Tileset: "TEMPERAT", Width: 32, Height: 32, Border: 1, Players: []string{"Multi0"}}
			file.Sections, file.Files = test.sections, test.files
			m, err := maps.Read(file.Archive())
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(m.Overrides, test.want) {
				t.Errorf("%v, want %v", m.Overrides, test.want)
			}
			if m.UID != file.UID() {
				t.Errorf("UID %s, want %s", m.UID, file.UID())
			}
		})
	}
}
