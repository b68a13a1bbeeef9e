// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

// Confidences of a probe.
const (
	confidenceHeader = 100 // magic and the whole header
	confidenceMagic  = 80  // magic, then a header that is damaged or longer than the probe
)

// Probe recognises a replay by its magic and, where it fits into what a probe
// sees, its whole header.
func (Decoder) Probe(input sdk.ProbeInput) sdk.Match {
	format := magicFormat(input)
	if format == "" {
		return sdk.Match{}
	}
	r, err := readHeader(input.Head, hint{name: input.Name})
	if err != nil {
		if damage, ok := ir.AsDecodeError(err); ok && damage.Code == ir.CodeUnsupportedVersion {
			return sdk.Match{Format: format, Confidence: confidenceMagic, Reason: damage.Message}
		}
		return sdk.Match{
			Format: format, Confidence: confidenceMagic, Reason: "magic of the format; the header does not read to its end",
		}
	}
	return sdk.Match{
		Format: r.header.Format, Confidence: confidenceHeader, Profile: r.header.Profile, Reason: "magic and header of the format",
	}
}

// magicFormat returns the format a magic belongs to. Two games share one: the
// name then decides, Kane's Wrath where it does not.
func magicFormat(input sdk.ProbeInput) string {
	head := input.Head
	switch {
	case bytes.HasPrefix(head, []byte(magicGenerals)):
		return formatGenerals
	case bytes.HasPrefix(head, []byte(magicBFME2)):
		return formatBFME2
	case bytes.HasPrefix(head, []byte(magicBFME)):
		return formatBFME
	case bytes.HasPrefix(head, []byte(magicRA3)):
		return formatRedAlert3
	case bytes.HasPrefix(head, []byte(magicCNC3)):
		if strings.HasSuffix(strings.ToLower(input.Name), ".cnc3replay") {
			return formatTiberiumWars
		}
		return formatKanesWrath
	case len(head) >= 15 && string(head[4:15]) == magicTwilight:
		return formatTiberianTwilight
	}
	return ""
}
