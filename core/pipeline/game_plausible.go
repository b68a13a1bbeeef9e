package pipeline

import (
	"convertd/core/ir"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// buildPlausible prepares a game of an engine that cannot be reproduced.
func buildPlausible(header *ir.Header, why string) (*Game, error) {
	module, err := plausible.New(plausible.Rules{Name: "none"}, plausible.Setup{})
	if err != nil {
		return nil, err
	}
	_, players, names := playing(header)
	return &Game{
		Config: sim.Config{Seed: uint64(header.Seed), Capacity: plausibleCapacity, Players: playerConfigs(header)},
		Module: module, Players: players, Names: names,
		DataVersion: "plausible " + module.Rules().Name, NotChecked: why,
	}, nil
}

// plausibleCapacity is the entity pool of games whose engine is not known: all
// units of an eight-player game have room.
const plausibleCapacity = 8192

// noNativeHash is why games of closed engines cannot be proven.
const noNativeHash = "the game records no hash that can be computed outside its own engine"
