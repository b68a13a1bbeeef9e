// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "strings"

// worldNames are the names that today's tables have for traits of the world that the
// releases until 20210321 call otherwise.
var worldNames = map[string]string{"SpawnMPUnits": "SpawnStartingUnits", "MPStartLocations": "MapStartingLocations", "MPStartUnits": "StartingUnits"}

// worldUnread are traits of the world whose figures are not read from a map.
var worldUnread = map[string]bool{
	"StartingUnits": true, "ResourceLayer": true, "ResourceType": true, "ResourceRenderer": true, "Faction": true, "PathFinder": true,
	"TerrainGeometryOverlay": false,
}

// applyWorld applies what a map says of the world.
func (l *mapLayer) applyWorld(lines []Line) error {
	traits := object(l.raw.world["world_traits"])
	for i := range lines {
		line := lines[i]
		key, gone := strings.CutPrefix(line.Key, "-")
		name, instance, _ := strings.Cut(key, "@")
		if now, old := worldNames[name]; old {
			name = now
			key = now + strings.TrimPrefix(key, traitName(key))
		}
		switch {
		case worldUnread[name]:
			l.notRead("World: " + line.Key)
		case name == "SpawnStartingUnits" && gone:
			l.raw.world["starting_units"] = []any{}
			delete(traits, key)
		case gone:
			delete(traits, key)
			if name == "MapStartingLocations" {
				l.raw.world["no_start_locations"] = true
			}
		case name == "Locomotor" || strings.HasSuffix(name, "Locomotor"):
			l.applyLocomotor(instance, &line)
		default:
			line.Key = key
			if object(l.raw.defaults["traits"])[name] != nil || l.values.knows(name) {
				fields := object(traits[key])
				if fields == nil {
					fields = map[string]any{}
					traits[key] = fields
				}
				for k := range line.Lines {
					l.applyField(fields, name, &line.Lines[k])
				}
			}
		}
	}
	return nil
}

// applyLocomotor changes a kind of movement. The rule files name its line after it.
func (l *mapLayer) applyLocomotor(instance string, line *Line) {
	name := line.child("Name")
	if name == "" {
		name = strings.ToLower(strings.ReplaceAll(instance, "_", ""))
	}
	locomotor := object(object(l.raw.world["locomotors"])[name])
	if locomotor == nil {
		l.notRead("World: " + line.Key)
		return
	}
	for i := range line.Lines {
		child := &line.Lines[i]
		switch child.Key {
		case "Name":
		case "WaitAverage":
			locomotor["wait_average"] = readText(0.0, child.Value)
		case "WaitSpread":
			locomotor["wait_spread"] = readText(0.0, child.Value)
		case "SharesCell":
			locomotor["shares_cell"] = readText(true, child.Value)
		case "Crushes":
			locomotor["crushes"] = readText([]any{""}, child.Value)
		case "TerrainSpeeds":
			applyTerrainSpeeds(locomotor, child)
		default:
			l.notRead("World: " + line.Key + ": " + child.Key)
		}
	}
}

// applyTerrainSpeeds changes how fast the kinds of terrain are; what they cost follows.
func applyTerrainSpeeds(locomotor map[string]any, line *Line) {
	terrain := object(locomotor["terrain"])
	if terrain == nil {
		terrain = map[string]any{}
		locomotor["terrain"] = terrain
	}
	for i := range line.Lines {
		child := &line.Lines[i]
		if strings.HasPrefix(child.Key, "-") {
			delete(terrain, child.Key[1:])
			continue
		}
		speed, ok := figure(child.Value)
		if !ok || speed <= 0 {
			delete(terrain, child.Key)
			continue
		}
		cost := float64(10000 / int(speed))
		if own, ok := figure(child.child("PathingCost")); ok {
			cost = own
		}
		terrain[child.Key] = map[string]any{"speed": speed, "cost": cost}
	}
}
