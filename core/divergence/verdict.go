// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import "slices"

// Verdict is the one word that sums up a report. It names the subject that the
// report is published under.
type Verdict string

// Verdicts, best first.
const (
	// VerdictProven: a native hash was compared in every frame that has one,
	// and each agreed.
	VerdictProven Verdict = "proven"
	// VerdictPlausible: enough was judged, and nothing contradicts the conversion.
	VerdictPlausible Verdict = "plausible"
	// VerdictMinorDrift: a native hash disagreed, or some orders do not fit
	// the state we reached.
	VerdictMinorDrift Verdict = "minor_drift"
	// VerdictUnjudged: nothing, or too little, could be checked for a better word.
	VerdictUnjudged Verdict = "unjudged"
	// VerdictDiverged: the orders no longer fit the state we reached.
	VerdictDiverged Verdict = "diverged"
	// VerdictSourceDesync: the participants of the recorded game disagreed
	// with each other; no conversion can agree with all of them.
	VerdictSourceDesync Verdict = "source_desync"
)

// Verdicts lists all of them, best first.
func Verdicts() []Verdict {
	return []Verdict{VerdictProven, VerdictPlausible, VerdictMinorDrift, VerdictUnjudged, VerdictDiverged, VerdictSourceDesync}
}

// Meaning says the verdict in a sentence, for people who do not know the words.
func (v Verdict) Meaning() string {
	switch v {
	case VerdictProven:
		return "the game was played again exactly: every checksum that it recorded was met"
	case VerdictPlausible:
		return "what could be checked fits; it was not proven by checksums"
	case VerdictMinorDrift:
		return "most of it fits, some does not: details may differ from the game that was played"
	case VerdictUnjudged:
		return "too little could be checked to say whether it is right"
	case VerdictDiverged:
		return "from some moment on it is not the game that was played"
	case VerdictSourceDesync:
		return "the players' own games came apart: no conversion can agree with all of them"
	}
	return "this version does not know the word"
}

// WorseThan reports whether a verdict vouches for less than another: proven, then
// plausible, minor_drift, unjudged, diverged. Unjudged vouches for nothing, so
// that it is worse than minor_drift, which vouches for a beginning; diverged is
// worse still, because something was found. source_desync is about the recording,
// not about the conversion: it is neither better nor worse than any.
func (v Verdict) WorseThan(other Verdict) bool {
	order := Verdicts()
	mine, theirs := slices.Index(order, v), slices.Index(order, other)
	if mine < 0 || theirs < 0 || v == VerdictSourceDesync || other == VerdictSourceDesync {
		return false
	}
	return mine > theirs
}

// Confidence is how far the conversion itself can be trusted at a moment.
type Confidence uint8

// Confidence levels, best first.
const (
	Plausible Confidence = iota
	MinorDrift
	Diverged
)

// String gives the level's name in reports.
func (c Confidence) String() string {
	switch c {
	case Plausible:
		return string(VerdictPlausible)
	case MinorDrift:
		return string(VerdictMinorDrift)
	case Diverged:
		return string(VerdictDiverged)
	}
	return "unknown"
}
