package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"convertd/core/icrep"
)

func newReplayRepair(p *program) *cobra.Command {
	v := &rewriteVerb{program: p}
	command := &cobra.Command{
		Use: "repair FILE -o FILE", Short: "Make a whole .icrep from a journal or a damaged file, from what is left of it", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return v.repair(command, arguments[0]) },
	}
	v.flags(command)
	return command
}

func (v *rewriteVerb) repair(command *cobra.Command, path string) (err error) {
	loaded, err := v.program.config(command)
	if err != nil {
		return err
	}
	out, closeOutput, err := v.open(loaded)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeOutput()) }()
	file, err := os.Open(path)
	if err != nil {
		return fileError(path, notReadable(err))
	}
	defer file.Close() //nolint:errcheck // read only
	info, err := file.Stat()
	if err != nil {
		return fileError(path, notReadable(err))
	}
	report, err := icrep.Repair(file, info.Size(), out.Root, out.Name, icrep.Options{Compression: out.Compression, Overwrite: out.Overwrite})
	if err != nil {
		return fileError(path, err)
	}
	if err := v.print(info.Size(), report.Summary); err != nil {
		return err
	}
	if v.json {
		return nil
	}
	printf(v.program.stdout, "kept %d frames, %d keyframes, %d events; lost %d keyframes\n", report.Frames, report.Keyframes, report.Events, report.LostKeyframes)
	for _, damage := range report.Damage {
		printf(v.program.stdout, "damage: %v\n", damage)
	}
	return nil
}
