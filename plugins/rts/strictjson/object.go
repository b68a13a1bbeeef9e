// SPDX-License-Identifier: GPL-3.0-or-later

package strictjson

// MaxFields is how many fields a Shape can have.
const MaxFields = 128

// Shape is a type of object.
type Shape struct {
	Expected string // what errors call it: "struct Player"
	Fields   []Field
}

// Field is one field of a Shape.
type Field struct {
	Name     string
	Optional bool // may be missing
}

func (s *Shape) find(key []byte) int {
	for i := range s.Fields {
		if s.Fields[i].Name == string(key) {
			return i
		}
	}
	return -1
}

// fieldSet is a set of field numbers below MaxFields.
type fieldSet [MaxFields / 64]uint64

func (s *fieldSet) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s *fieldSet) add(i int)      { s[i>>6] |= 1 << (i & 63) }

// Object reads an object of a shape. field is called in front of the value of
// each known field, with its number in the shape, and must read it. Unknown
// fields are skipped; repeated and missing ones are errors.
func (r *Reader) Object(shape *Shape, field func(i int)) {
	if !r.enter('{', shape.Expected) {
		return
	}
	var seen fieldSet
	for first := true; r.nextKey(first); first = false {
		key := r.rawText()
		if r.err != nil {
			break
		}
		i := shape.find(key)
		if i >= 0 && seen.has(i) {
			r.Fail("duplicate field `%s`", shape.Fields[i].Name)
			break
		}
		r.colon()
		if i < 0 {
			r.skipped++
			r.Skip()
		} else {
			seen.add(i)
			field(i)
		}
		if r.err != nil {
			break
		}
	}
	if r.err == nil {
		r.missing(shape, &seen)
	}
	r.leave('}')
}

func (r *Reader) missing(shape *Shape, seen *fieldSet) {
	for i := range shape.Fields {
		if !shape.Fields[i].Optional && !seen.has(i) {
			r.Fail("missing field `%s`", shape.Fields[i].Name)
			return
		}
	}
}

// List reads a list. element is called in front of each element and must read
// it.
func (r *Reader) List(element func()) {
	if !r.enter('[', "a sequence") {
		return
	}
	for first := true; r.nextElement(first); first = false {
		element()
		if r.err != nil {
			break
		}
	}
	r.leave(']')
}

// enter takes the opening bracket of a value.
func (r *Reader) enter(open byte, expected string) bool {
	b := r.value()
	if r.err != nil {
		return false
	}
	if b != open {
		r.wrongType(expected)
		return false
	}
	r.depth++
	if r.depth > MaxDepth {
		r.syntax("recursion limit exceeded")
		return false
	}
	r.at++
	return true
}

// leave takes the closing bracket. After an error whose place is not fixed it
// takes it only if it comes next, and fixes the place.
func (r *Reader) leave(closing byte) {
	r.depth--
	if r.err != nil && r.err.Line > 0 {
		return
	}
	if b, ok := r.next(); ok && b == closing {
		r.at++
	}
	r.fix()
}

// nextKey reports whether a key comes next, and stops in front of its quote.
// It is called in front of the first key, and behind each value.
func (r *Reader) nextKey(first bool) bool {
	b, ok := r.next()
	switch {
	case !ok:
		r.ended("an object")
		return false
	case b == '}':
		return false
	case first && b == '"':
		return true
	case first:
		r.syntax("key must be a string")
		return false
	case b != ',':
		r.syntax("expected `,` or `}`")
		return false
	}
	r.at++
	switch b, ok = r.next(); {
	case !ok:
		r.ended("a value")
	case b == '"':
		return true
	case b == '}':
		r.syntax("trailing comma")
	default:
		r.syntax("key must be a string")
	}
	return false
}

// nextElement is nextKey for lists.
func (r *Reader) nextElement(first bool) bool {
	b, ok := r.next()
	switch {
	case !ok:
		r.ended("a list")
		return false
	case b == ']':
		return false
	case first:
		return true
	case b != ',':
		r.syntax("expected `,` or `]`")
		return false
	}
	r.at++
	switch b, ok = r.next(); {
	case !ok:
		r.ended("a value")
	case b == ']':
		r.syntax("trailing comma")
	default:
		return true
	}
	return false
}

func (r *Reader) colon() {
	switch b, ok := r.next(); {
	case !ok:
		r.ended("an object")
	case b != ':':
		r.syntax("expected `:`")
	default:
		r.at++
	}
}
