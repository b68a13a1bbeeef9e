// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import "encoding/binary"

// argumentKind is what an argument tag of a game stands for.
type argumentKind uint8

const (
	argumentInvalid argumentKind = iota // tag without a known size: the command cannot be delimited
	argumentNothing                     // tag that carries no bytes
	argumentInteger
	argumentReal
	argumentBool
	argumentObject
	argumentLocation
	argumentTimestamp
	argumentWide    // one UTF-16 unit
	argumentASCII   // counted bytes
	argumentUnicode // counted UTF-16 units
	argumentOther   // drawable, team, squad, pixel, region: no canonical place
)

// argumentTypes says for each tag of a game what it is and how many bytes one
// value has; strings have their own length (docs/formats/ea.md#arguments).
type argumentTypes struct {
	kind [16]argumentKind
	size [16]uint8
}

// earlyArguments: Generals, Zero Hour, BFME II, Rise of the Witch-king.
var earlyArguments = argumentTypes{
	kind: [16]argumentKind{
		argumentInteger, argumentReal, argumentBool, argumentObject, argumentOther, argumentOther,
		argumentLocation, argumentOther, argumentOther, argumentTimestamp, argumentWide, argumentNothing,
	},
	size: [16]uint8{4, 4, 1, 4, 4, 4, 12, 8, 16, 4, 2, 0},
}

// bfmeArguments: a squad id at 6 moves the rest up by one.
var bfmeArguments = argumentTypes{
	kind: [16]argumentKind{
		argumentInteger, argumentReal, argumentBool, argumentObject, argumentOther, argumentOther, argumentOther,
		argumentLocation, argumentOther, argumentOther, argumentTimestamp, argumentWide, argumentNothing,
	},
	size: [16]uint8{4, 4, 1, 4, 4, 4, 4, 12, 8, 16, 4, 2, 0},
}

// cnc3Arguments: Tiberium Wars and Kane's Wrath.
var cnc3Arguments = argumentTypes{
	kind: [16]argumentKind{
		argumentInteger, argumentReal, argumentBool, argumentObject, argumentOther, argumentOther,
		argumentLocation, argumentOther, argumentOther, argumentTimestamp, argumentWide, argumentNothing,
		argumentASCII, argumentUnicode,
	},
	size: [16]uint8{4, 4, 1, 4, 4, 4, 12, 8, 16, 4, 2, 0},
}

// ra3Arguments: tags 3, 6 and 9 never occur and their size is not known.
var ra3Arguments = argumentTypes{
	kind: [16]argumentKind{
		0: argumentInteger, 1: argumentReal, 2: argumentBool, 4: argumentObject, 5: argumentOther,
		7: argumentLocation, 8: argumentTimestamp, 10: argumentASCII, 11: argumentUnicode,
	},
	size: [16]uint8{0: 4, 1: 4, 2: 1, 4: 4, 5: 4, 7: 12, 8: 4},
}

// location is a place as its float32 bits: x, y, height.
type location [3]int32

// arguments collects the values of one command by kind, in order. More values
// of a kind than its array holds are counted but not kept; the raw form of the
// command has them. It is reused from command to command.
type arguments struct {
	total     int // values of any kind
	integers  int
	reals     int
	bools     int
	locations int
	stamps    int
	wides     int
	texts     int

	integer  [8]uint32
	real     [4]uint32
	flags    uint32 // bit i is bool i
	location [4]location
	stamp    [2]uint32
	wide     []byte // UTF-16LE units
	objects  []uint32
}

func (a *arguments) reset() {
	a.total, a.integers, a.reals, a.bools, a.locations, a.stamps, a.wides, a.texts = 0, 0, 0, 0, 0, 0, 0, 0
	a.flags = 0
	a.wide = a.wide[:0]
	a.objects = a.objects[:0]
}

// add takes one run: count values of one kind, as they stand in the file.
func (a *arguments) add(kind argumentKind, count int, values []byte) {
	a.total += count
	switch kind {
	case argumentObject:
		for ; len(values) >= 4; values = values[4:] {
			a.objects = append(a.objects, binary.LittleEndian.Uint32(values))
		}
	case argumentInteger:
		for ; len(values) >= 4; values = values[4:] {
			if a.integers < len(a.integer) {
				a.integer[a.integers] = binary.LittleEndian.Uint32(values)
			}
			a.integers++
		}
	case argumentLocation:
		for ; len(values) >= 12; values = values[12:] {
			if a.locations < len(a.location) {
				a.location[a.locations] = locationOf(values)
			}
			a.locations++
		}
	case argumentBool:
		for _, value := range values {
			if value != 0 && a.bools < 32 {
				a.flags |= 1 << a.bools
			}
			a.bools++
		}
	case argumentReal:
		for ; len(values) >= 4; values = values[4:] {
			if a.reals < len(a.real) {
				a.real[a.reals] = binary.LittleEndian.Uint32(values)
			}
			a.reals++
		}
	case argumentTimestamp:
		for ; len(values) >= 4; values = values[4:] {
			if a.stamps < len(a.stamp) {
				a.stamp[a.stamps] = binary.LittleEndian.Uint32(values)
			}
			a.stamps++
		}
	case argumentWide:
		a.wide = append(a.wide, values...)
		a.wides += count
	case argumentASCII, argumentUnicode:
		a.texts += count
	case argumentInvalid, argumentNothing, argumentOther:
	}
}

// locationOf reads three float32 as their bits.
func locationOf(b []byte) location {
	return location{
		int32(binary.LittleEndian.Uint32(b)),
		int32(binary.LittleEndian.Uint32(b[4:])),
		int32(binary.LittleEndian.Uint32(b[8:])),
	}
}
