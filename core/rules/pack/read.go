// SPDX-License-Identifier: GPL-3.0-or-later

package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxBytes bounds a pack's file. The largest of ours has 200 KB.
const MaxBytes = 8 << 20

// Read reads a pack. It is strict: what the format does not know, does not allow or
// has twice is refused, with an *Error. Types come out sorted by name.
func Read(data []byte) (*Pack, error) {
	if len(data) > MaxBytes {
		return nil, &Error{Message: fmt.Sprintf("%d bytes, the limit is %d", len(data), MaxBytes)}
	}
	places, err := outline(data)
	if err != nil {
		return nil, err
	}
	p := &Pack{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, unfit(err)
	}
	if err := p.check(); err != nil {
		err.Offset = places.of(err.Path)
		return nil, err
	}
	slices.SortFunc(p.Types, func(a, b Type) int { return strings.Compare(a.Name, b.Name) })
	p.digest = sha256.Sum256(data)
	return p, nil
}

// unfit says where a value does not fit its field.
func unfit(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return &Error{Path: kind.Field, Offset: kind.Offset, Message: fmt.Sprintf("a %s does not fit here: it takes %s", kind.Value, wanted(kind))}
	}
	return &Error{Message: strings.TrimPrefix(err.Error(), "json: ")}
}

// wanted names what a field takes, in the words of JSON.
func wanted(err *json.UnmarshalTypeError) string {
	switch name := err.Type.Kind().String(); {
	case strings.HasPrefix(name, "int"), strings.HasPrefix(name, "uint"):
		return "a whole number in range, without a point or an exponent"
	case name == "bool":
		return "true or false"
	case name == "string":
		return "a text"
	case name == "slice":
		return "a list"
	default:
		return "an object"
	}
}

// maxDepth is how deep values may lie in one another; the format needs five.
const maxDepth = 8

// outline walks over the text and refuses what encoding/json would take without a
// word: names that are there twice or that are no fields, null, what follows the
// value. It notes where the members of the top and the items of their lists begin.
func outline(data []byte) (placeList, error) {
	if at := invalidUTF8(data); at >= 0 {
		return nil, &Error{Offset: int64(at), Message: "is not UTF-8"}
	}
	w := walker{data: data, decoder: json.NewDecoder(bytes.NewReader(data)), places: placeList{"": 0}}
	w.decoder.UseNumber()
	if err := w.value("", 0); err != nil {
		return nil, err
	}
	if _, err := w.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, w.fault("", "something follows the end of the object")
	}
	return w.places, nil
}

func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size < 2 {
			return at
		}
		at += size
	}
}

// placeList holds the byte offsets of places.
type placeList map[string]int64

// of returns the offset of a place, or of the nearest around it that is known.
func (l placeList) of(path string) int64 {
	for {
		if offset, ok := l[path]; ok {
			return offset
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

type walker struct {
	data    []byte
	decoder *json.Decoder
	places  placeList
}

func (w *walker) fault(path, format string, arguments ...any) *Error {
	return &Error{Path: path, Offset: w.decoder.InputOffset(), Message: fmt.Sprintf(format, arguments...)}
}

func (w *walker) token(path string) (json.Token, error) {
	token, err := w.decoder.Token()
	if err == nil {
		return token, nil
	}
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, &Error{Path: path, Offset: syntax.Offset, Message: syntax.Error()}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, w.fault(path, "the text ends too early")
	default:
		return nil, w.fault(path, "%v", err)
	}
}

// begin is where the next token begins.
func (w *walker) begin() int64 {
	at := w.decoder.InputOffset()
	for at < int64(len(w.data)) && strings.IndexByte(" \t\r\n,:", w.data[at]) >= 0 {
		at++
	}
	return at
}

// notedDepth is how deep places are noted: members of the top, items of their lists.
const notedDepth = 2

func (w *walker) value(path string, depth int) error {
	begin := w.begin()
	token, err := w.token(path)
	if err != nil {
		return err
	}
	if depth > 0 && depth <= notedDepth && len(w.places) < MaxTypes+2*MaxFactions {
		w.places[path] = begin
	}
	switch token {
	case nil:
		return w.fault(path, "null is no value here: leave the member out")
	case json.Delim('{'), json.Delim('['):
		if depth >= maxDepth {
			return w.fault(path, "values lie more than %d deep in one another", maxDepth)
		}
	default:
		if depth == 0 {
			return w.fault(path, "is not an object")
		}
		return nil
	}
	if token == json.Delim('[') {
		return w.list(path, depth)
	}
	return w.object(path, depth)
}

func (w *walker) list(path string, depth int) error {
	for i := 0; w.decoder.More(); i++ {
		if i == MaxTypes {
			return w.fault(path, "has more than %d items", MaxTypes)
		}
		if err := w.value(fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
			return err
		}
	}
	_, err := w.token(path)
	return err
}

func (w *walker) object(path string, depth int) error {
	fields, seen := fieldsAt(path, depth), make(map[string]bool)
	for w.decoder.More() {
		begin := w.begin()
		token, err := w.token(path)
		if err != nil {
			return err
		}
		name, _ := token.(string) // a name of a member is a text
		member := strings.TrimPrefix(path+"."+name, ".")
		if fields != nil && !fields[name] {
			return &Error{Path: path, Offset: begin, Message: fmt.Sprintf("unknown field %q (docs/rule-packs.md lists all fields)", name)}
		}
		if seen[name] {
			return &Error{Path: member, Offset: begin, Message: "is there twice"}
		}
		if seen[name] = true; len(seen) > MaxList {
			return w.fault(path, "has more than %d members", MaxList)
		}
		if err := w.value(member, depth+1); err != nil {
			return err
		}
	}
	_, err := w.token(path)
	return err
}
