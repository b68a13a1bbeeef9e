// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"strconv"

	"convertd/core/ir"
)

// slot is one place of the lobby as the options string gives it, without its
// network address. Numbers keep the file's own values: -1 none or random.
type slot struct {
	kind    ir.PlayerKind
	name    string
	level   string // difficulty of an AI
	color   int32
	faction int32
	start   int32
	team    int32
	extra   []ir.KeyValue
}

// occupied reports whether the game gave the slot a player.
func (s *slot) occupied() bool {
	return s.kind != ir.PlayerOpenSlot && s.kind != ir.PlayerClosedSlot && s.kind != ir.PlayerUnknown
}

// slotLayout says what follows the team in a slot.
type slotLayout uint8

const (
	slotsGenerals slotLayout = iota // human: NAT
	slotsBFME2                      // human: NAT, n, hero; AI: n, hero
	slotsCNC3                       // human: handicap, n, n, clan; AI: handicap, personality
)

// maxSlots is more than any of the games has (8; Tiberian Twilight 10).
const maxSlots = 16

// humanFields is how many commas a human slot has at the least: address, port,
// flags, colour, faction, start and team follow the name.
const humanFields = 7

// parseSlots reads the slot list: entries, each ended by a colon. A human's
// name may itself hold a colon, so an entry that starts with H goes on until
// it has its fields.
func parseSlots(raw []byte, layout slotLayout) []slot {
	var slots []slot
	for len(raw) > 0 && raw[0] != ';' && len(slots) < maxSlots {
		end := bytes.IndexByte(raw, ':')
		for raw[0] == 'H' && end >= 0 && bytes.Count(raw[:end], []byte(",")) < humanFields {
			next := bytes.IndexByte(raw[end+1:], ':')
			if next < 0 || startsSlot(raw[end+1:]) {
				break
			}
			end += 1 + next
		}
		if end < 0 {
			end = len(raw)
		}
		slots = append(slots, parseSlot(raw[:end], layout))
		raw = raw[min(end+1, len(raw)):]
	}
	return slots
}

// startsSlot reports whether raw begins with an entry that is no part of a
// name: an open or closed slot.
func startsSlot(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("X:")) || bytes.HasPrefix(raw, []byte("O:"))
}

func parseSlot(entry []byte, layout slotLayout) slot {
	if len(entry) == 0 {
		return slot{kind: ir.PlayerUnknown, color: -1, start: -1, team: -1}
	}
	switch entry[0] {
	case 'H':
		return parseHuman(entry[1:], layout)
	case 'C':
		return parseComputer(entry, layout)
	case 'O':
		return slot{kind: ir.PlayerOpenSlot, color: -1, start: -1, team: -1}
	case 'X':
		return slot{kind: ir.PlayerClosedSlot, color: -1, start: -1, team: -1}
	}
	return slot{kind: ir.PlayerUnknown, color: -1, start: -1, team: -1}
}

// parseHuman splits "name,address,port,flags,colour,faction,start,team,...".
// The name may hold commas; the flags, two of T and F behind two numbers, are
// what the fields are found by, from the right. Where they are not found, or
// found twice, an address could stand anywhere: the player stays nameless.
func parseHuman(entry []byte, layout slotLayout) slot {
	fields := bytes.Split(entry, []byte(","))
	s := slot{kind: ir.PlayerHuman, color: -1, faction: -1, start: -1, team: -1}
	flags := lastFlags(fields, len(fields)-5)
	if flags < 0 {
		return s
	}
	if lastFlags(fields, flags-1) < 0 {
		s.name = decodeANSI(bytes.Join(fields[:flags-2], []byte(",")))
	}
	rest := fields[flags+1:]
	s.color, s.faction, s.start, s.team = number(rest[0]), number(rest[1]), number(rest[2]), number(rest[3])
	s.extra = append(s.extra, ir.KeyValue{Key: "lobby_flags", Value: string(fields[flags])})
	s.addExtra(rest[4:], layout, true)
	return s
}

// lastFlags returns the last index up to from at which lobby flags stand
// behind a name, an address and a port, -1 if there is none.
func lastFlags(fields [][]byte, from int) int {
	for at := from; at >= 3; at-- {
		if isAddress(fields[at-2], fields[at-1], fields[at]) {
			return at
		}
	}
	return -1
}

// isAddress reports whether three fields are a hexadecimal address, a port and
// the two lobby flags.
func isAddress(address, port, flags []byte) bool {
	if len(flags) != 2 || (flags[0] != 'T' && flags[0] != 'F') || (flags[1] != 'T' && flags[1] != 'F') {
		return false
	}
	_, err := strconv.ParseInt(string(port), 10, 64)
	return err == nil && len(address) <= 8 && hexadecimal(string(address))
}

// parseComputer splits "Cx,colour,faction,start,team,...".
func parseComputer(entry []byte, layout slotLayout) slot {
	fields := bytes.Split(entry, []byte(","))
	s := slot{kind: ir.PlayerAI, name: decodeANSI(fields[0]), color: -1, faction: -1, start: -1, team: -1}
	levels := map[string]string{"CE": "easy", "CM": "medium", "CH": "hard", "CB": "brutal"}
	s.level = levels[s.name]
	if s.level == "" {
		s.level, s.name = "unknown", "C"
	}
	if len(fields) >= 5 {
		s.color, s.faction, s.start, s.team = number(fields[1]), number(fields[2]), number(fields[3]), number(fields[4])
		s.addExtra(fields[5:], layout, false)
	}
	return s
}

// maxClan is the longest clan tag, in bytes. An address has eight digits.
const maxClan = 7

// addExtra keeps what the later games add behind the team.
func (s *slot) addExtra(fields [][]byte, layout slotLayout, human bool) {
	var keys []string
	switch {
	case layout == slotsGenerals && human:
		keys = []string{"nat"}
	case layout == slotsBFME2 && human:
		keys = []string{"nat", "", "hero"}
	case layout == slotsBFME2:
		keys = []string{"", "hero"}
	case layout == slotsCNC3 && human:
		keys = []string{"", "handicap", "", "clan"}
	case layout == slotsCNC3:
		keys = []string{"handicap", "personality"}
	}
	for i, key := range keys {
		if key == "" || i >= len(fields) || len(fields[i]) == 0 {
			continue
		}
		value := decodeANSI(fields[i])
		if key == "clan" {
			if len(value) > maxClan {
				continue // a clan tag is short; an address is not
			}
		} else if !integer(value) {
			continue
		}
		s.extra = append(s.extra, ir.KeyValue{Key: key, Value: value})
	}
}

// number reads a small decimal field, -1 if it is none.
func number(field []byte) int32 {
	value, err := strconv.ParseInt(string(field), 10, 32)
	if err != nil {
		return -1
	}
	return int32(value)
}
