// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/core/icreptools"
	"convertd/core/icsave"
)

func newReplayRepair(p *program) *cobra.Command {
	v := &rewriteVerb{program: p}
	command := &cobra.Command{
		Use: "repair FILE -o FILE", Short: "Make a whole .icrep from a journal or a damaged file, from what is left of it", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return v.repair(command, arguments[0]) },
	}
	v.flags(command)
	command.Flags().StringVar(&v.start, "start", "", "`file` with the state of tick 0, if that is gone: an .icsave of it, or another .icrep of the same game")
	return command
}

func (v *rewriteVerb) repair(command *cobra.Command, path string) error {
	var before int64
	var report *icrep.RepairReport
	_, err := v.write(command, func(loaded *config.Loaded, out icreptools.Output) (*icrep.Summary, error) {
		file, err := openSource(path)
		if err != nil {
			return nil, fileError(path, err)
		}
		defer file.Close() //nolint:errcheck // read only
		info, err := file.Stat()
		if err != nil {
			return nil, fileError(path, notReadable(err))
		}
		before = info.Size()
		options := icrep.Options{Compression: out.Compression, Overwrite: out.Overwrite}
		if v.start != "" {
			if options.InitialState, err = startingState(v.start, loaded); err != nil {
				return nil, fileError(v.start, err)
			}
		}
		report, err = icrep.Repair(file, before, out.Root, out.Name, options)
		if err != nil {
			return nil, fileError(path, notRepaired(err, v.start))
		}
		return report.Summary, nil
	})
	if err != nil {
		return err
	}
	if err := v.print(before, report.Summary); err != nil {
		return err
	}
	if v.json {
		return nil
	}
	printf(v.program.stdout, "kept %d frames, %d keyframes, %d events; lost %d frames, %d keyframes, %d events\n",
		report.Frames, report.Keyframes, report.Events, report.Summary.LostFrames, report.LostKeyframes, report.LostEvents)
	for _, damage := range report.Damage {
		printf(v.program.stdout, "damage: %v\n", damage)
	}
	return nil
}

// notRepaired says what to do about a file of which nothing can be made.
func notRepaired(err error, start string) error {
	var damage *icrep.Error
	if !errors.As(err, &damage) {
		return err
	}
	switch {
	case damage.Section == icrep.SectionKeyframes && errors.Is(err, icrep.ErrCorrupt) && start == "":
		return fmt.Errorf("%w: give it with --start: an .icsave of tick 0, or the .icrep of another conversion of the game", err)
	case damage.Section == icrep.SectionKeyframes && errors.Is(err, icrep.ErrUsage):
		return usage("--start %s: %s", filepath.Base(start), damage.Message)
	case errors.Is(err, icrep.ErrUsage):
		return usage("%s: `convertd verify` checks it", damage.Message)
	}
	return err
}

// startingState reads the state of tick 0 out of a save or a replay.
func startingState(path string, loaded *config.Loaded) ([]byte, error) {
	data, err := readSource(path, loaded.Limits.SourceBytes)
	if err != nil {
		return nil, err
	}
	if isOwnSave(data) {
		save, err := icsave.Load(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		if tick := save.State.Core.Tick; tick != 0 {
			return nil, usage("the save is of tick %d: `convertd replay seek --tick 0 -o` makes one of tick 0", tick)
		}
		_, blob := save.Keyframe()
		return blob, nil
	}
	replay, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	return replay.Keyframe(0, nil)
}

// isJournal recognises what a recording leaves that was never finished.
func isJournal(data []byte) bool { return bytes.HasPrefix(data, []byte(icrep.JournalMagic)) }
