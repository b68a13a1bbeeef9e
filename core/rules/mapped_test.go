// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// lines reads rules from indented text: what follows a colon is the value.
func lines(t *testing.T, text string) []Line {
	t.Helper()
	root := Line{}
	open := []*Line{&root}
	for _, row := range strings.Split(text, "\n") {
		rest := strings.TrimLeft(row, "\t")
		if rest == "" {
			continue
		}
		depth := len(row) - len(rest)
		key, value, _ := strings.Cut(rest, ":")
		parent := open[depth]
		parent.Lines = append(parent.Lines, Line{Key: key, Value: strings.TrimSpace(value)})
		open = append(open[:depth+1], &parent.Lines[len(parent.Lines)-1])
	}
	return root.Lines
}

func withMap(t *testing.T, version, rules, weapons string) *Ruleset {
	t.Helper()
	set, err := LoadWithMap("ra", version, MapRules{Rules: lines(t, rules), Weapons: lines(t, weapons)})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func keysOf(nodes []Node) []string {
	keys := make([]string, len(nodes))
	for i := range nodes {
		keys[i] = nodes[i].Key
	}
	return keys
}

func TestAMapChangesFiguresOfATypeAndLeavesTheOthers(t *testing.T) {
	const version = "release-20230225"
	set := withMap(t, version, "DOG:\n\tHealth:\n\t\tHP: 12000\n\tMobile:\n\t\tSpeed: 99\n\tRevealsShroud:\n\t\tRange: 3c512\n", "")
	base, err := Load("ra", version)
	if err != nil {
		t.Fatal(err)
	}
	dog := set.Actor("dog")
	for _, c := range []struct {
		trait, field string
		want         int
	}{{"Health", "HP", 12000}, {"Mobile", "Speed", 99}, {"RevealsShroud", "Range", 3*1024 + 512}} {
		trait, _ := dog.Trait(c.trait)
		if got := trait.Int(c.field, -1); got != c.want {
			t.Errorf("%s.%s is %d, want %d", c.trait, c.field, got, c.want)
		}
	}
	if dog.Facts.HP != 12000 {
		t.Errorf("the flat figure is %d", dog.Facts.HP)
	}
	mobile, _ := dog.Trait("Mobile")
	if before, _ := base.Actor("dog").Trait("Mobile"); mobile.Text("Locomotor") != before.Text("Locomotor") || before.Int("Speed", 0) == 99 {
		t.Error("what the map does not name changed, or the rules of the release did")
	}
	if set.Digest() == base.Digest() {
		t.Error("the rules of the map are not in the digest")
	}
	if again := withMap(t, version, "DOG:\n\tHealth:\n\t\tHP: 12000\n\tMobile:\n\t\tSpeed: 99\n\tRevealsShroud:\n\t\tRange: 3c512\n", ""); again != set {
		t.Error("the same rules are read twice")
	}
}

func TestFacingsOfAMapAreThoseOfItsRelease(t *testing.T) {
	for version, want := range map[string]int{"release-20200503": 384, "release-20210321": 96} {
		set := withMap(t, version, "MCV:\n\tTransforms:\n\t\tFacing: 96\n", "")
		if trait, _ := set.Actor("mcv").Trait("Transforms"); trait.Int("Facing", 0) != want {
			t.Errorf("%s: %d, want %d", version, trait.Int("Facing", 0), want)
		}
	}
}

func TestATypeOfAMapInheritsTraitsAndNodes(t *testing.T) {
	set := withMap(t, "release-20230225",
		"PERMA.HUSK:\n\tInherits: MCV.Husk\n\t-Targetable:\n\t-ChangesHealth:\nOILB.Strong:\n\tInherits: OILB\n\tHealth:\n\t\tHP: 600000\n", "")
	husk := set.Actor("perma.husk")
	if husk == nil || husk.Facts.Category != "husk" {
		t.Fatalf("%+v", husk)
	}
	if _, has := husk.Trait("Targetable"); has {
		t.Error("what the map takes away is there")
	}
	keys := keysOf(set.Nodes("perma.husk"))
	if slices.Contains(keys, "Targetable") || slices.Contains(keys, "ChangesHealth") || !slices.Contains(keys, "Husk") {
		t.Errorf("nodes %v", keys)
	}
	if _, has := set.Actor("mcv.husk").Trait("Targetable"); !has {
		t.Error("the parent lost it too")
	}
	strong := set.Actor("oilb.strong")
	if health, _ := strong.Trait("Health"); health.Int("HP", 0) != 600000 || strong.Facts.HP != 600000 {
		t.Errorf("%+v", strong.Facts)
	}
	if got, want := keysOf(set.Nodes("oilb.strong")), keysOf(set.Nodes("oilb")); !slices.Equal(got, want) {
		t.Errorf("nodes %v, want %v", got, want)
	}
}

// The tables have no abstract types: what all that inherit from one have is what it has.
func TestAbstractTypesAreWhatTheirFamilyHasInCommon(t *testing.T) {
	set := withMap(t, "release-20230225", "UNITCRATE:\n\tInherits: ^Crate\n\tGiveUnitCrateAction@a:\n\t\tSelectionShares: 4\n\t\tUnits: ttnk\n\tCrate:\n\t\tTerrainTypes: Clear, Road\n", "")
	crate := set.Actor("unitcrate")
	trait, _ := crate.Trait("Crate")
	if usual, _ := set.Actor("wcrate").Trait("Crate"); trait.Int("Duration", 0) != usual.Int("Duration", 1) || !slices.Equal(trait.Texts("TerrainTypes"), []string{"Clear", "Road"}) {
		t.Errorf("%v", trait)
	}
	var actions []string
	for _, trait := range crate.Traits {
		if strings.HasSuffix(trait.Name, "CrateAction") {
			actions = append(actions, trait.Key)
		}
	}
	if !slices.Equal(actions, []string{"GiveUnitCrateAction@a"}) {
		t.Errorf("actions %v", actions)
	}
}

// A later parent's lines win over what was there, as the engine merges them in order.
func TestAnAddedParentChangesWhatIsThere(t *testing.T) {
	set := withMap(t, "release-20230225", "APC:\n\tInherits@AUTOTARGET: ^AutoTargetGround\n\t-AttackMove:\n", "")
	apc := set.Actor("apc")
	for _, trait := range apc.All("AutoTargetPriority") {
		if strings.Contains(trait.Text("RequiresCondition"), "assault") {
			t.Errorf("%s waits for %q", trait.Key, trait.Text("RequiresCondition"))
		}
	}
	if _, has := apc.Trait("AttackMove"); has {
		t.Error("AttackMove is there")
	}
}

func TestAChangedAbstractTypeChangesThoseWhoSayNothingThemselves(t *testing.T) {
	base, err := Load("ra", "release-20230225")
	if err != nil {
		t.Fatal(err)
	}
	set := withMap(t, "release-20230225", "^Vehicle:\n\tTargetable:\n\t\tTargetTypes: GroundActor, Mine\n", "")
	for name, changes := range map[string]bool{"jeep": true, "1tnk": true, "e1": false} {
		before, _ := base.Actor(name).Trait("Targetable")
		after, _ := set.Actor(name).Trait("Targetable")
		if changed := !slices.Equal(before.Texts("TargetTypes"), after.Texts("TargetTypes")); changed != changes {
			t.Errorf("%s: %v before, %v after", name, before.Texts("TargetTypes"), after.Texts("TargetTypes"))
		}
	}
}

func TestAMapChangesWorldAndPlayers(t *testing.T) {
	for version, names := range map[string][2]string{
		"release-20200503": {"SpawnMPUnits", "MPStartLocations"}, "release-20230225": {"SpawnStartingUnits", "MapStartingLocations"},
	} {
		set := withMap(t, version, fmt.Sprintf("World:\n\tCrateSpawner:\n\t\tSpawnInterval: 125\n\t-%s:\n\t-%s:\n\tLocomotor@FOOT:\n\t\tWaitAverage: 1\nPlayer:\n\tProduction:\n\t\tProduces: Building\n", names[0], names[1]), "")
		if len(set.World.Units) != 0 || !set.World.NoStarts || !slices.Equal(set.World.Produces, []string{"Building"}) {
			t.Errorf("%s: %d groups, no starts %v, produces %v", version, len(set.World.Units), set.World.NoStarts, set.World.Produces)
		}
		for i := range set.World.WorldTraits {
			if trait := &set.World.WorldTraits[i]; trait.Name == "CrateSpawner" && (trait.Int("SpawnInterval", 0) != 125 || trait.Int("Maximum", 0) == 0) {
				t.Errorf("%s: %v", version, trait)
			}
		}
		at := slices.IndexFunc(set.World.Locomotors, func(l Locomotor) bool { return l.Name == "foot" })
		if set.World.Locomotors[at].Wait != 1 {
			t.Errorf("%s: waits %d", version, set.World.Locomotors[at].Wait)
		}
	}
}

func TestAMapChangesWeapons(t *testing.T) {
	set := withMap(t, "release-20230225", "",
		"PortaTesla:\n\tReloadDelay: 20\n\tRange: 10c0\n\tWarhead@1Dam: SpreadDamage\n\t\tDamage: 8000\nMineGun:\n\tInherits: M1Carbine\n\tBurst: 3\n\tProjectile: Bullet\n\t\tSpeed: 546\n")
	tesla := set.Weapon("portatesla")
	if tesla.Fields.Int("ReloadDelay", 0) != 20 || tesla.Fields.Int("Range", 0) != 10240 || tesla.Warheads[0].Int("Damage", 0) != 8000 || tesla.Warheads[0].Int("Spread", 0) == 0 {
		t.Errorf("%+v", tesla)
	}
	own, parent := set.Weapon("minegun"), set.Weapon("m1carbine")
	if own.Fields.Int("Burst", 0) != 3 || own.Fields.Int("Range", 0) != parent.Fields.Int("Range", 1) || own.Projectile.Type != "Bullet" || !slices.Equal(own.Projectile.Ints("Speed"), []int{546}) {
		t.Errorf("%+v", own)
	}
	if parent.Projectile.Type == "Bullet" {
		t.Error("the parent changed")
	}
}

func TestWhatIsNotReadOfAMapIsNamed(t *testing.T) {
	set := withMap(t, "release-20230225", "World:\n\tStartingUnits@mine:\n\t\tClass: none\nX:\n\tInherits: ^Nowhere\n", "^Shot:\n\tBurst: 2\n")
	if want := []string{"World: StartingUnits@mine", "weapon ^Shot", "what inherits from ^Nowhere"}; !slices.Equal(set.Unread, want) {
		t.Errorf("%q", set.Unread)
	}
}

func TestRulesOfAMapHaveLimits(t *testing.T) {
	deep := Line{Key: "x"}
	for range MaxMapDepth {
		deep = Line{Key: "x", Lines: []Line{deep}}
	}
	chain := func(n int) []Line {
		list := []Line{{Key: "a0", Lines: []Line{{Key: "Inherits", Value: "E1"}}}}
		for i := 1; i < n; i++ {
			list = append(list, Line{Key: fmt.Sprint("a", i), Lines: []Line{{Key: "Inherits", Value: fmt.Sprint("a", i-1)}}})
		}
		slices.Reverse(list)
		return list
	}
	wide := func(n int) []Line {
		list := make([]Line, n)
		for i := range list {
			list[i] = Line{Key: fmt.Sprint("a", i), Lines: []Line{{Key: "Inherits", Value: "E1"}}}
		}
		return list
	}
	for name, c := range map[string]struct {
		own MapRules
		bad bool
	}{
		"itself as its parent":              {MapRules{Rules: []Line{{Key: "a", Lines: []Line{{Key: "Inherits", Value: "a"}}}}}, true},
		"a circle of parents":               {MapRules{Rules: []Line{{Key: "a", Lines: []Line{{Key: "Inherits", Value: "b"}}}, {Key: "b", Lines: []Line{{Key: "Inherits", Value: "a"}}}}}, true},
		"a parent that is nowhere":          {MapRules{Rules: []Line{{Key: "a", Lines: []Line{{Key: "Inherits", Value: "b"}}}}}, true},
		"a chain that is just short enough": {MapRules{Rules: chain(MaxMapDepth)}, false},
		"a chain that is too long":          {MapRules{Rules: chain(MaxMapDepth + 2)}, true},
		"too deep":                          {MapRules{Rules: []Line{deep}}, true},
		"too many lines":                    {MapRules{Weapons: make([]Line, MaxMapLines+1)}, true},
		"much inherited":                    {MapRules{Rules: wide(500)}, false},
		"too much inherited":                {MapRules{Rules: wide(4000)}, true},
	} {
		_, err := LoadWithMap("ra", "release-20230225", c.own)
		if unfit := (*MapRulesError)(nil); errors.As(err, &unfit) != c.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}
