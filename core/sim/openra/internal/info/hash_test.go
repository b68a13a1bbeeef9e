// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"
	"testing"

	"convertd/core/rules"
)

// notFollowed are the hashed figures of traits that the simulation does not
// keep, and the traits themselves where no figure of theirs is kept. Each is at
// rest, and hashed as nothing, until what it counts begins.
var notFollowed = map[string]string{}

func TestEveryTypeHashesAllItsTraits(t *testing.T) {
	used := map[string]bool{}
	for _, game := range []struct{ mod, version string }{
		{"ra", "{DEV_VERSION}"},
		{"ra", "release-20200202"},
		{"ra", "release-20200503"},
		{"ra", "playtest-20201213"},
		{"ra", "release-20210321"},
		{"ra", "release-20230225"},
		{"ra", "release-20231010"},
		{"cnc", "release-20200202"},
		{"cnc", "release-20200503"},
		{"cnc", "playtest-20201213"},
		{"cnc", "release-20210321"},
		{"cnc", "release-20230225"},
		{"cnc", "release-20231010"},
	} {
		set, err := rules.Load(game.mod, game.version)
		if err != nil {
			t.Fatal(err)
		}
		conditional := ReleaseBehaviour(set.Release).ConditionalHash
		c := compiler{set: set, locomotors: map[string]int32{}, recipe: recipe{conditional: conditional}, weapons: map[string]*Weapon{}, powerOrders: map[string]bool{}}
		for i, actor := range set.Actors {
			kind := c.compile(i, actor)
			if conditional && set.Nodes(actor.Name) == nil && len(actor.Traits) > 0 {
				t.Errorf("%s %s: no list of the traits of %s", game.mod, game.version, actor.Name)
			}
			for _, key := range untreated(set, kind) {
				name := key
				if _, known := notFollowed[name]; !known {
					name, _, _ = strings.Cut(key, ".")
				}
				if _, known := notFollowed[name]; !known {
					t.Errorf("%s %s: %s of %s is hashed and not followed", game.mod, game.version, key, actor.Name)
				}
				used[name] = true
			}
		}
	}
	for name := range notFollowed {
		if !used[name] {
			t.Errorf("%s is followed, or hashed nowhere", name)
		}
	}
}

// untreated names the hashed figures of a type's traits for which the
// simulation has no value.
func untreated(set *rules.Ruleset, kind *ActorType) []string {
	var names []string
	for i := range kind.Syncs {
		if kind.Syncs[i].Kind != SyncZero {
			continue
		}
		node := rules.Node{Key: kind.Syncs[i].Key}
		class := set.Classes.Class(node.Name())
		for _, member := range class.Members {
			switch member.Name {
			case "IsTraitDisabled", "IsTraitPaused":
			default:
				names = append(names, node.Name()+"."+member.Name)
			}
		}
	}
	return names
}
