// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	"github.com/google/go-cmp/cmp"

	fixtures "convertd/internal/fixtures/orarep"
)

func TestMiniYAMLKeepsValuesAsWritten(t *testing.T) {
	text := "Root:\n\tTitle: A: b # c\n\tEmpty:\n\n    Spaces: four\r\n\tNoColon\n\t\tDeep:  x  \n"
	nodes, whole := parseMiniYAML(text)
	want := []yamlNode{
		{0, "Root", ""}, {1, "Title", "A: b # c"}, {1, "Empty", ""}, {1, "Spaces", "four"}, {1, "NoColon", ""}, {2, "Deep", "x"},
	}
	if diff := cmp.Diff(want, nodes, cmp.AllowUnexported(yamlNode{})); diff != "" || !whole {
		t.Errorf("whole %v (-want +got):\n%s", whole, diff)
	}
	if got := childValue(children(nodes, 0), "Deep"); got != "" {
		t.Errorf("a grandchild counts as a child: %q", got)
	}
}

func TestMiniYAMLValuesLoseTheirEscapes(t *testing.T) {
	for written, want := range map[string]string{
		`a \# b`:      "a # b",
		`\ lead`:      " lead",
		`trail \`:     "trail ",
		`\`:           `\`,
		"bad \xff":    "bad \uFFFD",
		`C:\path`:     `C:\path`,
		"raw # value": "raw # value",
	} {
		if got := plainValue(written); got != want {
			t.Errorf("%q gives %q, want %q", written, got, want)
		}
	}
}

func TestMiniYAMLLimits(t *testing.T) {
	lines := strings.Repeat("\tKey: 1\n", maxNodes)
	if nodes, whole := parseMiniYAML(lines); !whole || len(nodes) != maxNodes {
		t.Errorf("%d lines: whole %v", len(nodes), whole)
	}
	if nodes, whole := parseMiniYAML(lines + "One: more\n"); whole || len(nodes) != maxNodes {
		t.Errorf("%d lines: whole %v", len(nodes), whole)
	}
	if _, whole := parseMiniYAML(strings.Repeat("\t", maxDepth) + "Deep:\n"); !whole {
		t.Error("the greatest depth is refused")
	}
	if _, whole := parseMiniYAML(strings.Repeat("\t", maxDepth+1) + "Deep:\n"); whole {
		t.Error("a greater depth is taken")
	}
}

func TestScrubDropsPrivateValuesOnly(t *testing.T) {
	cases := map[string]string{
		"Client@0:\n\tName: One\n\tIpAddress: 192.0.2.1\n\tCountry: allies\n": "Client@0:\n\tName: One\n\tIpAddress:\n\tCountry: allies\n",
		"\tLocation: Somewhere\n\tFingerprint: abc":                           "\tLocation:\n\tFingerprint:",
		"\tAuthToken: abc\n\t\tnested: secret\n\tState: Ready\n":              "\tAuthToken:\n\tState: Ready\n",
		"Player from 192.0.2.77:1234 joined":                                  "Player from [hidden] joined",
		"masked 192.0.2.* address":                                            "masked [hidden] address",
		"v6 2001:db8:0:0:0:0:0:1 and 2001:db8::1.":                            "v6 [hidden] and [hidden].",
		"release-1.2.3 at 12:34:56, 1.2.3.4.5, 300 of 4: fine":                "release-1.2.3 at 12:34:56, 1.2.3.4.5, 300 of 4: fine",
		"plain":                           "plain",
		"\tIpAddress:\n\tName: a.b.c.d\n": "\tIpAddress:\n\tName: a.b.c.d\n",
	}
	for text, want := range cases {
		if got := scrub(text); got != want {
			t.Errorf("%q\n gives %q\n want  %q", text, got, want)
		}
	}
}

func TestNoPrivateValueLeavesTheDecoder(t *testing.T) {
	secrets := []string{
		fixtures.PrivateAddress, fixtures.PrivateLocation, fixtures.PrivateFingerprint, fixtures.PrivateToken, "192.0.2.",
	}
	for _, file := range fixtures.Files() {
		if strings.HasPrefix(file.Path, "bad/") {
			continue
		}
		for _, secret := range secrets[:1] {
			if !strings.HasSuffix(file.Path, "zip.orarep") && !strings.Contains(string(file.Data), secret) {
				t.Errorf("%s has nothing to hide: the test proves nothing", file.Path)
			}
		}
		c, _ := decode(file.Data, sdk.DecodeOptions{})
		for _, text := range allTexts(c) {
			for _, secret := range secrets {
				if strings.Contains(text, secret) {
					t.Errorf("%s: %q leaves in %q", file.Path, secret, text)
				}
			}
		}
	}
}

func TestLobbyPacketThatDoesNotDecodeLeavesNoBytes(t *testing.T) {
	game := fixtures.Sweep("G")
	rec := game.Lead()
	rec.Raw(framed(0, append([]byte{0xFF, 0x7F}, fixtures.PrivateToken...)))
	rec.Raw(framed(1, append([]byte{0xFF, 0x7F}, "play"...)))
	rec.Empty(0, 1)
	rec.Metadata("")
	c, err := decode(rec.Bytes(), sdk.DecodeOptions{})
	if damage, ok := ir.AsDecodeError(err); !ok || damage.Section != "packet" {
		t.Fatal(err)
	}
	var raw []string
	for _, o := range c.Orders {
		if o.Kind == ir.KindUnknown {
			raw = append(raw, string(o.Raw))
		}
	}
	if diff := cmp.Diff([]string{"", "\xff\x7fplay"}, raw); diff != "" {
		t.Errorf("raw bytes (-want +got):\n%s", diff)
	}
}

// allTexts is every text a sink was given.
func allTexts(c *sinktest.Recording) []string {
	h := c.Header
	texts := []string{h.Game, h.Version, h.Map.Name, h.Map.ID, h.Speed}
	pairs := append(append([]ir.KeyValue(nil), h.Options...), h.Details...)
	for _, p := range h.Players {
		texts = append(texts, p.Name, p.AI, p.Faction, p.ChosenFaction, p.Color)
		pairs = append(pairs, p.Details...)
	}
	for _, pair := range append(pairs, c.Trailer.Details...) {
		texts = append(texts, pair.Key, pair.Value)
	}
	for _, o := range c.Orders {
		texts = append(texts, o.NativeName, o.Item, o.Text, string(o.Raw))
	}
	for _, d := range c.Diagnostics {
		texts = append(texts, d.Code, d.Summary)
	}
	return texts
}

func TestGameSpeedGivesAnExactTickRate(t *testing.T) {
	cases := []struct {
		speed, step string
		want        ir.Rational
		known       bool
	}{
		{"default", "", ir.Rational{Num: 25, Den: 1}, true},
		{"slowest", "", ir.Rational{Num: 25, Den: 2}, true},
		{"fast", "", ir.Rational{Num: 200, Den: 7}, true},
		{"faster", "", ir.Rational{Num: 100, Den: 3}, true},
		{"default", "35", ir.Rational{Num: 200, Den: 7}, true},
		{"warp", "", ir.Rational{Num: 25, Den: 1}, false},
		{"warp", "10", ir.Rational{Num: 100, Den: 1}, true},
		{"default", "-1", ir.Rational{Num: 25, Den: 1}, true},
		{"", "", ir.Rational{Num: 25, Den: 1}, true},
	}
	for _, test := range cases {
		s := &session{}
		if test.step != "" {
			s.settings = []yamlNode{{1, "Timestep", test.step}}
		}
		_, millis, known := s.gameSpeed([]ir.KeyValue{{Key: "gamespeed", Value: test.speed}})
		if got := tickRate(millis); got != test.want || known != test.known {
			t.Errorf("%q, %q: %v known %v, want %v", test.speed, test.step, got, known, test.want)
		}
	}
}
