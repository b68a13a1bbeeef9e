// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"reflect"
	"testing"

	"convertd/core/sim/openra/internal/info"
)

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
	for _, typ := range []reflect.Type{reflect.TypeFor[ActorPlace](), reflect.TypeFor[ActorFigures](), reflect.TypeFor[info.SightFigures](), reflect.TypeFor[ActivityFigures]()} {
		check(typ, typ.Name())
	}
}
