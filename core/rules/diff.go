// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "strings"

// applyChanges lays a release's differences over a value tree. The keys are
// "/"-paths; null means that the path does not exist in that release
// (docs/engine/rules.md#differences).
func applyChanges(tree map[string]any, changes map[string]any) {
	for _, path := range sortedKeys(changes) {
		setPath(tree, strings.Split(strings.TrimPrefix(path, "/"), "/"), changes[path])
	}
}

func setPath(tree map[string]any, path []string, value any) {
	for len(path) > 1 {
		next, ok := tree[path[0]].(map[string]any)
		if !ok {
			if value == nil {
				return
			}
			next = map[string]any{}
			tree[path[0]] = next
		}
		tree, path = next, path[1:]
	}
	if value == nil {
		delete(tree, path[0])
		return
	}
	tree[path[0]] = value
}

// dropEmptied removes the traits whose every value a release's differences
// take away: the release does not have them. A trait that stays without values
// is listed as an empty one.
func dropEmptied(traits map[string]any, changes map[string]any) {
	for _, path := range sortedKeys(changes) {
		value := changes[path]
		key, _, inside := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		if value != nil || !inside {
			continue
		}
		if _, stays := changes["/"+key]; stays {
			continue
		}
		if values, ok := traits[key].(map[string]any); ok && len(values) == 0 {
			delete(traits, key)
		}
	}
}

// anglesPerFacing is how many of today's angles one facing of 2020 was: facings
// ran from 0 to 255 (docs/engine/rules.md#units).
const anglesPerFacing = 4

// scaleAngles turns the facings and turn speeds of the releases of 2020 into
// angles.
func scaleAngles(changed map[string]any) {
	for _, name := range sortedKeys(changed) {
		changes := object(changed[name])
		for _, path := range sortedKeys(changes) {
			switch path[strings.LastIndexByte(path, '/')+1:] {
			case "TurnSpeed", "Facing", "InitialFacing", "DockAngle", "FacingTolerance", "HorizontalRateOfTurn", "VerticalRateOfTurn":
				if n, ok := changes[path].(float64); ok && n > 0 {
					changes[path] = n * anglesPerFacing
				}
			}
		}
	}
}
