// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"maps"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// takeTypes gives a world its actor types. The ground has to stand. What a map
// calls its tileset is kept only if the rules know it, since anything may stand there.
func (w *World) takeTypes(setup *state.Setup) {
	key := info.TypeKey{Set: setup.Rules, Mapped: setup.Map != nil}
	if key.Mapped {
		key.Tileset = setup.Map.Tileset
	}
	compile := func() *info.CompiledTypes {
		return info.CompileTypes(setup.Rules, key.Tileset, w.Ground.Names, w.Ground.Isometric, &w.Release)
	}
	if setup.OwnTypes || setup.Art != nil || w.Ground.Tileset == nil {
		w.CompiledTypes = *compile()
		w.fitArt(setup.Rules, setup.Art)
		return
	}
	w.CompiledTypes = *info.KnownTypes.Take(key, compile)
}

// fitArt lets buildings rise as long as a table of art says.
func (w *World) fitArt(set *rules.Ruleset, art map[string]rules.ArtLength) {
	known := set.Extra.IncompleteByArt(art)
	for _, t := range w.Types {
		if ticks := known[t.Name]; ticks > 0 && t.Incomplete > 0 {
			t.Incomplete = ticks
		}
	}
}

// numberQueues gives the queues of the players their signs.
func (w *World) numberQueues() {
	signs := maps.Clone(w.Signs)
	for i := range w.Players {
		for k := range w.Players[i].Queues {
			rule := w.Players[i].Queues[k].Info
			rule.Sign = info.SignOf(signs, rule.Kind)
		}
	}
	w.kindsApart = len(signs) <= info.MaxSigns
}
