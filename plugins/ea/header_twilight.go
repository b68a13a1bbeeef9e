// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"fmt"
	"strings"

	"convertd/core/ir"
)

// Fixed places of a Tiberian Twilight header (published description;
// docs/formats/ea.md#twilight).
const (
	twilightTimestamp = 0x21
	twilightOptions   = 0x4A
	twilightTitles    = 0x440
	twilightBody      = 0xFA8
	twilightPlayers   = 10
)

// readTwilight reads the header of Tiberian Twilight, which no real file has
// confirmed.
func readTwilight(data []byte) (*replay, *ir.DecodeError) {
	c := &cursor{data: data, section: "header"}
	if version := c.u32(); version != twilightVersion {
		c.pos = 0
		c.fail(ir.CodeUnsupportedVersion, "file version %d, known is %d", version, twilightVersion)
	}
	c.magic(magicTwilight)
	c.take(twilightTimestamp - c.pos)
	timestamp := c.u32()
	c.take(twilightOptions - c.pos)
	options := c.counted()
	local := c.u8()
	c.take(8)
	fileName, localTime := c.wideCounted(), c.localTime()
	version := decodeANSI(c.counted())
	fingerprint := c.u32()
	if c.err == nil && c.pos > twilightTitles {
		c.fail(ir.CodeMalformed, "texts reach into the titles at %#x", twilightTitles)
	}
	c.take(twilightTitles - c.pos)
	title, description, mapName := paddedText(c, 512), paddedText(c, 1024), paddedText(c, 512)
	for range twilightPlayers {
		c.u32() // id of an account
		c.u32() // team, in the slots too
		paddedText(c, 64)
	}
	c.take(twilightBody - c.pos)
	if c.err != nil {
		return nil, c.err
	}
	r := newReplay(formatTiberianTwilight, tiberianTwilight)
	r.container = containerTwilight
	r.bodyStart = c.pos
	h := &r.header
	h.Version, h.Profile, h.Unverified = version, fmt.Sprintf("file-%d", twilightVersion), true
	h.StartTime, h.Map.Name = int64(timestamp), mapName
	r.detail("title", title)
	r.detail("description", description)
	r.useOptions(parseOptions(options, 3, slotsCNC3))
	r.setLocal(int64(local))
	r.detail("file_name", baseName(fileName))
	r.detail("local_time", localTime)
	r.detailHex("data_hash", fingerprint)
	r.note(ir.SeverityWarning, "unverified", "no real recording of this game was ever checked")
	return r, nil
}

// paddedText reads UTF-16 text in a field of fixed size, filled up with zeros.
func paddedText(c *cursor, size int) string {
	text := decodeUTF16(c.take(size))
	if end := strings.IndexByte(text, 0); end >= 0 {
		return text[:end]
	}
	return text
}
