// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// wormInfo are the figures of a sandworm: how it looks for what makes noise, and how
// it swallows what it finds.
type wormInfo struct {
	Rescan  int32 // ticks between two looks
	Hears   int32 // how far it hears noise
	Strikes int32 // how near it goes for anything, whatever noise it makes
	Leaves  int32 // percent, of a hundred and one: how often it is gone after a meal
	Delay   int32 // ticks it takes to get below its victim
	Returns int32 // and to be done with it
}

// wormOf is the worm that a type is, made when the first of its traits is read.
func (t *ActorType) wormOf() *wormInfo {
	if t.Worm == nil {
		t.Worm = &wormInfo{Delay: 30, Returns: 60}
	}
	return t.Worm
}

// NoiseInfo is the noise that an actor makes, which sandworms hear.
type NoiseInfo struct {
	Intensity int32
	Falloff   []int32 // percent at each of the ranges
	Ranges    []int32
	Requires  Expression
}

// wormTrait reads sandworms and what they hear.
func (c *compiler) wormTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Sandworm":
		worm := t.wormOf()
		worm.Rescan, worm.Hears = Number(trait, "TargetRescanInterval", 125), Number(trait, "MaxSearchRadius", 20*1024)
		worm.Strikes, worm.Leaves = Number(trait, "IgnoreNoiseAttackRange", 3*1024), Number(trait, "ChanceToDisappear", 100)
		t.Wanders = newWanders(trait)
	case "AttackSwallow":
		worm := t.wormOf()
		worm.Delay, worm.Returns = Number(trait, "AttackDelay", 30), Number(trait, "ReturnDelay", 60)
	case "AttractsWorms":
		t.Noises = append(t.Noises, newNoise(trait))
	case "ActorSpawner":
		t.Spawner = &spawnerInfo{Kinds: trait.Texts("Types"), Requires: RequirementOf(trait)}
	case "TemporaryOwnerManager":
		t.Lendable = true
	}
}

func newNoise(trait *rules.Trait) NoiseInfo {
	n := NoiseInfo{Intensity: Number(trait, "Intensity", 0), Falloff: Numbers32(trait.Ints("Falloff")), Ranges: Numbers32(trait.Ints("Range")), Requires: RequirementOf(trait)}
	if len(n.Falloff) == 0 {
		n.Falloff = []int32{100, 100, 25, 11, 6, 4, 3, 2, 1, 0}
	}
	if len(n.Ranges) == 0 {
		spread := Number(trait, "Spread", 3*1024)
		for i := range n.Falloff {
			n.Ranges = append(n.Ranges, int32(i)*spread)
		}
	}
	return n
}

// At is the percentage of the noise that is left at a distance.
func (n *NoiseInfo) At(distance int32) int32 {
	for i := 1; i < min(len(n.Ranges), len(n.Falloff)); i++ {
		if inner, outer := n.Ranges[i-1], n.Ranges[i]; outer > distance {
			return n.Falloff[i-1] + (n.Falloff[i]-n.Falloff[i-1])*(distance-inner)/(outer-inner)
		}
	}
	return 0
}

// spawnerInfo is a place at which creatures come into the world (ActorSpawner).
type spawnerInfo struct {
	Kinds    []string // whose places it is; none: everybody's
	Requires Expression
}
