// SPDX-License-Identifier: GPL-3.0-or-later

package maps

import (
	"slices"
	"strings"
)

// What a map may bring of its own, as Map.Overrides names it.
const (
	OverrideRules     = "rules"
	OverrideWeapons   = "weapons"
	OverrideSequences = "sequences" // how long animations run is part of the rules
	OverrideScript    = "script"
)

// onlyShown are traits that a map may add to its world without changing how the
// game is played: light, weather, music, what is shown to people.
var onlyShown = []string{
	"GlobalLightingPaletteEffect", "TerrainLighting", "TerrainLightSource", "TintPostProcessEffect", "WeatherOverlay", "MusicPlaylist",
	"MissionData",
}

// overrides lists what of the rules a map replaces or adds, so that it is not
// played by those of its mod alone.
func overrides(root *Node, files []File) []string {
	var found []string
	rules := sections(root.Child("Rules"), files)
	if slices.ContainsFunc(rules, ChangesPlay) {
		found = append(found, OverrideRules)
	}
	for _, one := range []struct{ key, name string }{{"Weapons", OverrideWeapons}, {"Sequences", OverrideSequences}} {
		if len(sections(root.Child(one.key), files)) > 0 {
			found = append(found, one.name)
		}
	}
	scripted := slices.ContainsFunc(rules, func(n *Node) bool { return n.Child("LuaScript") != nil })
	if scripted || slices.ContainsFunc(files, func(f File) bool { return strings.HasSuffix(strings.ToLower(f.Name), ".lua") }) {
		found = append(found, OverrideScript)
	}
	return found
}

// sections lists what a section of a map holds: what stands in it, and what stands
// in the files that it names. A file that is not in the map is one of the mod, or
// lost; either way it is something of its own.
func sections(section *Node, files []File) []*Node {
	if section == nil {
		return nil
	}
	all := slices.Clone(section.Nodes)
	for _, name := range words(section.Value) {
		root, err := ParseMiniYAML(string(find(files, name)))
		if err != nil || len(root.Nodes) == 0 {
			all = append(all, &Node{Key: name})
			continue
		}
		all = append(all, root.Nodes...)
	}
	return all
}

// ownText lists what a section of a map holds in the order in which the engine merges
// it: the files that it names, then what stands in it. Files that are not in the map, or
// cannot be read, are added to those lost.
func ownText(section *Node, files []File, lost []string) (text []*Node, missing []string) {
	if section == nil {
		return nil, lost
	}
	for _, name := range words(section.Value) {
		content := find(files, name)
		root, err := ParseMiniYAML(string(content))
		if content == nil || err != nil {
			lost = append(lost, name)
			continue
		}
		text = append(text, root.Nodes...)
	}
	return append(text, section.Nodes...), lost
}

// ChangesPlay reports whether what a map says of a type is more than a matter of
// show.
func ChangesPlay(of *Node) bool {
	if len(of.Nodes) == 0 {
		return true
	}
	return slices.ContainsFunc(of.Nodes, func(trait *Node) bool {
		name, _, _ := strings.Cut(trait.Key, "@")
		return !slices.Contains(onlyShown, name)
	})
}
