// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"path/filepath"

	"convertd/core/pipeline"
	"convertd/core/recorder"
	"convertd/failure"
	"convertd/printable"
)

// explained is the object of `verify --explain`.
type explained struct {
	File    string `json:"file"`
	Capture string `json:"capture"`
	recorder.Explanation
}

// explain compares a desync capture with the state that the replay has at the
// capture's tick. That they differ is exit code "verification failed".
func (v *verification) explain(ctx context.Context, path string) error {
	capture, err := readCapture(v.capture)
	if err != nil {
		return fileError(v.capture, err)
	}
	file, err := openRecording(path)
	if err != nil {
		return fileError(path, err)
	}
	defer file.Close() //nolint:errcheck // read only
	if total := file.Header().TotalTicks; uint64(capture.Tick) > total {
		return fileError(path, usage("the capture is of tick %d, the replay ends at %d: name the replay of the same game", capture.Tick, total))
	}
	simulation, err := pipeline.Seek(ctx, file.Reader, capture.Tick, v.materials)
	if err != nil {
		return fileError(path, notReached(err))
	}
	result := explained{
		File: filepath.Base(path), Capture: filepath.Base(v.capture),
		Explanation: recorder.Explain(simulation.Snapshot(), capture.State),
	}
	if v.json {
		err = v.program.printJSON(&result)
	} else if result.Same {
		_, err = printable.Fprintf(v.program.stdout, "%s: tick %d: the states are the same\n", path, result.Tick)
	} else {
		_, err = printable.Fprintf(v.program.stdout, "%s: tick %d: first difference in %s: %s\n", path, result.Tick, result.Leaf, result.Difference)
	}
	if err != nil || result.Same {
		return err
	}
	return &exitError{code: failure.ExitVerification, silent: true, err: errors.New("the states differ")}
}

func readCapture(path string) (capture *recorder.Capture, err error) {
	file, err := openSource(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return nil, notReadable(err)
	}
	return recorder.ReadCapture(file, info.Size())
}
