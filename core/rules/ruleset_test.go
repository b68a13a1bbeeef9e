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

func TestForkDiffersFromHeadInThePriceOfTheGrenadier(t *testing.T) {
	for version, want := range map[string]int{Head: 160, "{DEV_VERSION}": 150} {
		set, err := Load("ra", version)
		if err != nil {
			t.Fatal(err)
		}
		valued, ok := set.Actor("E2").Trait("Valued")
		if got := valued.Int("Cost", 0); !ok || got != want {
			t.Errorf("%s: cost %d, want %d", version, got, want)
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
