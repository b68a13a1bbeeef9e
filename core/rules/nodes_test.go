// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"sort"
	"strings"
	"testing"
)

// drawnOnly reports whether a trait is left out of the tables because it is
// only drawn or heard.
func drawnOnly(name string) bool {
	for _, prefix := range []string{"With", "Quantize", "Tooltip", "DeathSounds", "ProductionBar", "SupportPowerChargeBar", "CapturableProgress", "AppearsOnRadar", "ActorLostNotification", "Contrail", "LeavesTrails", "SmokeTrail", "InfiltrateForDecoration", "DisguiseTooltip", "Voice", "AmbientSound", "RenderShroudCircle"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func TestListedNodesAreTheTraitsOfTheTables(t *testing.T) {
	for _, game := range []struct{ mod, version string }{
		{"cnc", "playtest-20201213"},
		{"cnc", "release-20200202"},
		{"cnc", "release-20200503"},
		{"cnc", "release-20210321"},
		{"cnc", "release-20230225"},
		{"cnc", "release-20231010"},
		{"ra", "release-20231010"},
		{"ra", "release-20230225"},
		{"ra", "release-20210321"},
		{"ra", "playtest-20201213"},
		{"ra", "release-20200503"},
		{"ra", "release-20200202"},
		{"d2k", "release-20231010"},
		{"ts", "release-20231010"},
	} {
		set, err := Load(game.mod, game.version)
		if err != nil {
			t.Fatal(err)
		}
		for _, actor := range set.Actors {
			nodes := set.Nodes(actor.Name)
			if nodes == nil {
				if len(actor.Traits) > 0 && hasReleases(game.mod) {
					t.Errorf("%s %s: %s has no list of nodes", game.mod, game.version, actor.Name)
				}
				continue
			}
			listed := map[string]bool{}
			for i := range nodes {
				listed[nodes[i].HeadKey()] = true
			}
			var missing, extra []string
			for _, trait := range actor.Traits {
				name := trait.Name
				for release, head := range headNames {
					if head == name && set.Classes.Class(release) != nil {
						name = release
					}
				}
				class := set.Classes.Class(name)
				if class != nil && class.Sync && !listed[trait.Key] && !drawnOnly(trait.Name) && !shownMissing(actor.Name, name, game.version) {
					missing = append(missing, trait.Key)
				}
				delete(listed, trait.Key)
			}
			for key := range listed {
				if class := set.Classes.Class(traitName(key)); class == nil || class.Sync && !drawnOnly(key) && !strings.HasPrefix(key, "BodyOrientation") && !strings.HasPrefix(key, "ClassicFacing") {
					extra = append(extra, key)
				}
			}
			sort.Strings(extra)
			if len(missing)+len(extra) > 0 {
				t.Errorf("%s %s %s: not listed %v, not in the table %v", game.mod, game.version, actor.Name, missing, extra)
			}
		}
	}
}

// shownMissing are traits of the tables of which the engine's traces show that a type
// had none yet in a release.
func shownMissing(actor, trait, version string) bool {
	return trait == "HitShape" && (actor == "v12.husk" || actor == "v13.husk") && (version == "release-20200202" || version == "release-20200503")
}

// A line of the engine's own order is taken as it is, in the releases it is of.
func TestTraitsInTheEnginesOrderAreKept(t *testing.T) {
	for version, want := range map[string]string{
		"release-20200503": "MissionObjectives PlayerResources", "release-20230225": "PlayerResources MissionObjectives",
	} {
		set, err := Load("ts", version)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, node := range set.Nodes("player") {
			keys = append(keys, node.Key)
		}
		if got := strings.Join(keys, " "); !strings.Contains(got, "Shroud "+want+" DeveloperMode") {
			t.Errorf("%s: %s", version, got)
		}
	}
}

// A gun that is not built is switched off until 20210321, and only paused from
// 20230225 on; a release that pauses it has no second flag in its hash.
func TestListedNodesHaveTheConditionsOfTheirRelease(t *testing.T) {
	for _, test := range []struct{ version, requires, pause string }{
		{"release-20210321", "!build-incomplete", "disabled"},
		{"release-20230225", "", "disabled || build-incomplete"},
	} {
		set, err := Load("ra", test.version)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, node := range set.Nodes("agun") {
			if node.Key == "AttackTurreted" {
				found = true
				if node.Requires != test.requires || node.Pause != test.pause {
					t.Errorf("%s: requires %q, paused on %q", test.version, node.Requires, node.Pause)
				}
			}
		}
		if !found {
			t.Errorf("%s: no AttackTurreted", test.version)
		}
	}
}
