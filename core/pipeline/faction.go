// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/ir"
	"convertd/core/naming"
)

// factions finds the factions of those whom the lobby gave a random one and of
// whom the recording does not say which one it became.
type factions struct {
	subject naming.Subject
	players []*naming.Inference // nil for those whose faction is known
}

func subjectOf(h *ir.Header) naming.Subject {
	return naming.Subject{Format: h.Format, Game: h.Game, Profile: h.Profile, Version: h.Version}
}

func newFactions(h *ir.Header) *factions {
	f := &factions{subject: subjectOf(h), players: make([]*naming.Inference, len(h.Players))}
	for i := range h.Players {
		p := &h.Players[i]
		if plays(p.Kind) && !p.FactionResolved && naming.LeftToChance(p.Faction) {
			f.players[i] = &naming.Inference{}
		}
	}
	return f
}

func plays(kind ir.PlayerKind) bool { return kind == ir.PlayerHuman || kind == ir.PlayerAI }

// order takes an order of the recording.
func (f *factions) order(o *ir.Order) {
	if o.Kind.Builds() && o.Player >= 0 && int(o.Player) < len(f.players) && f.players[o.Player] != nil {
		f.players[o.Player].Built(f.subject, o.Item)
	}
}

// inferred is the faction that a player of the header turned out to have, "" where
// it was known all along or nothing tells.
func (f *factions) inferred(player int) string {
	if f.players[player] == nil {
		return ""
	}
	return f.players[player].Faction()
}
