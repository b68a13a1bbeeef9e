// SPDX-License-Identifier: GPL-3.0-or-later

package strictjson

import (
	"reflect"
	"strings"
	"sync"
)

// Binder is a type that reads itself.
type Binder interface {
	// BindJSON reads a value from r into the receiver. What is wrong with it
	// goes to r.
	BindJSON(r *Reader)
}

// Bind reads a value into what target, a pointer, points at: structs by the
// names in their json tags, slices, pointers (null is nil), texts, booleans,
// unsigned numbers, floats, and Binders. A field may be missing if it is a
// pointer or its tag says omitempty or omitzero; all others are required. A
// type that has no JSON form is a fault of the program and panics.
func (r *Reader) Bind(target any) { r.bind(reflect.ValueOf(target).Elem()) }

func (r *Reader) bind(to reflect.Value) {
	if binder, ok := to.Addr().Interface().(Binder); ok {
		binder.BindJSON(r)
		return
	}
	switch to.Kind() {
	case reflect.Pointer:
		if r.Null() {
			to.SetZero()
			return
		}
		to.Set(reflect.New(to.Type().Elem()))
		r.bind(to.Elem())
	case reflect.Struct:
		bound := shapeOf(to.Type())
		r.Object(&bound.shape, func(i int) { r.bind(to.Field(bound.fields[i])) })
	case reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), 0, 0))
		r.List(func() {
			to.Grow(1)
			to.SetLen(to.Len() + 1)
			r.bind(to.Index(to.Len() - 1))
		})
	case reflect.String:
		to.SetString(r.String())
	case reflect.Bool:
		to.SetBool(r.Bool())
	case reflect.Uint8:
		to.SetUint(uint64(r.Uint8()))
	case reflect.Uint16:
		to.SetUint(uint64(r.Uint16()))
	case reflect.Uint32:
		to.SetUint(uint64(r.Uint32()))
	case reflect.Uint64:
		to.SetUint(r.Uint64())
	case reflect.Float32:
		to.SetFloat(float64(r.Float32()))
	case reflect.Float64:
		to.SetFloat(r.Float64())
	default:
		panic("strictjson: no JSON form for " + to.Type().String())
	}
}

// boundShape is the shape of a struct type.
type boundShape struct {
	shape  Shape
	fields []int // of the struct, by field of the shape
}

var shapes sync.Map // reflect.Type to *boundShape

func shapeOf(t reflect.Type) *boundShape {
	if known, ok := shapes.Load(t); ok {
		return known.(*boundShape) //nolint:forcetypeassert // nothing else is stored
	}
	bound := &boundShape{shape: Shape{Expected: "struct " + t.Name()}}
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			panic("strictjson: field without a json name: " + t.String() + "." + t.Field(i).Name)
		}
		bound.shape.Fields = append(bound.shape.Fields, Field{
			Name:     name,
			Optional: t.Field(i).Type.Kind() == reflect.Pointer || strings.HasPrefix(options, "omit"),
		})
		bound.fields = append(bound.fields, i)
	}
	if len(bound.fields) > MaxFields {
		panic("strictjson: too many fields: " + t.String())
	}
	shapes.Store(t, bound)
	return bound
}

// Tagged reads an object whose field tag says what type it is. choose returns
// a pointer to a value of that type, or nil for a tag that names none. The
// value is returned, nil after an error.
func (r *Reader) Tagged(tag, expected string, choose func(name string) any) any {
	start := r.ValueOffset()
	var target any
	shape := Shape{Expected: "internally tagged enum " + expected, Fields: []Field{{Name: tag}}}
	r.Object(&shape, func(int) {
		name := r.Text()
		if r.Failed() {
			return
		}
		if target = choose(string(name)); target == nil {
			r.FailHere("unknown variant of %s", expected)
		}
	})
	if r.Failed() {
		return nil
	}
	inner := NewReader(r.data[start:r.at])
	inner.depth = r.depth
	inner.Bind(target)
	if inner.err != nil {
		r.Fail("%s", inner.err.Message)
		return nil
	}
	return target
}
