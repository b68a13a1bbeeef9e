// SPDX-License-Identifier: GPL-3.0-or-later

package pack

import "strings"

// The names that the fields of Pack, Type and Faction have in a file.
var (
	headFields = map[string]bool{
		"$schema": true, "format": true, "format_version": true, "name": true, "game": true, "versions": true, "data": true,
		"source": true, "license": true, "complete": true, "notes": true, "pay_at_once": true, "on_site": true,
		"shared_queues": true, "low_power_percent": true, "refund_percent": true, "credits": true, "credits_option": true,
		"units_per_cell": true, "ids": true, "starts_in_order": true, "factions": true, "types": true,
	}
	typeFields = map[string]bool{
		"name": true, "id": true, "names": true, "side": true, "class": true, "cost": true, "costs": true, "build_ms": true,
		"needs": true, "provides": true, "queue": true, "produces": true, "health": true, "speed": true, "footprint": true,
		"power": true, "armed": true, "does": true, "rallies": true, "brings": true, "sold_brings": true,
		"researches": true, "levels": true, "deploys": true, "deploy_ability": true, "inferred": true,
	}
	factionFields = map[string]bool{"name": true, "names": true, "start": true}
)

// fieldsAt lists the fields of the object at a place; nil where its members have names
// of the author's own, or no object belongs.
func fieldsAt(path string, depth int) map[string]bool {
	switch {
	case depth == 0:
		return headFields
	case depth == 2 && strings.HasPrefix(path, "types["):
		return typeFields
	case depth == 2 && strings.HasPrefix(path, "factions["):
		return factionFields
	default:
		return nil
	}
}
