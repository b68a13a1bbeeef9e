// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/pipeline"
	"convertd/failure"
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
	json    bool
	checks  []string
	keyFile string
	key     ed25519.PublicKey
	tick    uint64
	leaf    string
	proofs  bool
	capture string

	materials *pipeline.Materials // what files are played again with
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
	// NotChecked are checks that were asked for and could not be made: then a file
	// without problems is not ok either.
	NotChecked []uncheckedPart `json:"not_checked"`
}

// uncheckedPart is a check that could not be made, and why.
type uncheckedPart struct {
	Check  string `json:"check"`
	Reason string `json:"reason"`
}

type verifiedStructure struct {
	Frames     uint64 `json:"frames"`
	Orders     uint64 `json:"orders"`
	Events     uint64 `json:"events"`
	Keyframes  uint64 `json:"keyframes"`
	Incomplete bool   `json:"incomplete"`
	LostFrames uint32 `json:"lost_frames"`
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
	fact    bool    // the states agree, what the file says of them does not
}

func (v *verification) run(command *cobra.Command, files []string) error {
	loaded, err := v.program.config(command)
	if err != nil {
		return err
	}
	v.loaded = loaded
	if v.materials, err = openMaterials(loaded, v.program.logger(loaded, false)); err != nil {
		return err
	}
	if v.keyFile != "" {
		text, err := readSmall(v.keyFile)
		if err != nil {
			return fileError(v.keyFile, err)
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
		failed.add(v.program.contain(func() error { return one(command.Context(), path) }))
	}
	return failed.err()
}

func (v *verification) file(ctx context.Context, path string) error {
	data, err := readSource(path, v.loaded.Limits.SourceBytes)
	if err != nil {
		return fileError(path, err)
	}
	result := &verified{
		File: filepath.Base(path), SHA256: conversion.SourceSHA256(data), Size: int64(len(data)),
		Problems: []verifyProblem{}, NotChecked: []uncheckedPart{},
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
	case isJournal(data):
		err = fmt.Errorf("%w: this is the journal of a recording that was never finished: `convertd replay repair` makes a replay of it", icrep.ErrNotReplay)
	default:
		err = fmt.Errorf("%w: only .icrep and .icsave files can be verified; `convertd inspect` reads others", icrep.ErrNotReplay)
	}
	if err != nil && len(result.NotChecked) == 0 {
		return fileError(path, err)
	}
	result.OK = len(result.Problems) == 0 && len(result.NotChecked) == 0
	if printErr := v.print(path, result); printErr != nil {
		return printErr
	}
	if len(result.Problems) > 0 {
		first := result.Problems[0]
		err = fmt.Errorf("%w: %s: %s: %s", failure.ErrVerification, first.place(), first.Message, first.remedy())
	}
	if err != nil {
		return fileError(path, err)
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
