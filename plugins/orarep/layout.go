// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

// layout is how a range of releases writes the fields of an order
// (docs/formats/orarep.md#order-layouts).
type layout struct {
	era       string
	wideFlags bool // flags are 16 bits
	// optionalSubject: the subject is there only with flagSubject; before, it
	// is always written, in front of the flags.
	optionalSubject bool
	target          targetCoding
	cells           cellCoding
	generations     bool // actor targets carry a generation
	positionLists   bool // position targets carry a list of further positions
	known           uint16
	// unverified: neither a recording nor a file of the engine's own writing
	// has confirmed the layout.
	unverified bool
}

// targetCoding is how the target of an order is written.
type targetCoding uint8

const (
	targetPlain    targetCoding = iota // an actor and a cell, each with its own flag
	targetTyped                        // a type byte; terrain is a cell of two integers
	targetWithCell                     // a type byte; flagCell tells cell from position
)

// cellCoding is how cells are written.
type cellCoding uint8

const (
	cellPair   cellCoding = iota // i32 x, i32 y
	cellLayer                    // i32 x, i32 y, u8 layer; sub-cells are i32
	cellPacked                   // one i32: 12 bits x, 12 bits y, 8 bits layer
)

// Flags of an order. flagCellOrActors means the target cell in the plain
// layouts and the extra actors since era E.
const (
	flagTarget       = 0x001
	flagCellOrActors = 0x002
	flagString       = 0x004
	flagQueued       = 0x008
	flagExtraCell    = 0x010
	flagExtraData    = 0x020
	flagCell         = 0x040
	flagSubject      = 0x080
	flagGrouped      = 0x100

	flagsCommon = flagTarget | flagString | flagQueued | flagExtraCell
)

// layouts in the order of the releases.
var layouts = []*layout{
	{era: "A0", target: targetPlain, cells: cellPair, known: flagsCommon | flagCellOrActors},
	{era: "A", target: targetPlain, cells: cellPair, known: flagsCommon | flagCellOrActors | flagExtraData},
	{era: "B0", target: targetTyped, cells: cellPair, known: flagsCommon | flagExtraData, unverified: true},
	{era: "B", target: targetWithCell, cells: cellLayer, known: flagsCommon | flagExtraData | flagCell},
	{era: "C", target: targetWithCell, cells: cellPacked, known: flagsCommon | flagExtraData | flagCell},
	{
		era: "D", target: targetWithCell, cells: cellPacked, optionalSubject: true,
		known: flagsCommon | flagExtraData | flagCell | flagSubject,
	},
	{
		era: "E", target: targetWithCell, cells: cellPacked, optionalSubject: true,
		known: flagsCommon | flagExtraData | flagCell | flagSubject | flagCellOrActors,
	},
	{
		era: "F", target: targetWithCell, cells: cellPacked, optionalSubject: true, wideFlags: true,
		known: flagsCommon | flagExtraData | flagCell | flagSubject | flagCellOrActors | flagGrouped,
	},
	{
		era: "G", target: targetWithCell, cells: cellPacked, optionalSubject: true, wideFlags: true, generations: true,
		known: flagsCommon | flagExtraData | flagCell | flagSubject | flagCellOrActors | flagGrouped,
	},
	{
		era: "H", target: targetWithCell, cells: cellPacked, optionalSubject: true, wideFlags: true, generations: true,
		positionLists: true,
		known:         flagsCommon | flagExtraData | flagCell | flagSubject | flagCellOrActors | flagGrouped,
	},
}

// layoutNamed returns the layout of an era, nil if there is none.
func layoutNamed(era string) *layout {
	for _, l := range layouts {
		if l.era == era {
			return l
		}
	}
	return nil
}

// extraActors says that flagCellOrActors means extra actors.
func (l *layout) extraActors() bool { return l.optionalSubject && l.known&flagCellOrActors != 0 }

// grouped says that an order can carry grouped actors.
func (l *layout) grouped() bool { return l.known&flagGrouped != 0 }

// defeatBits says that sync packets carry a bit set of defeated players behind
// the hash (docs/formats/orarep.md#hash-packets: since playtest-20201213).
func (l *layout) defeatBits() bool { return l.wideFlags }

// hashPerOrder says that sync packets may hold one more hash per order of the
// frame (docs/formats/orarep.md#hash-packets: up to release-20150919).
func (l *layout) hashPerOrder() bool { return l.target == targetPlain }

// lobbyOrder says that a net frame executes the connections in the order of the
// lobby; before, by client number (OrderManager.ProcessOrders and FrameData of
// the engine).
func (l *layout) lobbyOrder() bool { return l.generations }

// handshakeOnly says that 0xFE is used for the handshake only; before, for
// every immediate order (docs/formats/orarep.md#immediate-form).
func (l *layout) handshakeOnly() bool { return l.optionalSubject }
