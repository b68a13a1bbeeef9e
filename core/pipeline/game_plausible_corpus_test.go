// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/plugins/ea"
)

// sampleBytes is the largest recording that is converted in short runs and
// under the race detector.
const sampleBytes = 60_000

// eaRecordings lists the recordings of EA's games, without the notes beside
// them.
func eaRecordings(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus.Dir(t, "ea"), "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(path string) bool {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		extension := filepath.Ext(path)
		return extension == ".md" || extension == ".json" || (testing.Short() || raceEnabled) && info.Size() > sampleBytes
	})
}

// tally sums up the conversions of one game.
type tally struct {
	files                                int
	total, unmodelled, rejected          uint64
	judged, judgedRejected               uint64 // of games whose rules are known
	subjects, bound, allSubjects, allIDs uint64
	verdicts                             map[divergence.Verdict]int
}

// Every recording of an EA game converts, the file plays again to the bit, the
// same recording gives the same bytes, and the figures add up. With -v the test
// prints what became of each file.
func TestEARecordingsConvertAndPlayAgain(t *testing.T) {
	games := make(map[string]*tally)
	for _, path := range eaRecordings(t) {
		t.Run(filepath.Base(path)[:8], func(t *testing.T) {
			source, data := decode(t, ea.New(), path)
			result, file := convert(t, source, data)
			resimulate(t, file)
			if len(data) <= sampleBytes {
				source, data := decode(t, ea.New(), path)
				if _, again := convert(t, source, data); !bytes.Equal(file, again) {
					t.Error("converting it again gives other bytes")
				}
			}
			checkReport(t, result)
			checkPastProof(t, &result.Report)
			count(games, &result.Report)
			r := &result.Report
			t.Logf("%-9s %-13s orders %5d unmodelled %5d rejected %5d subjects %4d bound %4d",
				r.Game, r.Verdict, r.Orders.Total, r.Orders.Unmodelled, r.Orders.Rejected, r.Identity.Subjects, r.Identity.Bound)
		})
	}
	for _, name := range sortedKeys(games) {
		g := games[name]
		t.Logf("%-9s %3d files, orders %6d unmodelled %6d rejected %5d, subjects %5d bound %5d, verdicts %v",
			name, g.files, g.total, g.unmodelled, g.rejected, g.allSubjects, g.allIDs, g.verdicts)
		wantShares(t, name, g)
	}
}

// checkReport holds for every conversion.
func checkReport(t *testing.T, result *pipeline.Result) {
	t.Helper()
	r := &result.Report
	if r.Orders.Unmodelled+r.Orders.Rejected > r.Orders.Total || r.Orders.Translated > r.Orders.Total || r.Identity.Bound > r.Identity.Subjects {
		t.Errorf("totals do not add up: %+v, %+v", r.Orders, r.Identity)
	}
	if !judged(r) && (r.Orders.Rejected != 0 || r.Verdict == divergence.VerdictDiverged || r.Verdict == divergence.VerdictMinorDrift) {
		t.Errorf("rules that do not know the game judge it: verdict %s, %d rejected", r.Verdict, r.Orders.Rejected)
	}
	if !judged(r) && r.Coverage.OrdersJudged != 0 {
		t.Errorf("rules that do not know the game judged orders: %+v", r.Coverage)
	}
	vouches := r.Verdict == divergence.VerdictPlausible || r.Verdict == divergence.VerdictMinorDrift
	if c := &r.Coverage; vouches && (c.OrdersJudged < uint64(r.Thresholds.FloorJudgedOrders) || 2*c.OrdersJudged < c.OrdersTotal) {
		t.Errorf("verdict %s rests on %+v", r.Verdict, c)
	}
	if r.SourceSync.Compared > 0 && r.SourceSync.Mismatches == 0 && r.Verdict == divergence.VerdictDiverged {
		t.Errorf("called diverged, though the hashes of its participants agree: %+v", r.FirstLikelyDivergence)
	}
}

// Up to the first reported divergence of a game of some length nearly all
// subjects are bound and nearly all orders accepted.
func checkPastProof(t *testing.T, r *divergence.Report) {
	t.Helper()
	const minutes5 = 5 * 60_000
	past := r.PastProof
	if (past != nil) != judged(r) {
		t.Errorf("past the proof: %+v in a game whose rules are known %v", past, judged(r))
	}
	if past == nil || past.ToEnd.To.TimeMS < minutes5 {
		return
	}
	s := &past.ToEvidence
	t.Logf("first reported divergence at tick %d of %d: %d of %d subjects bound, %d of %d orders accepted",
		s.To.Tick, past.ToEnd.To.Tick, s.Bound, s.Subjects, s.Accepted, s.Judged())
	if s.BoundPermille() < 980 || s.AcceptedPermille() < 950 {
		t.Errorf("up to the first reported divergence %d permille of subjects are bound, %d of orders accepted", s.BoundPermille(), s.AcceptedPermille())
	}
	for _, part := range []*divergence.Stretch{s, &past.ToDivergence, &past.ToEnd} {
		if part.Bound > part.Subjects || part.To.Tick > past.ToEnd.To.Tick || part.Judged() > past.ToEnd.Judged() {
			t.Errorf("a stretch does not add up: %+v", part)
		}
	}
}

// judged reports whether the rules know the game's entities.
func judged(r *divergence.Report) bool {
	return !slices.ContainsFunc(r.Unmodelled, func(c divergence.ReasonCount) bool { return c.Reason == "game without rules" }) &&
		(r.Game == "zerohour" || r.Game == "kw" || r.Game == "tw")
}

func count(games map[string]*tally, r *divergence.Report) {
	g := games[r.Game]
	if g == nil {
		g = &tally{verdicts: make(map[divergence.Verdict]int)}
		games[r.Game] = g
	}
	g.files++
	g.total += r.Orders.Total
	g.unmodelled += r.Orders.Unmodelled
	g.rejected += r.Orders.Rejected
	g.allSubjects += r.Identity.Subjects
	g.allIDs += r.Identity.Bound
	g.verdicts[r.Verdict]++
	if judged(r) {
		g.judged += r.Orders.Total - r.Orders.Unmodelled
		g.judgedRejected += r.Orders.Rejected + r.Orders.Corrected
		g.subjects += r.Identity.Subjects
		g.bound += r.Identity.Bound
	}
}

// Least shares of bound subjects and accepted orders, in percent, over all
// games of known rules: what was measured, less some room. They are there to
// notice when they fall.
var leastShares = map[string]struct{ bound, accepted uint64 }{
	"zerohour": {bound: 92, accepted: 85},
	"kw":       {bound: 93, accepted: 90},
}

func wantShares(t *testing.T, name string, g *tally) {
	t.Helper()
	least, ok := leastShares[name]
	if !ok || g.subjects == 0 || g.judged == 0 {
		return
	}
	bound, accepted := g.bound*100/g.subjects, (g.judged-g.judgedRejected)*100/g.judged
	t.Logf("%-9s where rules are known: %d %% of subjects bound, %d %% of judged orders accepted", name, bound, accepted)
	if bound < least.bound || accepted < least.accepted {
		t.Errorf("%s: %d %% bound, want %d; %d %% accepted, want %d", name, bound, least.bound, accepted, least.accepted)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, cmp.Compare[string])
	return keys
}
