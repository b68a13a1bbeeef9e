// SPDX-License-Identifier: GPL-3.0-or-later

package icsave

import (
	"encoding/json"
	"fmt"

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
	return &Save{Metadata: describe(r.Metadata(), uint64(state.Core.Tick), saveName), State: state}
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
		m.Players = append(m.Players, Player{Name: p.Name, Faction: p.Faction, IsHuman: p.Kind == icrep.KindHuman || p.Kind == ""})
	}
	if from.ConvertedFrom != nil {
		// Whoever continues from here must know that the game was foreign
		// (docs/engine/iron-curtain.md#foreign-replays).
		if source, err := json.Marshal(from.ConvertedFrom.Source); err == nil {
			m.Extra["converted_from_source"] = source
		}
	}
	return m
}

// Keyframe returns the state as a full keyframe: its tick, and the blob for
// icrep.Writer.Keyframe.
func (s *Save) Keyframe() (order.Tick, []byte) {
	return s.State.Core.Tick, s.State.Append(nil)
}
