// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"strconv"
	"strings"

	"convertd/core/ir"
	"convertd/plugins/remastered/internal/names"
)

// Ranges of header fields. They are wider than what the games offer, and
// narrow enough that a file read with another build's layout falls out.
const (
	maxPlayers     = 8 // the engine's own limit
	maxCredits     = 10_000_000
	maxSetting     = 1000
	maxBuildLevel  = 100
	maxScenario    = 10_000
	maxColor       = 15
	maxSendRate    = 60
	maxGameSpeed   = 20
	maxScrollRate  = 1000
	maxProtocol    = 2
	maxSession     = 1000 // frames ahead and per second in the design document's session block
	nodeNameBytes  = 12
	localNameBytes = 12
	playerIDs      = 6 // entries of Tiberian Dawn's lists of players
)

// Game types that both games number alike.
const gameTypeNormal = 0

// multiFrameCompression is the protocol that sends events only every so many
// frames.
const multiFrameCompression = 2

// recording is what a header says.
type recording struct {
	layout *layout
	end    int // offset of the first turn

	gameType  int
	protocol  int
	sendRate  int // frames between two sendings
	gameSpeed int // frame delay in sixtieths of a second
	seed      int32
	scenario  int
	mapName   string
	mapID     string

	house      int // of the local player, as picked
	color      int
	localID    int // Tiberian Dawn: MPlayerID of the local player
	whom       int // house the camera belongs to
	humans     int
	aiPlayers  int
	localName  string
	nodes      []node
	playerIDs  [playerIDs]uint8
	scenPlayer int

	settings []ir.KeyValue // what play depends on
	details  []ir.KeyValue

	// found by walking
	start   uint64      // frame of the first turn, as far as it decides where event blocks are
	houses  map[int]int // Tiberian Dawn network games: house by MPlayerID
	senders uint32      // design document: a bit for each house that sends events
}

// node is one player of Red Alert's list, without the network address.
type node struct {
	name  string
	house int
	color int
}

// solo reports whether the game had one human player and no network.
func (r *recording) solo() bool {
	return r.gameType == gameTypeNormal || r.gameType == r.layout.skirmish
}

// headerParser reads one header with one layout.
type headerParser struct {
	cursor
	r     *recording
	facts bool // keep what is only passed on: settings and details
}

// parseMode is what a header is read for.
type parseMode uint8

// Modes of parseHeader.
const (
	// parseTrial reads a header to see whether the layout fits and ends at
	// the first doubt.
	parseTrial parseMode = iota
	// parseNamed reads a header whose layout somebody named.
	parseNamed
	// parseFacts reads everything of a header whose layout is decided.
	parseFacts
)

// parseHeader reads the header at the start of data. doubt says what speaks
// against the layout, "" if nothing does. err is a truncation, or a count that
// no header can have.
func parseHeader(l *layout, data []byte, mode parseMode) (r *recording, doubt string, err *ir.DecodeError) {
	p := headerParser{
		cursor: cursor{data: data, strict: mode == parseTrial}, r: &recording{layout: l}, facts: mode == parseFacts,
	}
	switch {
	case l.noUI:
		p.design()
	case l.game == names.TiberianDawn:
		p.tiberianDawn()
	default:
		p.redAlert()
	}
	p.r.end = p.at
	return p.r, p.doubt, p.err
}

func (p *headerParser) setting(name string, value int64) {
	if p.facts {
		p.r.settings = append(p.r.settings, ir.KeyValue{Key: name, Value: strconv.FormatInt(value, 10)})
	}
}

func (p *headerParser) detail(name string, value int64) {
	if p.facts {
		p.r.details = append(p.r.details, ir.KeyValue{Key: name, Value: strconv.FormatInt(value, 10)})
	}
}

// settingNumber and detailNumber read a number and keep it under its name.
func (p *headerParser) settingNumber(name string, width int, low, high int64) int {
	value := p.number(name, width, low, high)
	p.setting(name, value)
	return int(value)
}

func (p *headerParser) detailNumber(name string, width int, low, high int64) int {
	value := p.number(name, width, low, high)
	p.detail(name, value)
	return int(value)
}

// lobby reads the settings that both games have, after Bases.
func (p *headerParser) lobby() {
	p.settingNumber("credits", 4, 0, maxCredits)
	p.settingNumber("tiberium", 4, 0, maxSetting)
	p.settingNumber("goodies", 4, 0, maxSetting)
	p.settingNumber("ghosts", 4, 0, maxSetting)
	p.settingNumber("unit_count", 4, 0, maxSetting)
}

func (p *headerParser) special() {
	form := &p.r.layout.special
	b := p.take(form.bytes)
	if b == nil {
		return
	}
	s := form.read(b)
	if p.facts {
		var flags []string
		s.eachFlag(func(name string) { flags = append(flags, name) })
		p.r.settings = append(p.r.settings, ir.KeyValue{Key: "special", Value: strings.Join(flags, " ")})
	}
	if form.used >= 16 {
		if s.healthBar > maxDisplayMode || s.resourceBar > maxDisplayMode {
			p.question("a display mode is out of range")
		}
		p.detail("health_bar_display_mode", int64(s.healthBar))
		p.detail("resource_bar_display_mode", int64(s.resourceBar))
	}
}

// maxDisplayMode is the highest mode of the health and resource bars.
const maxDisplayMode = 2

// options reads the GameOptionsClass: the game speed, and the recording
// player's own settings as far as they are flags and volumes.
func (p *headerParser) options() {
	form := &p.r.layout.options
	b := p.take(form.bytes)
	if b == nil {
		return
	}
	head := cursor{data: b}
	p.r.gameSpeed = int(head.number("game_speed", 4, 0, maxGameSpeed))
	scroll := head.number("scroll_rate", 4, 0, maxScrollRate)
	if head.doubt != "" {
		p.question("%s", head.doubt)
	}
	if !p.facts {
		return
	}
	p.setting("game_speed", int64(p.r.gameSpeed))
	p.detail("scroll_rate", scroll)
	p.volumes(form, b)
	for i, name := range form.flags {
		if b[form.bits]>>i&1 == 1 {
			p.detail(name, 1)
		}
	}
}

// volumes keeps what Red Alert has as fixed-point numbers, as text with a
// point, and Tiberian Dawn as bytes.
func (p *headerParser) volumes(form *optionsForm, b []byte) {
	const first = 8 // after game speed and scroll rate
	if form.game == names.TiberianDawn {
		for i, name := range [...]string{"brightness", "volume", "score_volume", "contrast", "color", "tint"} {
			p.detail(name, int64(b[first+i]))
		}
		return
	}
	for i, name := range [...]string{"volume", "score_volume", "multi_score_volume", "brightness", "tint", "saturation", "contrast"} {
		value := float64(0)
		if form.fixed == 4 {
			value = float64(le32(b[first+4*i:])) / (1 << 16)
		} else {
			value = float64(le16(b[first+2*i:])) / (1 << 8)
		}
		p.r.details = append(p.r.details, ir.KeyValue{Key: name, Value: strconv.FormatFloat(value, 'g', -1, 64)})
	}
}
