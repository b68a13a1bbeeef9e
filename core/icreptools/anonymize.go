// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import (
	"encoding/json"
	"fmt"

	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/order"
)

// AnonymizeOptions keeps what would otherwise go. The zero value keeps least.
type AnonymizeOptions struct {
	// KeepTimestamp keeps when the game was played.
	KeepTimestamp bool
	// KeepMap keeps an embedded map and the map's name: both hold free text of
	// the map's author. The map's hash stays in any case.
	KeepMap bool
	// ParentSHA256 is noted as the file this one was made from, if not empty:
	// 64 hex digits.
	ParentSHA256 string
}

// Anonymize writes a derivative without what could identify a person
// (docs/engine/iron-curtain.md#tools): players become "Player 1", "Player 2"
// and so on; chat, voice, command arguments, variables, free text of votes, the
// native bytes of orders that the game does not model, relay, file names,
// digests of the original, dates and all metadata members that are not known to
// be harmless go. Orders that the simulation reads, events, keyframes and
// hashes stay, so the file still re-simulates, and a signature chain stays
// valid: it covers state hashes only. The replay id is new.
func Anonymize(r *icrep.Reader, out Output, options AnonymizeOptions) (*icrep.Summary, error) {
	var command order.Command
	return rewrite(r, out, rewriting{
		metadata: func(m *icrep.Metadata) { *m = anonymousMetadata(m, options) },
		frame:    func(f *icrep.TickFrame) error { return anonymizeFrame(f, &command) },
		final: func(f *icrep.Final) {
			f.Voice = nil
			if f.Embedded != nil && !options.KeepMap {
				f.Embedded.Map = nil
			}
		},
	})
}

// anonymousMetadata builds new metadata out of the members that are known to
// be harmless.
func anonymousMetadata(m *icrep.Metadata, options AnonymizeOptions) icrep.Metadata {
	clean := icrep.Metadata{
		EngineVersion: m.EngineVersion, DataVersion: m.DataVersion, Rules: m.Rules, GameModule: m.GameModule,
		MapHash: m.MapHash, GameSpeed: m.GameSpeed, TickRate: m.TickRate, BalancePreset: m.BalancePreset,
		InitialRNGSeed: m.InitialRNGSeed, UnknownStatistics: m.UnknownStatistics, Divergence: harmless(m.Divergence), Anonymized: true,
	}
	for _, mod := range m.ActiveMods {
		clean.ActiveMods = append(clean.ActiveMods, icrep.Mod{ID: mod.ID, Version: mod.Version})
	}
	for i, p := range m.Players {
		clean.Players = append(clean.Players, icrep.Player{
			Slot: p.Slot, Name: fmt.Sprintf("Player %d", i+1), Faction: p.Faction,
			Outcome: p.Outcome, OutcomeGuess: p.OutcomeGuess, APM: p.APM, EffectiveAPM: p.EffectiveAPM, Kind: p.Kind, Team: p.Team,
			FactionInferred: p.FactionInferred,
		})
	}
	if from := m.ConvertedFrom; from != nil {
		clean.ConvertedFrom = &icrep.ConvertedFrom{
			Source: from.Source, OriginalMod: from.OriginalMod, OriginalVersion: from.OriginalVersion,
			TranslationWarnings: from.TranslationWarnings, DivergedAtTick: from.DivergedAtTick,
		}
	}
	if f := m.Recorder; f != nil {
		clean.Recorder = &icrep.RecorderFacts{LostKeyframes: f.LostKeyframes, LostEvents: f.LostEvents, Repaired: f.Repaired}
	}
	if options.KeepTimestamp {
		clean.Timestamp = m.Timestamp
	}
	if options.KeepMap {
		clean.MapName = m.MapName
	}
	if options.ParentSHA256 != "" {
		clean.AnonymizedFrom = "sha256:" + options.ParentSHA256
	}
	// The map's public id is what a verifier finds the map by.
	if id, ok := m.Extra["map_id"]; ok {
		clean.Extra = map[string]json.RawMessage{"map_id": id}
	}
	return clean
}

// harmlessText are members of the divergence object whose text comes from a
// fixed list of the program, never from the replay.
var harmlessText = map[string]bool{
	"judge": true, "confidence": true, "verdict": true, "kind": true, "reason": true, "want": true, "got": true, "module": true,
}

// harmless keeps numbers, booleans and the text of harmlessText.
func harmless(text json.RawMessage) json.RawMessage {
	if len(text) == 0 {
		return nil
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil
	}
	clean, err := json.Marshal(withoutText(tree, ""))
	if err != nil {
		return nil
	}
	return clean
}

func withoutText(value any, key string) any {
	switch v := value.(type) {
	case string:
		if !harmlessText[key] {
			return ""
		}
	case []any:
		for i := range v {
			v[i] = withoutText(v[i], key)
		}
	case map[string]any:
		for k := range v {
			v[k] = withoutText(v[k], k)
		}
	}
	return value
}

// anonymizeFrame takes chat out of a frame and free text out of its orders.
func anonymizeFrame(f *icrep.TickFrame, command *order.Command) error {
	kept := f.Orders[:0]
	for i := range f.Orders {
		o := f.Orders[i]
		switch o.Order.Kind {
		case order.KindChatMessage:
			continue
		case order.KindChatCommand:
			o.Order.Args = nil
		case order.KindSetCvar:
			o.Order.Args = []string{""}
		case order.KindVote:
			o.Order.Vote.Reason, o.Order.Vote.TypeID = "", ""
		case order.KindGameOrder:
			if err := anonymizeGameOrder(&o.Order.Game, command); err != nil {
				return fmt.Errorf("tick %d, order %d: %w", f.Tick, i, err)
			}
		case order.KindMove, order.KindAttack, order.KindStop, order.KindIdle, order.KindCheatCode:
		}
		kept = append(kept, o)
	}
	f.Orders = kept
	return nil
}

// freeText are the tags whose Item and Raw may hold what people wrote. No game
// module reads them there.
var freeText = map[order.GameOrderTag]bool{
	order.TagForeign: true, order.TagCustom: true, order.TagResign: true, order.TagLeave: true,
	order.TagBeacon: true, order.TagRemoveBeacon: true,
}

func anonymizeGameOrder(g *order.GameOrder, command *order.Command) error {
	if !freeText[g.Tag] {
		return nil
	}
	r := bincode.NewReader(g.Payload)
	order.ReadCommand(r, command)
	if err := r.Err(); err != nil {
		return fmt.Errorf("its payload cannot be read: %w", err)
	}
	command.Item, command.Raw = "", nil
	command.Flags &^= order.CommandHasItem
	g.Payload = order.AppendCommand(nil, command)
	return nil
}
