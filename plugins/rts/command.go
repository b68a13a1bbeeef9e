// SPDX-License-Identifier: GPL-3.0-or-later

package rts

import (
	"slices"
	"strings"

	"convertd/core/ir"
	"convertd/plugins/rts/strictjson"
)

// commandLog is the log of an artifact: at most MaxLogEntries entries are
// kept, all are counted.
type commandLog struct {
	entries []entry
	count   int
	units   []uint32          // of all kept commands, one after another
	names   map[string]string // each text that occurs, once
}

// entry is one entry of the log.
type entry struct {
	offset int // of the entry in the text
	tick   uint32
	player uint32
	command
}

// command is one command. Which fields count is in present.
type command struct {
	form     *commandForm
	present  fieldSet
	unitsAt  int // units are log.units[unitsAt:unitsEnd]
	unitsEnd int
	x, y     float32
	entity   uint32 // target, node, targetObjectId
	building uint32 // that trains, researches, cancels, rallies
	tileX    uint32
	tileY    uint32
	item     string // building, unit, upgrade or ability
	rally    string // kind of a rally point
	queued   bool
	enabled  bool
	// start and end of the command's own text.
	start, end int
	// extra says that it holds keys the form does not know.
	extra bool
}

// fieldID names what a key of a command says.
type fieldID uint8

const (
	fieldUnits fieldID = iota
	fieldX
	fieldY
	fieldOptionalX
	fieldOptionalY
	fieldQueued
	fieldEntity         // target, node
	fieldOptionalEntity // targetObjectId
	fieldBuilding       // by id
	fieldTileX
	fieldTileY
	fieldItem
	fieldRally
	fieldEnabled
)

// fieldSet is a set of fieldIDs.
type fieldSet uint32

func (s fieldSet) has(id fieldID) bool { return s>>id&1 != 0 }
func (s *fieldSet) add(id fieldID)     { *s |= 1 << id }

// commandForm is one kind of command: its name, its canonical kind, and its
// keys in the program's order.
type commandForm struct {
	name  string
	kind  ir.Kind
	keys  []commandKey
	shape strictjson.Shape
	// sorted are the indexes of keys in byte order of their names.
	sorted []int
}

type commandKey struct {
	name string
	id   fieldID
}

func form(name string, kind ir.Kind, keys ...commandKey) *commandForm {
	f := &commandForm{name: name, kind: kind, keys: keys}
	f.shape.Expected = "struct variant Command::" + name
	for i, key := range keys {
		f.shape.Fields = append(f.shape.Fields, strictjson.Field{Name: key.name, Optional: key.id.optional()})
		f.sorted = append(f.sorted, i)
	}
	// The tag is read already.
	f.shape.Fields = append(f.shape.Fields, strictjson.Field{Name: "c"})
	slices.SortFunc(f.sorted, func(a, b int) int { return strings.Compare(keys[a].name, keys[b].name) })
	return f
}

func (id fieldID) optional() bool {
	switch id {
	case fieldOptionalX, fieldOptionalY, fieldOptionalEntity, fieldRally, fieldQueued:
		return true
	default:
		return false
	}
}

var (
	keyUnits    = commandKey{"units", fieldUnits}
	keyX        = commandKey{"x", fieldX}
	keyY        = commandKey{"y", fieldY}
	keyQueued   = commandKey{"queued", fieldQueued}
	keyTarget   = commandKey{"target", fieldEntity}
	keyBuilding = commandKey{"building", fieldBuilding}
	keyAbility  = commandKey{"ability", fieldItem}
)

// commandForms are all commands (docs/formats/rts.md#commands).
var commandForms = []*commandForm{
	form("move", ir.KindMove, keyUnits, keyX, keyY, keyQueued),
	form("attackMove", ir.KindAttackMove, keyUnits, keyX, keyY, keyQueued),
	form("attack", ir.KindAttack, keyUnits, keyTarget, keyQueued),
	form("deconstruct", ir.KindDemolish, keyUnits, keyTarget, keyQueued),
	form("setupAntiTankGuns", ir.KindDeploy, keyUnits, keyX, keyY, keyQueued),
	form("tearDownAntiTankGuns", ir.KindDeploy, keyUnits),
	form("charge", ir.KindUseAbility, keyUnits),
	form("useAbility", ir.KindUseAbility, keyAbility, keyUnits,
		commandKey{"x", fieldOptionalX}, commandKey{"y", fieldOptionalY}, keyQueued),
	form("recastAbility", ir.KindUseAbility, keyAbility, keyUnits,
		commandKey{"targetObjectId", fieldOptionalEntity}, keyQueued),
	form("setAutocast", ir.KindSetAutocast, keyAbility, keyUnits, commandKey{"enabled", fieldEnabled}),
	form("gather", ir.KindHarvest, keyUnits, commandKey{"node", fieldEntity}, keyQueued),
	form("build", ir.KindPlaceBuilding, keyUnits, commandKey{"building", fieldItem},
		commandKey{"tileX", fieldTileX}, commandKey{"tileY", fieldTileY}, keyQueued),
	form("train", ir.KindProduce, keyBuilding, commandKey{"unit", fieldItem}),
	form("research", ir.KindResearch, keyBuilding, commandKey{"upgrade", fieldItem}),
	form("cancel", ir.KindCancelProduction, keyBuilding),
	form("stop", ir.KindStop, keyUnits),
	form("holdPosition", ir.KindHoldPosition, keyUnits),
	form("setRally", ir.KindSetRallyPoint, keyBuilding, keyX, keyY, commandKey{"kind", fieldRally}, keyQueued),
}

func formNamed(name []byte) *commandForm {
	for _, f := range commandForms {
		if f.name == string(name) {
			return f
		}
	}
	return nil
}

var formNames = func() string {
	names := make([]string, len(commandForms))
	for i, f := range commandForms {
		names[i] = "`" + f.name + "`"
	}
	return strings.Join(names, ", ")
}()

var entryShape = strictjson.Shape{Expected: "struct CommandLogEntry", Fields: []strictjson.Field{
	{Name: "tick"}, {Name: "playerId"}, {Name: "command"},
}}

var tagShape = strictjson.Shape{
	Expected: "internally tagged enum Command",
	Fields:   []strictjson.Field{{Name: "c"}},
}

func (p *parser) entry() {
	log := &p.a.log
	read := entry{offset: p.json.ValueOffset()}
	unitsBefore := len(log.units)
	p.json.Object(&entryShape, func(i int) {
		switch i {
		case 0:
			read.tick = p.json.Uint32()
		case 1:
			read.player = p.json.Uint32()
		case 2:
			p.command(&read.command)
		}
	})
	if p.json.Failed() {
		log.units = log.units[:unitsBefore]
		return
	}
	if log.count++; log.count > MaxLogEntries {
		log.units = log.units[:unitsBefore]
		return
	}
	log.entries = append(log.entries, read)
}

// command reads a command twice, as the program does: once to find its tag,
// wherever it stands, then for the fields of that form. What is wrong with a
// field is therefore noticed when the command is over, and the place of such
// an error is the end of the entry.
func (p *parser) command(c *command) {
	c.start = p.json.ValueOffset()
	p.json.Object(&tagShape, func(int) {
		name := p.json.Text()
		if p.json.Failed() {
			return
		}
		if c.form = formNamed(name); c.form == nil {
			p.json.FailHere("unknown variant `%s`, expected one of %s", clip(name), formNames)
		}
	})
	if p.json.Failed() {
		return
	}
	c.end = p.json.Offset()
	p.inner.Reset(p.data[c.start:c.end])
	p.inner.Object(&c.form.shape, func(i int) {
		if i == len(c.form.keys) {
			p.inner.Skip()
			return
		}
		p.commandField(c, c.form.keys[i].id)
	})
	if err := p.inner.Err(); err != nil {
		p.json.Fail("%s", plainMessage(err))
		return
	}
	c.extra = p.inner.Skipped() > 0
}

func (p *parser) commandField(c *command, id fieldID) {
	json := &p.inner
	switch id {
	case fieldUnits:
		c.unitsAt = len(p.a.log.units)
		json.List(func() { p.a.log.units = append(p.a.log.units, json.Uint32()) })
		c.unitsEnd = len(p.a.log.units)
	case fieldX:
		c.x = json.Float32()
	case fieldY:
		c.y = json.Float32()
	case fieldOptionalX, fieldOptionalY, fieldOptionalEntity, fieldRally:
		if json.Null() {
			return
		}
		p.optionalField(c, id)
	case fieldQueued:
		c.queued = json.Bool()
	case fieldEntity:
		c.entity = json.Uint32()
	case fieldBuilding:
		c.building = json.Uint32()
	case fieldTileX:
		c.tileX = json.Uint32()
	case fieldTileY:
		c.tileY = json.Uint32()
	case fieldItem:
		c.item = p.a.log.name(json.Text())
	case fieldEnabled:
		c.enabled = json.Bool()
	}
	c.present.add(id)
}

func (p *parser) optionalField(c *command, id fieldID) {
	switch id {
	case fieldOptionalX:
		c.x = p.inner.Float32()
	case fieldOptionalY:
		c.y = p.inner.Float32()
	case fieldOptionalEntity:
		c.entity = p.inner.Uint32()
	default:
		c.rally = p.a.log.name(p.inner.Text())
	}
}

// name returns text as a string that all its occurrences share.
func (l *commandLog) name(text []byte) string {
	if known, ok := l.names[string(text)]; ok {
		return known
	}
	name := string(text)
	l.names[name] = name
	return name
}

func plainMessage(err error) string {
	if e, ok := err.(*strictjson.Error); ok { //nolint:errorlint // a Reader returns nothing else
		return e.Message
	}
	return err.Error()
}

// clip bounds a text of the file that an error repeats.
func clip(text []byte) []byte {
	const most = 64
	if len(text) > most {
		return text[:most]
	}
	return text
}
