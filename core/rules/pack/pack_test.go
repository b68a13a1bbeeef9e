// SPDX-License-Identifier: GPL-3.0-or-later

package pack_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"convertd/core/ir"
	"convertd/core/rules/pack"
)

const docs = "../../../docs"

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	compiled, err := jsonschema.NewCompiler().Compile(filepath.Join(docs, "schemas/rule-pack.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func example(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(docs, "examples/rule-pack.json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// small is a pack with one member changed: in the head, or in its only type.
func small(head, one string) []byte {
	text := `{"format": "convertd-rules", "format_version": 1, "name": "a-1", "game": "a", "source": "made up", "complete": true,
		"pay_at_once": false, "on_site": false, "factions": [{"name": "f", "start": ["one"]}], "types": [{"name": "one", "class": "unit"}]}`
	if head != "" {
		text = strings.Replace(text, `"complete"`, head+`, "complete"`, 1)
	}
	if one != "" {
		text = strings.Replace(text, `"class": "unit"`, one, 1)
	}
	return []byte(text)
}

func TestTheExampleIsAPack(t *testing.T) {
	p, err := pack.Read(example(t))
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "toy-1.0" || len(p.Types) != 6 || p.Type("owl").Class != pack.Aircraft || p.Type("nothing") != nil {
		t.Errorf("%+v", p)
	}
}

// The packs of the decoders under examples are packs. What is remarked on may be meant: a
// tavern is nobody's.
func TestThePacksOfTheExamplesAreRead(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(docs, "..", "examples", "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	deeper, err := filepath.Glob(filepath.Join(docs, "..", "examples", "*", "rules", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(append(files, deeper...), filepath.Join(docs, "examples", "rule-pack.json")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte(`"`+pack.Format+`"`)) {
			continue
		}
		p, err := pack.Read(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, remark := range p.Remarks() {
			t.Logf("%s: %s", filepath.Base(file), remark)
		}
	}
}

func TestRemarksFindSlips(t *testing.T) {
	text := small("", `"class": "structure", "produces": ["cars"], "needs": ["two|three"]}, {"name": "up", "class": "upgrade"}, {"name": "four", "class": "unit", "queue": "boats", "needs": ["one"]`)
	p, err := pack.Read(bytes.Replace(text, []byte(`"start": ["one"]`), []byte(`"start": []`), 1))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"four is made in boats, which no type produces: it is taken to come from what belongs to nobody", "one needs two|three, which nothing satisfies", "the upgrade up has no queue: nobody can make it",
		"one makes cars, in which nothing is made", "f begins with nothing",
	}
	if got := p.Remarks(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What the loader takes the schema takes, and what the schema refuses the loader
// refuses. The loader looks at more: that names exist, and are there once.
func TestLoaderAndSchemaAgree(t *testing.T) {
	compiled := schema(t)
	long := func(n int) string { return `"` + strings.Repeat("x", n) + `"` }
	for name, test := range map[string]struct {
		head, one     string
		loads, schema bool
	}{
		"as it is":                   {"", "", true, true},
		"an unknown member":          {`"colour": 1`, "", false, false},
		"a member in capitals":       {`"Credits": 1`, "", false, false},
		"null":                       {`"credits": null`, "", false, false},
		"a number with a point":      {`"credits": 1.5`, "", false, false},
		"a text for a number":        {`"credits": "1"`, "", false, false},
		"credits, the limit":         {`"credits": 1000000000`, "", true, true},
		"credits, beyond":            {`"credits": 1000000001`, "", false, false},
		"a note, the longest":        {`"notes": [` + long(4096) + `]`, "", true, true},
		"a note, longer":             {`"notes": [` + long(4097) + `]`, "", false, false},
		"an unknown scheme of ids":   {`"ids": "by_magic"`, "", false, false},
		"ids in any order":           {`"ids": "any_order"`, "", true, true},
		"in any order and in order":  {`"ids": "any_order", "starts_in_order": true`, "", false, false},
		"versions":                   {`"versions": ["1.0", "2.*"]`, "", true, true},
		"a version twice":            {`"versions": ["1.0", "1.0"]`, "", false, false},
		"percent, beyond":            {`"refund_percent": 1001`, "", false, false},
		"an unknown class":           {"", `"class": "hero"`, false, false},
		"no class":                   {"", `"cost": 1`, false, false},
		"cost, the limit":            {"", `"class": "unit", "cost": 1099511627776`, true, true},
		"cost, beyond":               {"", `"class": "unit", "cost": 1099511627777`, false, false},
		"cost, negative":             {"", `"class": "unit", "cost": -1`, false, false},
		"further costs":              {"", `"class": "unit", "costs": {"Wood": 5}`, true, true},
		"build_ms, beyond":           {"", `"class": "unit", "build_ms": 86400001`, false, false},
		"speed, the limit":           {"", `"class": "unit", "speed": 1000000`, true, true},
		"speed, beyond":              {"", `"class": "unit", "speed": 1000001`, false, false},
		"id, the limit":              {"", `"class": "unit", "id": 4294967295`, true, true},
		"id, beyond":                 {"", `"class": "unit", "id": 4294967296`, false, false},
		"names":                      {"", `"class": "unit", "names": {"en": "One", "pt-BR": "Um"}`, true, true},
		"no language":                {"", `"class": "unit", "names": {"English": "One"}`, false, false},
		"a name that is empty":       {"", `"class": "unit", "names": {"en": ""}`, false, false},
		"a footprint":                {"", `"class": "structure", "footprint": [64, 1]`, true, true},
		"a footprint, beyond":        {"", `"class": "structure", "footprint": [65, 1]`, false, false},
		"half a footprint":           {"", `"class": "structure", "footprint": [2]`, false, false},
		"a unit with a footprint":    {"", `"class": "unit", "footprint": [2, 2]`, false, false},
		"what it does":               {"", `"class": "unit", "does": ["harvest", "guard"]`, true, true},
		"what nobody does":           {"", `"class": "unit", "does": ["dance"]`, false, false},
		"what is judged anyway":      {"", `"class": "unit", "does": ["move"]`, false, false},
		"a unit with levels":         {"", `"class": "unit", "levels": 2`, false, false},
		"too many brought":           {"", `"class": "unit", "brings": ["one","one","one","one","one","one","one","one","one"]`, false, false},
		"an unknown one brought":     {"", `"class": "unit", "brings": ["two"]`, false, true},
		"turns into nothing known":   {"", `"class": "unit", "deploys": "two"`, false, true},
		"a bar in a name":            {"", `"class": "unit"}, {"name": "a|b", "class": "unit"`, false, false},
		"a name twice":               {"", `"class": "unit"}, {"name": "one", "class": "unit"`, false, true},
		"an id twice":                {"", `"class": "unit", "id": 7}, {"name": "two", "id": 7, "class": "unit"`, false, true},
		"an upgrade":                 {"", `"class": "unit"}, {"name": "up", "class": "upgrade", "levels": 3, "queue": "q"`, true, true},
		"an upgrade with health":     {"", `"class": "unit"}, {"name": "up", "class": "upgrade", "health": 3`, false, false},
		"an upgrade that turns":      {"", `"class": "unit"}, {"name": "up", "class": "upgrade", "deploys": "one"`, false, false},
		"an upgrade brought":         {"", `"class": "unit", "brings": ["up"]}, {"name": "up", "class": "upgrade"`, false, true},
		"a control character":        {"", `"class": "unit", "side": "a\u0007"`, false, true},
		"a name that begins nowhere": {"", `"class": "unit", "queue": "Q", "produces": ["Q"]`, true, true},
	} {
		text := small(test.head, test.one)
		_, err := pack.Read(text)
		if (err == nil) != test.loads {
			t.Errorf("%s: the loader says %v", name, err)
		}
		value, bad := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if bad != nil {
			t.Errorf("%s: %v", name, bad)
			continue
		}
		if invalid := compiled.Validate(value); (invalid == nil) != test.schema {
			t.Errorf("%s: the schema says %v", name, invalid)
		}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(example(t)))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Error(err)
	}
}

// The fields of the schema are those of the types, so that neither has more.
func TestSchemaHasEveryField(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(docs, "schemas/rule-pack.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Defs       struct {
			Type struct {
				Properties map[string]struct {
					Items struct {
						Enum []string `json:"enum"`
					} `json:"items"`
				} `json:"properties"`
			} `json:"type"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	reference, err := os.ReadFile(filepath.Join(docs, "rule-packs.md"))
	if err != nil {
		t.Fatal(err)
	}
	for member := range file.Properties {
		if _, err := pack.Read(fmt.Appendf(nil, `{%q: []}`, member)); err == nil || strings.Contains(err.Error(), "unknown field") {
			t.Errorf("%s: %v", member, err)
		}
		if !bytes.Contains(reference, []byte("| `"+member+"`")) {
			t.Errorf("docs/rule-packs.md does not list %s", member)
		}
	}
	for member := range file.Defs.Type.Properties {
		if _, err := pack.Read(small("", fmt.Sprintf(`"class": "unit", %q: {"a": []}`, member))); err == nil || strings.Contains(err.Error(), "unknown field") {
			t.Errorf("type %s: %v", member, err)
		}
		if !bytes.Contains(reference, []byte("| `"+member+"`")) {
			t.Errorf("docs/rule-packs.md does not list %s of types", member)
		}
	}
	if got := file.Defs.Type.Properties["does"].Items.Enum; !slices.Equal(got, pack.Doable) {
		t.Errorf("does: %v", got)
	}
}

func TestTheWalkKnowsTheFieldsOfAPack(t *testing.T) {
	for _, object := range []reflect.Type{reflect.TypeFor[pack.Pack](), reflect.TypeFor[pack.Type](), reflect.TypeFor[pack.Faction]()} {
		want := make(map[string]bool)
		for _, field := range reflect.VisibleFields(object) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				want[name] = true
			}
		}
		if got := pack.Fields[object.Name()]; !maps.Equal(got, want) {
			t.Errorf("of %s it knows %v", object.Name(), got)
		}
	}
}

func TestDoableKindsAreKindsOfOrders(t *testing.T) {
	kinds := make(map[string]bool)
	for kind := range ir.Kind(100) {
		kinds[kind.String()] = true
	}
	for _, kind := range pack.Doable {
		if !kinds[kind] {
			t.Errorf("%s is no kind of order", kind)
		}
	}
}

func TestErrorsNameThePlaceAndItsByte(t *testing.T) {
	for name, test := range map[string]struct {
		text []byte
		path string
		at   string // what stands at the byte
	}{
		"a figure":       {small("", `"class": "unit"}, {"name": "b", "class": "unit", "cost": -1`), "types[1].cost", `{"name": "b"`},
		"a member twice": {small(`"credits": 1, "credits": 2`, ""), "credits", ""},
		"an end":         {small("", "")[:100], "", ""},
		"UTF-8":          {small("\"data\": \"\xff\"", ""), "", "\xff"},
		"two values":     {append(small("", ""), '1'), "", ""},
		"no field":       {small("", `"class": "unit", "colour": 1`), "types[0]", `"colour"`},
		"capitals":       {small(`"Credits": 1`, ""), "", `"Credits"`},
		"no field there": {bytes.Replace(small("", ""), []byte(`"start"`), []byte(`"cost"`), 1), "factions[0]", `"cost"`},
		"another format": {bytes.Replace(small("", ""), []byte("convertd-rules"), []byte("rules"), 1), "format", `"rules"`},
		"a later format": {bytes.Replace(small("", ""), []byte(`version": 1`), []byte(`version": 2`), 1), "format_version", `2`},
		"no object":      {[]byte(`[1]`), "", ""},
		"a bare text":    {[]byte(`"x"`), "", ""},
		"nothing":        {nil, "", ""},
	} {
		_, err := pack.Read(test.text)
		var bad *pack.Error
		if !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if test.path != "" && bad.Path != test.path {
			t.Errorf("%s: at %q: %v", name, bad.Path, err)
		}
		if bad.Offset < 0 || bad.Offset > int64(len(test.text)) || test.at != "" && !strings.HasPrefix(string(test.text[bad.Offset:]), test.at) {
			t.Errorf("%s: byte %d of %d", name, bad.Offset, len(test.text))
		}
	}
}

// Hostile packs cost no more than their bytes allow: they are refused where they pass a
// limit, before anything is made of them.
func TestHostilePacksAreRefusedEarly(t *testing.T) {
	for name, test := range map[string]struct{ text, word string }{
		"deep":        {strings.Repeat(`{"types":[`, 1000), "unknown field"},
		"deep lists":  {`{"types":` + strings.Repeat("[", 1000), "more than 8 deep"},
		"many":        {`{"types":[` + strings.Repeat("{},", 2_000_000) + `{}]}`, "more than 16384 items"},
		"many names":  {`{` + strings.Repeat(`"game":1,`, 10), "is there twice"},
		"too long":    {`{"name": "` + strings.Repeat("x", pack.MaxBytes) + `"}`, "the limit is 8388608"},
		"many fields": {manyFields(), "more than 512 members"},
	} {
		if _, err := pack.Read([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.word) {
			t.Errorf("%s: %v, want one about %q", name, err, test.word)
		}
	}
}

func TestListsAreTakenUpToTheirLimits(t *testing.T) {
	// items joins n items, each made of its number.
	items := func(n int, item string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(item, i)
		}
		return strings.Join(list, ",")
	}
	languages := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`"%c%c": "x"`, 'a'+i/26, 'a'+i%26)
		}
		return strings.Join(list, ",")
	}
	starts := func(n int) []byte {
		return bytes.Replace(small("", ""), []byte(`"start": ["one"]`), []byte(`"start": [`+strings.Repeat(`"one",`, n-1)+`"one"]`), 1)
	}
	for name, test := range map[string]struct {
		limit int
		pack  func(n int) []byte
	}{
		"bytes": {pack.MaxBytes, func(n int) []byte {
			text := small("", "")
			return append(text, bytes.Repeat([]byte(" "), n-len(text))...)
		}},
		"versions":  {pack.MaxList, func(n int) []byte { return small(`"versions": [`+items(n, `"%d"`)+`]`, "") }},
		"notes":     {pack.MaxList, func(n int) []byte { return small(`"notes": [`+items(n, `"%d"`)+`]`, "") }},
		"languages": {pack.MaxLanguages, func(n int) []byte { return small("", `"class": "unit", "names": {`+languages(n)+`}`) }},
		"brought": {pack.MaxBrings, func(n int) []byte {
			return small("", `"class": "unit", "brings": [`+strings.Repeat(`"one",`, n-1)+`"one"]`)
		}},
		"a start": {pack.MaxStart, starts},
		"types": {pack.MaxTypes, func(n int) []byte {
			return small("", `"class": "unit"}, `+items(n-2, `{"name": "n%d", "class": "unit"}`)+`, {"name": "last", "class": "unit"`)
		}},
		"factions": {pack.MaxFactions, func(n int) []byte {
			return bytes.Replace(small("", ""), []byte(`"factions": [`), []byte(`"factions": [`+items(n-1, `{"name": "f%d", "start": []}`)+`, `), 1)
		}},
	} {
		if _, err := pack.Read(test.pack(test.limit)); err != nil {
			t.Errorf("%s: the limit is refused: %v", name, err)
		}
		if _, err := pack.Read(test.pack(test.limit + 1)); err == nil {
			t.Errorf("%s: one beyond the limit is taken", name)
		}
	}
}

func manyFields() string {
	var b strings.Builder
	b.WriteString(`{"types":[{"names":{`)
	for i := range 100_000 {
		fmt.Fprintf(&b, `"n%d":"x",`, i)
	}
	return b.String()
}

func FuzzRead(f *testing.F) {
	f.Add(small("", ""))
	if text, err := os.ReadFile(filepath.Join(docs, "examples/rule-pack.json")); err == nil {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := pack.Read(text)
		var bad *pack.Error
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("an error without a place: %v", err)
		}
		if err == nil {
			again, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := pack.Read(again); err != nil {
				t.Fatalf("written again it is refused: %v", err)
			}
		}
	})
}

func TestNamesFallBackToEnglish(t *testing.T) {
	names := map[string]string{"en": "Owl", "de": "Eule", "pt": "Coruja"}
	for language, want := range map[string]string{"de": "Eule", "de-AT": "Eule", "pt-BR": "Coruja", "fr": "Owl", "": "Owl"} {
		if got := pack.NameIn(names, language); got != want {
			t.Errorf("%s: %q", language, got)
		}
	}
	if got := pack.NameIn(map[string]string{"pl": "Sowa", "it": "Gufo"}, "fr"); got != "Gufo" {
		t.Errorf("without English: %q", got)
	}
	if got := pack.NameIn(nil, "en"); got != "" {
		t.Errorf("without names: %q", got)
	}
}

func read(t *testing.T, name, game string, more string) *pack.Pack {
	t.Helper()
	text := bytes.Replace(small(more, ""), []byte(`"name": "a-1", "game": "a"`), fmt.Appendf(nil, `"name": %q, "game": %q`, name, game), 1)
	p, err := pack.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheBestFittingPackIsChosen(t *testing.T) {
	set, err := pack.NewSet(
		read(t, "a-1", "a", `"versions": ["1.0"]`), read(t, "a-2", "a", `"versions": ["2.*"]`), read(t, "a-any", "a", `"data": "plain"`), read(t, "b", "b", ""),
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		game pack.Game
		want string
		fit  pack.Fit
	}{
		"the very version":   {pack.Game{Name: "a", Version: "1.0"}, "a-1", pack.FitsExactly},
		"one that begins so": {pack.Game{Name: "a", Version: "2.7"}, "a-2", pack.FitsPattern},
		"any version":        {pack.Game{Name: "a", Version: "3"}, "a-any", pack.FitsAny},
		"other data":         {pack.Game{Name: "a", Version: "3", Data: "modified"}, "a-any", pack.FitsOther},
		"another game":       {pack.Game{Name: "c"}, "", pack.FitsNot},
	} {
		p, fit := set.For(test.game)
		if got := ""; p != nil {
			got = p.Name
			if got != test.want || fit != test.fit {
				t.Errorf("%s: %s, %d", name, got, fit)
			}
		} else if test.want != "" {
			t.Errorf("%s: none", name)
		}
	}
	if p, _ := (*pack.Set)(nil).For(pack.Game{Name: "a"}); p != nil {
		t.Error("an empty set has a pack")
	}
	if _, err := pack.NewSet(read(t, "a", "a", ""), read(t, "a", "b", "")); err == nil {
		t.Error("two packs of one name are taken")
	}
}
