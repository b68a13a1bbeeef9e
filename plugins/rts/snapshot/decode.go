// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// ErrFrame wraps every reason to refuse a frame.
var ErrFrame = errors.New("snapshot frame")

// ErrNoVersion says that a frame holds a snapshot that names no compact
// version. The client hands such a map on as it is; there is no Snapshot in it.
var ErrNoVersion = fmt.Errorf("%w: no compact version", ErrFrame)

var errTruncated = errors.New("truncated MessagePack frame")

// Error is why a frame is refused. It wraps ErrFrame.
type Error struct {
	Message string // the client's words where they are known
	Offset  int    // in the frame, of the value that is refused
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns ErrFrame.
func (e *Error) Unwrap() error { return ErrFrame }

// keys of the top-level map, in the order they are decoded.
const (
	keyType = iota
	keyVersion
	keyScalars
	keyEntities
	keyResources
	keySmokes
	keyAbilityObjects
	keyTiles
	keyRemembered
	keyEvents
	keyPlayers
	keyUpgrades
	keyNet

	keyCount
)

var keyNames = [keyCount]string{"t", "v", "s", "e", "r", "sm", "ao", "fg", "mb", "ev", "pr", "u", "n"}

// Decode reads a frame. It refuses what the client refuses; its errors are
// *Error, or ErrNoVersion. Keys may come in any order, the last of repeated
// ones counts, unknown ones are skipped.
func Decode(frame []byte) (*Snapshot, error) {
	places, at, err := scan(frame)
	if err != nil {
		return nil, &Error{Message: err.Error(), Offset: at}
	}
	d := decoder{data: frame}
	if !d.isSnapshot(places[keyType]) {
		return nil, &Error{Message: "MessagePack snapshot frame must contain a snapshot payload", Offset: len(magic) + 1}
	}
	if places[keyVersion] == 0 {
		return nil, ErrNoVersion
	}
	var s Snapshot
	d.snapshot(&s, &places)
	if d.err != nil {
		return nil, d.err
	}
	return &s, nil
}

// scan checks the whole frame and finds the values of the known keys; 0 marks
// an absent one. On an error it returns the place too.
func scan(frame []byte) (places [keyCount]int, at int, err error) {
	if len(frame) <= len(magic) {
		return places, len(frame), errTruncated
	}
	if string(frame[:len(magic)]) != magic || frame[len(magic)] != CodecVersion {
		return places, 0, errors.New("invalid MessagePack snapshot frame header")
	}
	v, at, err := head(frame, len(magic)+1)
	if err != nil {
		return places, at, err
	}
	if v.kind != typeMap {
		end, err := skip(frame, len(magic)+1, 0)
		if err == nil && end < len(frame) {
			err = errTrailing
		}
		return places, end, err // without keys it is no snapshot
	}
	for range v.length {
		var name []byte
		if name, at, err = key(frame, at); err != nil {
			return places, at, err
		}
		for i := range keyNames {
			if keyNames[i] == string(name) {
				places[i] = at
			}
		}
		if at, err = skip(frame, at, 1); err != nil {
			return places, at, err
		}
	}
	if at < len(frame) {
		return places, at, errTrailing
	}
	return places, at, nil
}

var errTrailing = errors.New("trailing bytes after MessagePack frame")

// decoder reads values of a frame that scan has checked. The first error is
// final.
type decoder struct {
	data []byte
	at   int
	err  error
}

func (d *decoder) isSnapshot(at int) bool {
	if at == 0 {
		return false
	}
	v, start, err := head(d.data, at)
	return err == nil && v.kind == typeText && string(d.data[start:start+v.length]) == "snapshot"
}

func (d *decoder) fail(format string, arguments ...any) {
	if d.err == nil {
		d.err = &Error{Message: fmt.Sprintf(format, arguments...), Offset: d.at}
	}
}

// head reads the head of the next value; a text's bytes are left for text.
func (d *decoder) head() value {
	if d.err != nil {
		return value{}
	}
	v, at, err := head(d.data, d.at)
	if err != nil { // scan has been here; be safe all the same
		d.fail("%s", err)
		return value{}
	}
	d.at = at
	return v
}

// null takes a nil and reports whether there was one.
func (d *decoder) null() bool {
	if d.err == nil && d.at < len(d.data) && d.data[d.at] == 0xC0 {
		d.at++
		return true
	}
	return false
}

// array reads the head of an array of at most limit elements.
func (d *decoder) array(label string, limit int) int {
	before := d.at
	v := d.head()
	switch {
	case d.err != nil:
		return 0
	case v.kind != typeArray:
		d.at = before
		d.fail("%s must be an array", label)
		return 0
	case v.length > limit:
		d.at = before
		d.fail("%s exceeds max length %d", label, limit)
		return 0
	}
	return v.length
}

// tuple reads the head of element index of a list: an array of exactly n.
func (d *decoder) tuple(label string, index, n int) bool {
	before := d.at
	v := d.head()
	if d.err != nil {
		return false
	}
	if v.kind != typeArray || v.length != n {
		d.at = before
		if v.kind != typeArray {
			d.fail("%s %d must be an array", label, index)
		} else {
			d.fail("%s %d field count mismatch", label, index)
		}
		return false
	}
	return true
}

func (d *decoder) uint32(label string) uint32 {
	before := d.at
	v := d.head()
	if d.err != nil {
		return 0
	}
	if v.kind != typeNumber || v.number < 0 || v.number > math.MaxUint32 || v.number != math.Trunc(v.number) {
		d.at = before
		d.fail("%s must be a u32", label)
		return 0
	}
	return uint32(v.number)
}

func (d *decoder) float(label string) float64 {
	before := d.at
	v := d.head()
	if d.err != nil {
		return 0
	}
	if v.kind != typeNumber || math.IsNaN(v.number) || math.IsInf(v.number, 0) {
		d.at = before
		d.fail("%s must be a finite number", label)
		return 0
	}
	return v.number
}

func (d *decoder) bool(label string) bool {
	before := d.at
	v := d.head()
	if d.err == nil && v.kind != typeBool {
		d.at = before
		d.fail("%s must be a boolean", label)
	}
	return v.truth
}

func (d *decoder) text(label string) string {
	before := d.at
	v := d.head()
	if d.err != nil {
		return ""
	}
	if v.kind != typeText {
		d.at = before
		d.fail("%s must be a string", label)
		return ""
	}
	content := string(d.data[d.at : d.at+v.length])
	d.at += v.length
	return content
}

// code reads a code that names has a name for.
func (d *decoder) code(label string, names []string) uint8 {
	before := d.at
	v := d.head()
	if d.err != nil {
		return 0
	}
	if v.kind != typeNumber || !(v.number >= 1 && v.number < float64(len(names))) || v.number != math.Trunc(v.number) {
		d.at = before
		d.fail("%s has unknown code %s", label, d.shown(before))
		return 0
	}
	return uint8(v.number)
}

// shown is the value at a place as an error repeats it.
func (d *decoder) shown(at int) string {
	v, start, err := head(d.data, at)
	switch {
	case err != nil:
		return "?"
	case v.kind == typeNumber:
		return strconv.FormatFloat(v.number, 'f', -1, 64)
	case v.kind == typeText && v.length <= 32:
		return string(d.data[start : start+v.length])
	case v.kind == typeNil:
		return "null"
	case v.kind == typeBool:
		return strconv.FormatBool(v.truth)
	default:
		return "of another type"
	}
}

func (d *decoder) point(label string) Point {
	if n := d.array(label, 2); n != 2 {
		d.fail("%s field count mismatch", label)
		return Point{}
	}
	return Point{X: d.float(label), Y: d.float(label)}
}

// list reads a list that may be absent or nil: element is called for each
// element. It returns the number of elements.
func list[T any](d *decoder, at int, label string, limit int, element func(d *decoder, index int, to *T)) []T {
	if at == 0 || d.err != nil {
		return nil
	}
	d.at = at
	if d.null() {
		return nil
	}
	return elements(d, label, limit, element)
}

// elements reads a list that is there. Memory grows with what is read: an
// element takes at least a byte, so the frame's size bounds it.
func elements[T any](d *decoder, label string, limit int, element func(d *decoder, index int, to *T)) []T {
	n := d.array(label, limit)
	if d.err != nil {
		return nil
	}
	read := make([]T, n)
	for i := range n {
		element(d, i, &read[i])
		if d.err != nil {
			return nil
		}
	}
	return read
}
