// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"fmt"
	"strings"

	"convertd/sdk"
)

// Confidences of Probe. Without a magic nothing is ever certain.
const (
	confidenceProven    = 95 // events or selections that add up
	confidenceQuiet     = 60 // plausible turns without either, or proven ones behind a doubtful header
	confidenceAmbiguous = 40 // several layouts fit equally well
	confidenceHeader    = 20 // a header and nothing that speaks for it
	confidenceCut       = 10 // the start of a header
	confidenceName      = 5  // called RECORD.BIN
)

// recordingName is what every build calls the file.
const recordingName = "record.bin"

// Probe tries the layouts on the start of the file.
func (Decoder) Probe(input sdk.ProbeInput) sdk.Match {
	found := detect(input.Head, "", "")
	if found.cut != nil && len(found.candidates) == 0 {
		return sdk.Match{Format: found.cutLayout.format(), Confidence: confidenceCut, Reason: "the start of a header, cut off"}
	}
	if len(found.candidates) == 0 {
		if strings.EqualFold(input.Name, recordingName) && len(input.Head) > 0 {
			return sdk.Match{Format: FormatRedAlert, Confidence: confidenceName, Reason: "called RECORD.BIN, but no layout fits"}
		}
		return sdk.Match{}
	}
	best := &found.candidates[0]
	match := sdk.Match{Format: best.r.layout.format(), Profile: best.r.layout.profile}
	rivals := found.rivals()
	switch {
	case rivals != "":
		// No profile: whoever decodes is to hear of the ambiguity.
		match.Confidence = confidenceAmbiguous
		match.Profile = ""
		match.Reason = fmt.Sprintf("the turns fit %s as well as %s", best.r.layout.profile, rivals)
	case best.evidence == 0:
		match.Confidence = confidenceHeader
		match.Reason = fmt.Sprintf("the header fits %s; no turn speaks for it", match.Profile)
	case best.evidence < provenEvidence:
		match.Confidence = confidenceQuiet
		match.Reason = fmt.Sprintf("quiet turns fit %s", match.Profile)
	case best.doubt != "":
		match.Confidence = confidenceQuiet
		match.Reason = fmt.Sprintf("the turns fit %s, but %s", match.Profile, best.doubt)
	default:
		match.Confidence = confidenceProven
		match.Reason = fmt.Sprintf("frames, flags and sums of the turns fit %s", match.Profile)
	}
	return match
}

// provenEvidence is what two turns with events, or as much of anything else,
// show.
const provenEvidence = 2 * (evidenceQuiet + evidenceEvent)
