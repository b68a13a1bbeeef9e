// SPDX-License-Identifier: GPL-3.0-or-later

package foxes

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

// FormatID names the format, Game the game.
const (
	FormatID = "foxes"
	Game     = "toy"
	magic    = "FOXES "
	// TicksPerSecond of the game.
	TicksPerSecond = 10
)

// Decoder reads games of foxes:
//
//	FOXES 1.0.3
//	player Foxes 300
//	player Foxes 300
//	12 0 move 2,3 at 40.5 61
//	30 1 produce 4 of digger
//	31 1 attack 9 on 12
//
// The first line has the version of the game; a player's has faction and gold; an order
// tick, player, kind as ir.Kind names it, who is told, and what it is aimed at or makes.
type Decoder struct{}

// Info implements sdk.Decoder.
func (Decoder) Info() sdk.Info {
	return sdk.Info{Name: "foxes", Version: "1.0.0", Formats: []sdk.Format{{
		ID: FormatID, Description: "game of foxes", Extensions: []string{".foxes"}, Magic: []byte(magic),
	}}}
}

// Probe implements sdk.Decoder.
func (Decoder) Probe(input sdk.ProbeInput) sdk.Match {
	if !bytes.HasPrefix(input.Head, []byte(magic)) {
		return sdk.Match{}
	}
	return sdk.Match{Format: FormatID, Confidence: 100, Reason: "begins with its magic"}
}

// Decode implements sdk.Decoder.
func (Decoder) Decode(_ context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	version, rest, found := bytes.Cut(source.Data, []byte{'\n'})
	if !found || !bytes.HasPrefix(version, []byte(magic)) {
		return &ir.DecodeError{Code: ir.CodeNotRecognised, Section: "magic", Message: "the first line is no version of FOXES"}
	}
	header := &ir.Header{
		Format: FormatID, Game: Game, Version: string(version[len(magic):]), Map: ir.Map{Name: "wood"},
		TickRate: ir.Rational{Num: TicksPerSecond, Den: 1}, TicksPerFrame: 1, LocalPlayer: ir.NoPlayer, PositionUnit: ir.PositionFloatBits,
	}
	lines := strings.SplitAfter(string(rest), "\n")
	offset := len(version) + 1
	for len(lines) > 0 && strings.HasPrefix(lines[0], "player ") {
		fields := strings.Fields(lines[0])
		if len(fields) != 3 {
			return damaged(offset, "a player is a faction and gold")
		}
		header.Players = append(header.Players, ir.Player{Slot: int32(len(header.Players)), Client: -1, Kind: ir.PlayerHuman, Faction: fields[1]})
		header.Options = []ir.KeyValue{{Key: "gold", Value: fields[2]}}
		offset, lines = offset+len(lines[0]), lines[1:]
	}
	if err := sink.Header(header); err != nil {
		return err
	}
	trailer := ir.Trailer{Complete: true, BytesConsumed: uint64(len(source.Data)), Winner: ir.NoPlayer}
	var damage error
	if options.Depth == sdk.DepthFull {
		for _, line := range lines {
			if line == "" {
				continue
			}
			order, err := parse(line, len(header.Players))
			if err != nil {
				trailer.Complete, trailer.BytesConsumed = false, uint64(offset)
				damage = damaged(offset, err.Error())
				break
			}
			order.Offset = uint64(offset)
			if err := send(sink, order, line, options.Native); err != nil {
				return err
			}
			trailer.Commands, trailer.LastFrame, trailer.Ticks = trailer.Commands+1, order.Frame, order.Tick
			offset += len(line)
		}
	}
	if err := sink.Trailer(&trailer); err != nil {
		return err
	}
	return damage
}

func send(sink sdk.Sink, order *ir.Order, line string, native bool) error {
	if native {
		return sink.Native([]byte(strings.TrimSuffix(line, "\n")))
	}
	return sink.Order(order)
}

func damaged(offset int, message string) error {
	return &ir.DecodeError{Code: ir.CodeMalformed, Section: "line", Offset: uint64(offset), Message: message}
}

// kinds are those that the format knows.
var kinds = map[string]ir.Kind{
	"move": ir.KindMove, "attack": ir.KindAttack, "produce": ir.KindProduce, "place": ir.KindPlaceBuilding, "research": ir.KindResearch,
	"harvest": ir.KindHarvest, "guard": ir.KindGuard, "patrol": ir.KindPatrol, "stop": ir.KindStop, "enter": ir.KindEnter, "sell": ir.KindSell,
}

func parse(line string, players int) (*ir.Order, error) {
	fields := strings.Fields(line)
	if len(fields) < 4 {
		return nil, fmt.Errorf("an order is TICK PLAYER KIND IDS")
	}
	tick, err := strconv.ParseUint(fields[0], 10, 32)
	if err != nil {
		return nil, fmt.Errorf("no tick")
	}
	player, err := strconv.ParseUint(fields[1], 10, 8)
	if err != nil || int(player) >= players {
		return nil, fmt.Errorf("no player")
	}
	kind, known := kinds[fields[2]]
	if !known {
		return nil, fmt.Errorf("no kind of order")
	}
	order := &ir.Order{Frame: tick, Tick: tick, Player: int32(player), Client: -1, Kind: kind, NativeName: fields[2]}
	for text := range strings.SplitSeq(fields[3], ",") {
		id, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("no id")
		}
		order.Subjects = append(order.Subjects, uint32(id))
	}
	return order, complete(order, fields[4:])
}

// complete reads what an order is aimed at and makes.
func complete(order *ir.Order, fields []string) error {
	for len(fields) > 0 {
		word := fields[0]
		switch {
		case word == "of" && len(fields) > 1:
			order.Item, fields = fields[1], fields[2:]
		case word == "on" && len(fields) > 1:
			id, err := strconv.ParseUint(fields[1], 10, 32)
			if err != nil {
				return fmt.Errorf("no target")
			}
			order.Target, fields = ir.Target{Kind: ir.TargetEntity, ID: uint32(id)}, fields[2:]
		case word == "at" && len(fields) > 2:
			x, errX := strconv.ParseFloat(fields[1], 32)
			y, errY := strconv.ParseFloat(fields[2], 32)
			if errX != nil || errY != nil {
				return fmt.Errorf("no place")
			}
			order.Target = ir.Target{Kind: ir.TargetPosition, X: bits(x), Y: bits(y)}
			fields = fields[3:]
		default:
			return fmt.Errorf("after the ids comes of ITEM, on ID or at X Y")
		}
	}
	return nil
}

func bits(v float64) int32 { return int32(math.Float32bits(float32(v))) }
