// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "sync"

// loaded are the rulesets that somebody asked for: no more than there are games
// times releases. Reading one takes 10 ms, a fifth of what a short replay takes.
var loaded struct {
	sync.Mutex
	sets map[loadedKey]*Ruleset
}

type loadedKey struct {
	mod     string
	release Release
}

// Load returns the rules of a game in the release the version text names. All
// who ask for the same ones share them: they must not be changed.
// The error is ErrUnknownGame for games without tables.
func Load(mod, version string) (*Ruleset, error) {
	if err := hasTables(mod); err != nil {
		return nil, err
	}
	key := loadedKey{mod, FindRelease(version)}
	loaded.Lock()
	defer loaded.Unlock()
	if set, held := loaded.sets[key]; held {
		return set, nil
	}
	set, err := read(mod, key.release)
	if err != nil {
		return nil, err
	}
	if loaded.sets == nil {
		loaded.sets = map[loadedKey]*Ruleset{}
	}
	loaded.sets[key] = set
	return set, nil
}

// read makes a ruleset from the tables.
func read(mod string, release Release) (*Ruleset, error) { return readWith(mod, release, nil) }

// readWith makes a ruleset from the tables and, if there are any, the rules of a map.
func readWith(mod string, release Release, own *MapRules) (*Ruleset, error) {
	raw, err := loadTables(mod)
	if err != nil {
		return nil, err
	}
	if err := raw.applyRelease(mod, release); err != nil {
		return nil, err
	}
	extra, err := LoadSupplement(mod)
	if err != nil {
		return nil, err
	}
	raw.applyActors(extra.ActorsUntil, release)
	applyUntil(extra.WeaponsUntil, release, object(raw.weapons["weapons"]))
	nodes, err := loadNodes(mod)
	if err != nil {
		return nil, err
	}
	classes, err := classesOf(mod, release)
	if err != nil {
		return nil, err
	}
	raw.dropLaterPlayerTraits(nodes, classes, release)
	var unread []string
	if own != nil {
		if unread, err = raw.applyMap(own, release, nodes, &extra); err != nil {
			return nil, err
		}
	}
	set := raw.build(mod, release)
	set.Extra, set.nodes, set.Unread, set.Classes = extra, nodes, unread, classes
	if set.digest, err = digestOf(mod, release); err != nil {
		return nil, err
	}
	set.Extra.fit(release, set.nodes)
	if places := set.Extra.placesOf(release); places != nil {
		set.World.Grid.Places = places
	}
	set.Extra.orderFactions(set.World.Factions)
	return set, nil
}

// classesOf are the trait classes of a release. Where its tables are borrowed, they name
// traits that came later too, and those are as they are there.
func classesOf(mod string, release Release) (*Classes, error) {
	classes, err := LoadClasses(release)
	if err != nil || hasReleases(mod) || release.Sync == headSync {
		return classes, err
	}
	later, err := LoadClasses(Release{Sync: headSync})
	if err != nil {
		return nil, err
	}
	classes.fillFrom(later)
	return classes, nil
}
