// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"

	"convertd/core/sim/openra/internal/info"
)

// SupportPower is how far one power of a player is charged.
type SupportPower struct {
	Key       string
	Remaining int32
	Active    bool // it was counting in the last tick
	Enabled   bool // an instance of it was switched on in the last tick
	Available bool // its prerequisites were there in the last tick
	Fired     bool // a power that works only once has
}

// PowerInstance is one actor that brings a power.
type PowerInstance struct {
	Actor *Actor
	Rules *info.PowerRules
	Key   string
}

func (p *Player) Power(key string) *SupportPower {
	for i := range p.Powers {
		if p.Powers[i].Key == key {
			return &p.Powers[i]
		}
	}
	return nil
}

func (p *SupportPower) coded(c *codec.Coder) {
	c.Text(&p.Key)
	c.I32(&p.Remaining)
	c.Bools(&p.Active, &p.Enabled, &p.Available, &p.Fired)
}
