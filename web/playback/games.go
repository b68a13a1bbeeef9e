// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"errors"
	"sync/atomic"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/pipeline"
)

// ErrNoGame means that a Games has no game of an id.
var ErrNoGame = errors.New("there is no such game")

// Games finds what can be played.
type Games interface {
	// OpenGame opens a game by its id, which comes from a stranger. It fails with
	// ErrNoGame; the text of any other error goes to the client, too. Whoever
	// opens a game closes it.
	OpenGame(ctx context.Context, id string) (*Game, error)
}

// Game is one file: a replay, or a save. Exactly one of Replay and Save is set.
type Game struct {
	Replay *icrep.Reader // may be read until Close
	Save   *icsave.Save
	// Materials are what the file needs beside itself: maps.
	Materials *pipeline.Materials
	// Report is the divergence report, nil where there is none beside the file.
	Report *divergence.Report
	// Close is called once the game is shown no more; may be nil.
	Close func() error
}

// heldGame is a game that several rooms show: it is closed by the last of them.
type heldGame struct {
	*Game
	holders atomic.Int32
}

func hold(game *Game) *heldGame {
	h := &heldGame{Game: game}
	h.holders.Store(1)
	return h
}

func (h *heldGame) acquire() { h.holders.Add(1) }

func (h *heldGame) close() {
	if h.holders.Add(-1) == 0 && h.Close != nil {
		_ = h.Close() // nothing was written
	}
}
