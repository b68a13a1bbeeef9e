// SPDX-License-Identifier: GPL-3.0-or-later

package mutate

import (
	"slices"

	"convertd/core/ir"
	"convertd/sdk/sinktest"
)

// Stream returns a spoilt copy of what a decoder sent: orders with other figures,
// lost, repeated or in another's name; other hashes; another lobby; another end.
// It keeps to the contract of a stream but for what only a fault of a decoder
// breaks, once in a while.
func Stream(r *Random, sent *sinktest.Recording) *sinktest.Recording {
	out := &sinktest.Recording{
		Orders: slices.Clone(sent.Orders), Syncs: slices.Clone(sent.Syncs), Diagnostics: sent.Diagnostics,
	}
	header, trailer := *sent.Header, *sent.Trailer
	header.Players = slices.Clone(header.Players)
	header.Options, header.Details = slices.Clone(header.Options), slices.Clone(header.Details)
	trailer.Outcomes, trailer.Scores = slices.Clone(trailer.Outcomes), slices.Clone(trailer.Scores)
	out.Header, out.Trailer = &header, &trailer
	for range 1 + r.Below(8) {
		switch r.Below(8) {
		case 0:
			spoilHeader(r, &header)
		case 1:
			spoilTrailer(r, &trailer, len(header.Players))
		case 2:
			spoilSyncs(r, out)
		default:
			spoilOrders(r, out, len(header.Players))
		}
	}
	if !r.Once(50) { // else a decoder's fault
		slices.SortStableFunc(out.Orders, func(a, b ir.Order) int {
			switch {
			case a.Tick < b.Tick:
				return -1
			case a.Tick > b.Tick:
				return 1
			}
			return 0
		})
		for i := range out.Orders {
			if int(out.Orders[i].Player) >= len(header.Players) {
				out.Orders[i].Player = ir.NoPlayer
			}
		}
	}
	return out
}

func spoilHeader(r *Random, h *ir.Header) {
	switch r.Below(12) {
	case 0:
		h.TickRate = ir.Rational{Num: uint32(max(r.Number()&0xFFFFFFFF, 1)), Den: uint32(max(r.Number()&0xFFFF, 1))}
	case 1:
		h.TicksPerFrame = uint32(max(r.Number()&0xFFFF, 1))
	case 2:
		h.Seed, h.HasSeed = int64(r.Number()), true
	case 3:
		h.Version = string(Bytes(r, []byte(h.Version), nil))
	case 4:
		h.Map.ID = string(Bytes(r, []byte(h.Map.ID), nil))
	case 5:
		if len(h.Options) > 0 {
			option := &h.Options[r.Below(len(h.Options))]
			option.Value = string(Bytes(r, []byte(option.Value), nil))
		}
	case 6:
		if len(h.Details) > 0 {
			detail := &h.Details[r.Below(len(h.Details))]
			detail.Value = string(Bytes(r, []byte(detail.Value), nil))
		}
	case 7:
		h.Players = h.Players[:r.Below(len(h.Players)+1)]
		h.LocalPlayer = ir.NoPlayer
	case 8: // a full lobby
		for len(h.Players) > 0 && len(h.Players) < 80 {
			h.Players = append(h.Players, h.Players[r.Below(len(h.Players))])
		}
	default:
		if len(h.Players) > 0 {
			spoilLobby(r, &h.Players[r.Below(len(h.Players))])
		}
	}
}

func spoilLobby(r *Random, p *ir.Player) {
	switch r.Below(7) {
	case 0:
		p.Client = int32(r.Number())
	case 1:
		p.Kind = ir.PlayerKind(r.Below(int(ir.PlayerClosedSlot) + 1))
	case 2:
		p.Faction = string(Bytes(r, []byte(p.Faction), nil))
	case 3:
		p.Team, p.Start = int32(r.Number()), int32(r.Number())
	case 4:
		p.Slot = int32(r.Number())
	case 5:
		if len(p.Details) > 0 {
			p.Details = slices.Clone(p.Details)
			detail := &p.Details[r.Below(len(p.Details))]
			detail.Value = string(Bytes(r, []byte(detail.Value), nil))
		}
	case 6:
		p.Name = string(Bytes(r, []byte(p.Name), nil))
	}
}

func spoilTrailer(r *Random, t *ir.Trailer, players int) {
	switch r.Below(4) {
	case 0:
		t.Ticks = r.Number()
	case 1:
		t.Winner = int32(r.Below(players+1)) - 1
	case 2:
		t.Outcomes = append(t.Outcomes, ir.PlayerOutcome{Player: int32(r.Below(players)), Outcome: ir.Outcome(r.Below(5)), Frame: r.Number()})
	case 3:
		t.Scores = append(t.Scores, ir.Score{Player: int32(r.Number()), Name: "unitsLost", Value: int64(r.Number())})
	}
	t.LastFrame = r.Number()
}

func spoilSyncs(r *Random, s *sinktest.Recording) {
	if len(s.Syncs) == 0 {
		return
	}
	at := r.Below(len(s.Syncs))
	switch r.Below(5) {
	case 0:
		s.Syncs[at].Value ^= 1 << r.Below(32)
	case 1:
		s.Syncs[at].Tick = r.Number()
	case 2:
		s.Syncs[at].Frame = r.Number()
	case 3:
		s.Syncs[at].Extra = r.Uint64()
	case 4:
		s.Syncs = slices.Delete(s.Syncs, at, min(len(s.Syncs), at+1+r.Below(10)))
	}
}

func spoilOrders(r *Random, s *sinktest.Recording, players int) {
	if len(s.Orders) == 0 {
		return
	}
	at := r.Below(len(s.Orders))
	other := s.Orders[r.Below(len(s.Orders))]
	switch r.Below(10) {
	case 0: // many at once
		for range 1 + r.Below(600) {
			s.Orders = append(s.Orders, s.Orders[at])
		}
	case 1:
		s.Orders = slices.Delete(s.Orders, at, min(len(s.Orders), at+1+r.Below(20)))
	case 2:
		s.Orders[at].Tick = r.Number()
	case 3:
		s.Orders[at].Tick = other.Tick
	case 4: // many times over, a tick apart
		one := other
		for range 1 + r.Below(200) {
			one.Tick++
			s.Orders = append(s.Orders, one)
		}
	default:
		spoilOrder(r, &s.Orders[at], &other, players)
	}
}

func spoilOrder(r *Random, o, other *ir.Order, players int) {
	switch r.Below(12) {
	case 0:
		o.Kind = ir.Kind(r.Below(int(ir.KindUnknown) + 64))
		if o.Kind.String() == "invalid" {
			o.Kind = other.Kind
		}
	case 1:
		o.Player = int32(r.Below(players+1)) - 1
	case 2:
		o.Client = int32(r.Number())
	case 3:
		o.Subjects = slices.Clone(o.Subjects)
		if len(o.Subjects) > 0 {
			o.Subjects[r.Below(len(o.Subjects))] = uint32(r.Number())
		} else {
			o.Subjects = []uint32{uint32(r.Number())}
		}
	case 4: // a large selection
		first := uint32(r.Number())
		o.Subjects = nil
		for i := range uint32(r.Below(300)) {
			o.Subjects = append(o.Subjects, first+i)
		}
	case 5:
		o.Target = ir.Target{
			Kind: ir.TargetKind(r.Below(int(ir.TargetInvalid) + 1)), X: int32(r.Number()), Y: int32(r.Number()), Z: int32(r.Number()),
			ID: uint32(r.Number()), Generation: int32(r.Number()), Owner: uint32(r.Number()),
		}
	case 6:
		o.Target = other.Target
	case 7:
		o.Item, o.ItemID, o.Present = other.Item, other.ItemID, other.Present
	case 8:
		o.Item = string(Bytes(r, []byte(o.Item), nil))
	case 9:
		o.Count, o.Present = int32(r.Number()), o.Present|ir.PresentCount
	case 10:
		o.Data, o.ItemID = uint32(r.Number()), uint32(r.Number())
	case 11:
		o.NativeName, o.Text = other.NativeName, string(Bytes(r, []byte(o.Text), nil))
	}
}
