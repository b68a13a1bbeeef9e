// SPDX-License-Identifier: GPL-3.0-or-later

package names

// Game selects the tables of one game.
type Game uint8

// Games with name tables.
const (
	RedAlert Game = iota
	TiberianDawn
	gameCount
)

// Class is a class of things that a type id counts in.
type Class uint8

// Classes.
const (
	Aircraft Class = iota
	Building
	Infantry
	Unit
	Vessel
	classCount
)

// noClass marks kinds of objects without a table of types.
const noClass = classCount

// rtti is one kind of object: its name and the class its type ids count in.
type rtti struct {
	name  string
	class Class
}

// table is everything named in one game.
type table struct {
	types    [classCount][]string
	houses   []string
	missions []string
	rtti     []rtti   // kinds in production and placement events
	targets  []string // kinds in targets
	weapons  []string
}

var tables = [gameCount]*table{
	RedAlert: {
		types: redAlertTypes, houses: redAlertHouses, missions: redAlertMissions,
		rtti: redAlertRTTI, targets: rttiNames(redAlertRTTI), weapons: redAlertWeapons,
	},
	TiberianDawn: {
		types: tiberianDawnTypes, houses: tiberianDawnHouses, missions: tiberianDawnMissions,
		rtti: tiberianDawnRTTI, targets: tiberianDawnTargets, weapons: tiberianDawnWeapons,
	},
}

func rttiNames(kinds []rtti) []string {
	list := make([]string, len(kinds))
	for i := range kinds {
		list[i] = kinds[i].name
	}
	return list
}

// at returns list[i], or "" beyond its ends.
func at(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

// House names a house id, "" if it is not known.
func (g Game) House(id int) string { return at(tables[g].houses, id) }

// Houses returns how many houses a game has.
func (g Game) Houses() int { return len(tables[g].houses) }

// Mission names a mission, "" if it is not known.
func (g Game) Mission(id int) string { return at(tables[g].missions, id) }

// Weapon names a super weapon, "" if it is not known.
func (g Game) Weapon(id int) string { return at(tables[g].weapons, id) }

// RTTI names a kind of object as production and placement events number it,
// "" if it is not known.
func (g Game) RTTI(kind int) string {
	if kind < 0 || kind >= len(tables[g].rtti) {
		return ""
	}
	return tables[g].rtti[kind].name
}

// Target names a kind of object as targets number it, "" if it is not known.
func (g Game) Target(kind int) string { return at(tables[g].targets, kind) }

// Type names a type id of a kind of object by its INI name, "" if it is not
// known.
func (g Game) Type(kind, id int) string {
	t := tables[g]
	if kind < 0 || kind >= len(t.rtti) || t.rtti[kind].class == noClass {
		return ""
	}
	return at(t.types[t.rtti[kind].class], id)
}
