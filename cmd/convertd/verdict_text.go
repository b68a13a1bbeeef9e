// SPDX-License-Identifier: GPL-3.0-or-later

package main

import "convertd/core/divergence"

// verdictMeaning says a verdict in a sentence, for people who do not know the
// words.
func verdictMeaning(verdict divergence.Verdict) string {
	switch verdict {
	case divergence.VerdictProven:
		return "the game was played again exactly: every checksum that it recorded was met"
	case divergence.VerdictPlausible:
		return "what could be checked fits; it was not proven by checksums"
	case divergence.VerdictMinorDrift:
		return "most of it fits, some does not: details may differ from the game that was played"
	case divergence.VerdictUnjudged:
		return "too little could be checked to say whether it is right"
	case divergence.VerdictDiverged:
		return "from some moment on it is not the game that was played"
	case divergence.VerdictSourceDesync:
		return "the players' own games came apart: no conversion can agree with all of them"
	}
	return "this version does not know the word"
}
