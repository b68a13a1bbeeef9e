// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"
	"reflect"
	"testing"
	"unsafe"

	"convertd/core/sim/openra/internal/info"
)

// everyBit turns each bit of a value over, tells what that did to its digest, and
// turns it back.
func everyBit[T digested](t *testing.T, v *T) {
	t.Helper()
	before := digestOf(v)
	seen := map[digest]string{before: "the value itself"}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
	for at := range memory {
		for bit := range 8 {
			memory[at] ^= 1 << bit
			what := fmt.Sprintf("%T with bit %d of byte %d", *v, bit, at)
			if same, known := seen[digestOf(v)]; known {
				t.Errorf("%s has the digest of %s", what, same)
			}
			seen[digestOf(v)] = what
			memory[at] ^= 1 << bit
		}
	}
	if digestOf(v) != before {
		t.Errorf("%T: the same value has another digest", *v)
	}
}

func TestADigestTellsEachBitApart(t *testing.T) {
	everyBit(t, &actorPlace{})
	everyBit(t, &actorPlace{center: Pos{X: 1024, Y: 2048, Z: 0}, facing: 512})
	everyBit(t, &actorFigures{})
	everyBit(t, &actorFigures{ID: 7, hp: 400, inWorld: true})
	everyBit(t, &info.SightFigures{Active: true, Viewers: 3})
	everyBit(t, &activityFigures{})
	everyBit(t, &activityFigures{kind: actMove, target: Cell{X: 3, Y: 4}})
}

// TestWhatIsDigestedPointsNowhere: two values are the same if their memory is.
func TestWhatIsDigestedPointsNowhere(t *testing.T) {
	var check func(typ reflect.Type, path string)
	check = func(typ reflect.Type, path string) {
		switch typ.Kind() {
		case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		case reflect.Array:
			check(typ.Elem(), path+"[]")
		case reflect.Struct:
			for i := range typ.NumField() {
				check(typ.Field(i).Type, path+"."+typ.Field(i).Name)
			}
		default:
			t.Errorf("%s is a %s: keep it beside what is digested", path, typ.Kind())
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[actorPlace](), reflect.TypeFor[actorFigures](), reflect.TypeFor[info.SightFigures](), reflect.TypeFor[activityFigures]()} {
		check(typ, typ.Name())
	}
}

func TestAListOfCellsIsToldFromItsLikes(t *testing.T) {
	lists := [][]Cell{nil, {{}}, {{}, {}}, {{X: 1, Y: 0}}, {{X: 0, Y: 1}}, {{X: 1, Y: 0}, {X: 0, Y: 1}}, {{X: 0, Y: 1}, {X: 1, Y: 0}}, {{X: -1, Y: 0}}, {{X: 0, Y: -1}}}
	seen := map[digest]int{}
	for i, cells := range lists {
		d := digest(0).withCells(cells)
		if same, known := seen[d]; known {
			t.Errorf("%v has the digest of %v", cells, lists[same])
		}
		seen[d] = i
	}
}
