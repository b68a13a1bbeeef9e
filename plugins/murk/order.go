// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"math"

	"convertd/core/ir"
	"convertd/plugins/murk/murkfile"
)

// maxRawBytes bounds the record that an order carries in Raw, so that the
// whole order stays below what the representation takes. The file format
// allows payloads of 64 MiB. A longer record is counted, decoded into the
// order's fields and reported, but its bytes stay behind.
const maxRawBytes = ir.MaxOrderBytes - 1<<10

// tick is the engine's own number of a frame's tick: it counts from 1 and
// plays one tick for each frame, whatever number the frame records.
func (s *stream) tick() uint64 { return s.frame.Index + 1 }

// orders sends the current frame: its commands in file order, then its hash.
func (s *stream) orders() (next int, err error) {
	order := &s.order
	order.Frame = s.frame.Index
	order.Tick = s.tick()
	at := s.frame.First()
	for i := range s.frame.Commands {
		at = s.frame.Command(at, &s.command)
		order.Player = min(int32(i/commandsPerPlayer), s.lastPlayer)
		fault := s.payload.Decode(s.command.Tag, s.command.Payload)
		s.tally.tags[s.command.Tag]++
		s.fillOrder(fault)
		if fault != murkfile.FaultNone {
			if err := s.problems.payload(&s.frame, &s.command, fault); err != nil {
				return 0, err
			}
		}
		if len(s.command.Record) > maxRawBytes {
			order.Raw = nil
			if err := s.problems.leftOut(&s.command); err != nil {
				return 0, err
			}
		}
		if err := s.sink.Order(order); err != nil {
			return 0, err
		}
	}
	next = s.frame.Close(at)
	return next, s.sink.Sync(ir.SyncSample{
		Frame: s.frame.Index, Tick: s.tick(), Player: ir.NoPlayer, Value: s.frame.Hash,
		Extra: s.frame.Tick - s.tick(), // 0 in every recording of the engine
	})
}

// fillOrder turns the current command into the current order. Frame, Tick and
// Player are set already.
func (s *stream) fillOrder(fault murkfile.Fault) {
	order, command, payload := &s.order, &s.command, &s.payload
	order.Offset = uint64(command.Offset)
	order.Client = -1
	if command.HasSourceID && command.SourceID <= math.MaxInt32 {
		order.Client = int32(command.SourceID)
	}
	order.NativeID = uint32(command.Tag)
	order.NativeName = tagNames[command.Tag]
	order.Present = ir.PresentNativeID
	order.Raw = command.Record
	order.Target = ir.Target{}
	order.Count, order.ItemID, order.Data = 0, 0, 0
	if fault != murkfile.FaultNone {
		order.Kind = ir.KindUnknown
		return
	}
	switch command.Tag {
	case murkfile.TagMove:
		order.Kind = ir.KindMove
		s.entityOf(payload.Entity)
		s.targetOf(payload.Coordinate)
	case murkfile.TagSpawn:
		order.Kind = ir.KindSpawn
		s.targetOf(payload.Coordinate)
		order.Count = int32(payload.EntryCount())
		order.Present |= ir.PresentCount
	case murkfile.TagDespawn:
		order.Kind = ir.KindDespawn
		s.entityOf(payload.Entity)
	case murkfile.TagSetField:
		order.Kind = ir.KindSetField
		s.targetOf(payload.Coordinate)
		order.ItemID = payload.Key
		order.Data = uint32(payload.Bits)
		order.Present |= ir.PresentItemID | ir.PresentData
	case murkfile.TagCustom:
		order.Kind = ir.KindCustom
		order.ItemID = payload.Key
		order.Present |= ir.PresentItemID
	case murkfile.TagSetParameter:
		order.Kind = ir.KindSetParameter
		order.ItemID = payload.Key
		order.Count = 1
		order.Present |= ir.PresentItemID | ir.PresentCount
	case murkfile.TagSetParameterBatch:
		order.Kind = ir.KindSetParameter
		order.Count = int32(payload.EntryCount())
		order.Present |= ir.PresentCount
	}
}

// entityOf names the entity of a command by number. It is no subject: the
// engine has no entities, so that nothing could ever be bound to it. An id
// that does not fit stays in Raw only: half an id would name another entity.
func (s *stream) entityOf(entity uint64) {
	if entity <= math.MaxUint32 {
		s.order.ItemID = uint32(entity)
		s.order.Present |= ir.PresentItemID
	}
}

// targetOf sets the target cell of a coordinate with one to three components;
// absent ones are 0. Others stay in Raw only.
func (s *stream) targetOf(coordinate murkfile.Coordinate) {
	target := &s.order.Target
	n := coordinate.Len()
	if n < 1 || n > 3 {
		return
	}
	target.Kind = ir.TargetCell
	target.X, target.Y, target.Z = coordinate.At(0), 0, 0
	if n > 1 {
		target.Y = coordinate.At(1)
	}
	if n > 2 {
		target.Z = coordinate.At(2)
	}
}
