// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "testing"

func TestEveryReleaseLoads(t *testing.T) {
	for _, mod := range []string{"ra", "cnc", "d2k", "ts"} {
		for _, version := range []string{"release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225", "release-20231010", Head, "{DEV_VERSION}"} {
			set, err := Load(mod, version)
			if err != nil {
				t.Fatalf("%s %s: %v", mod, version, err)
			}
			if len(set.Actors) < 90 || len(set.Weapons) < 30 || len(set.Source.Commit) != 40 {
				t.Errorf("%s %s: %d actors, %d weapons, commit %q", mod, version, len(set.Actors), len(set.Weapons), set.Source.Commit)
			}
		}
	}
}

func TestFiguresOfTheForkOf2026(t *testing.T) {
	for _, c := range []struct {
		actor, trait, field string
		head, fork          int
	}{
		{"E2", "Valued", "Cost", 160, 150},
		{"1TNK", "Health", "HP", 26000, 23000},
		{"3TNK", "Mobile", "Speed", 60, 64},
		{"E7", "Valued", "Cost", 1500, 1800},
		{"THF", "Health", "HP", 5000, 8000},
		{"THF", "Mobile", "Speed", 68, 72},
		{"MGG", "CreatesShroud", "Range", 6144, 7168},
		{"LST", "Valued", "Cost", 700, 500},
		{"LST", "Health", "HP", 35000, 40000},
		{"LST", "Mobile", "Speed", 128, 115},
		{"TSLA", "Power", "Amount", -100, -80},
		{"SPEN", "Power", "Amount", -30, -20},
		{"SYRD", "Power", "Amount", -30, -20},
		{"IRON", "Valued", "Cost", 1500, 2000},
		{"FTUR", "DetectCloaked", "Range", 6144, 5120},
		{"E1", "DetectCloaked", "Range", 1024, 1536},
		{"SPY", "DetectCloaked", "Range", 1024, 1536},
		{"GUN", "DetectCloaked", "Range", 6144, 6144},
		{"SS", "DetectCloaked", "Range", 5120, 5120},
		{"MNLY", "DetectCloaked", "Range", 5120, 5120},
	} {
		for version, want := range map[string]int{Head: c.head, "{DEV_VERSION}": c.fork} {
			set, err := Load("ra", version)
			if err != nil {
				t.Fatal(err)
			}
			trait, ok := set.Actor(c.actor).Trait(c.trait)
			if got := trait.Int(c.field, 0); !ok || got != want {
				t.Errorf("%s: %s/%s of %s is %d, want %d", version, c.trait, c.field, c.actor, got, want)
			}
		}
	}
}

func TestWeaponsOfTheForkOf2026(t *testing.T) {
	for version, want := range map[string][7]int{
		Head:            {240, 240, 11264, 3072, 25, 50, 50},
		"{DEV_VERSION}": {215, 215, 9216, 2560, 40, 55, 50},
	} {
		set, err := Load("ra", version)
		if err != nil {
			t.Fatal(err)
		}
		wood := func(warhead string) int {
			for _, w := range set.Weapon("MiniNuke").Warheads {
				for _, share := range w.Map("Versus") {
					if w.Text("id") == warhead && share.Key == "Wood" {
						return share.Int
					}
				}
			}
			return 0
		}
		got := [7]int{
			set.Weapon("SCUD").Fields.Int("ReloadDelay", 0), set.Weapon("V2Explode").Fields.Int("ReloadDelay", 0),
			set.Weapon("RedEye").Projectile.Int("RangeLimit", 0), set.Weapon("ChainGun.Yak").Fields.Int("MinRange", 0),
			wood("1Dam_impact"), wood("4Dam_areanuke1"), wood("7Dam_areanuke2"),
		}
		if got != want {
			t.Errorf("%s: rockets, what they explode with, missiles, cannons and three warheads: %v, want %v", version, got, want)
		}
	}
}

func TestFactsOfTheForkAgreeWithItsTraits(t *testing.T) {
	set, err := Load("ra", "{DEV_VERSION}")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"E2", "1TNK", "E7", "THF", "LST", "IRON"} {
		actor := set.Actor(name)
		valued, _ := actor.Trait("Valued")
		health, _ := actor.Trait("Health")
		if actor.Facts.Cost != valued.Int("Cost", 0) || actor.Facts.HP != health.Int("HP", 0) {
			t.Errorf("%s: cost %d and %d points beside %d and %d of its traits",
				name, actor.Facts.Cost, actor.Facts.HP, valued.Int("Cost", 0), health.Int("HP", 0))
		}
	}
}

func TestFindReleaseNamesTheTagOrTheNextLaterOne(t *testing.T) {
	for version, want := range map[string]Release{
		"release-20230225":  {Name: "release-20230225", Sync: "20230225", Exact: true},
		"playtest-20221119": {Name: "release-20230225", Sync: "20230225"},
		"{DEV_VERSION}":     {Name: Fork2026, Sync: "HEAD", Exact: true},
		"anything":          {Name: Head, Sync: "HEAD"},
	} {
		if got := FindRelease(version); got != want {
			t.Errorf("%q: %+v, want %+v", version, got, want)
		}
	}
}

func TestDefaultsStandBehindExplicitValues(t *testing.T) {
	set, err := Load("ra", Head)
	if err != nil {
		t.Fatal(err)
	}
	sight, _ := set.Actor("e1").Trait("RevealsShroud")
	mobile, _ := set.Actor("harv").Trait("Mobile")
	if mobile.Int("Speed", 0) != 72 || mobile.Int("TurnSpeed", 0) != 20 || sight.Int("Range", 0) != 4096 {
		t.Errorf("speed %d, turn %d, sight %d", mobile.Int("Speed", 0), mobile.Int("TurnSpeed", 0), sight.Int("Range", 0))
	}
	if sight.Text("Type") == "" {
		t.Error("the default type of RevealsShroud is missing")
	}
	if terrain := set.Tileset("temperat").Terrain(1, 0); terrain != set.Tileset("TEMPERAT").Index("Water") {
		t.Errorf("template 1 is terrain %d", terrain)
	}
}

func TestTerrainSaysWhatItCountsAsForWeapons(t *testing.T) {
	set, err := Load("cnc", "playtest-20201213")
	if err != nil {
		t.Fatal(err)
	}
	desert := set.Tileset("DESERT")
	for terrain, want := range map[string]string{"Clear": "Ground", "Water": "Water"} {
		if got := desert.TargetTypes[desert.Index(terrain)]; len(got) != 1 || got[0] != want {
			t.Errorf("%s counts as %v, want %s", terrain, got, want)
		}
	}
}
