// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/icreptools"
)

func nameOriginal(name string) func(*icrep.Reader, icreptools.Output) (*icrep.Summary, error) {
	return func(r *icrep.Reader, out icreptools.Output) (*icrep.Summary, error) {
		return icreptools.NameOriginal(r, out, name)
	}
}

func TestNamingTheOriginalChangesNothingElse(t *testing.T) {
	before := secrets(t)
	named := run(t, before, nameOriginal("Finale 2019.orarep"))
	if got := open(t, named).Metadata().ConvertedFrom.OriginalFile; got != "Finale 2019.orarep" {
		t.Errorf("original_file is %q", got)
	}
	if open(t, named).Metadata().ReplayID == open(t, before).Metadata().ReplayID {
		t.Error("other metadata has the same replay id")
	}
	if back := run(t, named, nameOriginal("SECRET.orarep")); open(t, back).Metadata().ConvertedFrom.OriginalFile != "SECRET.orarep" ||
		len(back) != len(run(t, before, nameOriginal("SECRET.orarep"))) {
		t.Error("naming it back makes another file")
	}
	g := icreptest.Everything(20)
	g.Options.Metadata = icreptest.Metadata()
	g.Options.Metadata.ConvertedFrom = nil
	recorded := open(t, run(t, g.Write(t), nameOriginal("x"))).Metadata()
	if recorded.ConvertedFrom != nil {
		t.Error("a game that was never converted says that it was")
	}
}

func TestAnyNameBecomesOneThatTheFormatAllows(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "a.rep": "a.rep", "Игра 1.rep": "Игра 1.rep", "../a.rep": ".._a.rep", `C:\games\a.rep`: "C__games_a.rep", "..": "_", ".": "_", "a\x00b": "a_b",
		"\xff.rep": "_.rep", strings.Repeat("é", 200): strings.Repeat("é", 127),
	} {
		got := icrep.FileName(name)
		if got != want || !utf8.ValidString(got) {
			t.Errorf("%q became %q", name, got)
		}
		m := icreptest.Metadata()
		m.ConvertedFrom.OriginalFile = got
		if err := m.CheckPrivacy(); err != nil {
			t.Errorf("%q: %v", got, err)
		}
	}
}
