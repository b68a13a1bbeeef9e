// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/core/icreptools"
	"convertd/printable"
)

func newReplay(p *program) *cobra.Command {
	command := &cobra.Command{Use: "replay", Short: "Work on .icrep files", Args: cobra.ArbitraryArgs}
	command.AddCommand(
		newReplayAnonymize(p), newReplayRecompress(p), newReplayStripVoice(p), newReplayEmbed(p), newReplayRepair(p),
		newReplaySeek(p), newReplayEvents(p),
	)
	return command
}

// rewriteVerb is a verb that makes one .icrep from another.
type rewriteVerb struct {
	program *program
	output  string
	level   string
	json    bool
	start   string // of repair
}

// newRewrite makes the command of a verb that rewrites; do does the work.
func newRewrite(p *program, name, short string, do func(*cobra.Command, *config.Loaded, *icrep.File, icreptools.Output) (*icrep.Summary, error)) *cobra.Command {
	v := &rewriteVerb{program: p}
	command := &cobra.Command{
		Use: name + " FILE -o FILE", Short: short, Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return v.run(command, arguments[0], do) },
	}
	v.flags(command)
	return command
}

func (v *rewriteVerb) flags(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVarP(&v.output, "output", "o", "", "`file` to write")
	flags.StringVar(&v.level, "level", "compact", "compression `level`: fastest, balanced or compact")
	flags.BoolVar(&v.json, "json", false, "print one JSON object about the result")
	configSwitch(flags, "overwrite", "output.overwrite", "replace the output if it is there")
}

func (v *rewriteVerb) run(command *cobra.Command, path string, do func(*cobra.Command, *config.Loaded, *icrep.File, icreptools.Output) (*icrep.Summary, error)) error {
	var before int64
	summary, err := v.write(command, func(loaded *config.Loaded, out icreptools.Output) (*icrep.Summary, error) {
		file, err := openRecording(path)
		if err != nil {
			return nil, fileError(path, err)
		}
		defer file.Close() //nolint:errcheck // read only
		before = file.Size()
		summary, err := do(command, loaded, file, out)
		if err != nil {
			return nil, fileError(path, err)
		}
		return summary, nil
	})
	if err != nil {
		return err
	}
	return v.print(before, summary)
}

// write makes the output: make is told where to.
func (v *rewriteVerb) write(command *cobra.Command, make func(*config.Loaded, icreptools.Output) (*icrep.Summary, error)) (summary *icrep.Summary, err error) {
	loaded, err := v.program.config(command)
	if err != nil {
		return nil, err
	}
	if v.output == "" {
		return nil, usage("no output: give a file with -o")
	}
	level, err := compressionLevel(v.level)
	if err != nil {
		return nil, err
	}
	err = v.program.writeWhole(v.output, loaded, func(folder *os.Root, name string) (err error) {
		summary, err = make(loaded, icreptools.Output{Root: folder, Name: name, Compression: level})
		return err
	})
	return summary, err
}

func compressionLevel(name string) (icrep.CompressionLevel, error) {
	switch name {
	case "fastest":
		return icrep.Fastest, nil
	case "balanced":
		return icrep.Balanced, nil
	case "compact":
		return icrep.Compact, nil
	}
	return 0, usage("--level %s: use fastest, balanced or compact", name)
}

// rewritten is the object that `replay ... --json` prints.
type rewritten struct {
	Output     string              `json:"output"`
	ReplayID   string              `json:"replay_id"`
	SizeBefore int64               `json:"size_before"`
	Size       int64               `json:"size"`
	Ticks      uint64              `json:"ticks"`
	LostFrames uint32              `json:"lost_frames"`
	Sections   []icrep.SectionSize `json:"sections"`
}

func (v *rewriteVerb) print(before int64, summary *icrep.Summary) error {
	if v.json {
		return v.program.printJSON(rewritten{
			v.output, summary.ReplayID, before, summary.Size, summary.TotalTicks, summary.LostFrames, summary.Sections,
		})
	}
	_, err := printable.Fprintf(v.program.stdout, "%s: %d bytes (before: %d), %d ticks\n", v.output, summary.Size, before, summary.TotalTicks)
	return err
}

// notOpened keeps errors of the format and strips paths from others.
func notOpened(err error) error {
	var damage *icrep.Error
	if errors.As(err, &damage) {
		return err
	}
	return notReadable(err)
}
