// SPDX-License-Identifier: GPL-3.0-or-later

package ir

const (
	headerFields = 20
	playerFields = 13
)

// AppendHeader appends the wire form of a header (docs/ir.md#header).
func AppendHeader(dst []byte, h *Header) ([]byte, error) {
	w := lendWriter()
	defer w.giveBack()
	w.open(wireHeader, headerFields)
	w.string(h.Format)
	w.string(h.Game)
	w.string(h.Version)
	w.string(h.Profile)
	w.bool(h.Unverified)
	w.string(h.Map.Name)
	w.string(h.Map.ID)
	w.array(len(h.Players))
	for i := range h.Players {
		w.player(&h.Players[i])
	}
	w.uint(uint64(h.TickRate.Num))
	w.uint(uint64(h.TickRate.Den))
	w.uint(uint64(h.TicksPerFrame))
	w.string(h.Speed)
	w.int(h.Seed)
	w.bool(h.HasSeed)
	w.int(h.StartTime)
	w.int(h.EndTime)
	w.int(int64(h.LocalPlayer))
	w.uint(uint64(h.PositionUnit))
	w.pairs(h.Options)
	w.pairs(h.Details)
	return appendBounded(dst, w)
}

func appendBounded(dst []byte, w *wireWriter) ([]byte, error) {
	if w.buffer.Len() > MaxBatchBytes {
		return dst, ErrTooLarge
	}
	return append(dst, w.buffer.Bytes()...), nil
}

func (w *wireWriter) player(p *Player) {
	w.array(playerFields)
	w.int(int64(p.Slot))
	w.int(int64(p.Client))
	w.string(p.Name)
	w.uint(uint64(p.Kind))
	w.string(p.AI)
	w.string(p.Faction)
	w.string(p.ChosenFaction)
	w.bool(p.FactionResolved)
	w.int(int64(p.Team))
	w.int(int64(p.Start))
	w.string(p.Color)
	w.uint(uint64(p.Outcome))
	w.pairs(p.Details)
}

// DecodeHeader reads what AppendHeader wrote.
func DecodeHeader(data []byte) (*Header, error) {
	r := newWireReader("header", data)
	r.open(wireHeader, headerFields)
	h := &Header{
		Format: r.string(), Game: r.string(), Version: r.string(), Profile: r.string(),
		Unverified: r.bool(),
		Map:        Map{Name: r.string(), ID: r.string()},
	}
	for range r.list(MaxListEntries) {
		h.Players = append(h.Players, r.player())
		if r.err != nil {
			return nil, r.err
		}
	}
	h.TickRate = Rational{Num: r.uint32(), Den: r.uint32()}
	h.TicksPerFrame = r.uint32()
	h.Speed = r.string()
	h.Seed = r.int()
	h.HasSeed = r.bool()
	h.StartTime = r.int()
	h.EndTime = r.int()
	h.LocalPlayer = r.int32()
	h.PositionUnit = PositionUnit(r.uintBelow(uint64(positionUnits)))
	h.Options = r.pairs()
	h.Details = r.pairs()
	r.close()
	if r.err == nil {
		r.check(h.Validate())
	}
	if r.err != nil {
		return nil, r.err
	}
	return h, nil
}

func (r *wireReader) player() Player {
	r.array(playerFields)
	return Player{
		Slot: r.int32(), Client: r.int32(), Name: r.string(),
		Kind: PlayerKind(r.uintBelow(uint64(playerKinds))),
		AI:   r.string(), Faction: r.string(), ChosenFaction: r.string(),
		FactionResolved: r.bool(), Team: r.int32(), Start: r.int32(), Color: r.string(),
		Outcome: Outcome(r.uintBelow(uint64(outcomes))),
		Details: r.pairs(),
	}
}
