// SPDX-License-Identifier: GPL-3.0-or-later

package sim_test

import (
	"errors"
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// misplacer writes a component of motion among those that rest.
type misplacer struct{ *walkers }

func (m misplacer) AppendEntity(_ order.UnitTag, to *snapshot.ComponentWriter) {
	to.Add(walkerSteps, nil)
}

// noter is a walker that takes notes, and misplaces what it writes from them if
// told to.
type noter struct {
	*walkers
	wrong bool
}

func (n *noter) NewNotes() sim.Notes { return &walkerNotes{noter: n} }

// walkerNotes copies the walkers it notes.
type walkerNotes struct {
	noter   *noter
	rests   []walker
	motions []walker
	births  []uint32
	randoms [][]byte
}

func (n *walkerNotes) NoteEntity(tag order.UnitTag) {
	n.rests = append(n.rests, n.noter.units[tag.Index])
}

func (n *walkerNotes) NoteMotion(tag order.UnitTag) {
	n.motions = append(n.motions, n.noter.units[tag.Index])
}

func (n *walkerNotes) WriteEntity(to *snapshot.ComponentWriter) {
	copied := &walkers{units: n.rests[:1]}
	if n.noter.wrong {
		misplacer{copied}.AppendEntity(order.UnitTag{}, to)
	} else {
		copied.AppendEntity(order.UnitTag{}, to)
	}
	n.rests = n.rests[1:]
}

func (n *walkerNotes) WriteMotion(to *snapshot.ComponentWriter) {
	(&walkers{units: n.motions[:1]}).AppendMotion(order.UnitTag{}, to)
	n.motions = n.motions[1:]
}

func (n *walkerNotes) NoteGlobal() { n.births = append(n.births, n.noter.births) }

func (n *walkerNotes) WriteGlobal(to *snapshot.ComponentWriter) {
	(&walkers{births: n.births[0]}).AppendGlobal(to)
	n.births = n.births[1:]
}

func (n *walkerNotes) NoteRandom() { n.randoms = append(n.randoms, n.noter.random.Append(nil)) }

func (n *walkerNotes) WriteRandom(dst []byte) (algorithm string, state []byte) {
	state = append(dst, n.randoms[0]...)
	n.randoms = n.randoms[1:]
	return sim.RandomAlgorithm, state
}

func (n *walkerNotes) Clear() {
	n.rests, n.motions, n.births, n.randoms = n.rests[:0], n.motions[:0], n.births[:0], n.randoms[:0]
}

func TestNotesGiveTheHashesOfWhatIsWrittenAtOnce(t *testing.T) {
	noted, err := sim.New(twoPlayers(5), &noter{walkers: &walkers{start: 40, chance: 3}})
	if err != nil {
		t.Fatal(err)
	}
	plain := start(t, twoPlayers(5), &walkers{start: 40, chance: 3})
	var log sim.HashLog
	var want []order.StateHash
	for range 60 {
		noted.LogHash(&log)
		want = append(want, plain.StateHash())
		run(t, noted, 1)
		run(t, plain, 1)
	}
	got, err := log.Sum()
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("tick %d: noted %x, at once %x", i, got[i], want[i])
		}
	}
}

func TestAComponentInTheWrongPlaceIsTheModulesFault(t *testing.T) {
	noted, err := sim.New(twoPlayers(5), &noter{walkers: &walkers{start: 3}, wrong: true})
	if err != nil {
		t.Fatal(err)
	}
	var log sim.HashLog
	noted.LogHash(&log)
	if _, err := log.Sum(); err == nil {
		t.Error("what was written from notes is not checked")
	}
	atOnce, err := sim.New(twoPlayers(5), misplacer{&walkers{start: 3}})
	if err != nil {
		t.Fatal(err)
	}
	atOnce.StateHash()
	var failure *sim.ModuleError
	if _, err := atOnce.Apply(&order.TickOrders{}); !errors.As(err, &failure) {
		t.Errorf("what was written at once is not checked: %v", err)
	}
}
