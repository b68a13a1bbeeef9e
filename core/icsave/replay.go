// SPDX-License-Identifier: GPL-3.0-or-later

package icsave

import (
	"encoding/json"
	"fmt"
	"strconv"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// FromReplay makes a save of the keyframe at or before a tick of a replay. To
// save a tick in between, restore it, execute the frames up to the tick and
// save that state with Of.
func FromReplay(r *icrep.Reader, tick order.Tick, saveName string) (*Save, error) {
	plan, err := r.SeekPlan(tick)
	if err != nil {
		return nil, err
	}
	state, err := r.State(plan)
	if err != nil {
		return nil, err
	}
	return Of(r, state, saveName), nil
}

// Of makes a save of a state that a replay leads to.
func Of(r *icrep.Reader, state *snapshot.SimSnapshot, saveName string) *Save {
	return OfMetadata(r.Metadata(), state, saveName)
}

// OfMetadata makes a save of a state of the game that a replay's metadata describe.
func OfMetadata(from *icrep.Metadata, state *snapshot.SimSnapshot, saveName string) *Save {
	return &Save{Metadata: describe(from, uint64(state.Core.Tick), saveName), State: state}
}

// describe takes over what a replay's metadata says about the game.
func describe(from *icrep.Metadata, tick uint64, saveName string) Metadata {
	m := Metadata{
		SaveName: saveName, EngineVersion: from.EngineVersion, GameModule: from.GameModule,
		ActiveMods: from.ActiveMods, MapName: from.MapName, MapHash: from.MapHash, GameTime: "0.0",
		Extra: map[string]json.RawMessage{},
	}
	if rate := from.TickRate; rate != nil && rate.Num > 0 && rate.Den <= 1<<32 {
		tenths := tick * rate.Den * 10 / rate.Num
		m.GameTime = json.Number(fmt.Sprintf("%d.%d", tenths/10, tenths%10))
	}
	for _, p := range from.Players {
		m.Players = append(m.Players, Player{
			Name: p.Name, Faction: p.Faction, IsHuman: p.Kind == icrep.KindHuman || p.Kind == "",
			Extra: map[string]json.RawMessage{"slot": json.RawMessage(strconv.Itoa(p.Slot))},
		})
	}
	m.keep("map_id", from.Extra["map_id"])
	m.keep("tick_rate", from.TickRate)
	m.keep("data_version", from.DataVersion)
	m.keep("rules", from.Rules)
	m.keep("balance_preset", from.BalancePreset)
	if from.ConvertedFrom != nil {
		// Whoever continues from here must know that the game was foreign
		// (docs/engine/iron-curtain.md#foreign-replays).
		m.keep("converted_from_source", from.ConvertedFrom.Source)
		m.keep("original_mod", from.ConvertedFrom.OriginalMod)
		m.keep("original_version", from.ConvertedFrom.OriginalVersion)
	}
	return m
}

// keep adds a member of the replay that it takes to play on; what is empty is left out.
func (m *Metadata) keep(name string, value any) {
	if text, err := json.Marshal(value); err == nil && string(text) != "null" && string(text) != `""` {
		m.Extra[name] = text
	}
}

// Replay is what a save made of a replay knows of the replay's metadata: what it takes to
// play on, and to say what is shown.
func (m *Metadata) Replay() *icrep.Metadata {
	r := &icrep.Metadata{
		EngineVersion: m.EngineVersion, GameModule: m.GameModule, ActiveMods: m.ActiveMods, MapName: m.MapName, MapHash: m.MapHash,
		Extra: map[string]json.RawMessage{}, Players: make([]icrep.Player, 0, len(m.Players)),
	}
	if id, ok := m.Extra["map_id"]; ok {
		r.Extra["map_id"] = id
	}
	var from icrep.ConvertedFrom
	for name, to := range map[string]any{
		"tick_rate": &r.TickRate, "data_version": &r.DataVersion, "rules": &r.Rules, "balance_preset": &r.BalancePreset,
		"converted_from_source": &from.Source, "original_mod": &from.OriginalMod, "original_version": &from.OriginalVersion,
	} {
		if text, ok := m.Extra[name]; ok {
			_ = json.Unmarshal(text, to) // a member of another type is none of ours
		}
	}
	if from.Source != "" {
		r.ConvertedFrom = &from
	}
	for i, p := range m.Players {
		player := icrep.Player{Slot: i, Name: p.Name, Faction: p.Faction, Outcome: icrep.OutcomeUnknown, Kind: icrep.KindBot}
		if p.IsHuman {
			player.Kind = icrep.KindHuman
		}
		_ = json.Unmarshal(p.Extra["slot"], &player.Slot) // without it: in their order
		r.Players = append(r.Players, player)
	}
	return r
}

// Keyframe returns the state as a full keyframe: its tick, and the blob for
// icrep.Writer.Keyframe.
func (s *Save) Keyframe() (order.Tick, []byte) {
	return s.State.Core.Tick, s.State.Append(nil)
}
