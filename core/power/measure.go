// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"context"

	"convertd/core/divergence"
	"convertd/core/order"
	"convertd/core/pipeline"
)

// Measurement says what would have been noticed in one game
// (docs/schemas/power.schema.json).
type Measurement struct {
	File    string `json:"file"`
	SHA256  string `json:"sha256"`
	Format  string `json:"format"`
	Game    string `json:"game"`
	Version string `json:"version"`

	// Judged is the game as it is.
	Judged Assessment `json:"judged"`
	// HashesCompared counts the moments in which two participants or more recorded
	// a hash; InSync says that all of them agreed, nil where none was compared.
	HashesCompared uint64 `json:"hashes_compared"`
	InSync         *bool  `json:"in_sync"`
	// Spoilt has one entry for each spoiler, in the order of Spoilers.
	Spoilt []Spoilt `json:"spoilt"`
	// Error is why the source could not be read to its end; what came before was
	// spoilt and judged.
	Error *divergence.Failure `json:"error"`
}

// Assessment is what a game was found to be.
type Assessment struct {
	Verdict  divergence.Verdict  `json:"verdict"`
	Coverage divergence.Coverage `json:"coverage"`
	// FirstEvidence is where anything beside a hash first spoke against the
	// state that was reached, FirstMismatch the first recorded hash that was not
	// met; nil without one.
	FirstEvidence *divergence.Onset        `json:"first_evidence"`
	FirstMismatch *divergence.HashMismatch `json:"first_mismatch"`
}

// Spoilt is what became of one spoilt version.
type Spoilt struct {
	Spoiler string `json:"spoiler"`
	// NotApplicable says why the game cannot be spoilt so, "" where it was. Then
	// nothing else is set.
	NotApplicable string `json:"not_applicable,omitempty"`
	Changed       int    `json:"changed"` // orders changed, moved or cut
	// Worse: the verdict is worse than that of the game as it is.
	Worse bool `json:"worse"`
	// Noticed: the verdict is worse, or evidence speaks sooner, or a recorded hash
	// is missed sooner. At is that moment.
	Noticed bool              `json:"noticed"`
	At      *divergence.Onset `json:"at"`
	Judged  *Assessment       `json:"judged,omitempty"`
}

// Measure decodes a game once, judges it, and judges each spoilt version. Errors
// are those of pipeline.Convert for the game as it is.
func Measure(ctx context.Context, job *pipeline.Job, source pipeline.Source) (*Measurement, error) {
	g, err := read(ctx, source)
	if err != nil {
		return nil, err
	}
	if job.Materials.Packs != nil {
		g.packs = job.Materials.Packs.Current()
	}
	report, err := pipeline.Report(ctx, job, g.stream())
	if err != nil {
		return nil, err
	}
	m := &Measurement{
		File: job.File, SHA256: job.SHA256, Format: report.Format, Game: report.Game, Version: report.GameVersion,
		Judged: assessmentOf(report), HashesCompared: report.SourceSync.Compared, Error: report.Error,
	}
	if m.HashesCompared > 0 {
		inSync := report.SourceSync.Mismatches == 0
		m.InSync = &inSync
	}
	spoilers := Spoilers()
	for i := range spoilers {
		one, err := m.spoil(ctx, job, g, &spoilers[i])
		if err != nil {
			return nil, err
		}
		m.Spoilt = append(m.Spoilt, one)
	}
	return m, nil
}

// spoil judges one spoilt version.
func (m *Measurement) spoil(ctx context.Context, job *pipeline.Job, g *game, spoiler *Spoiler) (Spoilt, error) {
	one := Spoilt{Spoiler: spoiler.Name}
	spoilt, changed, why := spoiler.apply(g, m.SHA256)
	if one.NotApplicable = why; why != "" {
		return one, nil
	}
	one.Changed = changed
	report, err := pipeline.Report(ctx, job, spoilt.stream())
	if err != nil {
		return one, err
	}
	found := assessmentOf(report)
	one.Judged = &found
	one.compare(&m.Judged, report.FirstLikelyDivergence, max(1, spoiler.pace))
	return one, nil
}

// compare finds out whether the spoilt version shows. It goes so many times as
// fast as the game.
func (s *Spoilt) compare(whole *Assessment, fall *divergence.Onset, pace order.Tick) {
	found := s.Judged
	s.Worse = found.Verdict.WorseThan(whole.Verdict)
	if found.FirstEvidence != nil && (whole.FirstEvidence == nil || found.FirstEvidence.Tick*pace < whole.FirstEvidence.Tick) {
		s.At = found.FirstEvidence
	}
	missed := found.FirstMismatch != nil && (whole.FirstMismatch == nil || found.FirstMismatch.Tick*pace < whole.FirstMismatch.Tick)
	s.Noticed = s.Worse || missed || s.At != nil
	if s.At == nil && s.Noticed {
		s.At = fall
	}
}

func assessmentOf(report *divergence.Report) Assessment {
	return Assessment{Verdict: report.Verdict, Coverage: report.Coverage, FirstEvidence: report.FirstEvidence, FirstMismatch: report.Proof.FirstMismatch}
}

// Applicable reports whether the game could be spoilt so.
func (s *Spoilt) Applicable() bool { return s.NotApplicable == "" }
