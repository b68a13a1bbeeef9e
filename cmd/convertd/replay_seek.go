// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/failure"
	"convertd/printable"
)

func newReplaySeek(p *program) *cobra.Command {
	s := seekVerb{program: p}
	command := &cobra.Command{
		Use: "seek FILE --tick N", Short: "Show the state of the game at a tick, or save it", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return s.run(command, arguments[0]) },
	}
	flags := command.Flags()
	flags.Uint64Var(&s.tick, "tick", 0, "`tick` in which the state begins")
	flags.StringVarP(&s.output, "output", "o", "", "write the state as this .icsave `file`")
	flags.BoolVar(&s.json, "json", false, "print one JSON object")
	configListFlag(flags, "maps", "maps.folders", "`folder` with maps; may be repeated")
	configSwitch(flags, "overwrite", "output.overwrite", "replace the output if it is there")
	return command
}

// seekVerb is one call of seek.
type seekVerb struct {
	program *program
	tick    uint64
	output  string
	json    bool
}

// sought is the object of `replay seek --json`.
type sought struct {
	File      string         `json:"file"`
	Tick      uint64         `json:"tick"`
	SyncHash  string         `json:"sync_hash"`
	StateHash string         `json:"state_hash"`
	Entities  int            `json:"entities"`
	Players   []soughtPlayer `json:"players"`
	Output    string         `json:"output,omitempty"`
}

type soughtPlayer struct {
	Player  int   `json:"player"`
	Credits int64 `json:"credits"`
}

func (s *seekVerb) run(command *cobra.Command, path string) error {
	loaded, err := s.program.config(command)
	if err != nil {
		return err
	}
	file, err := openRecording(path)
	if err != nil {
		return fileError(path, err)
	}
	defer file.Close() //nolint:errcheck // read only
	if total := file.Header().TotalTicks; s.tick > total {
		return fileError(path, usage("tick %d is past the end: the game has %d ticks", s.tick, total))
	}
	materials, err := openMaterials(loaded, s.program.logger(loaded, false))
	if err != nil {
		return err
	}
	simulation, err := pipeline.Seek(command.Context(), file.Reader, order.Tick(s.tick), materials)
	if err != nil {
		return fileError(path, notReached(err))
	}
	view, hash := simulation.View(), simulation.StateHash()
	result := sought{
		File: filepath.Base(path), Tick: uint64(simulation.Tick()),
		SyncHash: fmt.Sprintf("%016x", uint64(simulation.SyncHash())), StateHash: fmt.Sprintf("%x", hash[:]),
		Players: []soughtPlayer{}, Output: s.output,
	}
	for slot := range view.Slots() {
		if _, ok := view.At(slot); ok {
			result.Entities++
		}
	}
	for id := range view.Players() {
		if player, ok := view.Player(order.PlayerID(id)); ok {
			result.Players = append(result.Players, soughtPlayer{Player: id, Credits: int64(player.Credits)})
		}
	}
	if s.output != "" {
		save := icsave.Of(file.Reader, simulation.Snapshot(), filepath.Base(path))
		if err := s.save(loaded, save); err != nil {
			return err
		}
	}
	if s.json {
		return s.program.printJSON(&result)
	}
	_, err = printable.Fprintf(s.program.stdout, "tick %d: sync hash %s, state hash %s, %d entities\n", result.Tick, result.SyncHash, result.StateHash, result.Entities)
	return err
}

func (s *seekVerb) save(loaded *config.Loaded, save *icsave.Save) error {
	return s.program.writeWhole(s.output, loaded, func(folder *os.Root, name string) error {
		return icsave.Write(folder, name, save, icsave.Options{Compression: icrep.Compact})
	})
}

// notReached says what to do about a tick that cannot be shown.
func notReached(err error) error {
	var states *pipeline.SeekMismatchError
	var damage *icrep.Error
	switch {
	case errors.As(err, &states):
		return fmt.Errorf("%w: %w: `convertd verify` says more", failure.ErrVerification, err)
	case errors.As(err, &damage) && errors.Is(err, icrep.ErrTruncated):
		return fmt.Errorf("%w: ask for an earlier tick, or for one behind the next keyframe", err)
	case errors.Is(err, pipeline.ErrMapMissing):
		return fmt.Errorf("%w: add its folder with --maps", err)
	}
	return err
}
