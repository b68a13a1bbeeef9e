package openra

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"convertd/internal/corpus"
)

func TestDebug(t *testing.T) {
	name := os.Getenv("REPLAY")
	if name == "" {
		t.Skip()
	}
	paths, _ := filepath.Glob(filepath.Join(corpus.Dir(t, "orarep"), "*"+name+"*.orarep"))
	for _, path := range paths {
		rec := readRecording(t, path)
		w := rec.world(t)
		for i := range rec.hashes {
			var orders []Order
			if i < len(rec.frames) {
				orders = rec.frames[i]
			}
			hash := w.BeginFrame(orders)
			if rec.hashed[i] && hash != rec.hashes[i] {
				e := w.Explain(rec.hashes[i])
				fmt.Printf("%s frame %d tick %d diff %d draws %d\n", rec.name, e.Frame, e.Tick, e.Difference, e.Draws)
				for _, c := range e.Candidates {
					fmt.Println("   ", c)
				}
				for j := max(0, i-3); j <= i && j < len(rec.frames); j++ {
					for _, o := range rec.frames[j] {
						fmt.Printf("   f%d %+v\n", j+1, o)
					}
				}
				var dx, dy int32
				if n, _ := fmt.Sscanf(os.Getenv("ORE"), "%d,%d", &dx, &dy); n == 2 {
					for y := dy - 6; y <= dy+6; y++ {
						for x := dx - 6; x <= dx+6; x++ {
							i := w.ground.index(Cell{x, y})
							fmt.Printf(" %d:%2d", w.resources.kind[i], w.resources.density[i])
						}
						fmt.Println()
					}
				}
				if os.Getenv("DUMP") != "" {
					for _, a := range w.actors {
						if a == nil || a.ID < 119 && a.typ.mobile == nil {
							continue
						}
						dumpActor(w, a)
					}
				}
				break
			}
			for range ticksPerFrame {
				w.step()
				var from, to, id int32
				fmt.Sscanf(os.Getenv("WATCH"), "%d,%d,%d", &id, &from, &to)
				if w.tick >= from && w.tick <= to {
					if a := w.actor(uint32(id)); a != nil {
						dumpActor(w, a)
					}
				}
			}
		}
	}
}

func dumpActor(w *World, a *Actor) {
	kind := ""
	for act := a.current(); act != nil; act = skipDone(act.child) {
		kind += fmt.Sprintf(" %d/%d", act.kind, act.state)
		if act.kind == actMove || act.kind == actHarvest || act.kind == actAttackMove || act.kind == actFly {
			kind += fmt.Sprint(act.target, act.to)
		}
	}
	if os.Getenv("SYNCS") != "" {
		var n int
		for _, b := range w.actors {
			if b != nil && b.inWorld {
				n++
			}
		}
		for _, b := range w.actors[:a.ID] {
			if b != nil {
				n += len(b.typ.syncs)
			}
		}
		kind += fmt.Sprint(" n=", n)
		for i := range a.typ.syncs {
			kind += fmt.Sprintf(" %s=%d", a.typ.syncs[i].key, w.traitHash(a, &a.typ.syncs[i]))
		}
	}
	fmt.Printf("   t%d %d %s o%d in%v %v from%v to%v sub%d c%v f%d body%d idle%d scan%d store%d host%d draws%d act%s\n", w.tick, a.ID, a.typ.name, a.owner, a.inWorld, a.cell, a.from, a.to, a.toSub, a.center, a.facing, a.body, a.idleDelay, a.nextScan, a.storedSum, a.reservedHost, w.random.draws, kind)
}
