// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"convertd/core/sim/openra/internal/state"
)

// ordinary are the fields of an actor that are something for whole types of
// actors at all times: that they are is no news.
var ordinary = strings.Fields(`
	ID owner cell hp stance inWorld dead ammo produced runs everSeen creationDelay pathHash
	arms cooling turret aim aiming facingTarget lastHost wrecks provided
	nextScan idleDelay idleWait idleSequence seedTicks wanderWait trickle sink unripe
	bombTarget dropCell chronoOrigin landing hoverTicks terrainDue lentUntil rescanAt wasProne`)

func TestEveryFieldOfAnActorIsNewsOrOrdinary(t *testing.T) {
	counted := map[string]string{"StoredSum": "stored", "LoadOrder": "stored"}
	for _, typ := range []reflect.Type{reflect.TypeFor[state.ActorFigures](), reflect.TypeFor[state.ActorTimers]()} {
		for _, field := range reflect.VisibleFields(typ) {
			name := field.Name
			if field.Anonymous {
				continue
			}
			if as, other := counted[name]; other {
				name = as
			}
			is := slices.ContainsFunc(figures, func(f figure) bool { return strings.EqualFold(f.name, name) })
			if is == slices.ContainsFunc(ordinary, func(s string) bool { return strings.EqualFold(s, name) }) {
				t.Errorf("%s is news: %t, and ordinary: %t", name, is, !is)
			}
		}
	}
}

func TestAFigureIsSomethingWhereItsFieldIs(t *testing.T) {
	fields := map[string]string{"stored": "storedSum"}
	for _, f := range figures {
		t.Run(f.name, func(t *testing.T) {
			var a state.Actor
			if f.is(&a) {
				t.Error("it is something of an actor of which nothing is known")
			}
			name := f.name
			if of, other := fields[name]; other {
				name = of
			}
			value := reflect.ValueOf(&a).Elem().FieldByNameFunc(func(s string) bool { return strings.EqualFold(s, name) })
			something(reflect.NewAt(value.Type(), unsafe.Pointer(value.UnsafeAddr())).Elem())
			if !f.is(&a) {
				t.Errorf("it is nothing although %s is something", name)
			}
		})
	}
}

// something sets a value, and the first of those within, to something.
func something(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Array:
		something(v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			something(reflect.NewAt(v.Field(i).Type(), unsafe.Pointer(v.Field(i).UnsafeAddr())).Elem())
		}
	default:
	}
}
