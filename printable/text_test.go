// SPDX-License-Identifier: GPL-3.0-or-later

package printable_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"convertd/printable"
)

// anyText draws text of every kind: harmless, hostile, and no text at all.
func anyText() *rapid.Generator[string] {
	hostile := rapid.SampledFrom([]string{
		"\x1b[2J", "\x1b]0;title\a", "\x1bP", "\r", "\n", "\t", "\b", "\x00", "\x7f", "\u0085", "\u009b31m", "\u009d", "\u202e", "\u2066",
		"\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u2028", "\u2029", "\u3164", "\u115f", "\U000e0041", "\ue000", "\u0378", "\xff", "\xc3", "\xed\xa0\x80",
		"\u0301", "\ufe0f", "\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "a", "Zoë", "日本", "❤\ufe0f", `\`, `\x1b`,
	})
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOf(rapid.OneOf(hostile, rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))).Draw(t, "parts")
		return strings.Join(parts, "")
	})
}

// acts reports whether a character does anything but show.
func acts(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}

func TestNoCharacterThatActsIsLeftInText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := anyText().Draw(t, "text")
		for name, got := range map[string]string{
			"Text": printable.Text(text), "Sprintf %s": printable.Sprintf("%s", text), "Sprintf %v": printable.Sprintf("%v", errors.New(text)),
			"Sprintf %-5v": printable.Sprintf("%-5v", []string{text}), "Clip": printable.Clip(text, 7),
		} {
			if !utf8.ValidString(got) {
				t.Fatalf("%s: %q is not UTF-8", name, got)
			}
			for _, r := range got {
				if acts(r) {
					t.Fatalf("%s: %q holds %U", name, got, r)
				}
			}
		}
	})
}

func TestTextOfTextChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := printable.Text(anyText().Draw(t, "text"))
		if twice := printable.Text(once); twice != once {
			t.Fatalf("%q became %q", once, twice)
		}
	})
}

func TestWhatShowsStaysAsItIs(t *testing.T) {
	for _, text := range []string{
		"", " ", "Commander", "Jürgen_42", "Владимир", "红色警戒", "レッドアラート", "한국어", "محمد", "שלום", "नमस्ते", "ไทย", "ﾟ･✿ヾ",
		"❤\ufe0f", "1\ufe0f\u20e3", "👍🏽", "é", "e\u0301", `C:\maps`, "100 %", "\u00a0", "\u3000", "\ufffd",
	} {
		if got := printable.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		shown := rapid.RuneFrom(nil, unicode.Latin, unicode.Cyrillic, unicode.Han, unicode.Nd)
		text := rapid.StringOf(shown.Filter(func(r rune) bool { return !unicode.IsMark(r) })).Draw(t, "text")
		if got := printable.Text(text); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func TestWhatActsIsWrittenAsAnEscape(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31mb":            `a\x1b[31mb`,
		"one\ntwo\ttab\r":       `one\ntwo\ttab\r`,
		"\a\b\x00\x7f":          `\a\b\x00\x7f`,
		"c1\u009b1m\u0085":      `c1\u009b1m\u0085`,
		"abc\u202egpj.exe":      `abc\u202egpj.exe`,
		"no\u200bbreak\ufeff":   `no\u200bbreak\ufeff`,
		"\u2028\u2029":          `\u2028\u2029`,
		"tag\U000e0041":         `tag\U000e0041`,
		"filler\u3164":          `filler\u3164`,
		"\xff\xfe\xc3":          `\xff\xfe\xc3`,
		"\u0301alone":           `\u0301alone`,
		"\ufe0fselector":        `\ufe0fselector`,
		"private\ue001":         `private\ue001`,
		"half \xed\xa0\x80 one": `half \xed\xa0\x80 one`,
	} {
		if got := printable.Text(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	flood := "e" + strings.Repeat("\u0301", printable.MaxMarks+2)
	if want := "e" + strings.Repeat("\u0301", printable.MaxMarks) + `\u0301\u0301`; printable.Text(flood) != want {
		t.Errorf("%d accents: got %q", printable.MaxMarks+2, printable.Text(flood))
	}
}

func TestTheFormatIsTheProgramsOwn(t *testing.T) {
	got := printable.Sprintf("%s\t%d\n%q %-6s| %*d %v %t", "a\tb\x1b", 7, "c\n", "x", 3, 5, []string{"y\r"}, true)
	if want := "a\\tb\\x1b\t7\n\"c\\n\" x     |   5 [y\\r] true"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestClipKeepsWholeLettersAndSaysThatItCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		cells int
		want  string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"红色警戒", 5, "红色…"},
		{"红色警戒", 8, "红色警戒"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"a\x1bb", 4, `a\x…`},
	} {
		got := printable.Clip(c.text, c.cells)
		if got != c.want || printable.Width(got) > c.cells {
			t.Errorf("%q in %d cells: %q, %d cells wide", c.text, c.cells, got, printable.Width(got))
		}
	}
}

func TestTheNetLetsNothingThroughHoweverItIsCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := anyText().Draw(t, "text")
		whole := through(t, text, len(text))
		for _, r := range whole {
			if acts(r) && r != '\n' && r != '\t' {
				t.Fatalf("%q holds %U", whole, r)
			}
		}
		if cut := through(t, text, rapid.IntRange(1, 5).Draw(t, "cut")); cut != whole {
			t.Fatalf("cut: %q, whole: %q", cut, whole)
		}
	})
}

func through(t *rapid.T, text string, size int) string {
	var out bytes.Buffer
	writer := printable.NewWriter(&out)
	for rest := []byte(text); len(rest) > 0; {
		n, err := writer.Write(rest[:min(size, len(rest))])
		if err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	if err := writer.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestJSONKeepsItsValueAndShowsEveryCharacter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(anyText().Draw(t, "text"), "?")
		encoded, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		shown := printable.JSON(encoded)
		for _, r := range string(shown) {
			if acts(r) {
				t.Fatalf("%s holds %U", shown, r)
			}
		}
		var back string
		if err := json.Unmarshal(shown, &back); err != nil || back != text {
			t.Fatalf("%q became %q (%v)", text, back, err)
		}
	})
}

func TestAnErrorHasOneLineForEachThatWasJoined(t *testing.T) {
	hostile := errors.New("file\nconvertd: all is well")
	joined := errors.Join(hostile, fmt.Errorf("b: %w", errors.New("two")))
	for _, c := range []struct {
		err  error
		want string
	}{
		{hostile, `file\nconvertd: all is well`},
		{joined, `file\nconvertd: all is well|b: two`},
		{fmt.Errorf("outer: %w", joined), `outer: file\nconvertd: all is well|b: two`},
		{fmt.Errorf("%w: %w: see there", errors.New("usage"), joined), `usage: file\nconvertd: all is well|b: two: see there`},
		{errors.Join(joined, errors.New("c")), `file\nconvertd: all is well|b: two|c`},
		{errors.Join(hostile), `file\nconvertd: all is well`},
	} {
		if got := strings.Join(printable.Lines(c.err), "|"); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestTableAlignsByTheCellsOfATerminal(t *testing.T) {
	var out bytes.Buffer
	table := printable.NewTable(&out)
	for _, name := range []string{"红色", "abcd", "e\u0301", "a\tb"} {
		if _, err := printable.Fprintf(table, "%s\tnext\tlast\n", name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := printable.Fprintf(table, "a line without columns\nxx\ty\n"); err != nil {
		t.Fatal(err)
	}
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
	want := "红色  next  last\nabcd  next  last\ne\u0301     next  last\na\\tb  next  last\na line without columns\nxx  y\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
