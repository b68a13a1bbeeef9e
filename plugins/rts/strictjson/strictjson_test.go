// SPDX-License-Identifier: GPL-3.0-or-later

package strictjson_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/plugins/rts/strictjson"
)

// sample has a field of each bound kind.
type sample struct {
	Text   string   `json:"text"`
	Small  uint8    `json:"small"`
	Whole  uint32   `json:"whole"`
	Wide   uint64   `json:"wide"`
	Single float32  `json:"single"`
	Double float64  `json:"double"`
	Truth  bool     `json:"truth"`
	List   []uint32 `json:"list"`
	Maybe  *string  `json:"maybe"`
	Left   bool     `json:"left,omitempty"`
}

func bind(text string) (sample, error) {
	var read sample
	reader := strictjson.NewReader([]byte(text))
	reader.Bind(&read)
	reader.End()
	return read, reader.Err()
}

const valid = `{"text":"a","small":1,"whole":2,"wide":3,"single":4,"double":5,"truth":true,"list":[6],"maybe":null}`

func TestErrorsNameWhatAndWhere(t *testing.T) {
	swap := func(from, to string) string {
		if !strings.Contains(valid, from) {
			t.Fatalf("no %s in the valid text", from)
		}
		return strings.Replace(valid, from, to, 1)
	}
	tests := []struct{ name, text, want string }{
		{"nothing", "", "EOF while parsing a value at line 1 column 0"},
		{"white space only", " \n\t", "EOF while parsing a value at line 2 column 1"},
		{"another type", `"x"`, "invalid type: string \"x\", expected struct sample at line 1 column 3"},
		{"a list", "[]", "invalid type: sequence, expected struct sample at line 1 column 0"},
		{"no value", "?", "expected value at line 1 column 1"},
		{"open object", `{`, "EOF while parsing an object at line 1 column 1"},
		{"cut within a pair", `{"\ud83d\`, "EOF while parsing a string at line 1 column 9"},
		{"open key", `{"te`, "EOF while parsing a string at line 1 column 4"},
		{"key that is no string", `{1:2}`, "key must be a string at line 1 column 2"},
		{"no colon", `{"x" 1}`, "expected `:` at line 1 column 6"},
		{"no comma", `{"x":1 "y"}`, "expected `,` or `}` at line 1 column 8"},
		{"comma at the end", `{"x":1,}`, "trailing comma at line 1 column 8"},
		{"trailing characters", valid + "x", "trailing characters at line 1 column 101"},
		{"missing field", swap(`"small":1,`, ``), "missing field `small` at line 1 column 90"},
		{"repeated field", swap(`"wide":3`, `"small":3`), "duplicate field `small` at line 1 column 39"},
		{"fraction", swap(`"whole":2`, `"whole":2.0`), "invalid type: floating point `2.0`, expected u32 at line 1 column 33"},
		{"below the range", swap(`"small":1`, `"small":-1`), "invalid value: integer `-1`, expected u8 at line 1 column 22"},
		{"above the range", swap(`"small":1`, `"small":256`), "invalid value: integer `256`, expected u8 at line 1 column 23"},
		{"above 64 bits", swap(`"wide":3`, `"wide":18446744073709551616`), "invalid type: floating point `18446744073709552000.0`, expected u64 at line 1 column 59"},
		{"out of range of everything", swap(`"double":5`, `"double":1e400`), "number out of range at line 1 column 66"},
		{"leading zero", swap(`"small":1`, `"small":01`), "invalid number at line 1 column 22"},
		{"minus alone", swap(`"small":1`, `"small":-`), "invalid number at line 1 column 22"},
		{"null where none may be", swap(`"truth":true`, `"truth":null`), "invalid type: null, expected a boolean at line 1 column 75"},
		{"misspelt word", swap(`true`, `trie`), "expected ident at line 1 column 74"},
		{"control character", "{\"a\x01\"", `control character (\u0000-\u001F) found while parsing a string at line 1 column 4`},
		{"lone surrogate", `{"\udc00"`, "lone leading surrogate in hex escape at line 1 column 8"},
		{"half a pair", `{"\ud800x"`, "unexpected end of hex escape at line 1 column 9"},
		{"unknown escape", `{"\q"`, "invalid escape at line 1 column 4"},
		{"not UTF-8", "{\"\xff\":1}", "invalid unicode code point at line 1 column 4"},
		{"list left open", swap(`[6]`, `[6 7]`), "expected `,` or `]` at line 1 column 87"},
		{"too deep", `{"list":` + strings.Repeat("[", 200), "invalid type: sequence, expected u32 at line 1 column 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := bind(test.text)
			if err == nil || err.Error() != test.want {
				t.Fatalf("got  %v\nwant %s", err, test.want)
			}
			var syntax *strictjson.Error
			if !errors.As(err, &syntax) || syntax.Truncated != strings.HasPrefix(test.want, "EOF") {
				t.Fatalf("%+v", syntax)
			}
		})
	}
}

func TestValuesAreReadExactly(t *testing.T) {
	text := `{"text":"\u00e9\ud83d\ude00\n\"","small":255,"whole":4294967295,"wide":18446744073709551615,"single":1e300,
		"double":-0,"truth":false,"list":[],"maybe":"m","left":true,"unknown":[{"a":[1,2,{}]},"x",null,true,-1.5e-3]}`
	got, err := bind(text)
	if err != nil {
		t.Fatal(err)
	}
	m := "m"
	want := sample{
		Text: "é😀\n\"", Small: 255, Whole: math.MaxUint32, Wide: math.MaxUint64, Single: float32(math.Inf(1)),
		Double: math.Copysign(0, -1), List: []uint32{}, Maybe: &m, Left: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
	if !math.Signbit(got.Double) {
		t.Fatal("the sign of -0 is lost")
	}
}

func TestSkippedValuesMayBeDeepAndReadOnesMayNot(t *testing.T) {
	const deep = 100_000
	nested := strings.Repeat("[", deep) + strings.Repeat("]", deep)
	reader := strictjson.NewReader([]byte(nested))
	reader.Skip()
	reader.End()
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	for _, levels := range []int{strictjson.MaxDepth, strictjson.MaxDepth + 1} {
		reader := strictjson.NewReader([]byte(strings.Repeat("[", levels) + strings.Repeat("]", levels)))
		var descend func()
		descend = func() { reader.List(descend) }
		descend()
		if tooDeep := levels > strictjson.MaxDepth; tooDeep != reader.Failed() {
			t.Fatalf("%d levels: %v", levels, reader.Err())
		}
	}
}

func TestWhatOthersWriteIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := sample{
			Text:   rapid.String().Draw(t, "text"),
			Small:  rapid.Uint8().Draw(t, "small"),
			Whole:  rapid.Uint32().Draw(t, "whole"),
			Wide:   rapid.Uint64().Draw(t, "wide"),
			Single: rapid.Float32().Draw(t, "single"),
			Double: rapid.Float64().Draw(t, "double"),
			Truth:  rapid.Bool().Draw(t, "truth"),
			List:   rapid.SliceOfN(rapid.Uint32(), 0, 5).Draw(t, "list"),
		}
		if want.List == nil {
			want.List = []uint32{}
		}
		text, err := json.MarshalIndent(want, "", rapid.SampledFrom([]string{"", "\t"}).Draw(t, "indent"))
		if err != nil {
			t.Skip("not a JSON number")
		}
		got, err := bind(string(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzSkipAgreesWithTheStandardLibrary(f *testing.F) {
	for _, seed := range []string{valid, "", "[1,2.5e3,-0]", `"\ud83d\ude00"`, `{"a":{"b":[null,true]}}`, "01", "[1,]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		reader := strictjson.NewReader(text)
		reader.Skip()
		reader.End()
		err := reader.Err()
		// The standard library replaces what is no Unicode, has its own bound on
		// nesting, and takes numbers of any size while it does not convert them.
		strict := err != nil && (strings.Contains(err.Error(), "unicode") || strings.Contains(err.Error(), "escape") ||
			strings.Contains(err.Error(), "surrogate") || strings.Contains(err.Error(), "range"))
		if json.Valid(text) != (err == nil) && !strict {
			t.Fatalf("%q: valid is %t, got %v", text, json.Valid(text), err)
		}
	})
}

func FuzzBind(f *testing.F) {
	f.Add(valid)
	f.Fuzz(func(t *testing.T, text string) {
		_, err := bind(text)
		var syntax *strictjson.Error
		if errors.As(err, &syntax) && (syntax.Line < 1 || syntax.Offset > len(text)) {
			t.Fatalf("%q: %+v", text, syntax)
		}
	})
}
