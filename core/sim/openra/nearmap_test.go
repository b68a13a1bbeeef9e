package openra

import (
	"os"
	"path/filepath"
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/internal/corpus"
)

// The map of ra-release-20200503-skirmish is not at hand, but the stock map it
// was made from is. What its own rules add is two hashed traits on every unit
// that drives or walks, both 0 while it stands, so the recorded hashes and those
// played on the stock map differ by a constant, which grows by the same for every
// new actor. Where a unit sets out or stops, the first of the two flips; the hash
// of a frame with orders may count them at another time. Net frame 394 has the first
// refinery, which the rules of the map change.
func TestTheRecordingOf20200503IsMetButForItsMap(t *testing.T) {
	const perActor, frames, atLeast = 121164, 393, 364
	rec := readRecording(t, filepath.Join(corpus.Dir(t, "orarep"), "ra-release-20200503-skirmish.orarep"))
	data, err := os.ReadFile(filepath.Join(corpus.Dir(t, "maps"), "forgotten-plains.oramap"))
	if err != nil {
		t.Fatal(err)
	}
	setup := rec.lobby.Setup()
	if setup.Rules, err = rules.Load(rec.mod, rec.version); err != nil {
		t.Fatal(err)
	}
	if setup.Map, err = maps.Read(data); err != nil {
		t.Fatal(err)
	}
	w, err := New(setup)
	if err != nil {
		t.Fatal(err)
	}
	var before, count int32
	met := 0
	for i := range frames {
		added := w.withMapTraits()
		off := rec.hashes[i] - (w.Frame(rec.orders(i)) + added)
		if off-before == perActor*(w.present.count-count) {
			met++
		}
		before, count = off, w.present.count
	}
	if met < atLeast {
		t.Errorf("%d of %d net frames follow the one before", met, frames)
	}
}

// withMapTraits is what two more hashed traits on every unit with Mobile add to
// the hash: all that comes behind them counts for more.
func (w *World) withMapTraits() int32 {
	var added, shift int32
	for _, a := range w.actors {
		if a == nil {
			continue
		}
		for k := range a.typ.syncs {
			slot := &a.typ.syncs[k]
			added += shift * int32(1+a.ID) * (w.traitHash(a, slot) ^ w.conditionHash(a, slot))
			if a.typ.mobile != nil && contains([]string{"Chronoshiftable", "DetectCloaked", "HitShape"}, slot.key) {
				shift++
			}
		}
	}
	return added
}
