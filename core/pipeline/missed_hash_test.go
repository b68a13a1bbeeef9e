// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/plugins/orarep"
)

// altered is a stream in which a test changes something on the way.
type altered struct {
	source pipeline.Source
	header func(*ir.Header)
	sample func(*ir.SyncSample)
}

func (a *altered) Next(ctx context.Context) (pipeline.Event, error) {
	event, err := a.source.Next(ctx)
	if event.Header != nil && a.header != nil {
		header := *event.Header
		a.header(&header)
		event.Header = &header
	}
	if a.sample != nil {
		event.Sync = slices.Clone(event.Sync)
		for i := range event.Sync {
			a.sample(&event.Sync[i])
		}
	}
	return event, err
}

// meadow converts a game of the engine that is met whole as it is, altered.
func meadow(t *testing.T, file string, change altered) *divergence.Report {
	t.Helper()
	folder := filepath.Join("..", "..", "testdata", "engine")
	terrain, err := os.ReadFile(filepath.Join(folder, "maps", "two-meadows-ra.oramap"))
	if err != nil {
		t.Fatal(err)
	}
	change.source, _ = decode(t, orarep.New(), filepath.Join(folder, "ra-playtest-20201213.orarep"))
	report, err := pipeline.Report(t.Context(), &pipeline.Job{
		File: file, Thresholds: divergence.DefaultThresholds(), Materials: pipeline.Materials{Maps: mapFile(terrain)},
	}, &change)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestAStandInThatMeetsEveryHashIsProvenAllTheSame(t *testing.T) {
	report := meadow(t, "a.orarep", altered{header: func(h *ir.Header) { h.Version = "playtest-20201212" }})
	if report.Verdict != divergence.VerdictProven || len(report.StandIns) != 1 || report.StandIns[0].Code != divergence.StandInRelease {
		t.Errorf("%s, %+v", report.Verdict, report.StandIns)
	}
	if !slices.ContainsFunc(report.Warnings, func(w divergence.Warning) bool {
		return w.Code == divergence.StandInRelease && strings.Contains(w.Text, "playtest-20201212") && strings.Contains(w.Text, "playtest-20201213") &&
			strings.HasSuffix(w.Text, "every recorded hash is met all the same")
	}) {
		t.Errorf("warnings: %+v", report.Warnings)
	}
	// The last order comes after the last hash.
	if report.Coverage.OrdersJudged == 0 || report.Coverage.OrdersJudged < report.Coverage.OrdersTotal-1 {
		t.Errorf("coverage %+v", report.Coverage)
	}
}

func TestAStandInWithoutAHashIsUnjudgedHoweverWellOrdersFit(t *testing.T) {
	report := meadow(t, "a.orarep", altered{
		header: func(h *ir.Header) { h.Version = "playtest-20201212" },
		sample: func(s *ir.SyncSample) { s.Value++ },
	})
	if report.Verdict != divergence.VerdictUnjudged || report.Proof.Proven != 0 || report.Coverage.OrdersJudged != 0 {
		t.Errorf("%s, %+v, %+v", report.Verdict, report.Proof, report.Coverage)
	}
	if !slices.ContainsFunc(report.Coverage.NotChecked, func(reason string) bool { return strings.HasPrefix(reason, divergence.StandInRelease) }) {
		t.Errorf("coverage %+v", report.Coverage)
	}
}

func TestAHashThatIsMissedSaysWhatDiffersAndHowToAsk(t *testing.T) {
	const frame = 400
	report := meadow(t, "it's mine.orarep", altered{sample: func(s *ir.SyncSample) {
		if s.Frame >= frame {
			s.Value = uint64(uint32(s.Value) + 1_000_003)
		}
	}})
	missed := report.Proof.FirstMismatch
	if missed == nil || missed.Frame != frame || missed.Ask != `convertd divergence explain --edits --maps FOLDER ./'it'\''s mine.orarep'` {
		t.Fatalf("%+v", missed)
	}
	if s := missed.Suspect; s != nil && (s.What == "" || s.Tried == 0) {
		t.Errorf("suspect %+v", s)
	}
	explained := meadow(t, "a.orarep", altered{})
	if explained.Proof.FirstMismatch != nil || explained.Verdict != divergence.VerdictProven {
		t.Errorf("as it is: %s, %+v", explained.Verdict, explained.Proof)
	}
}
