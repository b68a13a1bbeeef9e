package divergence

// Verdict is the one word that sums up a report. It names the subject that the
// report is published under.
type Verdict string

// Verdicts, best first.
const (
	// VerdictProven: a native hash was compared in every frame that has one,
	// and each agreed.
	VerdictProven Verdict = "proven"
	// VerdictPlausible: nothing contradicts the conversion.
	VerdictPlausible Verdict = "plausible"
	// VerdictMinorDrift: a native hash disagreed, or some orders do not fit
	// the state we reached.
	VerdictMinorDrift Verdict = "minor_drift"
	// VerdictDiverged: the orders no longer fit the state we reached.
	VerdictDiverged Verdict = "diverged"
	// VerdictSourceDesync: the participants of the recorded game disagreed
	// with each other; no conversion can agree with all of them.
	VerdictSourceDesync Verdict = "source_desync"
)

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
