// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"fmt"
	"strings"

	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// What stands in the metadata of a file and follows from its state. Whoever writes a
// file and whoever checks one asks the same functions.

// seedOf is the seed of a game as state and metadata hold it. All formats but Murk's
// record 32 bits, some of them with a sign: the bits count.
func seedOf(header *ir.Header) uint64 {
	if header.Format == "murk" {
		return uint64(header.Seed)
	}
	return uint64(uint32(header.Seed))
}

// digestText writes a digest as metadata holds it.
func digestText(digest [32]byte) string { return fmt.Sprintf("%s%x", digestPrefix, digest) }

const digestPrefix = "sha256:"

// inForce is the data_version of a file that was recorded with rules. Files of the
// first days hold the words in place of the digest.
func inForce(metadata *icrep.Metadata, digest, words string) string {
	if strings.HasPrefix(metadata.DataVersion, digestPrefix) {
		return digest
	}
	return words
}

// rulesInForce are the rules that a file is played by again, and the map, as its
// metadata should name them.
type rulesInForce struct {
	dataVersion, words string
	mapTitle           string // of the map that it is played on, "" without one
}

func playedBy(metadata *icrep.Metadata, digest, words string) rulesInForce {
	return rulesInForce{dataVersion: inForce(metadata, digest, words), words: words}
}

// rulesInWords says which rules a file was recorded with.
func rulesInWords(metadata *icrep.Metadata) string {
	if metadata.Rules == "" {
		return metadata.DataVersion
	}
	return metadata.Rules
}

// mapDigest is the digest of the map's file for the state, zero without a map.
func (g *Game) mapDigest() order.StateHash {
	if !g.Map.Found {
		return order.StateHash{}
	}
	return mapDigest(g.Map.Data)
}

// kindName is what metadata call a player of a kind, "" where it is not known. Entries of
// a lobby that nobody plays are in no state.
func kindName(kind snapshot.PlayerKind) string {
	switch kind {
	case snapshot.PlayerAI:
		return icrep.KindBot
	case snapshot.PlayerNeutral:
		return icrep.KindNeutral
	case snapshot.PlayerObserver:
		return icrep.KindSpectator
	case snapshot.PlayerHuman:
	}
	return icrep.KindHuman
}

// standingOutcome is the outcome of who stands so at the end of a game that is proven.
func standingOutcome(standing snapshot.Standing) string {
	switch standing {
	case snapshot.StandingWon:
		return icrep.OutcomeWon
	case snapshot.StandingLost:
		return icrep.OutcomeLost
	case snapshot.StandingLeft:
		return icrep.OutcomeDisconnected
	case snapshot.StandingPlaying:
	}
	return icrep.OutcomeUnknown
}
