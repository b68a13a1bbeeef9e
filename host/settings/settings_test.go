// SPDX-License-Identifier: GPL-3.0-or-later

package settings_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"convertd/host/settings"
)

const schema = `{
  "type": "object",
  "required": ["speed"],
  "properties": {
    "speed": {"type": "integer", "minimum": 1, "maximum": 60, "default": 10, "description": "ticks a second"},
    "names": {"type": "boolean"},
    "mods": {"type": "array", "maxItems": 2, "items": {"type": "string", "pattern": "^[a-z]+$"}},
    "era": {"enum": ["old", "new"]}
  }
}`

func TestSettingsThatFitGetDefaultsAndTypes(t *testing.T) {
	for _, test := range []struct {
		name   string
		values map[string]any
		want   string
	}{
		{"none", nil, `{"speed":10}`},
		{"typed", map[string]any{"speed": 60, "names": true, "mods": []any{"a", "b"}}, `{"mods":["a","b"],"names":true,"speed":60}`},
		{"from text", map[string]any{"speed": " 7 ", "names": "true", "era": "old"}, `{"era":"old","names":true,"speed":7}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			parsed, err := settings.Parse([]byte(schema))
			if err != nil {
				t.Fatal(err)
			}
			got, err := parsed.Apply(test.values)
			if err != nil || string(got) != test.want {
				t.Errorf("got %s and %v, want %s", got, err, test.want)
			}
		})
	}
}

func TestSettingsThatDoNotFitAreNamed(t *testing.T) {
	parsed, err := settings.Parse([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		values map[string]any
		word   string
	}{
		{map[string]any{"speed": 0}, "speed"},
		{map[string]any{"speed": 61}, "speed"},
		{map[string]any{"speed": "fast"}, "speed"},
		{map[string]any{"sped": 1}, "sped"},
		{map[string]any{"mods": []any{"a", "b", "c"}}, "mods"},
		{map[string]any{"mods": []any{"A"}}, "mods.0"},
		{map[string]any{"era": "middle"}, "era"},
	} {
		if _, err := parsed.Apply(test.values); !errors.Is(err, settings.ErrSettings) || !strings.Contains(err.Error(), test.word) {
			t.Errorf("%v gave %v, want an error that names %s", test.values, err, test.word)
		}
	}
}

func TestSchemasAreTakenUpToTheirLimits(t *testing.T) {
	nested := func(levels int) string {
		return strings.Repeat(`{"type":"object","properties":{"a":`, levels-1) + `{"type":"object"}` + strings.Repeat(`}}`, levels-1)
	}
	wide := func(properties int) string {
		list := make([]string, properties)
		for i := range list {
			list[i] = fmt.Sprintf(`"p%d":{}`, i)
		}
		return `{"type":"object","properties":{` + strings.Join(list, ",") + `}}`
	}
	long := func(size int) string { return `{"type":"object"` + strings.Repeat(" ", size-17) + `}` }
	for name, test := range map[string]struct {
		limit  int
		schema func(int) string
	}{"levels": {settings.MaxDepth, nested}, "properties": {settings.MaxProperties, wide}, "bytes": {settings.MaxSchemaBytes, long}} {
		if _, err := settings.Parse([]byte(test.schema(test.limit))); err != nil {
			t.Errorf("%s: the limit is refused: %v", name, err)
		}
		if _, err := settings.Parse([]byte(test.schema(test.limit + 1))); !errors.Is(err, settings.ErrSchema) {
			t.Errorf("%s: one beyond the limit gave %v", name, err)
		}
	}
}

func TestSchemaOfAStrangerIsBounded(t *testing.T) {
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 5) + `{}` + strings.Repeat(`}}`, 5)
	for name, text := range map[string]string{
		"not JSON": "{", "no object": `{"type": "string"}`, "a reference": `{"type":"object","$ref":"file:///etc/passwd"}`,
		"a reference inside": `{"type":"object","properties":{"a":{"$ref":"#"}}}`, "alternatives": `{"type":"object","anyOf":[]}`,
		"open": `{"type":"object","properties":{"a":{"type":"object","additionalProperties":true}}}`, "deep": deep,
		"large":       `{"type":"object","title":"` + strings.Repeat("x", settings.MaxSchemaBytes) + `"}`,
		"bad keyword": `{"type":"object","required":5}`, "bad pattern": `{"type":"object","properties":{"a":{"pattern":"("}}}`,
	} {
		if _, err := settings.Parse([]byte(text)); !errors.Is(err, settings.ErrSchema) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
