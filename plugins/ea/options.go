// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"strconv"
	"strings"

	"convertd/core/ir"
)

// gameOptions is the options string of a header, taken apart. The slots hold
// network addresses; they are read past and kept nowhere.
type gameOptions struct {
	pairs   []ir.KeyValue // every known key but S, in file order
	ignored int           // keys that are unknown or whose value has the wrong form
	slots   []slot

	mapFolder string // path inside the game's map folders, mask removed
	mapMask   string // which map files exist, hexadecimal
	mapCRC    string
	mapSize   string
	seed      int64
	hasSeed   bool
	interval  uint32 // logic frames between CRC reports, 0 if not stated
	zeroHour  bool   // has keys that only Zero Hour writes
	oldOnly   bool   // random factions are the three of Generals
}

// valueForm says what a value must look like to leave the decoder. Whatever
// does not fit is counted and left out: an options string is the one place of
// these formats that holds addresses.
type valueForm uint8

const (
	formMap     valueForm = iota // hexadecimal mask, then a path
	formHex                      // hexadecimal digits
	formInteger                  // one decimal number
	formNumbers                  // decimal numbers between blanks
	formYesNo                    // Y or N
)

// optionForms lists the keys the games write (docs/formats/ea.md#options).
var optionForms = map[string]valueForm{
	"M": formMap, "MC": formHex, "MS": formInteger, "SD": formInteger,
	"C": formInteger, "US": formInteger, "SR": formInteger, "SC": formInteger, "O": formYesNo,
	"GSID": formHex, "GT": formInteger, "SI": formInteger, "GR": formNumbers,
	"PC": formInteger, "RU": formNumbers,
}

// parseOptions reads an options string. maskDigits is how many hexadecimal
// digits stand before the map path: 2 in Generals and Zero Hour, 3 later.
func parseOptions(raw []byte, maskDigits int, layout slotLayout) gameOptions {
	var options gameOptions
	for len(raw) > 0 {
		if rest, ok := bytes.CutPrefix(raw, []byte("S=")); ok {
			// The slots come last; a name among them may hold any character.
			options.slots = parseSlots(rest, layout)
			break
		}
		item, rest, _ := bytes.Cut(raw, []byte(";"))
		raw = rest
		if len(item) > 0 {
			options.add(item, maskDigits)
		}
	}
	return options
}

func (o *gameOptions) add(item []byte, maskDigits int) {
	name, raw, _ := bytes.Cut(item, []byte("="))
	key, value := string(name), decodeANSI(raw)
	form, known := optionForms[key]
	if !known || !form.accepts(value) {
		o.ignored++
		return
	}
	switch key {
	case "M":
		digits := min(maskDigits, len(value))
		if !hexadecimal(value[:digits]) {
			digits = 0
		}
		o.mapMask, o.mapFolder = value[:digits], mapPath(value[digits:])
		value = o.mapMask + o.mapFolder
	case "MC":
		o.mapCRC = value
	case "MS":
		o.mapSize = value
	case "SD":
		seed, err := strconv.ParseInt(value, 10, 64)
		o.seed, o.hasSeed = seed, err == nil
	case "C":
		interval, err := strconv.ParseUint(value, 10, 31)
		if err == nil {
			o.interval = uint32(interval)
		}
	case "US", "SR", "SC":
		o.zeroHour = true
	case "O":
		o.zeroHour, o.oldOnly = true, value == "Y"
	}
	o.pairs = append(o.pairs, ir.KeyValue{Key: key, Value: value})
}

// maxOptionValue is more than any value the games write, in bytes.
const maxOptionValue = 1024

func (f valueForm) accepts(value string) bool {
	if len(value) > maxOptionValue {
		return false
	}
	switch f {
	case formMap:
		return true
	case formHex:
		return len(value) <= 8 && hexadecimal(value)
	case formInteger:
		return integer(value)
	case formNumbers:
		for number := range strings.FieldsSeq(value) {
			if !integer(number) {
				return false
			}
		}
		return true
	case formYesNo:
		return value == "Y" || value == "N"
	}
	return false
}

func hexadecimal(text string) bool {
	for i := range len(text) {
		b := text[i] | 0x20
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') {
			return false
		}
	}
	return text != ""
}

func integer(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}
