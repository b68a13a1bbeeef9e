// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"convertd/core/pipeline"
	"convertd/plugins/rts/protocol"
)

// open opens what the room shows.
func (r *room) open() error {
	var err error
	if b := r.opening.begin; b != nil {
		r.game = b.game
		err = r.openBranch(b)
	} else {
		var game *Game
		if game, err = r.server.options.Games.OpenGame(r.ctx, r.opening.game); err != nil {
			return err
		}
		r.game = hold(game)
		err = r.openGame()
	}
	if err != nil {
		r.game.close()
		return err
	}
	now := time.Now()
	r.clock.speed = 1
	r.clock.restart(now, r.stage.Tick())
	r.restartPace(now)
	return nil
}

// openGame opens a replay to be watched, or a save as a lab.
func (r *room) openGame() error {
	game := r.game.Game
	switch {
	case game.Replay != nil:
		watch, err := pipeline.NewWatch(r.ctx, game.Replay, game.Materials, 0, r.server.options.KeptBytes)
		if err != nil {
			return err
		}
		r.stage = watch
		r.scene = newScene(game.Replay.Metadata(), watch.Module(), watch.Simulation().View())
		r.story = tellStory(r.ctx, game, r.scene, watch.Simulation().View())
		return nil
	case game.Save != nil:
		return r.openSave(game)
	}
	return errNoGame
}

func (r *room) openSave(game *Game) error {
	stage, err := newLabStage(game.Save.State, nil, opener(game))
	if err != nil {
		return err
	}
	r.stage = stage
	r.scene = newScene(game.Save.Metadata.Replay(), stage.module, stage.simulation.View())
	r.story = tellStory(r.ctx, game, r.scene, stage.simulation.View())
	r.lab = &lab{stage: stage, vision: protocol.LabVision{Mode: protocol.LabVisionFullWorld}}
	return nil
}

var errNoGame = errors.New("this file holds no game that can be played")

// randomName names a room that nobody guesses.
func randomName() string { return strings.ToLower(rand.Text()) }
