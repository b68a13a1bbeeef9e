// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"encoding/json"
	"slices"
	"strings"
)

// applyWeaponLines lays a map's weapons over those of the release.
func (l *mapLayer) applyWeaponLines(lines []Line) {
	weapons := object(l.raw.weapons["weapons"])
	byName := make(map[string]string, len(weapons))
	for _, name := range sortedKeys(weapons) {
		byName[strings.ToLower(name)] = name
	}
	for _, line := range mergeLines(lines) {
		name := strings.ToLower(line.Key)
		if known, ok := byName[name]; ok {
			name = known
		}
		if strings.HasPrefix(line.Key, "^") {
			l.notRead("weapon " + line.Key)
			continue
		}
		weapon := object(weapons[name])
		if weapon == nil {
			weapon = l.newWeapon(weapons, byName, &line)
		}
		for i := range line.Lines {
			l.applyWeaponLine(weapons, weapon, &line.Lines[i])
		}
		renameWeapon(weapon)
		weapons[name], byName[strings.ToLower(name)] = weapon, name
	}
}

// newWeapon is a weapon of the map's own: its parent's, or one with the values that most
// weapons have.
func (l *mapLayer) newWeapon(weapons map[string]any, byName map[string]string, line *Line) map[string]any {
	for i := range line.Lines {
		child := &line.Lines[i]
		if !isInherits(child.Key) {
			continue
		}
		if parent := object(weapons[byName[strings.ToLower(child.Value)]]); parent != nil {
			return cloneWeapon(parent)
		}
		l.notRead("the parent " + child.Value + " of the weapon " + line.Key)
	}
	weapon := usualFields(weapons, func(one map[string]any) []map[string]any { return []map[string]any{one} })
	delete(weapon, "Projectile")
	delete(weapon, "Warheads")
	return weapon
}

func cloneWeapon(weapon map[string]any) map[string]any {
	clone, _ := cloneValue(weapon).(map[string]any)
	list, _ := clone["Warheads"].([]any)
	for i := range list {
		list[i] = cloneValue(list[i])
	}
	return clone
}

func (l *mapLayer) applyWeaponLine(weapons, weapon map[string]any, line *Line) {
	name, id, _ := strings.Cut(line.Key, "@")
	switch {
	case isInherits(line.Key):
	case line.Key == "Projectile":
		part := object(weapon["Projectile"])
		if line.Value != "" && part["type"] != line.Value {
			part = usualFields(weapons, func(one map[string]any) []map[string]any {
				return ofType([]any{one["Projectile"]}, line.Value)
			})
			part["type"] = line.Value
			weapon["Projectile"] = part
		}
		if part != nil {
			applyPart(part, line.Lines)
		}
	case name == "Warhead":
		l.applyWarhead(weapons, weapon, id, line)
	case name == "-Warhead":
		list, _ := weapon["Warheads"].([]any)
		weapon["Warheads"] = slices.DeleteFunc(list, func(one any) bool { return object(one)["id"] == id })
	default:
		weapon[line.Key] = readField(weapon[line.Key], line)
	}
}

func (l *mapLayer) applyWarhead(weapons, weapon map[string]any, id string, line *Line) {
	list, _ := weapon["Warheads"].([]any)
	at := slices.IndexFunc(list, func(one any) bool { return object(one)["id"] == id })
	if at < 0 || line.Value != "" && object(list[at])["type"] != line.Value {
		part := usualFields(weapons, func(one map[string]any) []map[string]any {
			all, _ := one["Warheads"].([]any)
			return ofType(all, line.Value)
		})
		if len(part) == 0 {
			return // only shown
		}
		part["type"], part["id"] = line.Value, id
		if at < 0 {
			at, list = len(list), append(slices.Clip(list), part)
		}
		list[at] = part
		weapon["Warheads"] = list
	}
	applyPart(object(list[at]), line.Lines)
}

func applyPart(part map[string]any, lines []Line) {
	for i := range lines {
		line := &lines[i]
		if strings.HasPrefix(line.Key, "-") {
			delete(part, line.Key[1:])
			continue
		}
		part[line.Key] = readField(part[line.Key], line)
	}
}

func readField(existing any, line *Line) any {
	if len(line.Lines) > 0 {
		return readMap(existing, existing, line)
	}
	return readText(existing, line.Value)
}

// ofType are the parts of a kind.
func ofType(parts []any, kind string) []map[string]any {
	var found []map[string]any
	for _, part := range parts {
		if one := object(part); one != nil && one["type"] == kind {
			found = append(found, one)
		}
	}
	return found
}

// usualFields are the fields that more than half of the parts of the weapons have, with
// the value that most have: the defaults of their class, which the tables do not list.
func usualFields(weapons map[string]any, parts func(map[string]any) []map[string]any) map[string]any {
	counts := map[string]map[string]int{}
	values := map[string]any{}
	total := 0
	for _, name := range sortedKeys(weapons) {
		for _, part := range parts(object(weapons[name])) {
			total++
			for field, value := range part {
				text, err := json.Marshal(value)
				if err != nil {
					continue
				}
				if counts[field] == nil {
					counts[field] = map[string]int{}
				}
				counts[field][string(text)]++
				values[field+"="+string(text)] = value
			}
		}
	}
	usual := map[string]any{}
	for _, field := range sortedCounts(counts) {
		best, most, all := "", 0, 0
		for _, text := range sortedCounts(counts[field]) {
			n := counts[field][text]
			all += n
			if n > most {
				best, most = text, n
			}
		}
		if 2*all > total {
			usual[field] = cloneValue(values[field+"="+best])
		}
	}
	return usual
}

func sortedCounts[V any](counts map[string]V) []string {
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
