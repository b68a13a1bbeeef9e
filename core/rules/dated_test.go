// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"slices"
	"testing"
)

func rulesOf(t *testing.T, mod, version string) *Ruleset {
	t.Helper()
	set, err := Load(mod, version)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Since OpenRA pull request 20762 of March 2023 what makes a submarine one stands before its
// health.
func TestTheCloakOfASubmarineStandsWhereEachReleaseHasIt(t *testing.T) {
	for version, before := range map[string]bool{"release-20230225": false, "release-20231010": true, "{DEV_VERSION}": true} {
		set := rulesOf(t, "ra", version)
		for _, name := range []string{"ss", "msub"} {
			place := map[string]int{}
			if nodes := set.Nodes(name); nodes != nil {
				for i := range nodes {
					place[nodes[i].Key] = i + 1
				}
			} else {
				for i, trait := range set.NewestOrder(set.Actor(name)) {
					place[trait.Key] = i + 1
				}
			}
			if place["Cloak"] == 0 || place["Health"] == 0 || place["Cloak"] < place["Health"] != before {
				t.Errorf("%s: the cloak of %s is trait %d, its health trait %d", version, name, place["Cloak"], place["Health"])
			}
		}
	}
}

// Tanya shows the shots of both hands one after the other since 2021.
func TestHowLongTanyaShowsAShot(t *testing.T) {
	for version, want := range map[string]int{"playtest-20201213": 7, "release-20210321": 2, "{DEV_VERSION}": 2} {
		set := rulesOf(t, "ra", version)
		if got := set.Extra.AttackTicks["e7"]; len(got) != 2 || got[0] != want || got[1] != want {
			t.Errorf("%s: %v ticks, want %d", version, got, want)
		}
	}
}

// Minelayers gain experience since OpenRA pull request 21291.
func TestMinelayersOfTheForkGainRanks(t *testing.T) {
	for version, ranks := range map[string]bool{"release-20231010": false, "{DEV_VERSION}": true} {
		set := rulesOf(t, "ra", version)
		if _, has := set.Actor("mnly").Trait("GainsExperience"); has != ranks {
			t.Errorf("%s: a minelayer gains experience: %t", version, has)
		}
		var hashed []string
		for _, trait := range set.NewestOrder(set.Actor("mnly")) {
			if name := trait.Name; name == "Chronoshiftable" || name == "GainsExperience" || name == "Health" || trait.Key == "ChangesHealth@ELITE" {
				hashed = append(hashed, trait.Key)
			}
		}
		if want := []string{"Chronoshiftable", "GainsExperience", "Health", "ChangesHealth@ELITE"}; ranks && !slices.Equal(hashed, want) {
			t.Errorf("%s: a minelayer has %v, want %v", version, hashed, want)
		}
	}
}

// What became conditional in a release is hashed from then on, where its rule files have it.
func TestTraitsThatBecameConditionalAreListedFromThenOn(t *testing.T) {
	for _, c := range []struct {
		mod, version, name, trait string
		listed                    bool
	}{
		{"cnc", "release-20210321", "mcv", "ActorLostNotification", false},
		{"cnc", "release-20230225", "mcv", "ActorLostNotification", true},
		{"cnc", "release-20230225", "nuke", "ActorLostNotification", true},
		{"cnc", "release-20230225", "mcv", "Voiced", false},
		{"cnc", "release-20231010", "mcv", "Voiced", true},
		{"ra", "release-20230225", "mcv", "Voiced", false},
		{"ra", "release-20231010", "mcv", "Voiced", true},
		{"ra", "release-20231010", "e1", "Voiced", true},
		{"ra", "release-20231010", "badr", "Voiced", true},
		{"ra", "release-20231010", "pt", "Voiced", true},
		{"ra", "release-20231010", "powr", "Voiced", false},
		{"ra", "release-20231010", "gap", "RenderShroudCircle", true},
	} {
		nodes := rulesOf(t, c.mod, c.version).Nodes(c.name)
		if listed := slices.ContainsFunc(nodes, func(n Node) bool { return n.Key == c.trait }); nodes == nil || listed != c.listed {
			t.Errorf("%s %s: %s of %s is listed: %t", c.mod, c.version, c.trait, c.name, listed)
		}
	}
}

// What a refinery of cnc stores comes from a template since playtest-20201213, and so stands
// before its sight.
func TestWhereARefineryOfTiberianDawnHasItsStore(t *testing.T) {
	for version, before := range map[string]bool{"release-20200503": false, "playtest-20201213": true, "release-20231010": true} {
		set := rulesOf(t, "cnc", version)
		nodes := set.Nodes("proc")
		place := func(key string) int { return slices.IndexFunc(nodes, func(n Node) bool { return n.Key == key }) }
		if store, sight := place("StoresResources"), place("RevealsShroud"); store < 0 || sight < 0 || store < sight != before {
			t.Errorf("%s: the store is trait %d, the sight %d", version, store, sight)
		}
	}
}

// A picture of the make animation of a SAM site lasts 50 ms since the playtest of December 2020,
// before it lasted 30.
func TestHowLongASAMSiteOfTiberianDawnIsUnfinished(t *testing.T) {
	for version, want := range map[string]int{"release-20200503": 16, "playtest-20201213": 26, "release-20230225": 26, "{DEV_VERSION}": 26} {
		if got := rulesOf(t, "cnc", version).Extra.IncompleteTicks["sam"]; got != want {
			t.Errorf("%s: %d ticks, want %d", version, got, want)
		}
	}
}
