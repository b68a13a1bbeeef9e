// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"slices"

	"convertd/core/order"
)

// SchemaVersion is the version of the report's JSON form
// (docs/schemas/report.schema.json).
const SchemaVersion = 1

// MaxReportedWarnings bounds the warnings a report lists; the total is always
// exact.
const MaxReportedWarnings = 200

// Report says how far one conversion can be trusted, and why.
type Report struct {
	SchemaVersion int     `json:"schema_version"`
	File          string  `json:"file"` // bare file name
	SHA256        string  `json:"sha256"`
	Format        string  `json:"format"`
	Game          string  `json:"game"`
	GameVersion   string  `json:"game_version"`
	Map           MapFact `json:"map"`
	Module        string  `json:"module"` // simulation module that ran

	Verdict    Verdict          `json:"verdict"`
	Coverage   Coverage         `json:"coverage"`
	StandIns   StandIns         `json:"stand_ins"`
	Confidence string           `json:"confidence"`
	Proof      Proof            `json:"proof"`
	SourceSync SourceSyncReport `json:"source_sync"`

	Orders   OrderTotals   `json:"orders"`
	Identity IdentityTotal `json:"identity"`
	Counters Counters      `json:"counters"`
	EndState EndState      `json:"end_state"`
	// PastProof judges what is not proven; nil where all is, or where the
	// game's entities are not known.
	PastProof *PastProof `json:"past_proof"`

	// FirstEvidence is where anything beside a hash first spoke against the
	// state we reached: orders, survivors, defeats, scores.
	FirstEvidence *Onset `json:"first_evidence"`
	// FirstLikelyDivergence is where the confidence fell to its final level.
	FirstLikelyDivergence *Onset        `json:"first_likely_divergence"`
	Rejections            []ReasonCount `json:"rejections"`
	Unmodelled            []ReasonCount `json:"unmodelled"`
	// Corrections counts what the state was brought in line with, because orders
	// proved it: by what did not fit.
	Corrections []ReasonCount   `json:"corrections"`
	Timeline    []TimelinePoint `json:"timeline"`
	Thresholds  Thresholds      `json:"thresholds"`

	Ticks         order.Tick     `json:"ticks"`
	TickRate      order.TickRate `json:"tick_rate"`
	Complete      bool           `json:"complete"`
	Warnings      []Warning      `json:"warnings"`
	WarningsTotal uint64         `json:"warnings_total"`
	Error         *Failure       `json:"error"`
}

// MapFact says which map the game was played on and whether it was to be had.
type MapFact struct {
	Name  string `json:"name"`
	ID    string `json:"id"`
	Found bool   `json:"found"`
}

// OrderTotals counts the game orders of the replay.
type OrderTotals struct {
	Total      uint64 `json:"total"`
	Translated uint64 `json:"translated"`
	Unmodelled uint64 `json:"unmodelled"`
	Rejected   uint64 `json:"rejected"`
	// Corrected did not fit and were taken for proof; see Report.Corrections.
	Corrected uint64 `json:"corrected"`
	// Unattributed orders are of nobody in particular: the recording does not say whose
	// they are, and what they name tells it neither.
	Unattributed uint64 `json:"unattributed"`
}

// IdentityTotal counts the distinct foreign entities that orders named, and
// how many of them were bound to an entity of ours.
type IdentityTotal struct {
	Subjects uint64 `json:"subjects"`
	Bound    uint64 `json:"bound"`
}

// ReasonCount is how often something happened.
type ReasonCount struct {
	Reason string `json:"reason"`
	Count  uint64 `json:"count"`
}

// Warning is one foreign order or fact that could not be carried over exactly.
type Warning struct {
	Code   string     `json:"code"`
	Tick   order.Tick `json:"tick"`
	Offset *uint64    `json:"offset,omitempty"` // byte offset in the source
	Text   string     `json:"text"`
	Raw    string     `json:"raw,omitempty"` // hexadecimal
}

// Failure is why the source could not be read to its end.
type Failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Offset  uint64 `json:"offset"`
}

// Fill writes what the tracker knows into the report and decides the verdict.
// Proof, SourceSync and Coverage must have been set before.
func (t *Tracker) Fill(report *Report) {
	if t.pending.Orders > 0 || len(t.pending.Players) > 0 {
		t.closePoint()
	}
	report.SchemaVersion = SchemaVersion
	report.Confidence = t.confidence.String()
	if report.Proof.complete() {
		report.Confidence = string(VerdictProven)
	}
	report.Counters = t.counters
	report.FirstEvidence = t.evidence
	report.FirstLikelyDivergence = t.onset
	report.Rejections = SortedCounts(t.reasons)
	report.Timeline = t.timeline
	report.Thresholds = t.thresholds
	report.TickRate = t.tickRate
	report.Verdict = t.verdict(report)
}

func (t *Tracker) verdict(report *Report) Verdict {
	switch {
	case report.SourceSync.Mismatches > 0:
		return VerdictSourceDesync
	case report.Proof.complete():
		return VerdictProven
	case t.confidence == Diverged:
		return VerdictDiverged
	case !report.Coverage.suffices(&t.thresholds):
		return VerdictUnjudged
	case t.confidence == MinorDrift:
		return VerdictMinorDrift
	}
	return VerdictPlausible
}

// SortedCounts lists counts by falling count, then by name.
func SortedCounts(counts map[string]uint64) []ReasonCount {
	list := make([]ReasonCount, 0, len(counts))
	for reason, count := range counts {
		list = append(list, ReasonCount{Reason: reason, Count: count})
	}
	slices.SortFunc(list, func(a, b ReasonCount) int {
		switch {
		case a.Count != b.Count && a.Count > b.Count:
			return -1
		case a.Count != b.Count:
			return 1
		case a.Reason < b.Reason:
			return -1
		}
		return 1
	})
	return list
}
