// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"errors"
	"fmt"

	"convertd/core/fault"
	"convertd/core/order"
)

// ErrPoolExhausted means that every slot of the entity pool is taken or
// retired. A module lets the production wait, or the conversion ends there.
var ErrPoolExhausted = errors.New("entity pool is exhausted: configure a larger capacity")

// ErrUnknownEntity means that a tag names no living entity.
var ErrUnknownEntity = errors.New("no living entity has this tag")

// TickMismatchError means that orders for another tick were given. The caller
// has skipped or repeated a tick; the simulation is unchanged.
type TickMismatchError struct{ Expected, Got order.Tick }

func (e *TickMismatchError) Error() string {
	return fmt.Sprintf("orders are for tick %d, the simulation is at tick %d", e.Got, e.Expected)
}

// ConfigMismatchError means that a snapshot belongs to another game: other
// seed, map, players or capacity. The simulation is unchanged.
type ConfigMismatchError struct{ Field string }

func (e *ConfigMismatchError) Error() string {
	return fmt.Sprintf("snapshot is of another game: %s differs", e.Field)
}

// RestoreMismatchError means that the module did not come back as the snapshot
// has it. It is a fault of the module, or of a file that passed the schema
// check with values the module cannot hold.
type RestoreMismatchError struct{ Difference string }

func (e *RestoreMismatchError) Error() string {
	return "restored state is not the snapshot's: " + e.Difference
}

// ModuleError means that a module broke its contract. The simulation cannot go
// on.
type ModuleError struct {
	Tick  order.Tick
	Cause error
}

func (e *ModuleError) Error() string { return fmt.Sprintf("tick %d: game module: %v", e.Tick, e.Cause) }

// Unwrap returns the cause.
func (e *ModuleError) Unwrap() error { return e.Cause }

// UnplayableError means that a recorded state passed every check, and cannot be
// played all the same: the module stumbled over it. Whoever made the state, by
// hand or by damage, made one that contradicts itself; if it is one of ours, it is
// a fault of the module. The simulation cannot go on.
type UnplayableError struct {
	Tick  order.Tick // that was restored or played
	Fault *fault.Error
}

func (e *UnplayableError) Error() string {
	return fmt.Sprintf("tick %d: the recorded state cannot be played: %s", e.Tick, e.Fault.Text)
}

// Unwrap returns what the module stumbled over.
func (e *UnplayableError) Unwrap() error { return e.Fault }

// contain is deferred where a recorded state is read or played on. A game that was
// started here contains nothing: what goes wrong in it is for its caller to see.
func (s *Simulation) contain(err *error) {
	var stumbled error
	if fault.Contained(&stumbled, recover()) {
		s.failure = &UnplayableError{Tick: s.tick, Fault: fault.Of(stumbled)}
		*err = s.failure
	}
}
