// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"fmt"
	"strings"

	"convertd/core/ir"
)

// orders sends what a packet says somebody did: one order, or one for each
// command of an AI.
func (s *stream) orders(packet []byte, offset uint64) error {
	c := cursor{data: packet, at: 1}
	o := ir.Order{
		Frame: s.frame, Tick: s.frame, Offset: offset, Player: ir.NoPlayer, Client: -1,
		NativeID: uint32(packet[0]), NativeName: nameOf(packet[0]), Present: ir.PresentNativeID,
	}
	switch packet[0] {
	case packetAICommands:
		return s.aiCommands(&c, o)
	case packetCommand:
		s.playerCommand(&c, &o)
	case packetAICommand, packetAITracked:
		s.aiCommand(&c, &o)
	case packetSelect:
		c.sized(2)
		who := c.byte()
		s.by(&o, who)
		o.Kind, o.Subjects = ir.KindSelect, c.units(c.left()/2)
		if !c.short {
			s.selected[who] = o.Subjects
		}
	default:
		s.rare(&c, &o)
	}
	if c.short {
		o.Kind, o.Subjects, o.Target, o.Item, o.Text = ir.KindUnknown, nil, ir.Target{}, "", ""
	}
	if o.Kind == ir.KindUnknown && !hidden[packet[0]] {
		o.Raw = packet
	}
	return s.sink.Order(&o)
}

// by says who sends: the player of that number, for whoever has the player's team.
func (s *stream) by(o *ir.Order, who byte) {
	o.Client = int32(who)
	if index, known := s.setup.acts[who]; known {
		o.Player = index
	}
}

// rare takes packets that are not commands.
func (s *stream) rare(c *cursor, o *ir.Order) {
	switch o.NativeID {
	case packetStartPlaying:
		if o.Kind = ir.KindStartGame; c.u32() > 0 {
			o.Kind = ir.KindLobby // a countdown
		}
	case packetChat, packetPrivateChat:
		c.sized(1)
		s.by(o, c.byte())
		o.Kind, o.Data, o.Present = ir.KindChat, scope(c.byte()), o.Present|ir.PresentData
		o.Text = c.string()
	case packetPause:
		s.by(o, c.byte())
		o.Kind, o.Data, o.Present = ir.KindPause, uint32(c.byte()), o.Present|ir.PresentData
	case packetPlayerLeft:
		s.by(o, c.byte())
		o.Kind, o.Data, o.Present = ir.KindLeave, uint32(c.byte()), o.Present|ir.PresentData
	case packetTeam:
		s.team(c, o)
	case packetGameOver:
		c.sized(1)
		s.by(o, c.byte())
		o.Kind = ir.KindEndGame
		s.won(c.take(c.left()))
	case packetStartPos:
		s.by(o, c.byte())
		c.take(2) // team, whether it is ready
		o.Kind, o.Target = ir.KindLobby, position(c.float(), c.float(), c.float())
	case packetMapDraw:
		s.draw(c, o)
	case packetAlliance:
		s.by(o, c.byte())
		o.Kind, o.Entities = ir.KindDiplomacy, nil
		ally := c.byte()
		o.Data, o.Count, o.Present = uint32(c.byte()), int32(ally), o.Present|ir.PresentData|ir.PresentCount
	case packetUserSpeed:
		s.by(o, c.byte())
		o.Kind = ir.KindSystem
	default:
		if hidden[byte(o.NativeID)] {
			o.Kind = ir.KindSystem
		}
	}
}

// scope is how the representation says who reads a message.
func scope(to byte) uint32 {
	switch to {
	case 254, 125:
		return 0
	case 253, 126:
		return 0xFFFFFFFF // observers
	default:
		return 1 // allies, or one player
	}
}

// Actions of a team packet.
const (
	teamGivesAway = 1
	teamResigns   = 2
	teamJoins     = 3
	teamDied      = 4
)

func (s *stream) team(c *cursor, o *ir.Order) {
	s.by(o, c.byte())
	action, number := c.byte(), c.byte()
	c.byte() // a second parameter
	switch action {
	case teamResigns:
		o.Kind = ir.KindResign
		s.ended(o.Player, ir.OutcomeResigned)
	case teamGivesAway:
		o.Kind, o.NativeName = ir.KindCustom, "TEAM_GIVEAWAY"
	case teamJoins:
		o.Kind = ir.KindLobby
	case teamDied: // every player sends it
		o.Kind, o.NativeName = ir.KindSystem, "TEAM_DIED"
		if index, known := s.setup.teams[number]; known && !c.short {
			s.ended(index, ir.OutcomeLost)
		}
	}
	o.Data, o.Present = uint32(number), o.Present|ir.PresentData
}

// ended notes the first thing that says how it ended for a player.
func (s *stream) ended(index int32, outcome ir.Outcome) {
	if _, known := s.outcomes[index]; index >= 0 && !known {
		s.outcomes[index] = ir.PlayerOutcome{Player: index, Outcome: outcome, Frame: s.frame}
	}
}

// Drawings on the map.
const (
	drawsPoint = 0
	drawsErase = 1
	drawsLine  = 2
)

// draw takes marks on the map. Coordinates have two bytes, in later engines four.
func (s *stream) draw(c *cursor, o *ir.Order) {
	c.sized(1)
	s.by(o, c.byte())
	what := c.byte()
	wide := map[byte]int{drawsErase: 8, drawsLine: 16}[what]
	place := func() ir.Target {
		if wide > 0 && c.left() >= wide-8 && len(c.data) >= 4+wide {
			return position(float32(c.u32()), 0, float32(c.u32()))
		}
		return position(float32(int16(c.u16())), 0, float32(int16(c.u16())))
	}
	o.Kind, o.Target = ir.KindBeacon, place()
	switch what {
	case drawsErase:
		o.Kind = ir.KindRemoveBeacon
	case drawsLine:
		o.Target2 = place()
	}
}

// position converts elmos to the representation's units: a cell is one square
// of the building grid, 16 elmos. The engine's y is the height.
func position(x, y, z float32) ir.Target {
	return ir.Target{Kind: ir.TargetPosition, X: units(x), Y: units(z), Z: units(y)}
}

const (
	unitsPerElmo = 1024 / 16
	// mostElmos is beyond every map: the largest has 32,768.
	mostElmos = 1 << 20
)

func units(elmos float32) int32 {
	switch {
	case elmos != elmos: // NaN
		return 0
	case elmos > mostElmos:
		return mostElmos * unitsPerElmo
	case elmos < -mostElmos:
		return -mostElmos * unitsPerElmo
	}
	return int32(elmos * unitsPerElmo)
}

// cString is a text up to its zero.
func cString(data []byte) string {
	text, _, _ := bytes.Cut(data, []byte{0})
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

// typeName is what a unit type is called; "" if the demo did not say.
func (s *stream) typeName(number uint32) string {
	if number == 0 || uint64(number) > uint64(len(s.names)) {
		return ""
	}
	return s.names[number-1]
}

// commandName names a command that has no name of its own.
func commandName(id int32) string {
	if name, ok := commandNames[id]; ok {
		return name
	}
	if id < 0 {
		return "BUILD"
	}
	return fmt.Sprintf("CMD_%d", id)
}
