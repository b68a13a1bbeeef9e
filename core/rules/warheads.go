// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"slices"
	"strconv"
	"strings"
)

// applyWeapon lays a release's differences over a weapon. Its warheads are a
// list; the paths of the differences name them by their id, as
// "/Warheads/1Dam/Damage".
func applyWeapon(weapon map[string]any, changes map[string]any) {
	plain := make(map[string]any, len(changes))
	for _, path := range sortedKeys(changes) {
		parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
		if parts[0] != "Warheads" {
			plain[path] = changes[path]
			continue
		}
		if len(parts) > 2 {
			changeWarhead(weapon, parts[1], parts[2:], changes[path])
		}
	}
	applyChanges(weapon, plain)
	dropWarheads(weapon)
}

// changeWarhead sets a value of one warhead, which is made if there is none.
func changeWarhead(weapon map[string]any, id string, path []string, value any) {
	list, _ := weapon["Warheads"].([]any)
	at := slices.IndexFunc(list, func(one any) bool { return object(one)["id"] == id })
	if at < 0 {
		if value == nil {
			return
		}
		at = slices.IndexFunc(list, func(one any) bool {
			other, _ := object(one)["id"].(string)
			return leadingNumber(other) > leadingNumber(id)
		})
		if at < 0 {
			at = len(list)
		}
		list = slices.Insert(list, at, any(map[string]any{"id": id}))
		weapon["Warheads"] = list
	}
	if text, ok := value.(string); ok && path[len(path)-1] == "Range" {
		value = distances(text)
	}
	setPath(object(list[at]), path, value)
}

// distances reads a list of distances as the rule files write it, "0, 1c1": the
// differences have the steps of a damage's reach so.
func distances(text string) []any {
	var list []any
	for _, word := range strings.Split(text, ",") {
		cells, rest, whole := strings.Cut(strings.TrimSpace(word), "c")
		if !whole {
			cells, rest = "0", cells
		}
		n, _ := strconv.Atoi(cells)
		m, _ := strconv.Atoi(rest)
		list = append(list, float64(n*unitsPerCell+m))
	}
	return list
}

// unitsPerCell is how many units of distance a cell is wide.
const unitsPerCell = 1024

// dropWarheads removes the warheads a release does not have: its differences
// take their type.
func dropWarheads(weapon map[string]any) {
	list, _ := weapon["Warheads"].([]any)
	kept := list[:0:0]
	for _, one := range list {
		if _, has := object(one)["type"]; has {
			kept = append(kept, one)
		}
	}
	if len(kept) < len(list) {
		weapon["Warheads"] = kept
	}
}

// leadingNumber is the number an id begins with: the rule files count the
// warheads of a weapon, "1Dam" before "10Dam_areanuke2".
func leadingNumber(id string) int {
	n := 0
	for i := 0; i < len(id) && id[i] >= '0' && id[i] <= '9'; i++ {
		n = n*10 + int(id[i]-'0')
	}
	return n
}

// renameWeapon gives the warheads of a weapon today's names of their fields.
func renameWeapon(weapon map[string]any) {
	list, _ := weapon["Warheads"].([]any)
	for _, one := range list {
		warhead := object(one)
		if value, old := warhead["ValidStances"]; old {
			delete(warhead, "ValidStances")
			warhead["ValidRelationships"] = value
		}
	}
}
