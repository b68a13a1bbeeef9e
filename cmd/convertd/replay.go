package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/core/icreptools"
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

func (v *rewriteVerb) run(command *cobra.Command, path string, do func(*cobra.Command, *config.Loaded, *icrep.File, icreptools.Output) (*icrep.Summary, error)) (err error) {
	loaded, err := v.program.config(command)
	if err != nil {
		return err
	}
	out, closeOutput, err := v.open(loaded)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeOutput()) }()
	file, err := icrep.OpenFile(path)
	if err != nil {
		return fileError(path, notOpened(err))
	}
	defer file.Close() //nolint:errcheck // read only
	summary, err := do(command, loaded, file, out)
	if err != nil {
		return fileError(path, err)
	}
	return v.print(file.Size(), summary)
}

// open finds folder and name of the output.
func (v *rewriteVerb) open(loaded *config.Loaded) (icreptools.Output, func() error, error) {
	if v.output == "" {
		return icreptools.Output{}, nil, usage("no output: give a file with -o")
	}
	level, err := compressionLevel(v.level)
	if err != nil {
		return icreptools.Output{}, nil, err
	}
	root, err := os.OpenRoot(filepath.Dir(v.output))
	if err != nil {
		return icreptools.Output{}, nil, fileError(v.output, notReadable(err))
	}
	return icreptools.Output{
		Root: root, Name: filepath.Base(v.output), Overwrite: loaded.Output.Overwrite, Compression: level,
	}, root.Close, nil
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
	_, err := fmt.Fprintf(v.program.stdout, "%s: %d bytes (before: %d), %d ticks\n", v.output, summary.Size, before, summary.TotalTicks)
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
