// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"fmt"
	"strconv"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/sim"
	"convertd/core/sim/murk"
	"convertd/core/snapshot"
)

// buildMurk prepares a Murk world. The file does not hold its description; it
// comes with the job, and without it nothing is checked.
func buildMurk(header *ir.Header, materials *Materials) (*Game, error) {
	recorded := murk.Recorded{Seed: uint64(header.Seed)}
	for _, fact := range header.Details {
		value, err := strconv.ParseUint(fact.Value, 10, 64)
		if err != nil {
			continue
		}
		switch fact.Key {
		case "field_count":
			recorded.FieldCount = uint32(value)
		case "cell_count":
			recorded.CellCount = value
		}
	}
	module, err := murk.NewModule(materials.World, recorded)
	if err != nil {
		return nil, err
	}
	_, players := playing(header)
	game := &Game{
		Config: sim.Config{Seed: seedOf(header), Capacity: 1, Players: playerConfigs(header)},
		Module: module, Players: players, Rules: RulesPlayed{Digest: digestText(murk.RulesDigest()), Words: murk.Semantics},
	}
	if reason, ok := module.Playable(); ok {
		game.Model = ModelWhole
		game.Native.Name = divergence.HashMurk
	} else {
		game.Native.NotChecked = fmt.Sprintf("snapshot hashes were not checked: %s", reason)
		game.StandIns = append(game.StandIns, divergence.StandIn{
			Code: divergence.StandInWorld, Recorded: "a world whose description is not in the file",
			Played: fmt.Sprintf("nothing (%s): commands are recorded and not carried out", reason),
		})
	}
	return game, nil
}

// playerConfigs describes those who play, in the order of their ids.
func playerConfigs(header *ir.Header) []sim.PlayerConfig {
	indexes, _ := playing(header)
	configs := make([]sim.PlayerConfig, 0, len(indexes))
	for _, i := range indexes {
		p := &header.Players[i]
		configs = append(configs, sim.PlayerConfig{
			Kind: snapshotKind(p.Kind), Faction: p.Faction, Team: max(p.Team, 0), Start: max(p.Start, 0),
		})
	}
	return configs
}

// snapshotKind maps those who play; an unknown one counts as a person.
func snapshotKind(kind ir.PlayerKind) snapshot.PlayerKind {
	switch kind {
	case ir.PlayerAI:
		return snapshot.PlayerAI
	case ir.PlayerNeutral:
		return snapshot.PlayerNeutral
	case ir.PlayerHuman, ir.PlayerUnknown, ir.PlayerObserver, ir.PlayerCommentator, ir.PlayerOpenSlot, ir.PlayerClosedSlot:
	}
	return snapshot.PlayerHuman
}
