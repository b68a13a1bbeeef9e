// SPDX-License-Identifier: GPL-3.0-or-later

package enginetrace_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"convertd/core/enginetrace"
)

const head = "openra-trace 1 ra release-20230225\nmap abc Two Meadows\nplayer 1 Neutral faction=gdi bot=- client=0 noncombatant=true\n"

func TestAFrameHoldsWhatChangedSinceTheOneBefore(t *testing.T) {
	r, err := enginetrace.NewReader(strings.NewReader(head + `F 1 0 00000007 7 3
+ 0 world 1
+ 5 e1 1
s 5 2
5.0 Health 00000032 hp=50
5.1 Mobile 00000008 Facing=8 FromCell=1,2
c 5 Move(Wait);Turn?
+e 1 Bullet 00000003 pos=1,2,0
F 2 3 00000009 9 4
o 0 Move s=5 t=t1,2,3
5.0 Health 0000001e hp=30
e 1 Bullet 00000004 pos=1,5,0
c 5 -
u 1
F 3 6 00000009 9 4
- 5
x 5
-e 1
end in-sync 3
`))
	if err != nil {
		t.Fatal(err)
	}
	if r.Mod != "ra" || r.Release != "release-20230225" || r.Map != "abc" {
		t.Errorf("head: %s %s %s", r.Mod, r.Release, r.Map)
	}
	s := next(t, r)
	a := s.Actor(5)
	if s.Frame != 1 || s.Draws != 3 || a.Chain != "Move(Wait);Turn?" || len(a.Traits) != 2 || a.Traits[1].Members[1].Value != "1,2" {
		t.Errorf("frame 1: %+v %+v", s, a)
	}
	// 0*... + 1*6*(5<<16) + 2*6*50 + 3*6*8 + 4*3 + 7
	if want := uint32(6*(5<<16) + 600 + 144 + 12 + 7); s.Sum() != want {
		t.Errorf("the sum is %d, want %d", s.Sum(), want)
	}
	s = next(t, r)
	if a = s.Actor(5); a.Traits[0].Hash != 30 || a.Traits[0].Members[0].Value != "30" || a.Chain != "" || len(a.Orders) != 1 || s.Effects[0].Hash != 4 || len(s.Unlocked) != 1 {
		t.Errorf("frame 2: %+v %+v", s, a)
	}
	if s = next(t, r); len(s.Effects) != 0 || s.Actor(5).InWorld || s.Actor(5).Hashed {
		t.Errorf("frame 3: %+v", s)
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
}

func next(t *testing.T, r *enginetrace.Reader) *enginetrace.State {
	t.Helper()
	s, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestADamagedTraceIsAnErrorWithItsLine(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"another format":          {"openra-trace 2 ra x\n", 1},
		"unknown head":            {"openra-trace 1 ra x\nwhat\n", 2},
		"figures missing":         {head + "F 1 0\nend stopped\n", 4},
		"a trait of nobody":       {head + "F 1 0 0 0 0\n7.0 Health 00000001 hp=1\n", 5},
		"a claimed length":        {head + "F 1 0 0 0 0\ns 7 999999999\n", 5},
		"traits missing":          {head + "F 1 0 0 0 0\ns 7 1\nend stopped\n", 6},
		"an effect nobody made":   {head + "F 1 0 0 0 0\ne 4 Bullet 0 pos=1\n", 5},
		"a line nobody knows":     {head + "F 1 0 0 0 0\nzz 4\n", 5},
		"a line that is too long": {head + "F 1 0 0 0 0\no " + strings.Repeat("x", 2<<20) + "\n", 5},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := enginetrace.NewReader(strings.NewReader(c.text))
			if err == nil {
				_, err = r.Next()
			}
			for err == nil {
				_, err = r.Next()
			}
			var wrong *enginetrace.Error
			if !errors.As(err, &wrong) || wrong.Line != c.line && name != "figures missing" {
				t.Errorf("%v, want an error of line %d", err, c.line)
			}
		})
	}
	r, err := enginetrace.NewReader(strings.NewReader(head + "F 1 0 0 0 0\n"))
	if err == nil {
		_, err = r.Next()
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a trace without an end: %v", err)
	}
}
