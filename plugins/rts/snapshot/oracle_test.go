// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/internal/corpus"
	"convertd/plugins/rts/snapshot"
)

// expectation is what the client makes of one frame.
type expectation struct {
	File    string `json:"file"`
	OK      bool   `json:"ok"`
	Error   string `json:"error"`
	Message any    `json:"message"`
}

func expectations(tb testing.TB, lines []byte) []expectation {
	tb.Helper()
	var read []expectation
	decoder := json.NewDecoder(bytes.NewReader(lines))
	for {
		var each expectation
		if err := decoder.Decode(&each); errors.Is(err, io.EOF) {
			return read
		} else if err != nil {
			tb.Fatal(err)
		}
		read = append(read, each)
	}
}

func frameExpectations(tb testing.TB) []expectation {
	tb.Helper()
	unpacker, err := gzip.NewReader(bytes.NewReader(corpus.Read(tb, "rts", "frames", "expected.jsonl.gz")))
	if err != nil {
		tb.Fatal(err)
	}
	lines, err := io.ReadAll(unpacker)
	if err != nil {
		tb.Fatal(err)
	}
	return expectations(tb, lines)
}

// message is the JSON message of a snapshot as plain values.
func message(t *testing.T, s *snapshot.Snapshot) any {
	t.Helper()
	encoded, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(encoded, &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

func TestEveryFrameBothWays(t *testing.T) {
	all := frameExpectations(t)
	if len(all) < 100 {
		t.Fatalf("%d frames expected", len(all))
	}
	for _, want := range all {
		t.Run(want.File, func(t *testing.T) {
			frame := corpus.Read(t, "rts", "frames", want.File)
			s, err := snapshot.Decode(frame)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Message, message(t, s)); diff != "" {
				t.Fatal(diff)
			}
			encoded, err := snapshot.Encode(nil, s)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(encoded, frame) {
				t.Fatalf("encoded %d bytes, want the %d of the frame", len(encoded), len(frame))
			}
		})
	}
}

func TestBadFramesGetTheClientsVerdict(t *testing.T) {
	for _, want := range expectations(t, corpus.Read(t, "rts", "badframes", "expected.jsonl")) {
		t.Run(want.File, func(t *testing.T) {
			frame := corpus.Read(t, "rts", "badframes", want.File)
			s, err := snapshot.Decode(frame)
			if !want.OK {
				if !errors.Is(err, snapshot.ErrFrame) || err.Error() != want.Error {
					t.Fatalf("got %v, want %q", err, want.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Message, message(t, s)); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestCodesAreTheContracts(t *testing.T) {
	var contract struct {
		Version int                         `json:"compactSnapshotVersion"`
		Codes   map[string]map[string]uint8 `json:"compactCodes"`
	}
	if err := json.Unmarshal(corpus.Read(t, "rts", "protocol-contract.json"), &contract); err != nil {
		t.Fatal(err)
	}
	if contract.Version != snapshot.CompactVersion {
		t.Fatalf("compact version %d, want %d", snapshot.CompactVersion, contract.Version)
	}
	names := map[string]func(uint8) string{
		"kind":              func(c uint8) string { return snapshot.Kind(c).String() },
		"state":             func(c uint8) string { return snapshot.State(c).String() },
		"setupState":        func(c uint8) string { return snapshot.SetupState(c).String() },
		"event":             func(c uint8) string { return snapshot.EventKind(c).String() },
		"orderStage":        func(c uint8) string { return snapshot.StageKind(c).String() },
		"ability":           func(c uint8) string { return snapshot.Ability(c).String() },
		"abilityObjectKind": func(c uint8) string { return snapshot.AbilityObjectKind(c).String() },
		"upgrade":           func(c uint8) string { return snapshot.Upgrade(c).String() },
		"noticeSeverity":    func(c uint8) string { return snapshot.Severity(c).String() },
	}
	for vocabulary, name := range names {
		known := map[string]uint8{}
		for code := range 255 {
			if text := name(uint8(code)); text != "" {
				known[text] = uint8(code)
			}
		}
		if diff := cmp.Diff(contract.Codes[vocabulary], known); diff != "" {
			t.Errorf("%s: %s", vocabulary, diff)
		}
	}
}

func BenchmarkFrames(b *testing.B) {
	var frames [][]byte
	size := int64(0)
	for _, each := range frameExpectations(b) {
		frame := corpus.Read(b, "rts", "frames", each.File)
		frames = append(frames, frame)
		size += int64(len(frame))
	}
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			for _, frame := range frames {
				if _, err := snapshot.Decode(frame); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("encode", func(b *testing.B) {
		var decoded []*snapshot.Snapshot
		for _, frame := range frames {
			s, err := snapshot.Decode(frame)
			if err != nil {
				b.Fatal(err)
			}
			decoded = append(decoded, s)
		}
		var buffer []byte
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			for _, s := range decoded {
				encoded, err := snapshot.Encode(buffer[:0], s)
				if err != nil {
					b.Fatal(err)
				}
				buffer = encoded
			}
		}
	})
}
