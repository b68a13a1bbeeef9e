// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"cmp"
	"slices"

	"convertd/core/ir"
)

// maxOpenCheckpoints bounds how many checkpoints wait for further reporters.
// Participants are at most seconds apart; 65,536 frames are two hours of net
// frames, and a checkpoint costs a few dozen bytes.
const maxOpenCheckpoints = 1 << 16

// SourceSync compares the state hashes that the participants of the recorded
// game reported with each other. It needs no simulation. The zero value is not
// ready; use NewSourceSync.
type SourceSync struct {
	open    map[uint64]*checkpoint
	oldest  []uint64 // frames in open, in order of arrival
	summary SourceSyncReport
	first   *checkpoint
}

type checkpoint struct {
	frame, tick uint64
	reports     []SourceHash
}

// SourceHash is one participant's hash in a checkpoint.
type SourceHash struct {
	Reporter int32  `json:"reporter"`
	Player   int32  `json:"player"`
	Value    uint64 `json:"value"`
	Extra    uint64 `json:"extra,omitempty"`
}

// SourceMismatch is a checkpoint in which participants disagree.
type SourceMismatch struct {
	Frame  uint64       `json:"frame"`
	Tick   uint64       `json:"tick"`
	Values []SourceHash `json:"values"`
}

// SourceSyncReport says whether the recorded game was in sync with itself.
type SourceSyncReport struct {
	Reports     uint64 `json:"reports"`     // hashes recorded
	Checkpoints uint64 `json:"checkpoints"` // moments with at least one hash
	Compared    uint64 `json:"compared"`    // moments with two hashes or more
	Mismatches  uint64 `json:"mismatches"`  // moments in which hashes disagree
	// FirstMismatch is the earliest disagreement, nil without one.
	FirstMismatch *SourceMismatch `json:"first_mismatch"`
	// OddPlayer is the participant whose hash differs from an agreeing
	// majority of the others in the first mismatch: an index into the players
	// of the replay, or the reporter's own number where it plays nobody. Nil
	// where fewer than three reported or no majority exists.
	OddPlayer *int32 `json:"odd_player"`
}

// NewSourceSync returns a comparison without samples.
func NewSourceSync() *SourceSync {
	return &SourceSync{open: make(map[uint64]*checkpoint)}
}

// Add takes one sample. Samples of one checkpoint may arrive interleaved with
// those of others.
func (s *SourceSync) Add(sample ir.SyncSample) {
	s.summary.Reports++
	point, ok := s.open[sample.Frame]
	if !ok {
		if len(s.oldest) >= maxOpenCheckpoints {
			s.close(s.oldest[0])
			s.oldest = s.oldest[1:]
		}
		point = &checkpoint{frame: sample.Frame, tick: sample.Tick}
		s.open[sample.Frame] = point
		s.oldest = append(s.oldest, sample.Frame)
	}
	point.reports = append(point.reports, SourceHash{
		Reporter: sample.Reporter, Player: sample.Player, Value: sample.Value, Extra: sample.Extra,
	})
}

// Report closes all checkpoints and sums up. Nothing may be added afterwards.
func (s *SourceSync) Report() SourceSyncReport {
	for _, frame := range s.oldest {
		s.close(frame)
	}
	s.oldest = nil
	if s.first != nil {
		slices.SortStableFunc(s.first.reports, func(a, b SourceHash) int { return cmp.Compare(a.Reporter, b.Reporter) })
		s.summary.FirstMismatch = &SourceMismatch{Frame: s.first.frame, Tick: s.first.tick, Values: s.first.reports}
		s.summary.OddPlayer = oddPlayer(s.first.reports)
	}
	return s.summary
}

func (s *SourceSync) close(frame uint64) {
	point := s.open[frame]
	delete(s.open, frame)
	s.summary.Checkpoints++
	if len(point.reports) < 2 {
		return
	}
	s.summary.Compared++
	for _, report := range point.reports[1:] {
		if !report.agrees(point.reports[0]) {
			s.summary.Mismatches++
			if s.first == nil || point.frame < s.first.frame {
				s.first = point
			}
			return
		}
	}
}

func (h SourceHash) agrees(other SourceHash) bool {
	return h.Value == other.Value && h.Extra == other.Extra
}

// oddPlayer finds the only reporter that disagrees while all others agree.
func oddPlayer(reports []SourceHash) *int32 {
	if len(reports) < 3 {
		return nil
	}
	for i, candidate := range reports {
		others := slices.Delete(slices.Clone(reports), i, i+1)
		agree := !slices.ContainsFunc(others, func(h SourceHash) bool { return !h.agrees(others[0]) })
		if agree && !candidate.agrees(others[0]) {
			odd := candidate.Player
			if odd == ir.NoPlayer {
				odd = candidate.Reporter
			}
			return &odd
		}
	}
	return nil
}
