// SPDX-License-Identifier: GPL-3.0-or-later

package evidence_test

import (
	"testing"

	"convertd/core/divergence"
	"convertd/core/evidence"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// register knows the foreign ids of the living by their number in their slot.
type register struct{ bound map[uint32]order.UnitTag }

func (r register) Lookup(native uint32) (order.UnitTag, bool) {
	tag, ok := r.bound[native]
	return tag, ok
}
func (r register) LastSeen(native uint32) (order.Tick, bool) { return 0, false }
func (r register) Displaced() int                            { return 0 }

// scene is a game of two players with four guards each, and who watches it.
type scene struct {
	t       *testing.T
	sim     *sim.Simulation
	tracker *divergence.Tracker
	witness *evidence.Witness
	bound   map[uint32]order.UnitTag
}

var rate = order.TickRate{Num: 25, Den: 1}

func newScene(t *testing.T, change func(*divergence.Thresholds)) *scene {
	t.Helper()
	var setup plausible.Setup
	bound := make(map[uint32]order.UnitTag)
	for i := range 8 {
		setup.Entities = append(setup.Entities, plausible.StartEntity{Type: "guard", Owner: order.PlayerID(i / 4), Cell: order.CellPos{X: int32(i) * 50}})
		bound[uint32(i)] = order.UnitTag{Index: uint16(i), Generation: 1}
	}
	module, err := plausible.New(plausible.Rules{Name: "scene", Types: []plausible.Type{{Name: "guard", Health: 10, Speed: 10}}}, setup)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 2)}, module)
	if err != nil {
		t.Fatal(err)
	}
	thresholds := divergence.DefaultThresholds()
	if change != nil {
		change(&thresholds)
	}
	tracker := divergence.NewTracker(thresholds, rate)
	return &scene{t: t, sim: s, tracker: tracker, bound: bound, witness: evidence.NewWitness(s.View(), register{bound}, tracker, thresholds, rate)}
}

// tick plays one tick in which the recording names some subjects and says who
// is out.
func (s *scene) tick(defeated uint64, subjects ...uint32) {
	s.t.Helper()
	tick := s.sim.Tick()
	if len(subjects) > 0 {
		s.witness.Order(tick, &ir.Order{Kind: ir.KindMove, Subjects: subjects})
	}
	if _, err := s.sim.Apply(&order.TickOrders{Tick: tick}); err != nil {
		s.t.Fatal(err)
	}
	s.witness.EndTick(tick)
	s.witness.Defeats(tick, defeated)
}

func TestWhoIsCommandedAndDoesNotLiveHereIsDrift(t *testing.T) {
	s := newScene(t, nil)
	s.tick(0, 0, 1)
	if got := s.tracker.Confidence(); got != divergence.Plausible {
		t.Fatalf("confidence %v after orders to the living", got)
	}
	s.tick(0, 99)
	if got := s.tracker.Confidence(); got != divergence.MinorDrift {
		t.Errorf("confidence %v after an order to one of eight that is not here, want drift", got)
	}
}

func TestASmallDifferenceIsDriftOnceItHasLasted(t *testing.T) {
	// One of nine is 111 permille.
	small := func(t *divergence.Thresholds) {
		t.SurvivorsPermille, t.LastingPermille, t.LastingMilliseconds = 200, 100, 2000
	}
	for _, test := range []struct {
		name   string
		change func(*divergence.Thresholds)
		found  int // in this tick the missing one is there after all, -1 for never
		ticks  int
		want   divergence.Confidence
	}{
		{"not yet", small, -1, 2 * 25, divergence.Plausible},
		{"long enough", small, -1, 2*25 + 1, divergence.MinorDrift},
		{"a break begins it anew", small, 10, 2*25 + 11, divergence.Plausible},
		{"and then it lasts", small, 10, 2*25 + 12, divergence.MinorDrift},
		{"left out", func(t *divergence.Thresholds) { small(t); t.LastingPermille = 0 }, -1, 100, divergence.Plausible},
		{"too small", func(t *divergence.Thresholds) { small(t); t.LastingPermille = 120 }, -1, 100, divergence.Plausible},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newScene(t, test.change)
			for tick := range test.ticks {
				if tick == test.found {
					s.bound[99] = s.bound[0]
				}
				s.tick(0, 99)
				delete(s.bound, 99)
			}
			if got := s.tracker.Confidence(); got != test.want {
				t.Errorf("confidence %v, want %v", got, test.want)
			}
		})
	}
}

func TestAThresholdOfZeroLeavesSurvivorsOut(t *testing.T) {
	s := newScene(t, func(t *divergence.Thresholds) { t.SurvivorsPermille = 0 })
	s.tick(0, 99)
	s.witness.Scores(s.sim.Tick(), [][]evidence.Score{{{Recorded: 8, Ours: 0}}})
	if got := s.tracker.Confidence(); got != divergence.Plausible {
		t.Errorf("confidence %v, want it as it was", got)
	}
}

func TestADefeatThatOursDoesNotFollowIsDriftAfterAWhile(t *testing.T) {
	s := newScene(t, nil)
	s.tick(0)
	for range 5 * 25 {
		s.tick(0b10)
		if got := s.tracker.Confidence(); got != divergence.Plausible {
			t.Fatalf("confidence %v at tick %d, want patience", got, s.sim.Tick())
		}
	}
	s.tick(0)
	if got := s.tracker.Confidence(); got != divergence.MinorDrift {
		t.Errorf("confidence %v five seconds after the defeat, want drift", got)
	}
}

func TestFinalScoresThatDifferByMoreThanAFewAreDrift(t *testing.T) {
	for name, test := range map[string]struct {
		players [][]evidence.Score
		want    divergence.Confidence
	}{
		"equal":                    {[][]evidence.Score{{{4, 4}, {0, 0}}, {{4, 4}}}, divergence.Plausible},
		"one built more":           {[][]evidence.Score{{{5, 4}, {0, 0}}, {{4, 4}}}, divergence.MinorDrift},
		"one lost less":            {[][]evidence.Score{{{4, 4}, {0, 1}}, {{4, 4}}}, divergence.MinorDrift},
		"nothing is on the screen": {nil, divergence.Plausible},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, nil)
			s.witness.Scores(s.sim.Tick(), test.players)
			if got := s.tracker.Confidence(); got != test.want {
				t.Errorf("confidence %v, want %v", got, test.want)
			}
		})
	}
}
