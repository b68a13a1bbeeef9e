// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"fmt"
	"strconv"
	"strings"

	"convertd/core/ir"
)

// readGenerals reads the header of Generals and Zero Hour
// (docs/formats/ea.md#generals).
func readGenerals(data []byte) (*replay, *ir.DecodeError) {
	c := &cursor{data: data, section: "header"}
	c.magic(magicGenerals)
	start, end, frames := c.u32(), c.u32(), c.u32()
	desync, quit := c.u8(), c.u8()
	disconnected := c.take(8)
	name, local := c.wideText(), c.localTime()
	version, build := c.wideText(), c.wideText()
	number, exe, ini := c.u32(), c.u32(), c.u32()
	options := parseOptions(c.zeroEnded(), 2, slotsGenerals)
	slot := c.zeroEnded()
	difficulty, mode, rank, fps := c.i32(), c.i32(), c.i32(), c.i32()
	if c.err != nil {
		return nil, c.err
	}
	game := generals
	if options.zeroHour {
		game = zeroHour
	}
	r := newReplay(formatGenerals, game)
	r.header.Profile = game.game
	r.header.Version = version
	r.header.StartTime, r.header.EndTime = int64(start), int64(end)
	r.bodyStart, r.frames = c.pos, frames
	r.detailNumber("frames", int64(frames))
	r.detailNumber("desync_flag", int64(desync))
	r.detailNumber("quit_early", int64(quit))
	r.setDisconnected(disconnected)
	r.detail("replay_name", baseName(name))
	r.detail("local_time", local)
	r.detail("build", build)
	r.detail("version_number", fmt.Sprintf("%d.%d", number>>16, number&0xFFFF))
	r.detailHex("exe_crc", exe)
	r.detailHex("ini_crc", ini)
	r.detail("data", dataName(ini))
	r.useOptions(options)
	r.resolveRandom()
	r.setLocalText(slot)
	r.detailNumber("difficulty", int64(difficulty))
	r.setMode(mode, gameModes)
	r.detailNumber("rank_points", int64(rank))
	r.detailNumber("max_fps", int64(fps))
	if desync != 0 {
		r.note(ir.SeverityWarning, "header-desync", "the game marked the recording as desynced")
	}
	return r, nil
}

// resolveRandom names the factions that players with a random one got.
func (r *replay) resolveRandom() {
	if !r.options.hasSeed {
		return
	}
	playable := uint32(generalsTemplates)
	if r.dialect == zeroHour && !r.options.oldOnly {
		playable = zeroHourTemplates
	}
	resolved := resolveRandomFactions(uint32(r.options.seed), r.options.slots, playable)
	for i := range r.options.slots {
		s := &r.options.slots[i]
		if !s.occupied() || s.faction != templateRandom {
			continue
		}
		player := &r.header.Players[i]
		player.ChosenFaction = player.Faction
		player.Faction = factionOf(r.dialect.factions, resolved[i]).name
		player.FactionResolved = true
	}
}

// setLocalText marks the recording player from a decimal text.
func (r *replay) setLocalText(text []byte) {
	if slot, err := strconv.ParseInt(string(text), 10, 32); err == nil {
		r.setLocal(slot)
	}
}

// bfmeHeader is what BFME I and II have in common, up to the build time.
type bfmeHeader struct {
	start, end, frames uint32
	first, second      uint32 // CRC interval and desync frame in BFME II
	flag               uint8
	disconnected       []byte
	name, local        string
	version, build     string
}

func readBFMEFront(c *cursor) bfmeHeader {
	return bfmeHeader{
		start: c.u32(), end: c.u32(), frames: c.u32(), first: c.u32(), second: c.u32(),
		flag: c.u8(), disconnected: c.take(8),
		name: c.wideText(), local: c.localTime(), version: c.wideText(), build: c.wideText(),
	}
}

func (r *replay) useBFMEFront(h *bfmeHeader) {
	r.header.Version = h.version
	r.header.StartTime, r.header.EndTime = int64(h.start), int64(h.end)
	r.frames = h.frames
	r.detailNumber("frames", int64(h.frames))
	r.setDisconnected(h.disconnected)
	r.detailNumber("flag", int64(h.flag))
	r.detail("replay_name", baseName(h.name))
	r.detail("local_time", h.local)
	r.detail("build", h.build)
}

// heroMagic starts a create-a-hero block.
const heroMagic = "ALAE2STR"

// readBFME2 reads the header of BFME II and Rise of the Witch-king
// (docs/formats/ea.md#bfme2). Only Rise of the Witch-king, version 2, was ever
// seen.
func readBFME2(data []byte) (*replay, *ir.DecodeError) {
	c := &cursor{data: data, section: "header"}
	c.magic(magicBFME2)
	front := readBFMEFront(c)
	ini, fast, money := c.u32(), c.u8(), c.i32()
	options := parseOptions(c.zeroEnded(), 3, slotsBFME2)
	slot := c.zeroEnded()
	heroes, unknownHeroes := readHeroes(c)
	difficulty, mode, rank, fps := c.i32(), c.i32(), c.i32(), c.i32()
	if c.err != nil {
		return nil, c.err
	}
	r := newReplay(formatBFME2, bfme2)
	r.header.Profile = "rotwk"
	if !strings.HasPrefix(front.version, "2.") {
		r.header.Profile, r.header.Unverified = "bfme2", true
		r.note(ir.SeverityWarning, "unverified", "no real recording of this version was ever checked")
	}
	r.bodyStart = c.pos
	r.useBFMEFront(&front)
	desync := int32(front.second)
	r.detailNumber("crc_interval", int64(front.first))
	r.detailNumber("desync_frame", int64(desync))
	r.detailHex("ini_crc", ini)
	r.detail("data", dataName(ini))
	r.detailNumber("fast_game_play", int64(fast))
	r.detailNumber("starting_money", int64(money))
	r.useOptions(options)
	if r.options.interval == 0 {
		r.options.interval = front.first
	}
	r.setLocalText(slot)
	for _, hero := range heroes {
		r.detail("create_a_hero", hero)
	}
	if unknownHeroes > 0 {
		r.note(ir.SeverityWarning, "hero-block",
			fmt.Sprintf("%d create-a-hero blocks do not begin as expected", unknownHeroes))
	}
	r.detailNumber("difficulty", int64(difficulty))
	r.setMode(mode, gameModes)
	r.detailNumber("rank_points", int64(rank))
	r.detailNumber("max_fps", int64(fps))
	if desync >= 0 {
		r.note(ir.SeverityWarning, "header-desync",
			fmt.Sprintf("the game marked the recording as desynced at frame %d", desync))
	}
	return r, nil
}

// readHeroes reads past the eight optional create-a-hero blocks and says which
// slots have one.
func readHeroes(c *cursor) (heroes []string, unknown int) {
	for slot := range 8 {
		if c.u8() == 0 {
			continue
		}
		size := c.u32()
		if int64(size) > int64(len(c.data)) {
			c.fail(ir.CodeTruncated, "create-a-hero block of %d bytes, %d left", size, len(c.data)-c.pos)
			return heroes, unknown
		}
		block := c.take(int(size))
		if c.err == nil && !strings.HasPrefix(string(block), heroMagic) {
			unknown++
		}
		heroes = append(heroes, fmt.Sprintf("slot %d, %d bytes", slot, size))
	}
	return heroes, unknown
}

// readBFME reads the header of BFME I, which no real file has confirmed. The
// sources disagree on what stands between build time and options, 9 or 17
// bytes: the options string has to begin with a key the games write
// (docs/formats/ea.md#bfme1).
func readBFME(data []byte) (*replay, *ir.DecodeError) {
	c := &cursor{data: data, section: "header"}
	c.magic(magicBFME)
	front := readBFMEFront(c)
	if c.err != nil {
		return nil, c.err
	}
	short := *c
	ini, exe, number, layout := uint32(0), uint32(0), uint32(0), "9 bytes"
	ini = c.u32()
	c.take(5)
	if !startsOptions(c) {
		*c = short
		number, exe, ini, layout = c.u32(), c.u32(), c.u32(), "17 bytes"
		c.take(5)
		if !startsOptions(c) {
			c.fail(ir.CodeMalformed, "no options string behind the build time")
		}
	}
	options := parseOptions(c.zeroEnded(), 2, slotsBFME2)
	slot := c.zeroEnded()
	difficulty, mode, rank, fps := c.i32(), c.i32(), c.i32(), c.i32()
	if c.err != nil {
		return nil, c.err
	}
	r := newReplay(formatBFME, bfme)
	r.header.Profile, r.header.Unverified = layout, true
	r.note(ir.SeverityWarning, "unverified", "no real recording of this game was ever checked")
	r.bodyStart = c.pos
	r.useBFMEFront(&front)
	r.detailNumber("desync_flag", int64(front.first))
	r.detailNumber("quit_early", int64(front.second))
	if number != 0 {
		r.detail("version_number", fmt.Sprintf("%d.%d", number>>16, number&0xFFFF))
		r.detailHex("exe_crc", exe)
	}
	r.detailHex("ini_crc", ini)
	r.useOptions(options)
	r.setLocalText(slot)
	r.detailNumber("difficulty", int64(difficulty))
	r.setMode(mode, gameModes)
	r.detailNumber("rank_points", int64(rank))
	r.detailNumber("max_fps", int64(fps))
	return r, nil
}

// startsOptions reports whether an options string follows.
func startsOptions(c *cursor) bool {
	if c.err != nil {
		return false
	}
	key, _, found := strings.Cut(string(c.data[c.pos:min(c.pos+8, len(c.data))]), "=")
	_, known := optionForms[key]
	return found && known
}
