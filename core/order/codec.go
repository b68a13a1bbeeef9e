// SPDX-License-Identifier: GPL-3.0-or-later

package order

import "convertd/core/bincode"

// AppendUnits appends a list of tags: u64 count, then u16 index and u16
// generation each.
func AppendUnits(dst []byte, units []UnitTag) []byte {
	dst = bincode.AppendLength(dst, len(units))
	for _, u := range units {
		dst = AppendUnitTag(dst, u)
	}
	return dst
}

// AppendUnitTag appends u16 index, u16 generation.
func AppendUnitTag(dst []byte, u UnitTag) []byte {
	return bincode.AppendUint16(bincode.AppendUint16(dst, u.Index), u.Generation)
}

// ReadUnitTag reads what AppendUnitTag wrote.
func ReadUnitTag(r *bincode.Reader) UnitTag {
	return UnitTag{Index: r.Uint16(), Generation: r.Uint16()}
}

// ReadUnits reads what AppendUnits wrote, appending to dst.
func ReadUnits(r *bincode.Reader, dst []UnitTag) []UnitTag {
	n := r.Length(4, MaxOrderBytes/4)
	for range n {
		dst = append(dst, ReadUnitTag(r))
	}
	return dst
}

// AppendWorldPos appends i32 x, y, z.
func AppendWorldPos(dst []byte, p WorldPos) []byte {
	return bincode.AppendInt32(bincode.AppendInt32(bincode.AppendInt32(dst, p.X), p.Y), p.Z)
}

// ReadWorldPos reads what AppendWorldPos wrote.
func ReadWorldPos(r *bincode.Reader) WorldPos {
	return WorldPos{X: r.Int32(), Y: r.Int32(), Z: r.Int32()}
}

// AppendTarget appends the variant number and the fields of that variant.
func AppendTarget(dst []byte, t Target) []byte {
	dst = bincode.AppendUint32(dst, uint32(t.Kind))
	switch t.Kind {
	case TargetPosition:
		dst = AppendWorldPos(dst, t.Position)
	case TargetUnit:
		dst = AppendUnitTag(dst, t.Unit)
	case TargetCell:
		dst = AppendWorldPos(dst, WorldPos(t.Cell))
		dst = bincode.AppendUint8(dst, t.SubCell)
	case TargetFrozen:
		dst = AppendUnitTag(dst, t.Unit)
		dst = bincode.AppendUint32(dst, uint32(t.Viewer))
	case TargetNone, targetKinds:
	}
	return dst
}

// ReadTarget reads what AppendTarget wrote.
func ReadTarget(r *bincode.Reader) Target {
	t := Target{Kind: TargetKind(r.Variant(uint32(targetKinds)))}
	switch t.Kind {
	case TargetPosition:
		t.Position = ReadWorldPos(r)
	case TargetUnit:
		t.Unit = ReadUnitTag(r)
	case TargetCell:
		t.Cell = CellPos(ReadWorldPos(r))
		t.SubCell = r.Uint8()
	case TargetFrozen:
		t.Unit = ReadUnitTag(r)
		t.Viewer = PlayerID(r.Uint32())
	case TargetNone, targetKinds:
	}
	return t
}

// AppendTimestampedOrder appends u32 player, the order, u32 sub-tick time.
func AppendTimestampedOrder(dst []byte, o *TimestampedOrder) []byte {
	dst = bincode.AppendUint32(dst, uint32(o.Player))
	dst = AppendPlayerOrder(dst, &o.Order)
	return bincode.AppendUint32(dst, o.SubTick)
}

// ReadTimestampedOrder reads what AppendTimestampedOrder wrote into o, reusing its
// slices, so that a walk over a replay allocates nothing per order. Other byte slices
// alias the reader's data.
func ReadTimestampedOrder(r *bincode.Reader, o *TimestampedOrder) {
	o.Player = PlayerID(r.Uint32())
	readPlayerOrder(r, &o.Order)
	o.SubTick = r.Uint32()
}

// AppendPlayerOrder appends the variant number and the fields of that variant.
func AppendPlayerOrder(dst []byte, o *PlayerOrder) []byte {
	dst = bincode.AppendUint32(dst, uint32(o.Kind))
	switch o.Kind {
	case KindMove:
		dst = AppendWorldPos(AppendUnits(dst, o.Units), o.Position)
	case KindAttack:
		dst = AppendTarget(AppendUnits(dst, o.Units), o.Target)
	case KindStop:
		dst = AppendUnits(dst, o.Units)
	case KindChatMessage:
		dst = bincode.AppendUint32(dst, uint32(o.Channel))
		if o.Channel == ChannelWhisper {
			dst = bincode.AppendUint32(dst, uint32(o.Whisper))
		}
		dst = bincode.AppendString(dst, o.Text)
	case KindChatCommand:
		dst = bincode.AppendString(dst, o.Text)
		dst = bincode.AppendLength(dst, len(o.Args))
		for _, arg := range o.Args {
			dst = bincode.AppendString(dst, arg)
		}
	case KindCheatCode:
		dst = bincode.AppendUint32(dst, o.Cheat)
	case KindSetCvar:
		value := ""
		if len(o.Args) > 0 {
			value = o.Args[0]
		}
		dst = bincode.AppendString(bincode.AppendString(dst, o.Text), value)
	case KindVote:
		dst = appendVote(dst, &o.Vote)
	case KindGameOrder:
		dst = bincode.AppendUint16(dst, uint16(o.Game.Tag))
		dst = bincode.AppendBytes(dst, o.Game.Payload)
	case KindIdle, playerOrderKinds:
	}
	return dst
}

// readPlayerOrder reads what AppendPlayerOrder wrote into o, reusing its slices. The
// payload of a GameOrder aliases the reader's data. Fields that do not count for the
// kind are zero or empty.
func readPlayerOrder(r *bincode.Reader, o *PlayerOrder) {
	*o = PlayerOrder{
		Kind:  PlayerOrderKind(r.Variant(uint32(playerOrderKinds))),
		Units: o.Units[:0],
		Args:  o.Args[:0],
	}
	switch o.Kind {
	case KindMove:
		o.Units = ReadUnits(r, o.Units)
		o.Position = ReadWorldPos(r)
	case KindAttack:
		o.Units = ReadUnits(r, o.Units)
		o.Target = ReadTarget(r)
	case KindStop:
		o.Units = ReadUnits(r, o.Units)
	case KindChatMessage:
		o.Channel = ChatChannel(r.Variant(uint32(chatChannels)))
		if o.Channel == ChannelWhisper {
			o.Whisper = PlayerID(r.Uint32())
		}
		o.Text = r.String(MaxOrderBytes)
	case KindChatCommand:
		o.Text = r.String(MaxOrderBytes)
		for range r.Length(8, MaxOrderBytes/8) {
			o.Args = append(o.Args, r.String(MaxOrderBytes))
		}
	case KindCheatCode:
		o.Cheat = r.Uint32()
	case KindSetCvar:
		o.Text = r.String(MaxOrderBytes)
		o.Args = append(o.Args, r.String(MaxOrderBytes))
	case KindVote:
		o.Vote = readVote(r)
	case KindGameOrder:
		o.Game.Tag = GameOrderTag(r.Uint16())
		o.Game.Payload = r.Bytes(MaxOrderBytes)
	case KindIdle, playerOrderKinds:
	}
}

func appendVote(dst []byte, v *Vote) []byte {
	dst = bincode.AppendUint32(dst, uint32(v.Kind))
	if v.Kind != VotePropose {
		dst = bincode.AppendUint32(dst, v.ID)
		if v.Kind == VoteCast {
			dst = bincode.AppendBool(dst, v.Choice)
		}
		return dst
	}
	dst = bincode.AppendUint32(dst, uint32(v.Type))
	switch v.Type {
	case VoteKick:
		dst = bincode.AppendString(bincode.AppendUint32(dst, uint32(v.Target)), v.Reason)
	case VoteCustom:
		dst = bincode.AppendString(dst, v.TypeID)
	case VoteSurrender, VoteRemake, VoteDraw, voteTypes:
	}
	return dst
}

func readVote(r *bincode.Reader) Vote {
	v := Vote{Kind: VoteKind(r.Variant(uint32(voteKinds)))}
	if v.Kind != VotePropose {
		v.ID = r.Uint32()
		if v.Kind == VoteCast {
			v.Choice = r.Bool()
		}
		return v
	}
	v.Type = VoteType(r.Variant(uint32(voteTypes)))
	switch v.Type {
	case VoteKick:
		v.Target = PlayerID(r.Uint32())
		v.Reason = r.String(MaxOrderBytes)
	case VoteCustom:
		v.TypeID = r.String(MaxOrderBytes)
	case VoteSurrender, VoteRemake, VoteDraw, voteTypes:
	}
	return v
}

// AppendCommand appends the fields of a Command in declaration order.
func AppendCommand(dst []byte, c *Command) []byte {
	dst = AppendUnits(dst, c.Units)
	dst = bincode.AppendBool(dst, c.Queued)
	dst = AppendTarget(dst, c.Target)
	dst = AppendTarget(dst, c.Target2)
	dst = AppendUnits(dst, c.Others)
	dst = bincode.AppendString(dst, c.Item)
	dst = bincode.AppendUint32(dst, c.ItemID)
	dst = bincode.AppendInt32(dst, c.Count)
	dst = bincode.AppendUint32(dst, c.Data)
	dst = bincode.AppendUint32(dst, uint32(c.Flags))
	dst = bincode.AppendString(dst, c.Name)
	dst = bincode.AppendBytes(dst, c.Raw)
	return appendIDs(appendIDs(dst, c.Unbound), c.UnboundTargets)
}

func appendIDs(dst []byte, ids []uint32) []byte {
	dst = bincode.AppendLength(dst, len(ids))
	for _, id := range ids {
		dst = bincode.AppendUint32(dst, id)
	}
	return dst
}

func readIDs(r *bincode.Reader, dst []uint32) []uint32 {
	for range r.Length(4, MaxOrderBytes/4) {
		dst = append(dst, r.Uint32())
	}
	return dst
}

// ReadCommand reads a whole payload into c, reusing its slices. Raw aliases
// the reader's data.
func ReadCommand(r *bincode.Reader, c *Command) {
	c.Units = ReadUnits(r, c.Units[:0])
	c.Queued = r.Bool()
	c.Target = ReadTarget(r)
	c.Target2 = ReadTarget(r)
	c.Others = ReadUnits(r, c.Others[:0])
	c.Item = r.String(MaxOrderBytes)
	c.ItemID = r.Uint32()
	c.Count = r.Int32()
	c.Data = r.Uint32()
	c.Flags = CommandFlags(r.Uint32())
	if c.Flags&^commandFlagsKnown != 0 {
		r.Fail("unknown command flags %#x", uint32(c.Flags))
	}
	c.Name = r.String(MaxOrderBytes)
	c.Raw = r.Bytes(MaxOrderBytes)
	c.Unbound = readIDs(r, c.Unbound[:0])
	c.UnboundTargets = readIDs(r, c.UnboundTargets[:0])
	r.Finish()
}
