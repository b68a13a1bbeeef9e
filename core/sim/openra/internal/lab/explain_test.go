// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"slices"
	"strings"
	"testing"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// apart returns two worlds that played the same.
func apart(t *testing.T) (there, here *engine.World) {
	t.Helper()
	there, here = enginetest.Start(t, engine.New, enginetest.TwoBots(t)), enginetest.Start(t, engine.New, enginetest.TwoBots(t))
	for range 20 {
		there.Frame(nil)
		here.Frame(nil)
	}
	return there, here
}

// first is the first candidate of an explanation.
func first(t *testing.T, e Explanation) string {
	t.Helper()
	if len(e.Candidates) == 0 {
		t.Fatal("nothing was found")
	}
	return e.Candidates[0].String()
}

func TestTwoFlagsAreFoundTogether(t *testing.T) {
	there, here := apart(t)
	mcv := enginetest.Named(here.Actors, "mcv")
	p := &there.Players[mcv.Owner]
	p.Queues[0].Enabled = !p.Queues[0].Enabled
	p.Queues[3].Enabled = !p.Queues[3].Enabled
	got := first(t, Explain(here, there.NativeHash()))
	if strings.Count(got, "ClassicProductionQueue@") != 2 {
		t.Errorf("found %s", got)
	}
}

func TestAnActorThatIsMissingIsFound(t *testing.T) {
	there, here := apart(t)
	mcv := enginetest.Named(there.Actors, "mcv")
	there.Create(there.TypeOf("e1"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(wpos.Cell{X: 4, Y: 3}), HasCell: true, Facing: 512})
	found := Explain(here, there.NativeHash()).Candidates
	// Another type of infantry may fit as well, standing elsewhere.
	if !slices.ContainsFunc(found, func(c Candidate) bool {
		return strings.HasPrefix(c.String(), "the recorded game drew 2 more and a e1 6 is there and not here")
	}) {
		t.Errorf("found %v", found)
	}
	if got := first(t, Explain(there, here.NativeHash()-here.Random.Last+there.Random.Last)); !strings.Contains(got, "e1 ") || !strings.Contains(got, "is not there and is here") {
		t.Errorf("the other way round, found %s", got)
	}
}

func TestValuesNoTraitCanHaveAreNotOffered(t *testing.T) {
	_, here := apart(t)
	mcv := enginetest.Named(here.Actors, "mcv")
	terms := hashTerms(here)
	for i := range terms {
		term := &terms[i]
		if of, _ := plausible(here, term, term.have); of == 0 && term.slot.Kind != info.SyncZero {
			t.Errorf("%s of %s cannot have the value it has, %d", term.slot.Key, nameOf(here, term.actor), term.have)
		}
		if term.actor != mcv {
			continue
		}
		absurd := map[info.SyncKind]int32{
			info.SyncHealth: mcv.Type.MaxHP + 1, info.SyncBody: -3, info.SyncMobile: term.have ^ 1<<30, info.SyncSight: 2,
		}[term.slot.Kind]
		if of, _ := plausible(here, term, absurd); absurd != 0 && of > 0 {
			t.Errorf("%s could be %d", term.slot.Key, absurd)
		}
	}
}

func TestNothingExplainsWhatNothingCanExplain(t *testing.T) {
	_, here := apart(t)
	for _, wrong := range []int32{0x40000001, -0x30000003, 0x12345677} {
		e := Explain(here, here.NativeHash()+wrong)
		for _, c := range e.Candidates {
			for _, term := range c.Terms {
				if term.Trait == "Health" && (term.Want < 0 || term.Want > 200000) {
					t.Errorf("%s is offered", term.String())
				}
			}
		}
	}
}

func TestNumbersDrawnFewerAreFound(t *testing.T) {
	there, here := apart(t)
	for range 5 {
		there.Random.Raw()
		here.Random.Raw()
	}
	here.Random.Raw()
	here.Random.Raw()
	if got := first(t, Explain(here, there.NativeHash())); got != "the recorded game drew 2 fewer" {
		t.Errorf("found %s", got)
	}
	mcv := enginetest.Named(there.Actors, "mcv")
	there.Players[mcv.Owner].Queues[0].Enabled = !there.Players[mcv.Owner].Queues[0].Enabled
	if got := first(t, Explain(here, there.NativeHash())); !strings.HasPrefix(got, "the recorded game drew 2 fewer and ClassicProductionQueue@") {
		t.Errorf("found %s", got)
	}
}
