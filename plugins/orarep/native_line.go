// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// appendLine writes an order as the line of text that the format's oracle
// defines: packet number, client, frame, type, name, subject, flags, target
// actor, its generation, frozen target, cell, sub-cell, position, the first 16
// digits of the target string's SHA-256, extra actors, extra cell, extra data,
// grouped actors. Tabs between, "-" for what is absent, commas inside lists.
// Unless the lines are wanted raw, every character of a name with an address in
// it is an "x", and so is every digit of a digest over a string with private
// parts: of a string that is known but for one address, a digest tells the
// address to whoever tries them all.
func (s *stream) appendLine(line []byte, number uint64, client, frame int32, o *nativeOrder) []byte {
	line = strconv.AppendUint(line, number, 10)
	line = append(line, '\t')
	line = strconv.AppendInt(line, int64(client), 10)
	line = append(line, '\t')
	line = strconv.AppendInt(line, int64(frame), 10)
	kind := "\tFF\t"
	if o.handshake {
		kind = "\tFE\t"
	}
	line = append(line, kind...)
	line = s.appendName(line, o.name.of(s.data))
	if o.handshake {
		line = append(line, "\t-\t-\t-\t-\t-\t-\t-\t-\t"...)
		line = s.appendDigest(line, o.text)
		return append(line, "\t-\t-\t-\t-"...)
	}
	l := lineWriter{line: line, has: o.has}
	l.number(hasSubject, int64(o.subject))
	l.value(int64(o.flags))
	l.number(hasActor, int64(o.actor))
	if s.layout.generations {
		l.number(hasActor, int64(o.generation))
	} else {
		l.absent()
	}
	l.numbers(hasFrozen, int64(o.frozenViewer), int64(o.frozen))
	l.cell(hasCell, o.cell, s.layout.cells)
	if s.layout.target == targetWithCell {
		l.number(hasCell, int64(o.subCell))
	} else {
		l.absent()
	}
	l.numbers(hasPosition, int64(o.position[0]), int64(o.position[1]), int64(o.position[2]))
	if o.has&hasString != 0 {
		l.line = s.appendDigest(append(l.line, '\t'), o.text)
	} else {
		l.absent()
	}
	l.ids(hasExtraActors, o.extraActors, s.data)
	l.cell(hasExtraCell, o.extraCell, s.layout.cells)
	l.number(hasExtraData, int64(o.extraData))
	l.ids(hasGrouped, o.groupedActors, s.data)
	return l.line
}

// digestDigits is how much of a string's SHA-256 the line shows.
const digestDigits = 16

// maskedDigest stands where a digest would tell what must not be told.
const maskedDigest = "xxxxxxxxxxxxxxxx"

func (s *stream) appendName(line, name []byte) []byte {
	start := len(line)
	line = appendOneLine(line, name)
	if !s.raw && mayHoldPrivate(name) && maskAddresses(string(name)) != string(name) {
		for i := start; i < len(line); i++ {
			line[i] = 'x'
		}
	}
	return line
}

func (s *stream) appendDigest(line []byte, text span) []byte {
	if content := text.of(s.data); !s.raw && mayHoldPrivate(content) {
		if valid := validText(string(content)); s.scrubber.scrub(valid) != valid {
			return append(line, maskedDigest...)
		}
	}
	sum := sha256.Sum256(s.data[text.start:text.end])
	return hex.AppendEncode(line, sum[:digestDigits/2])
}

// appendOneLine writes a name so that it stays one field of one line: control
// characters, which no real name holds, become \xNN.
func appendOneLine(line, name []byte) []byte {
	for i := range len(name) {
		if b := name[i]; b < 0x20 || b == 0x7F {
			line = append(line, '\\', 'x')
			line = hex.AppendEncode(line, []byte{b})
			continue
		}
		line = append(line, name[i])
	}
	return line
}

// lineWriter appends fields, each with a tab in front.
type lineWriter struct {
	line []byte
	has  fieldSet
}

func (l *lineWriter) absent() { l.line = append(l.line, '\t', '-') }

func (l *lineWriter) value(v int64) {
	l.line = strconv.AppendInt(append(l.line, '\t'), v, 10)
}

func (l *lineWriter) number(field fieldSet, v int64) {
	if l.has&field == 0 {
		l.absent()
		return
	}
	l.value(v)
}

func (l *lineWriter) numbers(field fieldSet, first int64, rest ...int64) {
	if l.number(field, first); l.has&field == 0 {
		return
	}
	for _, v := range rest {
		l.line = strconv.AppendInt(append(l.line, ','), v, 10)
	}
}

func (l *lineWriter) cell(field fieldSet, c cell, coding cellCoding) {
	if coding == cellPair {
		l.numbers(field, int64(c.x), int64(c.y))
		return
	}
	l.numbers(field, int64(c.x), int64(c.y), int64(c.layer))
}

// ids writes a list; an empty one leaves its field empty.
func (l *lineWriter) ids(field fieldSet, list idList, data []byte) {
	if l.has&field == 0 {
		l.absent()
		return
	}
	l.line = append(l.line, '\t')
	for i := range int(list.count) {
		if i > 0 {
			l.line = append(l.line, ',')
		}
		l.line = strconv.AppendUint(l.line, uint64(binary.LittleEndian.Uint32(data[list.start+4*uint32(i):])), 10)
	}
}
