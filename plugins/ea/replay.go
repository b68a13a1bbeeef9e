// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"convertd/core/ir"
)

// container is how the records behind a header are kept.
type container uint8

const (
	containerRecords  container = iota // one record after the other: Generals to Rise of the Witch-king
	containerChunks                    // chunks with channels and a footer: Tiberium Wars to Red Alert 3
	containerTwilight                  // chunks of Tiberian Twilight
)

// replay is a header, read, and what the body needs from it.
type replay struct {
	header    ir.Header
	container container
	dialect   *dialect
	options   gameOptions
	playerOf  [nativePlayers]int32
	bodyStart int
	notes     []ir.Diagnostic

	// frames is the length the header claims, 0 if it does not.
	frames uint32
	// disconnected has a bit for each slot the header marks as disconnected.
	disconnected uint32
}

// Magics of the containers.
const (
	magicGenerals   = "GENREP"
	magicBFME       = "BFMEREPL"
	magicBFME2      = "BFME2RPL"
	magicCNC3       = "C&C3 REPLAY HEADER"
	magicRA3        = "RA3 REPLAY HEADER"
	magicTwilight   = "CnC4RPLCnC4"
	footerCNC3      = "C&C3 REPLAY FOOTER"
	footerRA3       = "RA3 REPLAY FOOTER"
	twilightVersion = 7
)

// hint is what the caller of a header reader knows beside the bytes: it
// decides only where the bytes leave two games open.
type hint struct {
	format string // format id the caller wants, "" if none
	name   string // bare file name
}

// readHeader reads the header of any of the games.
func readHeader(data []byte, hint hint) (*replay, error) {
	var (
		r   *replay
		err *ir.DecodeError
	)
	switch {
	case bytes.HasPrefix(data, []byte(magicGenerals)):
		r, err = readGenerals(data)
	case bytes.HasPrefix(data, []byte(magicBFME2)):
		r, err = readBFME2(data)
	case bytes.HasPrefix(data, []byte(magicBFME)):
		r, err = readBFME(data)
	case bytes.HasPrefix(data, []byte(magicCNC3)), bytes.HasPrefix(data, []byte(magicRA3)):
		r, err = readChunked(data, hint)
	case len(data) >= 15 && string(data[4:15]) == magicTwilight:
		r, err = readTwilight(data)
	default:
		err = &ir.DecodeError{
			Code: ir.CodeNotRecognised, Section: "header", Message: "no magic of a SAGE replay",
		}
	}
	if err != nil {
		return nil, err
	}
	if hint.format != "" && hint.format != r.header.Format && !sameMagic(hint.format, r.header.Format) {
		return nil, &ir.DecodeError{
			Code: ir.CodeNotRecognised, Section: "header",
			Message: fmt.Sprintf("this is %s, not %s", r.header.Format, hint.format),
		}
	}
	return r, nil
}

// sameMagic reports whether two formats share a magic. A probe, which sees only
// the start of a file, may take the one for the other; the header read from
// the whole file says what it is.
func sameMagic(a, b string) bool {
	shares := func(format string) bool { return format == formatTiberiumWars || format == formatKanesWrath }
	return shares(a) && shares(b)
}

func newReplay(format string, dialect *dialect) *replay {
	r := &replay{dialect: dialect}
	r.header = ir.Header{
		Format: format, Game: dialect.game,
		TickRate:      ir.Rational{Num: dialect.tickRate, Den: 1},
		TicksPerFrame: 1,
		LocalPlayer:   ir.NoPlayer,
		PositionUnit:  ir.PositionFloatBits,
	}
	for i := range r.playerOf {
		r.playerOf[i] = ir.NoPlayer
	}
	return r
}

func (r *replay) detail(key, value string) {
	r.header.Details = append(r.header.Details, ir.KeyValue{Key: key, Value: value})
}

func (r *replay) detailNumber(key string, value int64) {
	r.detail(key, strconv.FormatInt(value, 10))
}

// detailHex keeps a 32-bit fingerprint of the game's files.
func (r *replay) detailHex(key string, value uint32) {
	r.detail(key, fmt.Sprintf("%08x", value))
}

// useOptions takes over what the options string says: map, seed, options and
// players. header.Map.Name is left alone if the header named the map already.
func (r *replay) useOptions(options gameOptions) {
	r.options = options
	h := &r.header
	h.Map.ID = options.mapFolder
	if h.Map.Name == "" {
		h.Map.Name = baseName(options.mapFolder)
	}
	h.Options = options.pairs
	h.Seed, h.HasSeed = options.seed, options.hasSeed
	if options.mapCRC != "" {
		r.detail("map_crc", options.mapCRC)
	}
	if options.mapSize != "" {
		r.detail("map_size", options.mapSize)
	}
	if options.mapMask != "" {
		r.detail("map_contents", options.mapMask)
	}
	if options.ignored > 0 {
		r.note(ir.SeverityInfo, "options-ignored",
			fmt.Sprintf("%d options with unknown keys or values of a wrong form are left out", options.ignored))
	}
	r.seatPlayers()
}

// seatPlayers makes a player of each slot, in slot order, and numbers the
// occupied ones the way the game does: the first has the dialect's number, the
// next ones follow (docs/formats/ea.md#records, docs/formats/ea.md#chunks).
func (r *replay) seatPlayers() {
	native := r.dialect.firstPlayer
	for i := range r.options.slots {
		s := &r.options.slots[i]
		player := ir.Player{Slot: int32(i), Client: -1, Name: s.name, Kind: s.kind, AI: s.level}
		if s.occupied() {
			f := factionOf(r.dialect.factions, s.faction)
			player.Faction = f.name
			if f.kind != ir.PlayerUnknown && s.kind == ir.PlayerHuman {
				player.Kind = f.kind
			}
			player.Client = native
			if native < nativePlayers {
				r.playerOf[native] = int32(i)
			}
			native++
			player.Team, player.Start = max(s.team+1, 0), max(s.start+1, 0)
			player.Color = strconv.Itoa(int(s.color))
			player.Details = s.extra
		}
		r.header.Players = append(r.header.Players, player)
	}
}

// setLocal marks the recording player's slot.
func (r *replay) setLocal(slot int64) {
	if slot >= 0 && slot < int64(len(r.header.Players)) {
		r.header.LocalPlayer = int32(slot)
	}
}

// slotPlayer returns the index in Header.Players of a lobby slot.
func (r *replay) slotPlayer(slot uint32) int32 {
	if slot < uint32(len(r.header.Players)) {
		return int32(slot)
	}
	return ir.NoPlayer
}

func (r *replay) note(severity ir.Severity, code, summary string) {
	r.notes = append(r.notes, ir.Diagnostic{Severity: severity, Code: code, Summary: summary})
}

// setDisconnected keeps the header's per-slot flags of lost connections.
func (r *replay) setDisconnected(flags []byte) {
	var slots []string
	for i, flag := range flags {
		if flag != 0 {
			r.disconnected |= 1 << i
			slots = append(slots, strconv.Itoa(i))
		}
	}
	if len(slots) > 0 {
		r.detail("disconnected_slots", strings.Join(slots, " "))
	}
}

// gameModes names the number of the recorded mode in Generals to Rise of the
// Witch-king (docs/formats/ea.md#modes).
var gameModes = map[int32]string{
	0: "single player", 1: "LAN", 2: "skirmish", 3: "replay", 4: "shell", 5: "internet", 6: "none",
}

func (r *replay) setMode(mode int32, table map[int32]string) {
	if name, ok := table[mode]; ok {
		r.detail("game_mode", name)
		return
	}
	r.detailNumber("game_mode", int64(mode))
}
