// SPDX-License-Identifier: GPL-3.0-or-later

// Package filled fills values of any type, for tests that every field of a type is
// written, copied or looked at. In: a value. Out: the same, every field of it another.
//
// May import: the standard library.
package filled

import (
	"reflect"
	"unsafe"
)

// Fill sets every field below v to a value of its own, so that a field the
// codec forgets comes back different. Pointers and the paths in skip stay nil.
func Fill(v reflect.Value, path string, skip map[string]bool, next *int) {
	if skip[path] {
		return
	}
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() //nolint:gosec // fields that are not exported are filled too
	*next++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(int64(*next%100 + 1))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next%100 + 1))
	case reflect.String:
		v.SetString("text")
	case reflect.Struct:
		for i := range v.NumField() {
			Fill(v.Field(i), path+"."+v.Type().Field(i).Name, skip, next)
		}
	case reflect.Array:
		for i := range v.Len() {
			Fill(v.Index(i), path, skip, next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			Fill(v.Index(i), path+"[]", skip, next)
		}
	default:
	}
}
