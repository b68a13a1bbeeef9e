// SPDX-License-Identifier: GPL-3.0-or-later

package rts

import "fmt"

// ruleError is a broken rule of the program: the artifact parses, and is
// refused all the same.
type ruleError struct {
	message string // the program's words where they are known
	offset  int
	// entry is the number of the log entry that breaks the rule, -1 if it is
	// not about the log.
	entry int
}

// loadoutOf are the catalogued factions, each with the one loadout that
// replays may name (docs/formats/rts.md#checks).
var loadoutOf = map[string]string{
	"kriegsia": "kriegsia.standard",
	"ekat":     "ekat.standard",
}

// validate applies the program's checks of a session, in its order, and
// returns the first broken rule or nil.
func (a *artifact) validate() *ruleError {
	for _, check := range []func() *ruleError{a.checkPlayers, a.checkLoadouts, a.checkLength, a.checkLog} {
		if broken := check(); broken != nil {
			return broken
		}
	}
	return nil
}

func (a *artifact) checkPlayers() *ruleError {
	broken := func(format string, arguments ...any) *ruleError {
		return &ruleError{message: fmt.Sprintf(format, arguments...), offset: a.playersAt, entry: -1}
	}
	if len(a.players) == 0 {
		return broken("replay artifact has no players")
	}
	if len(a.players) > MaxPlayers {
		return broken("replay artifact has %d players; maximum is %d", len(a.players), MaxPlayers)
	}
	for i := range a.players {
		for j := range i {
			if a.players[j].id == a.players[i].id {
				return broken("Replay artifact has duplicate player id %d.", a.players[i].id)
			}
		}
	}
	for i := range a.players {
		if _, known := loadoutOf[a.players[i].faction]; !known {
			return broken("Replay player %d has unknown faction %q.", a.players[i].id, clip([]byte(a.players[i].faction)))
		}
	}
	return nil
}

func (a *artifact) checkLoadouts() *ruleError {
	broken := func(format string, arguments ...any) *ruleError {
		return &ruleError{message: fmt.Sprintf(format, arguments...), offset: a.loadoutsAt, entry: -1}
	}
	var of [MaxPlayers]*loadout
	for i := range a.loadouts {
		index := a.playerIndex(a.loadouts[i].player)
		if index < 0 {
			return broken("Replay loadout references unknown player %d.", a.loadouts[i].player)
		}
		if of[index] != nil {
			return broken("Replay player %d has more than one loadout.", a.loadouts[i].player)
		}
		of[index] = &a.loadouts[i]
	}
	for i := range a.players {
		player, chosen := &a.players[i], of[i]
		switch {
		case chosen == nil:
			return broken("Replay player %d is missing a loadout.", player.id)
		case chosen.faction != player.faction:
			return broken("Replay player %d loadout faction %q does not match player faction %q.",
				player.id, clip([]byte(chosen.faction)), player.faction)
		case chosen.loadout != loadoutOf[player.faction]:
			return broken("Replay player %d has unknown loadout %q.", player.id, clip([]byte(chosen.loadout)))
		}
	}
	return nil
}

func (a *artifact) checkLength() *ruleError {
	if a.durationTicks > MaxDurationTicks {
		return &ruleError{
			message: fmt.Sprintf("replay duration %d exceeds maximum %d", a.durationTicks, MaxDurationTicks),
			offset:  a.playersAt, entry: -1,
		}
	}
	if a.log.count > MaxLogEntries {
		return &ruleError{
			message: fmt.Sprintf("replay has %d commands; maximum is %d", a.log.count, MaxLogEntries),
			offset:  a.log.entries[MaxLogEntries-1].offset, entry: MaxLogEntries,
		}
	}
	return nil
}

func (a *artifact) checkLog() *ruleError {
	before := uint32(0)
	for i := range a.log.entries {
		e := &a.log.entries[i]
		broken := func(format string, arguments ...any) *ruleError {
			return &ruleError{message: fmt.Sprintf(format, arguments...), offset: e.offset, entry: i}
		}
		switch {
		case a.playerIndex(e.player) < 0:
			return broken("replay command %d references unknown player %d", i, e.player)
		case e.tick < 1:
			return broken("replay command %d has tick 0; ticks begin at 1", i)
		case e.tick > a.durationTicks:
			return broken("replay command %d tick %d exceeds duration %d", i, e.tick, a.durationTicks)
		case e.tick < before:
			return broken("replay command %d is out of order: tick %d before %d", i, e.tick, before)
		}
		before = e.tick
	}
	return nil
}

// soundEntries counts the leading entries whose ticks do not go back and lie within
// the longest game. Another rule may be broken first, in a part of the text that
// damage has cut off: these two hold for what is sent all the same.
func (a *artifact) soundEntries() int {
	before := uint32(0)
	for i := range a.log.entries {
		tick := a.log.entries[i].tick
		if tick < before || tick > MaxDurationTicks {
			return i
		}
		before = tick
	}
	return len(a.log.entries)
}

// playerIndex returns the place of a player among the players, or -1.
func (a *artifact) playerIndex(id uint32) int {
	for i := range a.players {
		if a.players[i].id == id {
			return i
		}
	}
	return -1
}

// KnownMap is a map as the program's own files have it.
type KnownMap struct {
	Name   string
	Schema uint32
	Hash   string // FNV-1a 64 of the map file, 16 hex digits
}

// DefaultMap is the map that recordings name "Default", as of the build that
// writes schema 2 (docs/formats/rts.md#artifact).
var DefaultMap = KnownMap{Name: "Default", Schema: 2, Hash: "13ac64aab0be91a8"}

// differs says how the artifact's map differs from the one of the same name:
// the program refuses to play it, which says nothing about the recording. ""
// if it does not differ or has another name.
func (m *KnownMap) differs(a *artifact) string {
	switch {
	case a.mapName != m.Name:
		return ""
	case a.mapSchema != m.Schema:
		return fmt.Sprintf("replay map %q schema is %d; running map schema is %d", m.Name, a.mapSchema, m.Schema)
	case a.mapHash != m.Hash:
		return fmt.Sprintf("replay map %q hash is %s; running map hash is %s", m.Name, clip([]byte(a.mapHash)), m.Hash)
	default:
		return ""
	}
}
