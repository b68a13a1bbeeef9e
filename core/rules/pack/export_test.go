// SPDX-License-Identifier: GPL-3.0-or-later

package pack

// Doable are the kinds of orders that Does may name.
var Doable = doable

// Fields are the names of fields, as the walk over a file knows them.
var Fields = map[string]map[string]bool{"Pack": headFields, "Type": typeFields, "Faction": factionFields}
