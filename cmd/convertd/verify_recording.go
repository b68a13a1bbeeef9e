// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/pipeline"
)

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
	if !simulate {
		v.container(reader, checks, result)
		return nil
	}
	return v.everything(ctx, reader, checks, result)
}

// everything plays the file again, and checks beside that what needs no simulation.
// The simulation compares every keyframe with the state that it reaches, so that
// looking into keyframes is left for those that it does not meet.
func (v *verification) everything(ctx context.Context, reader *icrep.Reader, checks icrep.Checks, result *verified) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wait := fault.Aside(func() {
		v.container(reader, checks&^icrep.CheckStates, result)
		if len(result.Problems) > 0 {
			cancel()
		}
	})
	simulation, err := pipeline.ResimulateAside(ctx, reader, v.materials, fault.Aside)
	wait()
	if met := err == nil && simulation.Keyframes == len(reader.Keyframes()); checks&icrep.CheckStates != 0 && !met {
		v.states(reader, result)
	}
	if len(result.Problems) > 0 { // of a damaged file the states say nothing
		return nil
	}
	return v.simulated(reader, simulation, err, result)
}

// container checks what needs no simulation.
func (v *verification) container(reader *icrep.Reader, checks icrep.Checks, result *verified) {
	if checks == 0 {
		return
	}
	report := reader.Verify(icrep.VerifyOptions{Checks: checks, Key: v.key, States: checks&icrep.CheckStates != 0})
	result.Structure = &verifiedStructure{
		report.Frames, report.Orders, report.Events, report.Keyframes, report.Incomplete, reader.Header().LostFrames, report.Digested,
	}
	if checks&icrep.CheckSignatures != 0 {
		result.Signature = &verifiedSignature{report.Signed, report.Trusted, len(report.SignatureFaults)}
	}
	result.addReport(report)
}

// states looks into the keyframes.
func (v *verification) states(reader *icrep.Reader, result *verified) {
	if len(result.Problems) == 0 {
		result.addReport(reader.Verify(icrep.VerifyOptions{Checks: icrep.CheckStates, States: true}))
	}
}

func (r *verified) addReport(report *icrep.VerifyReport) {
	for _, problem := range report.Problems {
		r.add(problem)
	}
	for _, fault := range report.SignatureFaults {
		r.Problems = append(r.Problems, verifyProblem{Section: string(icrep.SectionSignature), Tick: &fault.Tick, Message: fault.Message})
	}
}

// simulated adds what playing the file again showed. That it could not be played is
// an error, since nothing is known then; the result says so too.
func (v *verification) simulated(reader *icrep.Reader, simulation *pipeline.Resimulation, err error, result *verified) error {
	if err != nil {
		var damage *icrep.Error
		switch {
		case errors.As(err, &damage):
			result.add(err)
			return nil
		case errors.Is(err, context.Canceled) || fault.Of(err) != nil:
			return err
		}
		result.NotChecked = append(result.NotChecked, uncheckedPart{Check: checkSimulation, Reason: err.Error()})
		return notSimulated(reader, err)
	}
	result.Simulation = simulation
	if m := simulation.Mismatch; m != nil {
		result.addMismatch(m, false)
	}
	for i := range simulation.Facts {
		result.addMismatch(&simulation.Facts[i], true)
	}
	return nil
}

// notSimulated says what to do about a file that cannot be played.
func notSimulated(reader *icrep.Reader, err error) error {
	without := "leave the simulation out with --check " + strings.Join(allChecks[:len(allChecks)-1], ",")
	switch {
	case errors.Is(err, pipeline.ErrMapMissing):
		return fmt.Errorf("not simulated: %w: map %q (%s): add its folder with --maps, or %s", err, reader.Metadata().MapName, mapID(reader.Metadata()), without)
	case errors.Is(err, pipeline.ErrOtherVersion):
		return fmt.Errorf("not simulated: %w: use the version of convertd that made the file, or %s", err, without)
	}
	return fmt.Errorf("not simulated: %w: %s", err, without)
}

func (r *verified) addMismatch(m *pipeline.Mismatch, fact bool) {
	tick := uint64(m.Tick)
	message := fmt.Sprintf("%s is %s in the file and %s in the simulation", m.What, m.Want, m.Got)
	if m.Difference != "" {
		message += ": " + m.Difference
	}
	r.Problems = append(r.Problems, verifyProblem{Section: sectionSimulation, Tick: &tick, Message: message, fact: fact})
}
