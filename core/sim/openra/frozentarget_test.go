package openra

import (
	"testing"

	"convertd/core/rules"
)

// remembering has player 0 see a building of player 1 once, and returns it when
// he only remembers it.
func remembering(t *testing.T, w *World, name string, at Cell) *Actor {
	t.Helper()
	building := w.built(t, name, 1, at)
	scout := w.put(t, "e1", 0, at.add(Cell{2, 2}))
	scout.stance = stanceHoldFire
	w.pass(2)
	if !w.visibleTo(building, 0) {
		t.Fatal("the scout does not see the building")
	}
	w.dispose(scout)
	w.pass(2)
	if w.visibleTo(building, 0) {
		t.Fatal("the building is still in sight")
	}
	return building
}

func TestAUnitAttacksWhatItsPlayerRemembers(t *testing.T) {
	w := plain(t)
	silo := remembering(t, w, "silo", Cell{60, 60})
	w.built(t, "silo", 1, Cell{67, 62}) // nearer, but never seen
	truck := w.put(t, "ftrk", 0, Cell{68, 60})
	truck.stance = stanceAttackAnything
	reach := truck.typ.armaments[0].weapon.reach
	if sight := w.sightRange(truck); sight >= reach || reach < 8*1024 {
		t.Fatalf("it sees %d far and reaches %d", sight, reach)
	}
	truck.nextScan = 0
	w.dispose(w.actors[w.nextID-2])
	w.drainTasks()
	w.step()
	act := truck.current()
	if act == nil || act.host != silo.ID|frozenBit {
		t.Fatalf("it does %+v", act)
	}
	if w.step(); act.host != silo.ID || truck.requested != silo.ID || truck.aiming {
		t.Errorf("a bot's unit takes %x for its target, its turret %x", act.host, truck.requested)
	}
	for range 200 {
		if w.step(); truck.aiming {
			break
		}
	}
	if !truck.aiming || !w.visibleTo(silo, 0) || truck.chance != silo.ID && truck.requested != silo.ID {
		t.Errorf("in the end it aims: %v, at %x", truck.aiming, truck.requested)
	}
}

func TestWhatWasNeverSeenOrIsGoneIsNoMemory(t *testing.T) {
	w := plain(t)
	silo := remembering(t, w, "silo", Cell{60, 60})
	hidden := w.built(t, "silo", 1, Cell{80, 80})
	w.pass(2)
	for i := range w.frozen {
		f := &w.frozen[i]
		switch got := w.remembered(f, 0); f.id {
		case silo.ID:
			if got != silo || w.remembered(f, 1) != nil {
				t.Error("the silo is no memory of player 0, or one of its owner")
			}
		case hidden.ID:
			if got != nil {
				t.Error("a building that nobody saw is remembered")
			}
		}
	}
	w.dispose(silo)
	w.drainTasks()
	for i := range w.frozen {
		if w.frozen[i].id == silo.ID && w.remembered(&w.frozen[i], 0) != nil {
			t.Error("what is gone can be attacked")
		}
	}
}

func TestAPersonsInfantryGoesWhereItSeesWhatItRemembers(t *testing.T) {
	w := plain(t)
	silo := remembering(t, w, "silo", Cell{60, 60})
	soldier := w.put(t, "e3", 0, Cell{67, 60})
	soldier.stance = stanceHoldFire
	w.players[0].bot = false
	w.step()
	w.attackNamed(soldier, silo.ID|frozenBit, true)
	w.pass(2)
	move := soldier.current()
	for move != nil && move.kind != actMoveWithin {
		move = skipDone(move.child)
	}
	if move == nil || move.high != w.sightRange(soldier) || soldier.aiming {
		t.Fatalf("it does %+v", move)
	}
	act := soldier.current()
	for range 200 {
		if w.step(); soldier.aiming {
			break
		}
	}
	if !w.visibleTo(silo, 0) || !soldier.aiming || act.host != silo.ID {
		t.Errorf("in sight: %v, aims: %v, target %x", w.visibleTo(silo, 0), soldier.aiming, act.host)
	}
}

func TestWhoMayMoveChoosesAmongMemoriesAndUntil20201213EverybodyDoes(t *testing.T) {
	for _, test := range []struct {
		version      string
		moves, stays bool // who may move, and who may not
	}{
		{"release-20200202", true, true},
		{"playtest-20201213", true, true},
		{"release-20210321", true, false},
		{"release-20230225", true, false},
		{"release-20231010", true, false},
		{rules.Fork2026, true, false},
	} {
		w := playing(t, "ra", test.version)
		silo := remembering(t, w, "silo", Cell{60, 60})
		soldier := w.put(t, "e1", 0, Cell{65, 60})
		soldier.stance = stanceAttackAnything
		for may, chooses := range map[bool]bool{true: test.moves, false: test.stays} {
			if chose := w.chooseTarget(soldier, may) == silo.ID|frozenBit; chose != chooses {
				t.Errorf("%s: who may move: %v, chooses the memory: %v", test.version, may, chose)
			}
		}
	}
}
