// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
)

func sample(frame uint64, reporter int32, value uint64) ir.SyncSample {
	return ir.SyncSample{Frame: frame, Tick: 3 * (frame - 1), Reporter: reporter, Player: reporter, Value: value}
}

func TestSourceSync(t *testing.T) {
	player := func(p int32) *int32 { return &p }
	for _, test := range []struct {
		name    string
		samples []ir.SyncSample
		want    SourceSyncReport
	}{
		{name: "nothing recorded"},
		{
			name:    "one reporter cannot disagree",
			samples: []ir.SyncSample{sample(1, 0, 7), sample(2, 0, 8)},
			want:    SourceSyncReport{Reports: 2, Checkpoints: 2},
		},
		{
			name:    "agreement, interleaved",
			samples: []ir.SyncSample{sample(1, 0, 7), sample(2, 0, 8), sample(1, 1, 7), sample(2, 1, 8)},
			want:    SourceSyncReport{Reports: 4, Checkpoints: 2, Compared: 2},
		},
		{
			name: "the earliest disagreement counts, whenever it was completed",
			samples: []ir.SyncSample{
				sample(1, 0, 7), sample(2, 0, 8), sample(2, 1, 9), sample(1, 1, 6),
			},
			want: SourceSyncReport{Reports: 4, Checkpoints: 2, Compared: 2, Mismatches: 2, FirstMismatch: &SourceMismatch{
				Frame: 1, Tick: 0, Values: []SourceHash{{0, 0, 7, 0}, {1, 1, 6, 0}},
			}},
		},
		{
			name:    "of three the odd one out is named",
			samples: []ir.SyncSample{sample(4, 0, 7), sample(4, 1, 6), sample(4, 2, 7)},
			want: SourceSyncReport{Reports: 3, Checkpoints: 1, Compared: 1, Mismatches: 1, OddPlayer: player(1), FirstMismatch: &SourceMismatch{
				Frame: 4, Tick: 9, Values: []SourceHash{{0, 0, 7, 0}, {1, 1, 6, 0}, {2, 2, 7, 0}},
			}},
		},
		{
			name:    "two against two has no odd one",
			samples: []ir.SyncSample{sample(4, 0, 7), sample(4, 1, 6), sample(4, 2, 7), sample(4, 3, 6)},
			want: SourceSyncReport{Reports: 4, Checkpoints: 1, Compared: 1, Mismatches: 1, FirstMismatch: &SourceMismatch{
				Frame: 4, Tick: 9, Values: []SourceHash{{0, 0, 7, 0}, {1, 1, 6, 0}, {2, 2, 7, 0}, {3, 3, 6, 0}},
			}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := NewSourceSync()
			for _, one := range test.samples {
				s.Add(one)
			}
			if diff := cmp.Diff(test.want, s.Report()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDefeatBitsTakePartInTheComparison(t *testing.T) {
	s := NewSourceSync()
	a, b := sample(1, 0, 7), sample(1, 1, 7)
	b.Extra = 4
	s.Add(a)
	s.Add(b)
	if got := s.Report().Mismatches; got != 1 {
		t.Errorf("%d mismatches, want 1", got)
	}
}

func TestCheckpointsBeyondTheLimitAreClosedNotKept(t *testing.T) {
	s := NewSourceSync()
	for frame := range uint64(maxOpenCheckpoints + 10) {
		s.Add(ir.SyncSample{Frame: frame, Value: 1})
	}
	if len(s.open) > maxOpenCheckpoints {
		t.Errorf("%d checkpoints are open, the limit is %d", len(s.open), maxOpenCheckpoints)
	}
	if got := s.Report().Checkpoints; got != maxOpenCheckpoints+10 {
		t.Errorf("%d checkpoints counted", got)
	}
}
