// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"errors"
	"time"

	"convertd/core/pipeline"
)

// open opens what the room shows.
func (r *room) open() error {
	game, err := r.server.options.Games.OpenGame(r.ctx, r.opening.game)
	if err != nil {
		return err
	}
	if err := r.openReplay(game); err != nil {
		game.close()
		return err
	}
	r.game = game
	r.clock.speed = 1
	now := time.Now()
	r.clock.restart(now, r.stage.Tick())
	r.restartPace(now)
	return nil
}

func (r *room) openReplay(game *Game) error {
	if game.Replay == nil {
		return errNoReplay
	}
	watch, err := pipeline.NewWatch(r.ctx, game.Replay, game.Materials, 0, r.server.options.KeptBytes)
	if err != nil {
		return err
	}
	r.stage = watch
	r.scene = newScene(game.Replay.Metadata(), watch.Module(), watch.Simulation().View())
	r.story = tellStory(r.ctx, game, r.scene, watch.Simulation().View())
	return nil
}

var errNoReplay = errors.New("this file holds no game that can be played")
