// SPDX-License-Identifier: GPL-3.0-or-later

package ir

// Version is the version of the representation: of these types and of their
// wire form. A host refuses a decoder that speaks another one.
const Version = 1

// Header says what a replay is, before its first order.
//
// A decoder sends exactly one, first. Facts that only the end of a file holds
// (outcomes, last frame) travel in the Trailer.
type Header struct {
	Format  string // format id, as the pages in docs/formats name them: "orarep", "kwreplay", ...
	Game    string // the game or mod: "ra", "cnc", "zerohour", "kw", "murk", ...
	Version string // version text of the game as recorded
	Profile string // layout variant that was chosen: era "F", "td-vanilla", ...

	// Unverified marks layouts that no real file has confirmed.
	Unverified bool

	Map     Map
	Players []Player

	// TickRate is ticks per second of game time, exactly.
	TickRate Rational
	// TicksPerFrame is how many ticks one native frame spans (OpenRA net
	// frames: 3); 1 where a format counts ticks directly.
	TicksPerFrame uint32

	Speed       string // name of the game speed, "" if the format has none
	Seed        int64  // valid if HasSeed
	HasSeed     bool
	StartTime   int64 // Unix seconds, 0 if not recorded
	EndTime     int64 // Unix seconds, 0 if not recorded
	LocalPlayer int32 // index into Players of the recording player, or NoPlayer

	// PositionUnit says how Target.X, Y and Z are to be read when the target
	// is a position.
	PositionUnit PositionUnit

	// Options are the settings play depends on (lobby options, rules), in the
	// order of the file.
	Options []KeyValue
	// Details are further facts worth showing, under the format's own names.
	Details []KeyValue
}

// Map identifies the map. ID is what the format itself uses to find the map
// (a UID, a CRC, a path inside the game's map folder); it is never a path on
// the recording machine.
type Map struct {
	Name string
	ID   string
}

// KeyValue is one named text fact.
type KeyValue struct {
	Key   string
	Value string
}

// Rational is an exact fraction; Den is never 0 in a valid value.
type Rational struct {
	Num uint32
	Den uint32
}

// NoPlayer marks the absence of a player where an index is expected.
const NoPlayer int32 = -1

// Player is one participant, or one slot of the lobby.
type Player struct {
	Slot    int32      // the format's own slot, house or id number
	Client  int32      // connection that plays it, -1 if none
	Name    string     // display name
	Kind    PlayerKind //
	AI      string     // difficulty or kind of AI, "" for people
	Faction string     // faction that was played, as the format or the engine names it
	// ChosenFaction is what was picked in the lobby when it differs ("Random").
	ChosenFaction string
	// FactionResolved marks a faction computed from the seed instead of read.
	FactionResolved bool
	Team            int32  // 0 or negative: none
	Start           int32  // start position, 0 or negative: unknown
	Color           string // as the format writes it
	Outcome         Outcome
	Details         []KeyValue
}

// PlayerKind says who sits in a slot.
type PlayerKind uint8

// Player kinds. The numbers are part of the wire form.
const (
	PlayerUnknown PlayerKind = iota
	PlayerHuman
	PlayerAI
	PlayerObserver
	PlayerCommentator
	PlayerNeutral
	PlayerOpenSlot
	PlayerClosedSlot

	playerKinds
)

// Outcome is how the game ended for a player.
type Outcome uint8

// Outcomes. The numbers are part of the wire form.
const (
	OutcomeUnknown Outcome = iota
	OutcomeWon
	OutcomeLost
	OutcomeDraw
	OutcomeResigned
	OutcomeDisconnected

	outcomes
)

// PositionUnit is the unit of a position target's coordinates.
type PositionUnit uint8

// Position units. The numbers are part of the wire form.
const (
	PositionNone       PositionUnit = iota // the format has no positions
	PositionWorld1024                      // integers, 1024 to a cell (OpenRA WPos)
	PositionLepton                         // integers, 256 to a cell (Westwood)
	PositionFloatBits                      // IEEE-754 bits of a float32, in the game's feet (SAGE) or pixels (RTS)
	PositionCellNumber                     // X is a packed cell number

	positionUnits
)
