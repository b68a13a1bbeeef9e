// SPDX-License-Identifier: GPL-3.0-or-later

package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"convertd/plugins/rts/strictjson"
)

// Limits on messages.
const (
	// MaxClientMessageBytes bounds what a server takes from a client
	// (docs/formats/rts.md#socket).
	MaxClientMessageBytes = 256 << 10
	// MaxServerMessageBytes bounds what a client takes from a server: a start
	// message of a large map has some hundred KiB.
	MaxServerMessageBytes = 4 << 20
)

// ErrMalformed wraps every reason to refuse a message. The program answers
// it with an error message, "malformed message".
var ErrMalformed = errors.New("malformed message")

// ErrBinary says that a message is a snapshot: the protocol sends those as
// binary frames, see package snapshot.
var ErrBinary = fmt.Errorf("%w: snapshots are binary frames", ErrMalformed)

// ClientMessage is a message from client to server: a pointer to one of the
// types of client.go.
type ClientMessage interface{ clientMessage() }

// ServerMessage is a message from server to client: a pointer to one of the
// types of server.go.
type ServerMessage interface{ serverMessage() }

// DecodeClient reads a message from a client. Its errors wrap ErrMalformed.
func DecodeClient(text []byte) (ClientMessage, error) {
	if len(text) > MaxClientMessageBytes {
		return nil, fmt.Errorf("%w: %d bytes, limit %d", ErrMalformed, len(text), MaxClientMessageBytes)
	}
	read, err := decode(text, "ClientMessage", clientTypes)
	if err != nil {
		return nil, err
	}
	return read.(ClientMessage), nil //nolint:forcetypeassert // clientTypes holds nothing else
}

// DecodeServer reads a message from a server. Its errors wrap ErrMalformed;
// ErrBinary stands for the tag of a snapshot.
func DecodeServer(text []byte) (ServerMessage, error) {
	if len(text) > MaxServerMessageBytes {
		return nil, fmt.Errorf("%w: %d bytes, limit %d", ErrMalformed, len(text), MaxServerMessageBytes)
	}
	read, err := decode(text, "ServerMessage", serverTypes)
	if err != nil {
		return nil, err
	}
	return read.(ServerMessage), nil //nolint:forcetypeassert // serverTypes holds nothing else
}

func decode(text []byte, name string, types *variants) (any, error) {
	reader := strictjson.NewReader(text)
	binary := false
	read := reader.Tagged("t", name, func(tag string) any {
		binary = tag == tagSnapshot
		return types.make(tag)
	})
	reader.End()
	switch err := reader.Err(); {
	case binary && types == serverTypes:
		return nil, ErrBinary
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return read, nil
}

// EncodeClient appends the text of a message to dst.
func EncodeClient(dst []byte, message ClientMessage) ([]byte, error) {
	return clientTypes.encode(dst, "t", message)
}

// EncodeServer appends the text of a message to dst.
func EncodeServer(dst []byte, message ServerMessage) ([]byte, error) {
	return serverTypes.encode(dst, "t", message)
}

// variants are the types of a tagged union, by tag.
type variants struct {
	byTag map[string]reflect.Type // struct types
	tags  map[reflect.Type]string
}

// union makes variants of pointers to zero values by tag.
func union[T any](members map[string]T) *variants {
	v := &variants{byTag: map[string]reflect.Type{}, tags: map[reflect.Type]string{}}
	for tag, member := range members {
		t := reflect.TypeOf(member).Elem()
		v.byTag[tag] = t
		v.tags[t] = tag
	}
	return v
}

// make returns a pointer to a new value of the tag's type, nil if there is
// none.
func (v *variants) make(tag string) any {
	t, ok := v.byTag[tag]
	if !ok {
		return nil
	}
	return reflect.New(t).Interface()
}

// encode writes the object of member, a pointer, with its tag in front.
func (v *variants) encode(dst []byte, key string, member any) ([]byte, error) {
	value := reflect.ValueOf(member)
	if value.Kind() != reflect.Pointer || value.IsNil() {
		return nil, fmt.Errorf("%T is no message", member)
	}
	tag, ok := v.tags[value.Type().Elem()]
	if !ok {
		return nil, fmt.Errorf("%T is no message of this direction", member)
	}
	fields, err := json.Marshal(member)
	if err != nil {
		return nil, err
	}
	dst = fmt.Appendf(dst, "{%q:%q", key, tag)
	if len(fields) > len("{}") {
		dst = append(dst, ',')
	}
	return append(dst, fields[1:]...), nil
}

// enumerated reads a text that must be one of some.
func enumerated(r *strictjson.Reader, name string, known ...string) string {
	text := r.String()
	if r.Failed() {
		return ""
	}
	for _, each := range known {
		if each == text {
			return text
		}
	}
	r.FailHere("unknown variant of %s", name)
	return ""
}

// Codes is a list of small numbers that JSON writes as a list.
type Codes []uint8

// MarshalJSON writes a list of numbers, where encoding/json would write
// base64.
func (c Codes) MarshalJSON() ([]byte, error) {
	text := append(make([]byte, 0, 2*len(c)+2), '[')
	for i, code := range c {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendUint(text, uint64(code), 10)
	}
	return append(text, ']'), nil
}
