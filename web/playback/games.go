// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"errors"

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

func (g *Game) close() {
	if g.Close != nil {
		_ = g.Close() // nothing was written
	}
}
