// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxMetadataDepth bounds the nesting of metadata JSON.
const maxMetadataDepth = 64

// CanonicalJSON brings a JSON text into the one form that this program writes:
// keys sorted by code point, two spaces of indent, "key": value, no line feed
// at the end, characters as UTF-8 with only the escapes that JSON demands,
// numbers as they were spelled. `.icsave` uses it too.
func CanonicalJSON(text []byte) ([]byte, error) {
	tree, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	return appendCanonical(nil, tree, 0), nil
}

// parseJSON reads one JSON value into maps, slices and json.Number.
func parseJSON(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the text is not UTF-8")
	}
	if err := checkDepth(text); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := decoder.Token(); err == nil {
		return nil, errors.New("more than one JSON value")
	}
	if rest := bytes.TrimLeft(text[decoder.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, errors.New("bytes after the JSON value")
	}
	return tree, nil
}

// checkDepth refuses deep nesting before the parser recurses into it.
func checkDepth(text []byte) error {
	depth, inString, escaped := 0, false, false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped = c == '\\'
			inString = c != '"'
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			if depth++; depth > maxMetadataDepth {
				return fmt.Errorf("nested deeper than %d", maxMetadataDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

func appendCanonical(dst []byte, value any, indent int) []byte {
	switch v := value.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case json.Number:
		return append(dst, v...)
	case string:
		return appendJSONString(dst, v)
	case []any:
		if len(v) == 0 {
			return append(dst, "[]"...)
		}
		dst = append(dst, '[')
		for i, item := range v {
			dst = appendLineStart(dst, i, indent+1)
			dst = appendCanonical(dst, item, indent+1)
		}
		return append(appendLineStart(dst, 0, indent), ']')
	case map[string]any:
		if len(v) == 0 {
			return append(dst, "{}"...)
		}
		dst = append(dst, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			dst = appendLineStart(dst, i, indent+1)
			dst = append(appendJSONString(dst, key), ": "...)
			dst = appendCanonical(dst, v[key], indent+1)
		}
		return append(appendLineStart(dst, 0, indent), '}')
	}
	panic(fmt.Sprintf("icrep: %T cannot come out of a JSON parser", value))
}

func appendLineStart(dst []byte, index, indent int) []byte {
	if index > 0 {
		dst = append(dst, ',')
	}
	dst = append(dst, '\n')
	for range indent {
		dst = append(dst, "  "...)
	}
	return dst
}

func appendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= 0x20:
			dst = append(dst, c)
		default:
			if short := strings.IndexByte("\b\t\n\f\r", c); short >= 0 {
				dst = append(dst, '\\', "btnfr"[short])
			} else {
				dst = fmt.Appendf(dst, "\\u%04x", c)
			}
		}
	}
	return append(dst, '"')
}

// MarshalWithExtra encodes a struct with json tags and adds the members that
// were read but are not known, so that a rewrite keeps them.
func MarshalWithExtra(known any, extra map[string]json.RawMessage) ([]byte, error) {
	text, err := json.Marshal(known)
	if err != nil || len(extra) == 0 {
		return text, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	for key, value := range extra {
		if _, taken := members[key]; !taken {
			members[key] = value
		}
	}
	return json.Marshal(members)
}

// UnmarshalWithExtra decodes an object into the struct that known points to and
// returns the members it does not know. names are the members that it does, all
// of its json tags, separated by spaces; they match exactly.
func UnmarshalWithExtra(text []byte, known any, names string) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	listed := strings.Fields(names)
	var extra map[string]json.RawMessage
	for key, value := range members {
		if slices.Contains(listed, key) {
			continue
		}
		if extra == nil {
			extra = map[string]json.RawMessage{}
		}
		extra[key] = value
		delete(members, key)
	}
	exact, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	return extra, json.Unmarshal(exact, known)
}
