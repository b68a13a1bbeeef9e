// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"errors"

	"convertd/core/order"
)

// Editor is a Module whose game can be changed by hand between two ticks, in a lab.
// Whoever does so makes another game of it: no hash of a recording holds any more.
// What cannot be done is an error, such as ErrNotThere, and changes nothing.
type Editor interface {
	// Put makes something appear; finished is without its construction.
	Put(kind string, owner order.PlayerID, at order.WorldPos, finished bool) (order.UnitTag, error)
	// Take removes something, as if it had never been.
	Take(tag order.UnitTag) error
	// Shift puts something elsewhere. What it was doing ends.
	Shift(tag order.UnitTag, to order.WorldPos) error
	// HandOver gives something to another player.
	HandOver(tag order.UnitTag, owner order.PlayerID) error
	// SetCredits sets what a player can spend.
	SetCredits(player order.PlayerID, credits int64) error
	// Kinds lists what Put can make, by name.
	Kinds() []string
}

// ErrNotEditable means that a module's game cannot be changed by hand.
var ErrNotEditable = errors.New("this game's simulation cannot be changed by hand")

// Why an Editor does not do something.
var (
	ErrNotThere = errors.New("it is not on the map")
	ErrNoPlace  = errors.New("there is no place for it")
	ErrNoPlayer = errors.New("there is no such player")
)

// Edit changes the game between two ticks. Events of it are those of the next look:
// they stand in Events until the next Apply. An error of change is returned as it is; one
// that the module cannot go on after is final, as in Apply.
func (s *Simulation) Edit(change func(Editor) error) (err error) {
	editor, ok := s.module.(Editor)
	if !ok {
		return ErrNotEditable
	}
	if s.restored {
		defer s.contain(&err)
	}
	if s.failure != nil {
		return s.failure
	}
	s.events, s.late = s.events[:0], s.late[:0]
	err = change(editor)
	s.lookAround()
	if s.failure != nil {
		return s.failure
	}
	return err
}
