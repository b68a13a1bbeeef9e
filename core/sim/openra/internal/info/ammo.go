// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// ammoInfo is how many shots an actor has and how it gets them back.
type ammoInfo struct {
	Full, Initial int32
	Count, Delay  int32 // on a pad: so many each so many ticks
	// By itself (ReloadAmmoPool); SelfDelay 0: not.
	SelfCount, SelfDelay int32
	Resets               bool // a shot begins the wait anew
	Requires             Expression
}

func (c *compiler) ammoTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "AmmoPool":
		t.Ammo = &ammoInfo{Full: Number(trait, "Ammo", 1), Count: Number(trait, "ReloadCount", 1), Delay: Number(trait, "ReloadDelay", 50)}
		t.Ammo.Initial = t.Ammo.Full
		if n := Number(trait, "InitialAmmo", -1); n >= 0 && n < t.Ammo.Full {
			t.Ammo.Initial = n
		}
	case "ReloadAmmoPool":
		if t.Ammo != nil {
			t.Ammo.SelfCount, t.Ammo.SelfDelay = Number(trait, "Count", 1), Number(trait, "Delay", 50)
			t.Ammo.Resets, t.Ammo.Requires = trait.Bool("ResetOnFire"), RequirementOf(trait)
		}
	case "Rearmable":
		t.RearmedAt = lowered(trait.Texts("RearmActors"))
	}
}
