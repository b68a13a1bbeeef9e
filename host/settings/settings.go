// SPDX-License-Identifier: GPL-3.0-or-later

// Package settings checks what an operator configures for a decoder against the
// schema that the decoder declares.
//
// In: the schema, JSON from a decoder's process, and values from a
// configuration. Out: one JSON object that fits, with the schema's defaults
// filled in, or an error that names the key.
//
// A schema is a small part of JSON Schema 2020-12, named in [Parse]: what people
// configure is a flat object. Nothing in it refers to anything else, so that a
// stranger's schema costs bounded time.
//
// May import: github.com/santhosh-tekuri/jsonschema/v6.
package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Bounds on a schema.
const (
	MaxSchemaBytes = 64 << 10
	MaxProperties  = 64
	MaxDepth       = 4
)

// ErrSchema marks a schema that is not one this package takes: the decoder needs
// mending.
var ErrSchema = errors.New("settings schema")

// ErrSettings marks values that do not fit the schema: the configuration needs
// mending.
var ErrSettings = errors.New("settings")

// Schema is what a decoder takes.
type Schema struct {
	compiled   *jsonschema.Schema
	properties map[string]map[string]any
}

// Property is one setting, for people.
type Property struct {
	Name        string
	Type        string
	Description string
	Default     any // nil if it has none
}

// keywords are those a schema may use, with what their values hold: nothing that
// is a schema, a schema, or schemas by name.
var keywords = map[string]keyword{
	"$schema": plain, "title": plain, "description": plain, "type": plain, "default": plain, "enum": plain, "const": plain,
	"minimum": plain, "maximum": plain, "minLength": plain, "maxLength": plain, "pattern": plain,
	"minItems": plain, "maxItems": plain, "required": plain, "additionalProperties": onlyFalse,
	"items": schema, "properties": schemas,
}

type keyword int

const (
	plain keyword = iota
	onlyFalse
	schema
	schemas
)

// Parse reads a schema. Its top is an object. Allowed are the keywords type,
// properties, required, additionalProperties (false), items, enum, const,
// default, minimum, maximum, minLength, maxLength, pattern (RE2), minItems,
// maxItems, title and description.
func Parse(text []byte) (*Schema, error) {
	if len(text) > MaxSchemaBytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are taken", ErrSchema, len(text), MaxSchemaBytes)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%w: it is not JSON", ErrSchema)
	}
	top, ok := document.(map[string]any)
	if !ok || top["type"] != "object" {
		return nil, fmt.Errorf(`%w: its top must have "type": "object"`, ErrSchema)
	}
	top["additionalProperties"] = false // a slip in a key is never ignored
	if err := checkKeywords(top, "", MaxDepth); err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(jsonschema.SchemeURLLoader{}) // loads nothing
	const name = "settings.json"
	if err := compiler.AddResource(name, document); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	compiled, err := compiler.Compile(name)
	if err != nil {
		return nil, fmt.Errorf("%w: it does not compile", ErrSchema)
	}
	properties := map[string]map[string]any{}
	if named, ok := top["properties"].(map[string]any); ok {
		for key, value := range named {
			properties[key], _ = value.(map[string]any)
		}
	}
	return &Schema{compiled: compiled, properties: properties}, nil
}

func checkKeywords(node map[string]any, where string, depth int) error {
	if depth == 0 {
		return fmt.Errorf("%w: %s lies deeper than %d levels", ErrSchema, where, MaxDepth)
	}
	for _, key := range slices.Sorted(maps.Keys(node)) {
		kind, known := keywords[key]
		if !known {
			return fmt.Errorf("%w: keyword %s is not taken", ErrSchema, strconv.Quote(key))
		}
		switch kind {
		case plain:
		case onlyFalse:
			if node[key] != false {
				return fmt.Errorf("%w: %s can only be false", ErrSchema, key)
			}
		case schema:
			inner, ok := node[key].(map[string]any)
			if !ok {
				return fmt.Errorf("%w: %s%s is no object", ErrSchema, where, key)
			}
			if err := checkKeywords(inner, where+key+"/", depth-1); err != nil {
				return err
			}
		case schemas:
			named, ok := node[key].(map[string]any)
			if !ok || len(named) > MaxProperties {
				return fmt.Errorf("%w: %s%s is no object of at most %d", ErrSchema, where, key, MaxProperties)
			}
			for _, name := range slices.Sorted(maps.Keys(named)) {
				inner, ok := named[name].(map[string]any)
				if !ok {
					return fmt.Errorf("%w: property %s is no object", ErrSchema, strconv.Quote(name))
				}
				if err := checkKeywords(inner, where+name+"/", depth-1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Properties lists the settings by name.
func (s *Schema) Properties() []Property {
	var list []Property
	for _, name := range slices.Sorted(maps.Keys(s.properties)) {
		node := s.properties[name]
		one := Property{Name: name, Default: node["default"]}
		one.Type, _ = node["type"].(string)
		one.Description, _ = node["description"].(string)
		list = append(list, one)
	}
	return list
}

// Apply checks values and returns the object that the decoder gets. A text where
// the schema wants a number or a truth value is read as one: environment
// variables and flags have nothing but text.
func (s *Schema) Apply(values map[string]any) ([]byte, error) {
	full := make(map[string]any, len(s.properties))
	for name, node := range s.properties {
		if otherwise, ok := node["default"]; ok {
			full[name] = otherwise
		}
	}
	for name, value := range values {
		kind, _ := s.properties[name]["type"].(string)
		full[name] = fromText(kind, value)
	}
	object, err := json.Marshal(full) // in the order of keys: the same every time
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(object))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	var invalid *jsonschema.ValidationError
	switch err := s.compiled.Validate(instance); {
	case errors.As(err, &invalid):
		return nil, fmt.Errorf("%w: %s", ErrSettings, explain(invalid))
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	return object, nil
}

func fromText(kind string, value any) any {
	text, ok := value.(string)
	if !ok {
		return value
	}
	switch kind {
	case "integer", "number":
		if number := json.Number(strings.TrimSpace(text)); isNumber(number) {
			return number
		}
	case "boolean":
		if truth, err := strconv.ParseBool(strings.TrimSpace(text)); err == nil {
			return truth
		}
	}
	return value
}

func isNumber(number json.Number) bool {
	_, err := number.Float64()
	return err == nil && json.Valid([]byte(number))
}

// explain names each value that does not fit, and why.
func explain(invalid *jsonschema.ValidationError) string {
	var reasons []string
	for _, unit := range invalid.BasicOutput().Errors {
		if unit.Error == nil {
			continue
		}
		where := strings.ReplaceAll(strings.TrimPrefix(unit.InstanceLocation, "/"), "/", ".")
		if where != "" {
			where += ": "
		}
		reasons = append(reasons, where+unit.Error.String())
	}
	slices.Sort(reasons)
	return strings.Join(slices.Compact(reasons), "; ")
}
