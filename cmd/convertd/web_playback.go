// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"convertd/core/divergence"
	"convertd/core/icsave"
	"convertd/core/pipeline"
	"convertd/web/api"
	"convertd/web/library"
	"convertd/web/playback"
)

// playableGames are the games of the library, for playback.
type playableGames struct {
	recordings api.Recordings
	log        *slog.Logger
}

// saves are recordings among which there are saves.
type saves interface {
	OpenSave(id string) (*icsave.Save, *pipeline.Materials, error)
}

var errNotOpened = errors.New("the game cannot be opened")

// OpenGame implements playback.Games. Its errors go to strangers: what went
// wrong stands in the log.
func (p playableGames) OpenGame(ctx context.Context, id string) (*playback.Game, error) {
	if saves, ok := p.recordings.(saves); ok {
		save, materials, err := saves.OpenSave(id)
		if err == nil {
			return &playback.Game{Save: save, Materials: materials}, nil
		}
		if !errors.Is(err, library.ErrNotFound) {
			p.log.Warn("a save cannot be opened", "save", id, "error", err)
			return nil, errNotOpened
		}
	}
	recording, err := p.recordings.OpenGame(ctx, id)
	if errors.Is(err, library.ErrNotFound) {
		return nil, playback.ErrNoGame
	}
	if err != nil {
		p.log.Warn("a game cannot be opened to be watched", "game", id, "error", err)
		return nil, errNotOpened
	}
	game := &playback.Game{Replay: recording.File, Materials: recording.Materials, Close: recording.Close}
	text, err := p.recordings.Report(ctx, id)
	if err != nil {
		if !errors.Is(err, library.ErrNotFound) {
			p.log.Warn("a game is watched without its report", "game", id, "error", err)
		}
		return game, nil
	}
	report := &divergence.Report{}
	if err := json.Unmarshal(text, report); err != nil {
		p.log.Warn("a game is watched without its report", "game", id, "error", err)
		return game, nil
	}
	game.Report = report
	return game, nil
}
