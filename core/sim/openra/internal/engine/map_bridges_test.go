// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/internal/fixtures/oramap"
)

func TestTheBridgesOfAMapAreActorsInEveryRelease(t *testing.T) {
	for _, version := range []string{rules.Head, "release-20231010", "release-20200503"} {
		m := oramap.Field()
		const template, width, height = 131, 5, 3 // the whole bridge1
		at := Cell{X: 18, Y: 18}
		for i := range width * height {
			m.Put(int(at.X)+i%width, int(at.Y)+i/width, 1, 1, oramap.Tile{Template: template, Index: byte(i)})
		}
		w := play(t, m, version, "allies", "russia")
		w.Step()
		bridges, huts := 0, 0
		for _, a := range w.Actors {
			switch {
			case a == nil:
			case a.Type.Bridge != nil:
				bridges++
				if a.Type.Name != "bridge1" || a.Cell != at || a.HP != a.Type.MaxHP {
					t.Errorf("%s: %s at %v with %d", version, a.Type.Name, a.Cell, a.HP)
				}
			case a.Type.Name == "bridgehut":
				huts++
			}
		}
		if bridges != 1 || huts != 2 {
			t.Errorf("%s: %d bridges, %d huts", version, bridges, huts)
		}
	}
}
