// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"errors"

	"convertd/core/bincode"
	"convertd/core/order"
)

// Decode reads a whole snapshot and checks it. Byte slices of the result alias
// data. The error is an *Error; nothing is allocated by a length that the
// bytes cannot hold.
func Decode(data []byte) (*SimSnapshot, error) {
	r, err := newReader(data)
	if err != nil {
		return nil, err
	}
	s := &SimSnapshot{}
	readCore(r, &s.Core)
	s.Campaign = readCampaign(r)
	s.Script = readScript(r)
	r.Finish()
	if err := readError(r); err != nil {
		return nil, err
	}
	return s, s.Check()
}

func newReader(data []byte) (*bincode.Reader, error) {
	if len(data) > MaxBytes {
		return nil, &Error{Offset: MaxBytes, Message: "longer than 64 MiB"}
	}
	return bincode.NewReader(data), nil
}

func readError(r *bincode.Reader) error {
	var cause *bincode.Error
	if errors.As(r.Err(), &cause) {
		return &Error{Offset: cause.Offset, Message: cause.Message}
	}
	return nil
}

// Least bytes of one element, so that no count can claim more than is there.
const (
	leastName    = 8
	leastEntity  = EntityHeadBytes + 16
	leastPlayer  = 17 + 16
	leastLayer   = 16 + 8
	leastBlob    = 16
	leastMission = 8 + 4 + 1
)

func readCore(r *bincode.Reader, core *SimCoreSnapshot) {
	core.Tick = order.Tick(r.Uint64())
	core.GameSeed = r.Uint64()
	core.MapHash = readHash(r)
	core.Random = readRandomState(r)
	core.Names = readNames(r)
	core.Capacity = r.Uint16()
	if n := r.Length(2, MaxSlots); n > 0 {
		core.Generations = make([]uint16, n)
		for i := range core.Generations {
			core.Generations[i] = r.Uint16()
		}
	}
	if n := r.Length(leastEntity, MaxEntities); n > 0 {
		core.Entities = make([]EntitySnapshot, n)
		for i := range core.Entities {
			core.Entities[i] = EntitySnapshot{
				Tag: order.ReadUnitTag(r), Kind: r.Uint32(), Owner: order.PlayerID(r.Uint32()), Components: readComponents(r),
			}
		}
	}
	if n := r.Length(leastPlayer, MaxPlayers); n > 0 {
		core.Players = make([]PlayerState, n)
		for i := range core.Players {
			core.Players[i].ID = order.PlayerID(r.Uint32())
			readPlayerFixed(r, &core.Players[i])
			core.Players[i].Components = readComponents(r)
		}
	}
	if n := r.Length(leastLayer, MaxLayers); n > 0 {
		core.Map.Layers = make([]MapLayer, n)
		for i := range core.Map.Layers {
			core.Map.Layers[i] = MapLayer{Name: r.Uint32(), Width: r.Uint32(), Height: r.Uint32(), Stride: r.Uint32(), Data: r.Bytes(MaxBytes)}
		}
	}
	core.Global = readComponents(r)
	core.CheatsUsed, core.CosmeticCheatsUsed = r.Bool(), r.Bool()
}

func readHash(r *bincode.Reader) (hash order.StateHash) {
	copy(hash[:], r.Take(len(hash)))
	return hash
}

func readRandomState(r *bincode.Reader) RandomState {
	return RandomState{Algorithm: r.String(MaxNameBytes), State: r.Bytes(MaxRandomBytes)}
}

func readNames(r *bincode.Reader) []string {
	n := r.Length(leastName, MaxNames)
	if n == 0 {
		return nil
	}
	names := make([]string, n)
	for i := range names {
		names[i] = r.String(MaxNameBytes)
	}
	return names
}

func readComponents(r *bincode.Reader) Components {
	return Components{Mask: r.Uint64(), Data: r.Bytes(MaxBytes)}
}

func readPlayerFixed(r *bincode.Reader, p *PlayerState) {
	p.Kind = PlayerKind(r.Uint8())
	p.Faction = r.Uint32()
	p.Team, p.Start = r.Int32(), r.Int32()
}

func readCampaign(r *bincode.Reader) []byte {
	if !r.Option() {
		return nil
	}
	if b := r.Bytes(MaxBytes); b != nil {
		return b
	}
	return []byte{}
}

func readScript(r *bincode.Reader) *ScriptState {
	if !r.Option() {
		return nil
	}
	s := &ScriptState{Lua: readBlobs(r), Wasm: readBlobs(r)}
	for range r.Length(leastMission, MaxScripts) {
		v := MissionVar{Name: r.String(MaxNameBytes)}
		v.Value.Kind = ScriptValueKind(r.Variant(uint32(scriptValueKinds)))
		switch v.Value.Kind {
		case ScriptBool:
			if r.Bool() {
				v.Value.Number = 1
			}
		case ScriptInt:
			v.Value.Number = r.Int64()
		case ScriptFixed:
			v.Value.Number = int64(r.Int32())
		case ScriptString:
			v.Value.Text = r.String(MaxBytes)
		case scriptValueKinds:
		}
		s.MissionVars = append(s.MissionVars, v)
	}
	return s
}

func readBlobs(r *bincode.Reader) []ScriptBlob {
	var blobs []ScriptBlob
	for range r.Length(leastBlob, MaxScripts) {
		blobs = append(blobs, ScriptBlob{Mod: r.String(MaxNameBytes), Data: r.Bytes(MaxBytes)})
	}
	return blobs
}
