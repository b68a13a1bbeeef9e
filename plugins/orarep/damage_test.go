// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"runtime"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	"pgregory.net/rapid"

	fixtures "convertd/internal/fixtures/orarep"
)

func fixtureData(tb testing.TB, path string) []byte {
	tb.Helper()
	for _, file := range fixtures.Files() {
		if file.Path == path {
			return file.Data
		}
	}
	tb.Fatalf("no fixture %s", path)
	return nil
}

func TestDamageKeepsWhatCameBefore(t *testing.T) {
	spectated := fixtures.Spectated("F")
	stream := len(spectated.Stream().Bytes())
	whole, err := decode(spectated.Write(), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		path    string
		code    ir.Code
		section string
		offset  int // -1: anywhere in the middle
		all     bool
	}{
		{"partial/cut-in-metadata.orarep", ir.CodeTruncated, "metadata", stream, true},
		{"partial/two-writers.orarep", ir.CodeMalformed, "container", len(spectated.Write()), true},
		{"partial/one-bad-packet.orarep", ir.CodeMalformed, "packet", stream, true},
		{"partial/cut-in-packet.orarep", ir.CodeTruncated, "container", -1, false},
		{"partial/lost-place.orarep", ir.CodeMalformed, "packet", -1, false},
	}
	for _, test := range cases {
		t.Run(test.path, func(t *testing.T) {
			c, err := decode(fixtureData(t, test.path), sdk.DecodeOptions{})
			damage, ok := ir.AsDecodeError(err)
			if !ok || damage.Code != test.code || damage.Section != test.section {
				t.Fatalf("got %v, want %s in %s", err, test.code, test.section)
			}
			if test.offset >= 0 && damage.Offset != uint64(test.offset) {
				t.Errorf("damage at byte %d, want %d", damage.Offset, test.offset)
			}
			if c.Trailer == nil || c.Trailer.Complete {
				t.Error("a damaged recording must have a trailer that says so")
			}
			got, want := playedOrders(c), playedOrders(whole)
			if test.all && len(got) != len(want) || len(got) == 0 || len(got) > len(want) {
				t.Fatalf("%d orders of play, the whole recording has %d", len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("order %d is %s, want %s", i, got[i], want[i])
				}
			}
		})
	}
}

// playedOrders names the game orders that decoded.
func playedOrders(c *sinktest.Recording) []string {
	var all []string
	for _, o := range c.Orders {
		if !isImmediate(o.Kind) && !o.Present.Has(ir.PresentNativeID) {
			all = append(all, o.NativeName+" "+o.Item)
		}
	}
	return all
}

func TestCrashedGameIsIncompleteWithoutAnError(t *testing.T) {
	c, err := decode(fixtureData(t, "partial/crashed.orarep"), sdk.DecodeOptions{})
	if err != nil || c.Trailer.Complete {
		t.Fatalf("error %v, complete %v", err, c.Trailer.Complete)
	}
	if len(c.Diagnostics) != 1 || c.Diagnostics[0].Code != "no-metadata" || c.Diagnostics[0].Severity != ir.SeverityWarning {
		t.Errorf("diagnostics %v", c.Diagnostics)
	}
}

func TestRecordingsBeforeMetadataExistedAreComplete(t *testing.T) {
	c, err := decode(fixtureData(t, "good/fields-A0.rep"), sdk.DecodeOptions{})
	if err != nil || !c.Trailer.Complete || c.Diagnostics[0].Severity != ir.SeverityInfo {
		t.Errorf("error %v, complete %v, diagnostics %v", err, c.Trailer.Complete, c.Diagnostics)
	}
}

func TestFilesThatAreNoReplaysAreNotRecognised(t *testing.T) {
	for _, path := range []string{"bad/text.orarep", "bad/empty.orarep", "bad/first-packet-cut.orarep", "bad/zip-without-orders.orarep"} {
		c, err := decode(fixtureData(t, path), sdk.DecodeOptions{})
		damage, ok := ir.AsDecodeError(err)
		if !ok || damage.Code != ir.CodeNotRecognised || c.Header != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// checkHostile decodes bytes at every depth and checks what every input must
// keep: no panic, a typed error or none, one trailer after each header, ticks
// that never go back.
func checkHostile(tb interface{ Fatalf(string, ...any) }, data []byte) {
	for _, options := range []sdk.DecodeOptions{{}, {Native: true}, {Depth: sdk.DepthHeader}} {
		c, err := decode(data, options)
		if _, ok := ir.AsDecodeError(err); err != nil && !ok {
			tb.Fatalf("%v is no decode error", err)
		}
		if (c.Header == nil) != (c.Trailer == nil) || c.Header == nil && err == nil {
			tb.Fatalf("header %v, trailer %v, error %v", c.Header != nil, c.Trailer != nil, err)
		}
		if c.Header == nil {
			continue
		}
		if err := c.Header.Validate(); err != nil {
			tb.Fatalf("%v", err)
		}
		var tick uint64
		for _, o := range c.Orders {
			if o.Tick < tick {
				tb.Fatalf("tick %d after %d", o.Tick, tick)
			}
			tick = o.Tick
		}
		for _, o := range c.Orders {
			if o.Player < ir.NoPlayer || int(o.Player) >= len(c.Header.Players) {
				tb.Fatalf("player %d of %d", o.Player, len(c.Header.Players))
			}
		}
	}
}

func TestAnyTruncationIsATypedErrorOrSuccess(t *testing.T) {
	for _, path := range []string{"good/fields-H.orarep", "good/fields-A0.rep"} {
		data := fixtureData(t, path)
		for length := 0; length < len(data); length += 7 {
			checkHostile(t, data[:length])
		}
	}
}

func TestAnyFlippedByteIsATypedErrorOrSuccess(t *testing.T) {
	var all [][]byte
	for _, file := range fixtures.Files() {
		if strings.HasPrefix(file.Path, "good/") {
			all = append(all, file.Data)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		data := append([]byte(nil), rapid.SampledFrom(all).Draw(t, "file")...)
		for range rapid.IntRange(1, 4).Draw(t, "flips") {
			at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
			data[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		}
		checkHostile(t, data)
	})
}

// TestMemoryIsBoundedByTheFile decodes files whose lengths and counts claim far
// more than they hold.
func TestMemoryIsBoundedByTheFile(t *testing.T) {
	game := fixtures.Skirmish("G")
	lead := game.Lead().Bytes()
	huge := []byte{0xFF, 0xFF, 0xFF, 0x7F}
	hostile := map[string][]byte{
		"packet length":    append(append([]byte(nil), 0, 0, 0, 0), huge...),
		"string length":    framed(1, []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x07}),
		"extra actors":     framed(1, append([]byte{0xFF, 1, 'M', 0x02, 0}, huge...)),
		"grouped actors":   framed(1, append([]byte{0xFF, 1, 'M', 0x00, 1}, huge...)),
		"position list":    framed(1, []byte{0xFF, 1, 'M', 0x01, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0x7F}),
		"metadata length":  append([]byte{0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0}, huge...),
		"metadata at end":  append(append([]byte(nil), huge...), 0xFE, 0xFF, 0xFF, 0xFF),
		"negative lengths": {0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF},
	}
	for name, tail := range hostile {
		data := append(append([]byte(nil), lead...), tail...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_ = New().Decode(t.Context(), sdk.Source{Data: data}, sdk.DecodeOptions{}, &sinktest.Counter{})
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
			t.Errorf("%s: %d bytes allocated for a file of %d", name, taken, len(data))
		}
	}
}

// framed is a packet of client 0.
func framed(frame byte, content []byte) []byte {
	head := []byte{0, 0, 0, 0, byte(4 + len(content)), 0, 0, 0, frame, 0, 0, 0}
	return append(head, content...)
}
