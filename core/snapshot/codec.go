// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"convertd/core/bincode"
	"convertd/core/order"
)

// Append appends the bincode form of a snapshot: core, option of the campaign
// bytes, option of the script state.
func (s *SimSnapshot) Append(dst []byte) []byte {
	dst = s.Core.Append(dst)
	dst = appendCampaign(dst, s.Campaign)
	return appendScript(dst, s.Script)
}

// Append appends the core's fields in declaration order.
func (core *SimCoreSnapshot) Append(dst []byte) []byte {
	dst = bincode.AppendUint64(dst, uint64(core.Tick))
	dst = bincode.AppendUint64(dst, core.GameSeed)
	dst = append(dst, core.MapHash[:]...)
	dst = AppendRandomState(dst, &core.Random)
	dst = AppendNames(dst, core.Names)
	dst = bincode.AppendUint16(dst, core.Capacity)
	dst = bincode.AppendLength(dst, len(core.Generations))
	for _, g := range core.Generations {
		dst = bincode.AppendUint16(dst, g)
	}
	dst = bincode.AppendLength(dst, len(core.Entities))
	for i := range core.Entities {
		dst = AppendEntity(dst, &core.Entities[i])
	}
	dst = bincode.AppendLength(dst, len(core.Players))
	for i := range core.Players {
		dst = AppendPlayer(dst, &core.Players[i])
	}
	dst = bincode.AppendLength(dst, len(core.Map.Layers))
	for i := range core.Map.Layers {
		dst = appendLayerShape(dst, &core.Map.Layers[i])
		dst = bincode.AppendBytes(dst, core.Map.Layers[i].Data)
	}
	dst = AppendComponents(dst, core.Global)
	return bincode.AppendBool(bincode.AppendBool(dst, core.CheatsUsed), core.CosmeticCheatsUsed)
}

// AppendRandomState appends the algorithm's name and the state bytes.
func AppendRandomState(dst []byte, r *RandomState) []byte {
	return bincode.AppendBytes(bincode.AppendString(dst, r.Algorithm), r.State)
}

// AppendNames appends a list of strings.
func AppendNames(dst []byte, names []string) []byte {
	dst = bincode.AppendLength(dst, len(names))
	for _, name := range names {
		dst = bincode.AppendString(dst, name)
	}
	return dst
}

// AppendComponents appends u64 mask and the block as a byte vector.
func AppendComponents(dst []byte, c Components) []byte {
	return bincode.AppendBytes(bincode.AppendUint64(dst, c.Mask), c.Data)
}

// AppendEntityHead appends what stands before an entity's components: tag, u32
// kind, u32 owner.
func AppendEntityHead(dst []byte, tag order.UnitTag, kind uint32, owner order.PlayerID) []byte {
	dst = order.AppendUnitTag(dst, tag)
	return bincode.AppendUint32(bincode.AppendUint32(dst, kind), uint32(owner))
}

// EntityHeadBytes is the length of what AppendEntityHead appends.
const EntityHeadBytes = 12

// AppendEntity appends the head and the components.
func AppendEntity(dst []byte, e *EntitySnapshot) []byte {
	return AppendComponents(AppendEntityHead(dst, e.Tag, e.Kind, e.Owner), e.Components)
}

// AppendPlayerHead appends what stands before a player's components: u32 id,
// u8 kind, u32 faction, i32 team, i32 start.
func AppendPlayerHead(dst []byte, p *PlayerState) []byte {
	dst = bincode.AppendUint32(dst, uint32(p.ID))
	return appendPlayerFixed(dst, p)
}

func appendPlayerFixed(dst []byte, p *PlayerState) []byte {
	dst = bincode.AppendUint32(bincode.AppendUint8(dst, uint8(p.Kind)), p.Faction)
	return bincode.AppendInt32(bincode.AppendInt32(dst, p.Team), p.Start)
}

// PlayerHeadBytes is the length of what AppendPlayerHead appends.
const PlayerHeadBytes = 17

// AppendPlayer appends the head and the components.
func AppendPlayer(dst []byte, p *PlayerState) []byte {
	return AppendComponents(AppendPlayerHead(dst, p), p.Components)
}

func appendLayerShape(dst []byte, l *MapLayer) []byte {
	dst = bincode.AppendUint32(bincode.AppendUint32(dst, l.Name), l.Width)
	return bincode.AppendUint32(bincode.AppendUint32(dst, l.Height), l.Stride)
}

func appendCampaign(dst, campaign []byte) []byte {
	dst = bincode.AppendOption(dst, campaign != nil)
	if campaign != nil {
		dst = bincode.AppendBytes(dst, campaign)
	}
	return dst
}

func appendScript(dst []byte, s *ScriptState) []byte {
	dst = bincode.AppendOption(dst, s != nil)
	if s == nil {
		return dst
	}
	dst = appendBlobs(dst, s.Lua)
	dst = appendBlobs(dst, s.Wasm)
	dst = bincode.AppendLength(dst, len(s.MissionVars))
	for i := range s.MissionVars {
		v := &s.MissionVars[i]
		dst = bincode.AppendString(dst, v.Name)
		dst = bincode.AppendUint32(dst, uint32(v.Value.Kind))
		switch v.Value.Kind {
		case ScriptBool:
			dst = bincode.AppendBool(dst, v.Value.Number != 0)
		case ScriptInt:
			dst = bincode.AppendInt64(dst, v.Value.Number)
		case ScriptFixed:
			dst = bincode.AppendInt32(dst, int32(v.Value.Number))
		case ScriptString:
			dst = bincode.AppendString(dst, v.Value.Text)
		case scriptValueKinds:
		}
	}
	return dst
}

func appendBlobs(dst []byte, blobs []ScriptBlob) []byte {
	dst = bincode.AppendLength(dst, len(blobs))
	for i := range blobs {
		dst = bincode.AppendBytes(bincode.AppendString(dst, blobs[i].Mod), blobs[i].Data)
	}
	return dst
}
