package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
	flags.StringSliceVar(&v.checks, "check", allChecks, "what to check: "+strings.Join(allChecks, ", "))
	flags.StringVar(&v.keyFile, "key", "", "public key `file` of whom you trust to sign")
	flags.Uint64Var(&v.tick, "tick", 0, "prove the state of this `tick` with one signature, and print the proof")
	flags.StringVar(&v.leaf, "leaf", "", "with --tick: prove this `part` of the state, such as \"player 1\"")
	flags.BoolVar(&v.proofs, "proof", false, "the files are proofs that --tick has printed; needs --key")
	flags.StringVar(&v.capture, "explain", "", "desync capture `file`: name the first entity and field that differ from the replay")
	configListFlag(flags, "maps", "maps.folders", "`folder` with maps; may be repeated")
	return command
}

// verification is one call of the verb.
type verification struct {
	program *program
	loaded  *config.Loaded
	maps    *conversion.MapFolders
	json    bool
	checks  []string
	keyFile string
	key     ed25519.PublicKey
	tick    uint64
	leaf    string
	proofs  bool
	capture string
}

// The checks that --check names.
const (
	checkStructure  = "structure"
	checkDigests    = "digests"
	checkSignatures = "signatures"
	checkStates     = "states"
	checkSimulation = "simulation"
)

var allChecks = []string{checkStructure, checkDigests, checkSignatures, checkStates, checkSimulation}

// wanted translates --check; what it does not name is not done.
func (v *verification) wanted() (checks icrep.Checks, simulate bool, err error) {
	for _, name := range v.checks {
		switch name {
		case checkStructure:
			checks |= icrep.CheckStructure
		case checkDigests:
			checks |= icrep.CheckDigests
		case checkSignatures:
			checks |= icrep.CheckSignatures
		case checkStates:
			checks |= icrep.CheckStates
		case checkSimulation:
			simulate = true
		default:
			return 0, false, usage("--check %s: use %s", name, strings.Join(allChecks, ", "))
		}
	}
	if len(v.checks) == 0 {
		return 0, false, usage("--check names nothing: use %s", strings.Join(allChecks, ", "))
	}
	return checks, simulate, nil
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
	if _, _, err := v.wanted(); err != nil {
		return err
	}
	one := v.file
	switch {
	case v.capture != "":
		one = v.explain
	case v.proofs:
		one = v.checkProof
	case command.Flags().Changed("tick"):
		one = v.prove
	}
	var failed batch
	for _, path := range files {
		failed.add(one(command.Context(), path))
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
		return fileError(path, fmt.Errorf("%w: %s: %s: %s", daemon.ErrVerification, first.place(), first.Message, first.remedy()))
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
	checks, simulate, err := v.wanted()
	if err != nil {
		return err
	}
	if checks != 0 {
		v.container(reader, checks, result)
	}
	if len(result.Problems) > 0 || !simulate {
		return nil
	}
	return v.simulate(ctx, reader, result)
}

// container checks everything that needs no simulation.
func (v *verification) container(reader *icrep.Reader, checks icrep.Checks, result *verified) {
	report := reader.Verify(icrep.VerifyOptions{Checks: checks, Key: v.key, States: checks&icrep.CheckStates != 0})
	result.Structure = &verifiedStructure{
		report.Frames, report.Orders, report.Events, report.Keyframes, report.Incomplete, report.Digested,
	}
	if checks&icrep.CheckSignatures != 0 {
		result.Signature = &verifiedSignature{report.Signed, report.Trusted, len(report.SignatureFaults)}
	}
	for _, problem := range report.Problems {
		result.add(problem)
	}
	for _, fault := range report.SignatureFaults {
		result.Problems = append(result.Problems, verifyProblem{Section: string(icrep.SectionSignature), Tick: &fault.Tick, Message: fault.Message})
	}
}

// simulate plays the file again. A map that is not to be had is an error, since
// nothing is known then; a disagreement is in the result.
func (v *verification) simulate(ctx context.Context, reader *icrep.Reader, result *verified) error {
	simulation, err := pipeline.Resimulate(ctx, reader, &pipeline.Materials{Maps: v.maps})
	if errors.Is(err, pipeline.ErrMapMissing) {
		return fmt.Errorf("%w: map %q (%s): add its folder with --maps, or leave the simulation out with --check %s", err, reader.Metadata().MapName, mapID(reader.Metadata()), strings.Join(allChecks[:len(allChecks)-1], ","))
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
		result.Problems = append(result.Problems, verifyProblem{Section: sectionSimulation, Tick: &tick, Message: message})
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

// sectionSimulation stands for the whole game, which is in no one section.
const sectionSimulation = "simulation"

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

// remedy says what to do about a problem.
func (p *verifyProblem) remedy() string {
	if p.Section == sectionSimulation {
		return "the orders do not lead to the recorded states: convert the source again, with the version of convertd that is to play it"
	}
	return "get the file again, or `convertd replay repair` keeps what is whole"
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
