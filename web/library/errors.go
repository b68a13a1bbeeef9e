// SPDX-License-Identifier: GPL-3.0-or-later

package library

import "errors"

// What those who are behind the library say when something cannot be had.
var (
	// ErrNotFound says that no game, job or report has this id.
	ErrNotFound = errors.New("not found")
	// ErrConflict says that a job is not in the state for what was asked.
	ErrConflict = errors.New("not possible in this state")
	// ErrUnavailable says that the server behind cannot be reached now.
	ErrUnavailable = errors.New("unavailable")
	// ErrRefused says that what was given cannot be taken; its text says why.
	ErrRefused = errors.New("refused")
)
