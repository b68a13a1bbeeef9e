// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

// Limits of the demo stream.
const (
	chunkHeader    = 8       // time as a float, length of the packet
	maxPacketBytes = 1 << 16 // the engine writes lengths in two bytes
	maxUnitNames   = 1 << 20 // bytes of the list of names, unpacked
	// checkEvery is how many packets pass between two looks at the context.
	checkEvery = 512
)

// stream is the state of one decoding.
type stream struct {
	input  *input
	head   *header
	setup  *setup
	sink   sdk.Sink
	native bool

	frame    uint64
	selected map[uint8][]uint32 // what each player has selected
	factory  map[uint32]bool    // units that were told to produce
	names    []string           // of unit types, by number less one
	reported map[int32]uint64   // frame of the last sync sample of each player
	counts   map[byte]uint64
	total    uint64
	last     uint64 // frame of the last packet that is not of the clock
	outcomes map[int32]ir.PlayerOutcome
	winner   int32
	warned   map[string]bool
	line     []byte
}

func newStream(in *input, head *header, setup *setup, sink sdk.Sink, native bool) *stream {
	return &stream{
		input: in, head: head, setup: setup, sink: sink, native: native,
		selected: map[uint8][]uint32{}, factory: map[uint32]bool{}, reported: map[int32]uint64{}, counts: map[byte]uint64{},
		outcomes: map[int32]ir.PlayerOutcome{}, winner: ir.NoPlayer, warned: map[string]bool{},
	}
}

// run reads the packets, then what follows them. An error of the input is a
// *damageError, any other is of the sink or the context.
func (s *stream) run(ctx context.Context) error {
	end := s.input.at + int64(s.head.stream)
	head := make([]byte, chunkHeader)
	packet := make([]byte, maxPacketBytes)
	for s.head.stream == 0 || s.input.at < end {
		if s.total%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		offset := s.input.place()
		if err := s.input.read(head, "packet"); err != nil {
			return damaged(err)
		}
		size := binary.LittleEndian.Uint32(head[4:])
		if size == 0 || size > maxPacketBytes {
			return damaged(s.input.fail(ir.CodeMalformed, "packet", fmt.Sprintf("a packet of %d bytes at byte %d of the demo", size, s.input.at), nil))
		}
		if err := s.input.read(packet[:size], "packet"); err != nil {
			return damaged(err)
		}
		if err := s.packet(packet[:size], offset); err != nil {
			return err
		}
	}
	return s.statistics()
}

func damaged(err error) error {
	failure, ok := ir.AsDecodeError(err)
	if !ok {
		return err
	}
	return &damageError{*failure}
}

// packet takes one packet.
func (s *stream) packet(packet []byte, offset uint64) error {
	kind := packet[0]
	s.total++
	s.counts[kind]++
	if err := s.tick(packet); err != nil {
		return err
	}
	if s.native {
		return s.sink.Native(s.describe(packet))
	}
	if kind == packetSyncResponse {
		return s.sync(packet)
	}
	if kind == packetLuaMsg {
		s.learnNames(packet)
	}
	if counted[kind] {
		return nil
	}
	s.last = s.frame
	return s.orders(packet, offset)
}

// tick moves the clock: a key frame stands in place of every sixteenth new one
// and says its number.
func (s *stream) tick(packet []byte) error {
	switch {
	case packet[0] == packetNewFrame:
		s.frame++
	case packet[0] == packetKeyFrame && len(packet) == 5:
		frame := uint64(binary.LittleEndian.Uint32(packet[1:]))
		if frame != s.frame+1 {
			if err := s.warn("frame-jumps", fmt.Sprintf("key frame %d follows frame %d", frame, s.frame)); err != nil {
				return err
			}
		}
		if frame > s.frame {
			s.frame = frame
		}
	}
	return nil
}

// describe is the native line of a packet: frame, name, size, and its bytes where
// nobody can stand in them.
func (s *stream) describe(packet []byte) []byte {
	s.line = fmt.Appendf(s.line[:0], "%d %s %d", s.frame, nameOf(packet[0]), len(packet))
	if !hidden[packet[0]] && !counted[packet[0]] && packetNames[packet[0]] != "" && packet[0] != packetChat && packet[0] != packetPrivateChat {
		s.line = fmt.Appendf(s.line, " %x", packet[1:])
	}
	return s.line
}

func nameOf(kind byte) string {
	if name, ok := packetNames[kind]; ok {
		return name
	}
	return fmt.Sprintf("PACKET_%d", kind)
}

// warn sends a diagnostic, once for each code.
func (s *stream) warn(code, summary string) error {
	if s.warned[code] {
		return nil
	}
	s.warned[code] = true
	return s.sink.Diagnostic(ir.Diagnostic{Severity: ir.SeverityWarning, Code: code, Summary: summary, Offset: s.input.place(), HasOffset: true})
}

// sync takes a checksum of the world that one player's machine reported.
func (s *stream) sync(packet []byte) error {
	c := cursor{data: packet, at: 1}
	who, frame, sum := c.byte(), uint64(c.u32()), c.u32()
	if c.short || c.left() > 0 {
		return s.warn("odd-packet", "a SYNCRESPONSE of a size that is not known")
	}
	player, known := s.setup.people[who]
	if !known {
		player = ir.NoPlayer
	}
	if frame < s.reported[int32(who)] {
		return s.warn("sync-goes-back", "a player reports an earlier frame than before; the report is left out")
	}
	s.reported[int32(who)] = frame
	return s.sink.Sync(ir.SyncSample{Frame: frame, Tick: frame, Reporter: int32(who), Player: player, Value: uint64(sum)})
}

// unitNames is how Beyond All Reason says what the numbers of unit types stand
// for, which change with every version: the names of all, packed JSON.
const unitNames = "unitdefs:"

// learnNames keeps the first list of names that comes.
func (s *stream) learnNames(packet []byte) {
	const head = 1 + 2 + 1 + 2 + 1 // kind, size, player, script, mode
	if len(s.names) > 0 || len(packet) < head || !bytes.HasPrefix(packet[head:], []byte(unitNames)) {
		return
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(packet[head+len(unitNames):]))
	if err != nil {
		return
	}
	text, err := io.ReadAll(io.LimitReader(unpacked, maxUnitNames))
	if err != nil {
		return
	}
	var names []string
	if json.Unmarshal(text, &names) == nil {
		s.names = names
	}
}

// statistics reads what follows the stream: who won, and how much players
// clicked.
func (s *stream) statistics() error {
	winners := make([]byte, min(s.head.winners, maxNumber))
	if err := s.input.read(winners, "winners"); err != nil {
		return damaged(err)
	}
	if len(winners) > 0 {
		s.won(winners)
	}
	// Statistics are left unread, but for their end: a packed demo has its checksum there.
	rest, err := io.Copy(io.Discard, s.input.demo)
	s.input.at += rest
	if err != nil {
		return damaged(s.input.fail(ir.CodeMalformed, "statistics", "the packed stream is damaged", err))
	}
	if uint64(rest) < uint64(s.head.players)*uint64(s.head.stat) {
		return damaged(s.input.fail(ir.CodeTruncated, "statistics", fmt.Sprintf("%d bytes of %d players", rest, s.head.players), nil))
	}
	return nil
}

// won notes which alliances won; all others that play have lost.
func (s *stream) won(allies []byte) {
	for index, ally := range s.setup.ally {
		outcome := ir.PlayerOutcome{Player: index, Outcome: ir.OutcomeLost, Frame: s.frame}
		if ally >= 0 && slices.Contains(allies, byte(ally)) {
			outcome.Outcome = ir.OutcomeWon
			if s.winner == ir.NoPlayer || index < s.winner {
				s.winner = index
			}
		} else if was, known := s.outcomes[index]; known && was.Outcome != ir.OutcomeWon {
			outcome = was
		}
		s.outcomes[index] = outcome
	}
}

// trailer closes the stream.
func (s *stream) trailer(complete bool) *ir.Trailer {
	out := &ir.Trailer{
		Complete: complete, BytesConsumed: s.input.consumed(), LastFrame: s.frame, Ticks: s.frame, Commands: s.total, Winner: s.winner,
	}
	for kind, n := range s.counts {
		out.CommandsByType = append(out.CommandsByType, ir.Count{Name: nameOf(kind), N: n})
	}
	slices.SortFunc(out.CommandsByType, func(a, b ir.Count) int { return strings.Compare(a.Name, b.Name) })
	for _, outcome := range s.outcomes {
		out.Outcomes = append(out.Outcomes, outcome)
	}
	slices.SortFunc(out.Outcomes, func(a, b ir.PlayerOutcome) int { return int(a.Player - b.Player) })
	return out
}
