// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"fmt"
	"strings"

	"convertd/core/ir"
)

// Sizes of the metadata block (docs/formats/ea.md#chunk-metadata).
const (
	metadataMagic = "CNC3RPL\x00"
	modInfoBytes  = 22
	zerosCNC3     = 33 // behind the timestamp
	zerosRA3      = 31
)

// chunkedModes names the recorded mode of the games with chunks
// (docs/formats/ea.md#chunk-modes).
var chunkedModes = map[int32]string{1: "LAN", 2: "skirmish", 4: "internet", 5: "internet"}

// readChunked reads the header of Tiberium Wars, Kane's Wrath and Red Alert 3
// (docs/formats/ea.md#chunk-header).
func readChunked(data []byte, hint hint) (*replay, *ir.DecodeError) {
	c := &cursor{data: data, section: "header"}
	ra3 := bytes.HasPrefix(data, []byte(magicRA3))
	if ra3 {
		c.magic(magicRA3)
	} else {
		c.magic(magicCNC3)
	}
	version := c.u8()
	if c.err == nil && version != 4 && version != 5 {
		c.fail(ir.CodeUnsupportedVersion, "container version %d, known are 4 and 5", version)
	}
	var numbers [4]uint32
	for i := range numbers {
		numbers[i] = c.u32()
	}
	channels := c.u16()
	title, description, mapName, mapID := c.wideText(), c.wideText(), c.wideText(), c.wideText()
	participants := int(c.u8())
	for range participants + 1 {
		// Ids are those of accounts, names and teams stand in the slots too.
		c.u32()
		c.wideText()
		if version == 5 {
			c.u8()
		}
	}
	size := c.u32()
	if c.err == nil && int64(size) > int64(len(data)-c.pos) {
		c.fail(ir.CodeTruncated, "metadata of %d bytes, %d left", size, len(data)-c.pos)
	}
	block := c.take(int(size))
	if c.err != nil {
		return nil, c.err
	}
	meta, err := readMetadata(data[:c.pos], c.pos-len(block), ra3)
	if err != nil {
		return nil, err
	}
	format, game, profile, unverified := chunkedGame(data[c.pos:], ra3, meta, numbers, hint)
	r := newReplay(format, game)
	r.container = containerChunks
	r.bodyStart = c.pos
	h := &r.header
	h.Version, h.Profile, h.Unverified = meta.version, profile, unverified
	h.StartTime = int64(meta.timestamp)
	h.Map.Name = mapName
	r.detail("title", title)
	r.detail("description", description)
	r.detail("map_id", mapID)
	r.detailNumber("container_version", int64(version))
	r.detail("version_numbers", fmt.Sprintf("%d.%d.%d.%d", numbers[0], numbers[1], numbers[2], numbers[3]))
	r.detail("channel_mask", fmt.Sprintf("%#x", channels))
	r.detailNumber("participants", int64(participants))
	r.useMetadata(meta)
	if unverified {
		r.note(ir.SeverityWarning, "unverified", "no real recording of this version was ever checked")
	}
	return r, nil
}

// metadata is the block between participants and body.
type metadata struct {
	mod         []string
	hasMod      bool
	timestamp   uint32
	options     []byte
	localSlot   uint32
	fileName    string
	localTime   string
	version     string
	fingerprint uint32
	words       []uint32
}

// readMetadata reads the block that ends where data ends.
func readMetadata(data []byte, start int, ra3 bool) (*metadata, *ir.DecodeError) {
	c := &cursor{data: data, pos: start, section: "metadata"}
	if n := c.u32(); c.err == nil && n != uint32(len(metadataMagic)) {
		c.fail(ir.CodeMalformed, "magic of %d bytes, not %d", n, len(metadataMagic))
	}
	if magic := c.take(len(metadataMagic)); c.err == nil && string(magic) != metadataMagic {
		c.fail(ir.CodeMalformed, "magic CNC3RPL expected")
	}
	zeros := zerosCNC3
	if ra3 {
		zeros = zerosRA3
	}
	m := &metadata{}
	if c.err == nil {
		m.hasMod = ra3 || !optionsFollow(c, 4+zeros)
		if m.hasMod {
			m.mod = modNames(c.take(modInfoBytes))
		}
	}
	m.timestamp = c.u32()
	c.take(zeros)
	m.options = c.counted()
	m.localSlot = c.u32()
	c.wideCounted()
	c.u8()
	m.fileName = c.wideCounted()
	m.localTime = c.localTime()
	m.version = decodeANSI(c.counted())
	m.fingerprint = c.u32()
	c.u8()
	for c.err == nil && len(data)-c.pos >= 4 {
		m.words = append(m.words, c.u32())
	}
	if c.err == nil && c.pos != len(data) {
		c.fail(ir.CodeMalformed, "%d bytes left over", len(data)-c.pos)
	}
	return m, c.err
}

// optionsFollow reports whether a counted options text stands skip bytes
// ahead.
func optionsFollow(c *cursor, skip int) bool {
	ahead := &cursor{data: c.data, pos: c.pos}
	ahead.take(skip)
	text := ahead.counted()
	return ahead.err == nil && bytes.HasPrefix(text, []byte("M="))
}

// modNames splits the NUL-separated names of the mod.
func modNames(raw []byte) []string {
	var names []string
	for name := range bytes.SplitSeq(raw, []byte{0}) {
		if len(name) > 0 {
			names = append(names, decodeANSI(name))
		}
	}
	return names
}

// useMetadata takes over the metadata block.
func (r *replay) useMetadata(m *metadata) {
	if len(m.mod) > 0 {
		r.detail("mod", strings.Join(m.mod, " "))
	}
	r.useOptions(parseOptions(m.options, 3, slotsCNC3))
	r.setLocal(int64(m.localSlot))
	r.detail("file_name", baseName(m.fileName))
	r.detail("local_time", m.localTime)
	r.detailHex("data_hash", m.fingerprint)
	r.detail("data", dataName(m.fingerprint))
	const modeWord = 15
	if len(m.words) > modeWord {
		r.setMode(int32(m.words[modeWord]), chunkedModes)
	}
}

// chunkedGame tells the three games apart. Red Alert 3 has its own magic, and
// mod information behind the other one means Tiberium Wars 1.07 or later. Kane's
// Wrath and older Tiberium Wars look alike up to the version and the command
// ids (docs/formats/ea.md#telling-games).
func chunkedGame(body []byte, ra3 bool, m *metadata, numbers [4]uint32, hint hint) (
	format string, game *dialect, profile string, unverified bool,
) {
	switch {
	case ra3:
		return formatRedAlert3, redAlert3, "ra3", false
	case m.hasMod:
		return formatTiberiumWars, tiberiumWars, "tw-1.07", false
	}
	if olderTiberiumWars(body, numbers, hint) {
		return formatTiberiumWars, tiberiumWars, "tw-1.06", true
	}
	return formatKanesWrath, kanesWrath, "kw", false
}

// lastKanesWrathMinor is the highest minor version of Kane's Wrath, 1.2.
const lastKanesWrathMinor = 2

func olderTiberiumWars(body []byte, numbers [4]uint32, hint hint) bool {
	if numbers[1] > lastKanesWrathMinor {
		return true
	}
	if tw, ok := gameByChecksum(body); ok {
		return tw
	}
	if hint.format != "" {
		return hint.format == formatTiberiumWars
	}
	return strings.HasSuffix(strings.ToLower(hint.name), ".cnc3replay")
}

// Ids that only one of the two games uses for a command of this shape: a logic
// CRC (integer, two timestamps, two bools) and the announcement of round trip
// times (nine integers). Each is sent by every player all through a game.
const (
	checksumKanesWrath   = 0x261
	checksumTiberiumWars = 0x257
)

// gameByChecksum looks for the first logic CRC and says which game's id it
// has.
func gameByChecksum(body []byte) (tiberiumWars, found bool) {
	shape := []byte{0x00, 0, 0, 0, 0, 0x19, 0, 0, 0, 0, 0, 0, 0, 0, 0x12, 0, 0, 0xFF}
	walk := chunkWalk{data: body}
	var chunk chunk
	for {
		if err := walk.next(&chunk); err != nil || chunk.last {
			return false, false
		}
		payload := chunk.payload
		if chunk.channel != channelCommands || len(payload) != 5+2+len(shape) {
			continue
		}
		command := payload[7:]
		if command[0] != shape[0] || command[5] != shape[5] || command[14] != shape[14] || command[17] != shape[17] {
			continue
		}
		switch (uint16(payload[5]) | uint16(payload[6])<<8) & commandMask {
		case checksumTiberiumWars:
			return true, true
		case checksumKanesWrath:
			return false, true
		}
	}
}
