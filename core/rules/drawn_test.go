// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"slices"
	"testing"
)

// What is only drawn is in no table, but the releases hash its conditions: the
// lists say from which release on a type has it.
func TestWhatIsOnlyDrawnIsListedInItsReleases(t *testing.T) {
	const first, second, third, fourth = "release-20200202", "release-20200503", "playtest-20201213", "release-20210321"
	const fifth, last = "release-20230225", "release-20231010"
	all := []string{first, second, third, fourth, fifth, last}
	for _, test := range []struct {
		mod, actor, key string
		from, until     string
	}{
		{"ra", "mslo", "WithNukeLaunchAnimation", first, second},
		{"ra", "mslo", "WithSupportPowerActivationAnimation", third, last},
		{"ra", "gun", "WithEmbeddedTurretSpriteBody", first, second},
		{"ra", "sam", "WithSpriteBody", third, last},
		{"ra", "agun", "WithSpriteTurret", third, last},
		{"ra", "gun", "WithTurretAttackAnimation", third, last},
		{"cnc", "gun", "WithEmbeddedTurretSpriteBody", first, second},
		{"cnc", "gun", "WithSpriteTurret", third, last},
		{"cnc", "sam", "WithEmbeddedTurretSpriteBody", first, last},
		{"ra", "heli", "BodyOrientation", first, second},
		{"ra", "agun", "BodyOrientation", first, second},
		{"ra", "agun", "ClassicFacingBodyOrientation", third, last},
		{"ra", "e1", "WithInfantryBody@PARACHUTE", first, last},
		{"ra", "dog", "WithInfantryBody@PARACHUTE", fifth, last},
		{"ra", "medi", "WithInfantryBody@PARACHUTE", fifth, last},
		{"ra", "spy", "WithDisguisingInfantryBody@PARACHUTE", fifth, last},
		{"ra", "3tnk.husk", "WithIdleOverlay@Burns", third, last},
		{"cnc", "mtnk.husk", "WithIdleOverlay@Burns", third, last},
		{"ra", "badr", "LeavesTrails@0", fifth, last},
		{"ra", "mig", "LeavesTrails", fifth, last},
		{"ra", "yak.husk", "LeavesTrails", fifth, last},
	} {
		for _, version := range all {
			set, err := Load(test.mod, version)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.Index(all, version)
			want := at >= slices.Index(all, test.from) && at <= slices.Index(all, test.until)
			got := slices.ContainsFunc(set.Nodes(test.actor), func(n Node) bool { return n.Key == test.key })
			if got != want {
				t.Errorf("%s %s: %s is listed for %s: %t, want %t", test.mod, version, test.key, test.actor, got, want)
			}
		}
	}
}

// Bodies without a condition until 20210321 are not switched off under a
// parachute.
func TestOnlySomeBodiesKnowOfParachutesUntil20210321(t *testing.T) {
	for _, test := range []struct{ version, actor, want string }{
		{"release-20210321", "e1", "!parachute"},
		{"release-20210321", "e7", ""},
		{"release-20230225", "e7", "!parachute"},
		{"release-20200202", "dog", "!run"},
		{"release-20230225", "dog", "!run&&!parachute"},
	} {
		set, err := Load("ra", test.version)
		if err != nil {
			t.Fatal(err)
		}
		nodes := set.Nodes(test.actor)
		at := slices.IndexFunc(nodes, func(n Node) bool { return n.Key == "WithInfantryBody" })
		if at < 0 || nodes[at].Requires != test.want {
			t.Errorf("%s: the body of %s is not listed with %q", test.version, test.actor, test.want)
		}
	}
}

// Until 20200503 each factory lists being the primary one by itself, among its
// own traits; later all inherit it, before theirs.
func TestBeingPrimaryIsListedWhereTheReleaseHasIt(t *testing.T) {
	for version, first := range map[string]bool{"release-20200202": false, "release-20200503": false, "playtest-20201213": true} {
		set, err := Load("ra", version)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"weap", "barr", "tent", "kenn", "hpad", "afld", "afld.ukraine", "spen", "syrd"} {
			nodes := set.nodes.resolve(name, versionDate(version), nil)
			key := func(key string) int { return slices.IndexFunc(nodes, func(n Node) bool { return n.Key == key }) }
			primary, tag, health := key("PrimaryBuilding"), key("WithDecoration@primary"), key("Health")
			if primary < 0 || tag < 0 || (primary < health) != first || (tag < health) != first {
				t.Errorf("%s: %s is primary at %d and shows it at %d, and has its health at %d", version, name, primary, tag, health)
			}
		}
	}
}

// Money is worth something to the player since 20230225: until then the trait is
// listed behind power, and so constructed after the objectives.
func TestMoneyComesAfterTheObjectivesUntil20210321(t *testing.T) {
	for _, mod := range []string{"ra", "cnc"} {
		for version, last := range map[string]bool{
			"release-20200202": true, "release-20200503": true, "playtest-20201213": true, "release-20210321": true,
			"release-20230225": false, "release-20231010": false,
		} {
			set, err := Load(mod, version)
			if err != nil {
				t.Fatal(err)
			}
			nodes := set.Nodes("player")
			key := func(key string) int { return slices.IndexFunc(nodes, func(n Node) bool { return n.Key == key }) }
			money, objectives := key("PlayerResources"), key("MissionObjectives")
			if money < 0 || objectives < 0 || (money > objectives) != last {
				t.Errorf("%s %s: money at %d, objectives at %d", mod, version, money, objectives)
			}
		}
	}
}

// Who manages construction vehicles comes before who builds the units of the first
// bot in ra, and after it in cnc: all bots but the first one hash the two
// differently.
func TestTheModulesOfBotsAreInTheOrderOfTheirGame(t *testing.T) {
	for mod, test := range map[string]struct {
		first string
		after bool
	}{"ra": {"UnitBuilderBotModule@rush", false}, "cnc": {"UnitBuilderBotModule@cabal", true}} {
		for _, version := range []string{"release-20200202", "release-20210321", "release-20231010"} {
			set, err := Load(mod, version)
			if err != nil {
				t.Fatal(err)
			}
			nodes := set.Nodes("player")
			key := func(key string) int { return slices.IndexFunc(nodes, func(n Node) bool { return n.Key == key }) }
			if manager, builder := key("McvManagerBotModule"), key(test.first); manager < 0 || builder < 0 || (manager > builder) != test.after {
				t.Errorf("%s %s: construction vehicles at %d, units at %d", mod, version, manager, builder)
			}
		}
	}
}
