// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"errors"
	"io"
	"testing"

	"convertd/core/divergence"
	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/ir"
)

// broken is a Source that panics, behind its header or at once.
type broken struct{ told bool }

func (b *broken) Next(context.Context) (Event, error) {
	if b.told {
		panic("what the file says")
	}
	b.told = true
	return Event{Header: testHeader()}, nil
}

func TestAPanicIsAnErrorOfItsFile(t *testing.T) {
	job := func() *Job { return &Job{Thresholds: divergence.DefaultThresholds()} }
	for name, work := range map[string]func() error{
		"convert": func() error {
			_, err := Convert(t.Context(), job(), &broken{told: true}, func(icrep.Metadata) (Recording, error) { return discard{}, nil })
			return err
		},
		"inspect": func() error { _, _, err := Inspect(t.Context(), &broken{told: true}, nil); return err },
		"explain": func() error { _, err := Explain(t.Context(), job(), &broken{told: true}, ExplainOptions{}); return err },
		"judge":   func() error { _, err := Judge(t.Context(), job(), &broken{told: true}); return err },
		"resimulate": func() error {
			_, err := Resimulate(t.Context(), nil, &Materials{})
			return err
		},
		"seek": func() error { _, err := Seek(t.Context(), nil, 0, &Materials{}); return err },
	} {
		if err := work(); fault.Of(err) == nil || len(fault.Of(err).Stack) == 0 {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// brittle is a Recording that panics where keyframes are packed: aside.
type brittle struct{ discard }

func (brittle) PackKeyframe(bool, []byte) (icrep.PackedKeyframe, error) { panic("aside") }

func TestAPanicAsideIsAnErrorOfItsFileToo(t *testing.T) {
	for name, aside := range map[string]func(func()) func(){"in place": nil, "on another goroutine": fault.Aside} {
		source := &script{events: []Event{{Header: testHeader()}, batch(t, 1, 700), {Trailer: &ir.Trailer{Ticks: 900, Complete: true}}}, end: io.EOF}
		job := &Job{Thresholds: divergence.DefaultThresholds(), Aside: aside}
		_, err := Convert(t.Context(), job, source, func(icrep.Metadata) (Recording, error) { return brittle{}, nil })
		if fault.Of(err) == nil {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	if _, err := Convert(t.Context(), &Job{}, &script{end: errors.New("other")}, nil); fault.Of(err) != nil {
		t.Errorf("an ordinary error became %v", err)
	}
}
