// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"convertd/failure"
)

func TestAPanicIsAFailureAndNotAnErrorOfUsage(t *testing.T) {
	var log bytes.Buffer
	p := &program{stderr: &log}
	err := p.contain(func() error {
		var none []string
		return errors.New(none[len(log.Bytes())])
	})
	if exitCode(err) != failure.ExitFailed {
		t.Errorf("%v leaves with %d", err, exitCode(err))
	}
	if text := err.Error(); text != "internal fault: runtime error: index out of range [0] with length 0" {
		t.Errorf("the error says %q", text)
	}
	if !strings.Contains(log.String(), "program_test.go") {
		t.Errorf("where it happened is not in the log: %s", log.String())
	}
}

func TestOneFileDoesNotEndTheOthers(t *testing.T) {
	p := &program{stderr: io.Discard}
	var failed batch
	done := 0
	for i := range 3 {
		failed.add(p.contain(func() error {
			if i == 1 {
				panic("what this file says")
			}
			done++
			return nil
		}))
	}
	if done != 2 || exitCode(failed.err()) != failure.ExitFailed {
		t.Errorf("%d files are done, exit code %d", done, exitCode(failed.err()))
	}
}
