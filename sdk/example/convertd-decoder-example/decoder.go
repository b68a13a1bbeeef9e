// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"strconv"

	"convertd/core/ir"
	"convertd/sdk"
)

const (
	formatID = "chatlog"
	magic    = "CHATLOG 1\n"
	// maxPlayers bounds what a line can make us allocate.
	maxPlayers = 16
	// checkEvery is how many lines pass between two looks at the context.
	checkEvery = 256
)

// decoder keeps no state: it serves several calls at once.
type decoder struct{}

// Info implements sdk.Decoder.
func (decoder) Info() sdk.Info {
	return sdk.Info{Name: "example", Version: version, Formats: []sdk.Format{{
		ID: formatID, Description: "chat log of the example", Extensions: []string{".chatlog"}, Magic: []byte(magic),
	}}}
}

// Probe implements sdk.Decoder.
func (decoder) Probe(input sdk.ProbeInput) sdk.Match {
	if !bytes.HasPrefix(input.Head, []byte(magic)) {
		return sdk.Match{}
	}
	return sdk.Match{Format: formatID, Confidence: 100, Reason: "begins with its magic"}
}

// Decode implements sdk.Decoder.
func (decoder) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if !bytes.HasPrefix(source.Data, []byte(magic)) {
		return &ir.DecodeError{Code: ir.CodeNotRecognised, Section: "magic", Message: "the first line is not " + strconv.Quote(magic)}
	}
	if err := sink.Header(header()); err != nil {
		return err
	}
	trailer := ir.Trailer{Complete: true, BytesConsumed: uint64(len(source.Data)), Winner: ir.NoPlayer}
	var damage *ir.DecodeError
	if options.Depth == sdk.DepthFull {
		var err error
		if damage, err = sendLines(ctx, source.Data, options.Native, sink, &trailer); err != nil {
			return err
		}
	}
	if damage != nil {
		trailer.Complete, trailer.BytesConsumed = false, damage.Offset
	}
	if err := sink.Trailer(&trailer); err != nil {
		return err
	}
	if damage != nil {
		return damage
	}
	return nil
}

func header() *ir.Header {
	players := make([]ir.Player, maxPlayers)
	for i := range players {
		players[i] = ir.Player{Slot: int32(i), Client: int32(i), Kind: ir.PlayerHuman}
	}
	return &ir.Header{
		Format: formatID, Game: "example", Version: "1", Players: players,
		TickRate: ir.Rational{Num: 10, Den: 1}, TicksPerFrame: 1, LocalPlayer: ir.NoPlayer,
	}
}

// sendLines sends every line. damage is where the file stops making sense, err
// what the sink or the context said.
func sendLines(ctx context.Context, data []byte, native bool, sink sdk.Sink, trailer *ir.Trailer) (damage *ir.DecodeError, err error) {
	for offset := len(magic); offset < len(data); {
		if trailer.Commands%checkEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		line, _, whole := bytes.Cut(data[offset:], []byte{'\n'})
		if !whole {
			return damaged(ir.CodeTruncated, offset, "the last line has no end"), nil
		}
		order, ok := parse(line)
		if !ok {
			return damaged(ir.CodeMalformed, offset, "a line is TICK PLAYER TEXT"), nil
		}
		if order.Frame < trailer.LastFrame {
			return damaged(ir.CodeMalformed, offset, "the tick goes back"), nil
		}
		if native {
			err = sink.Native(line)
		} else {
			order.Offset = uint64(offset)
			err = sink.Order(&order)
		}
		if err != nil {
			return nil, err
		}
		trailer.Commands++
		trailer.LastFrame = order.Frame
		offset += len(line) + 1
	}
	trailer.Ticks = trailer.LastFrame
	return nil, nil
}

func damaged(code ir.Code, offset int, message string) *ir.DecodeError {
	return &ir.DecodeError{Code: code, Section: "line", Offset: uint64(offset), Message: message}
}

// parse reads TICK PLAYER TEXT.
func parse(line []byte) (ir.Order, bool) {
	tick, rest, ok := bytes.Cut(line, []byte{' '})
	player, text, ok2 := bytes.Cut(rest, []byte{' '})
	frame, err := strconv.ParseUint(string(tick), 10, 32)
	who, err2 := strconv.ParseUint(string(player), 10, 32)
	if !ok || !ok2 || err != nil || err2 != nil || who >= maxPlayers {
		return ir.Order{}, false
	}
	return ir.Order{
		Frame: frame, Tick: frame, Player: int32(who), Client: int32(who),
		Kind: ir.KindChat, NativeName: "Chat", Text: string(text),
	}, true
}
