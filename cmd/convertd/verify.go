package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/pipeline"
	"convertd/daemon"
	"convertd/daemon/conversion"
)

func newVerify(p *program) *cobra.Command {
	v := verification{program: p}
	command := &cobra.Command{
		Use: "verify FILE...", Short: "Check structure, hashes, re-simulation and signature chain of .icrep and .icsave files", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return v.run(command, arguments) },
	}
	flags := command.Flags()
	flags.BoolVar(&v.json, "json", false, "print one JSON object per file")
	flags.BoolVar(&v.structureOnly, "structure-only", false, "do not simulate the game again")
	flags.StringVar(&v.keyFile, "key", "", "public key `file` of whom you trust to sign")
	configListFlag(flags, "maps", "maps.folders", "`folder` with maps; may be repeated")
	return command
}

// verification is one call of the verb.
type verification struct {
	program             *program
	loaded              *config.Loaded
	maps                *conversion.MapFolders
	json, structureOnly bool
	keyFile             string
	key                 ed25519.PublicKey
}

// verified is the object of `verify --json`.
type verified struct {
	File       string                 `json:"file"`
	SHA256     string                 `json:"sha256"`
	Size       int64                  `json:"size"`
	Format     string                 `json:"format"`
	OK         bool                   `json:"ok"`
	Structure  *verifiedStructure     `json:"structure"`
	Signature  *verifiedSignature     `json:"signature"`
	Simulation *pipeline.Resimulation `json:"simulation"` // null if it was not run
	Problems   []verifyProblem        `json:"problems"`
}

type verifiedStructure struct {
	Frames     uint64 `json:"frames"`
	Orders     uint64 `json:"orders"`
	Events     uint64 `json:"events"`
	Keyframes  uint64 `json:"keyframes"`
	Incomplete bool   `json:"incomplete"`
	Digested   bool   `json:"digested"`
}

type verifiedSignature struct {
	Signed  bool `json:"signed"`
	Trusted bool `json:"trusted"` // made with the key that was given
	Faults  int  `json:"faults"`
}

// verifyProblem is one thing wrong: where and what.
type verifyProblem struct {
	Section string  `json:"section"`
	Offset  *int64  `json:"offset"` // byte offset in the file
	Tick    *uint64 `json:"tick"`   // of the game
	Message string  `json:"message"`
}

func (v *verification) run(command *cobra.Command, files []string) error {
	loaded, err := v.program.config(command)
	if err != nil {
		return err
	}
	v.loaded, v.maps = loaded, conversion.NewMapFolders(loaded.Maps.Folders)
	if v.keyFile != "" {
		text, err := os.ReadFile(v.keyFile)
		if err != nil {
			return fileError(v.keyFile, notReadable(err))
		}
		if v.key, err = icrep.ParsePublicKey(text); err != nil {
			return fileError(v.keyFile, usage("%w", err))
		}
	}
	var failed batch
	for _, path := range files {
		failed.add(v.file(command.Context(), path))
	}
	return failed.err()
}

func (v *verification) file(ctx context.Context, path string) error {
	data, err := readSource(path, v.loaded.Limits.SourceBytes)
	if err != nil {
		return fileError(path, err)
	}
	result := &verified{
		File: filepath.Base(path), SHA256: daemon.SourceSHA256(data), Size: int64(len(data)), Problems: []verifyProblem{},
	}
	switch {
	case isOwnRecording(data):
		result.Format = "icrep"
		err = v.recording(ctx, data, result)
	case isOwnSave(data):
		result.Format = "icsave"
		if _, saveErr := icsave.Load(bytes.NewReader(data), int64(len(data))); saveErr != nil {
			result.add(saveErr)
		}
	default:
		err = fmt.Errorf("%w: only .icrep and .icsave files can be verified; `convertd inspect` reads others", icrep.ErrNotReplay)
	}
	if err != nil {
		return fileError(path, err)
	}
	result.OK = len(result.Problems) == 0
	if err := v.print(path, result); err != nil {
		return err
	}
	if !result.OK {
		first := result.Problems[0]
		return fileError(path, fmt.Errorf("%w: %s: %s: get the file again, or `convertd replay repair` keeps what is whole", daemon.ErrVerification, first.place(), first.Message))
	}
	return nil
}

// recording checks everything about an .icrep. The error is for what cannot
// be checked; what is wrong with the file is in the result.
func (v *verification) recording(ctx context.Context, data []byte, result *verified) error {
	reader, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		result.add(err)
		return nil
	}
	report := reader.Verify(icrep.VerifyOptions{Key: v.key, States: true})
	result.Structure = &verifiedStructure{
		report.Frames, report.Orders, report.Events, report.Keyframes, report.Incomplete, report.Digested,
	}
	result.Signature = &verifiedSignature{report.Signed, report.Trusted, len(report.SignatureFaults)}
	for _, problem := range report.Problems {
		result.add(problem)
	}
	for _, fault := range report.SignatureFaults {
		result.Problems = append(result.Problems, verifyProblem{Section: string(icrep.SectionSignature), Tick: &fault.Tick, Message: fault.Message})
	}
	if !report.OK() || v.structureOnly {
		return nil
	}
	simulation, err := pipeline.Resimulate(ctx, reader, &pipeline.Materials{Maps: v.maps})
	if errors.Is(err, pipeline.ErrMapMissing) {
		return fmt.Errorf("%w: map %q (%s): add its folder with --maps, or use --structure-only", err, reader.Metadata().MapName, mapID(reader.Metadata()))
	}
	if err != nil {
		var damage *icrep.Error
		if ctx.Err() != nil || !errors.As(err, &damage) {
			return err
		}
		result.add(err)
		return nil
	}
	result.Simulation = simulation
	if m := simulation.Mismatch; m != nil {
		tick := uint64(m.Tick)
		message := fmt.Sprintf("%s is %s in the file and %s in the simulation", m.What, m.Want, m.Got)
		if m.Difference != "" {
			message += ": " + m.Difference
		}
		result.Problems = append(result.Problems, verifyProblem{Section: "simulation", Tick: &tick, Message: message})
	}
	return nil
}

// mapID is what the replay named its map by, as far as the file says.
func mapID(metadata *icrep.Metadata) string {
	if id := metadata.Extra["map_id"]; len(id) > 0 {
		return string(bytes.Trim(id, `"`))
	}
	return metadata.MapHash
}

// add notes an error with the place it names.
func (r *verified) add(err error) {
	problem := verifyProblem{Section: string(icrep.SectionFile), Message: err.Error()}
	var recording *icrep.Error
	var save *icsave.Error
	switch {
	case errors.As(err, &recording):
		problem.Section, problem.Message = string(recording.Section), fmt.Sprintf("%s (%v)", recording.Message, recording.Class)
		problem.Offset = offset(recording.Offset)
	case errors.As(err, &save):
		problem.Section, problem.Message = save.Part, fmt.Sprintf("%s (%v)", save.Message, save.Class)
		problem.Offset = offset(save.Offset)
	}
	r.Problems = append(r.Problems, problem)
}

func offset(at int64) *int64 {
	if at < 0 {
		return nil
	}
	return &at
}

// place says where a problem is.
func (p *verifyProblem) place() string {
	text := p.Section
	if p.Offset != nil {
		text += fmt.Sprintf(" at byte %d", *p.Offset)
	}
	if p.Tick != nil {
		text += fmt.Sprintf(" at tick %d", *p.Tick)
	}
	return text
}

func (v *verification) print(path string, result *verified) error {
	if v.json {
		return v.program.printJSON(result)
	}
	out := v.program.stdout
	if !result.OK {
		for i := range result.Problems {
			printf(out, "%s: WRONG: %s: %s\n", path, result.Problems[i].place(), result.Problems[i].Message)
		}
		return nil
	}
	text := "structure and hashes are whole"
	if s := result.Structure; s != nil {
		text += fmt.Sprintf(" (%d frames, %d orders, %d events, %d keyframes)", s.Frames, s.Orders, s.Events, s.Keyframes)
	}
	if s := result.Simulation; s != nil {
		text += fmt.Sprintf("; simulated again with %s: %d ticks and %d keyframes agree", s.Module, s.Ticks, s.Keyframes)
	}
	if s := result.Signature; s != nil && s.Signed {
		text += "; signature chain holds"
		if !s.Trusted {
			text += " (against the key in the file only: give --key)"
		}
	}
	_, err := fmt.Fprintf(out, "%s: ok: %s\n", path, text)
	return err
}
