// SPDX-License-Identifier: GPL-3.0-or-later

package codec

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// ActorType codes a type by its name; nil by none.
func (c *Coder) ActorType(v **info.ActorType) {
	name := ""
	if *v != nil {
		name = (*v).Name
	}
	byName(c, v, name, c.Types.ByName)
}

// ByName codes what the rules have under a name, and nil by the empty name.
func byName[T any](c *Coder, v **T, name string, known map[string]*T) {
	c.Text(&name)
	if !c.Reading {
		return
	}
	if *v = known[name]; *v == nil && name != "" {
		c.Fail()
	}
}

// Weapon codes a weapon by its name; nil by none.
func (c *Coder) Weapon(v **info.Weapon) {
	name := ""
	if *v != nil {
		name = (*v).Name
	}
	byName(c, v, name, c.Types.Weapons)
}

// Pos codes a position.
func (c *Coder) Pos(v *wpos.Pos) { c.Ints(&v.X, &v.Y, &v.Z) }
