// SPDX-License-Identifier: GPL-3.0-or-later

package names

// Command names one command id of a game.
type Command struct {
	ID   uint32
	Name string
}

// Game selects the tables of one game.
type Game uint8

// Games with name tables.
const (
	Generals Game = iota
	ZeroHour
	BFME
	BFME2
	TiberiumWars
	KanesWrath
	RedAlert3
	TiberianTwilight // no table is known: every look-up fails
)

// Commands lists the named command ids of a game in ascending order. The
// slice is shared: do not write to it.
func Commands(game Game) []Command {
	switch game {
	case Generals:
		return generalsCommands
	case ZeroHour:
		return zeroHourCommands
	case BFME:
		return bfmeCommands
	case BFME2:
		return bfme2Commands
	case TiberiumWars:
		return tiberiumWarsCommands
	case KanesWrath:
		return kanesWrathCommands
	case RedAlert3:
		return redAlert3Commands
	case TiberianTwilight:
		return nil
	}
	return nil
}
