// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/internal/corpus"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/plugins/remastered"
	"convertd/sdk"
)

func probe(data []byte, name string) sdk.Match {
	return remastered.Decoder{}.Probe(sdk.ProbeInput{Head: data[:min(len(data), sdk.ProbeBytes)], Name: name, Size: int64(len(data))})
}

func TestEveryBuildIsRecognisedByItsTurns(t *testing.T) {
	for _, b := range fixtures.Builds() {
		match := probe(fixtures.Everything(b).Encode(b).Data, "")
		if match.Profile != b.Profile || match.Format != b.FormatID() || match.Confidence < 90 || match.Reason == "" {
			t.Errorf("%s: %+v", b.Name(), match)
		}
	}
}

func TestAHandfulOfTurnsWithEventsIsEnough(t *testing.T) {
	for _, b := range fixtures.Builds() {
		r := fixtures.Everything(b)
		r.Turns = r.Turns[:4] // three events
		if match := probe(r.Encode(b).Data, ""); match.Profile != b.Profile || match.Confidence < 90 {
			t.Errorf("%s: %+v", b.Name(), match)
		}
	}
}

func TestQuietOpeningsAreLessSure(t *testing.T) {
	for _, b := range fixtures.Builds() {
		r := fixtures.Everything(b)
		for i := range r.Turns {
			r.Turns[i] = fixtures.Turn{CameraX: 1024, CameraY: 2048}
		}
		r.Turns = r.Turns[:10]
		match := probe(r.Encode(b).Data, "")
		if b.Profile == "design" {
			if match.Confidence != 0 {
				t.Errorf("nothing but events can speak for %s: %+v", b.Name(), match)
			}
			continue
		}
		if match.Profile != b.Profile || match.Confidence >= 90 || match.Confidence < 50 {
			t.Errorf("%s: %+v", b.Name(), match)
		}
		got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
		if got.Header.Profile != b.Profile || got.Trailer.Ticks != 10 {
			t.Errorf("%s: %+v", b.Name(), got.Header)
		}
	}
}

func TestHeaderAloneSaysSo(t *testing.T) {
	b := fixtures.FindBuild("ra-remaster")
	file := fixtures.Everything(b).Encode(b)
	data := file.Data[:file.HeaderEnd]
	if match := probe(data, ""); match.Profile != "ra-remaster" || match.Confidence == 0 || match.Confidence > 30 {
		t.Errorf("%+v", match)
	}
	got := mustDecode(t, data, sdk.DecodeOptions{})
	if !got.HasDiagnostic("no-evidence") || got.Trailer.Ticks != 0 {
		t.Errorf("%+v", got.Diagnostics)
	}
}

func TestTheStartOfAHeaderIsOursAndTruncated(t *testing.T) {
	for _, b := range fixtures.Builds() {
		file := fixtures.Everything(b).Encode(b)
		for _, keep := range []int{63, 64, file.HeaderEnd / 2, file.HeaderEnd - 1} {
			match := probe(file.Data[:keep], "")
			_, err := decode(file.Data[:keep], sdk.DecodeOptions{})
			failure, ok := ir.AsDecodeError(err)
			if !ok {
				t.Fatalf("%s, %d bytes: %v", b.Name(), keep, err)
			}
			if keep < 64 || b.Profile == "design" {
				// Small numbers could be the start of anything.
				if match.Confidence != 0 || failure.Code != ir.CodeNotRecognised {
					t.Errorf("%s, %d bytes: %+v, %v", b.Name(), keep, match, err)
				}
				continue
			}
			if match.Format != b.FormatID() || match.Confidence == 0 || match.Confidence > 20 ||
				failure.Code != ir.CodeTruncated || failure.Offset != uint64(keep) {
				t.Errorf("%s, %d bytes: %+v, %v", b.Name(), keep, match, err)
			}
		}
	}
	if match := probe(make([]byte, 200), ""); match.Confidence != 0 {
		t.Errorf("zeros are claimed: %+v", match)
	}
}

// doubleFaced is a file of td-1995 whose quiet turns happen to be a header of
// td-remaster, and quiet turns of it.
func doubleFaced(t *testing.T) []byte {
	t.Helper()
	b := fixtures.FindBuild("td-1995")
	r := fixtures.Everything(b)
	r.GameSpeed = 2
	r.Turns = make([]fixtures.Turn, 12)
	data := r.Encode(b).Data
	const (
		special, headerEnd         = 79, 150 // of td-1995
		remasterRate, remasterEnd  = 281, 286
		specialBytes, optionsBytes = 4, 62
	)
	// Scroll rate and the rest of the 1995 options: nothing that the display
	// modes of the Remastered SpecialClass could not be.
	options := data[special+specialBytes:][:optionsBytes]
	for i := range options {
		options[i] = 0
	}
	options[0] = 2
	for i := headerEnd; i < remasterEnd; i++ {
		data[i] = 0
	}
	binary.LittleEndian.PutUint32(data[remasterRate:], 3) // a camera height of turn 8
	return data
}

func TestAmbiguityIsReportedAndTheProfileDecides(t *testing.T) {
	data := doubleFaced(t)
	match := probe(data, "")
	if match.Profile != "" || match.Confidence > 50 || !strings.Contains(match.Reason, "td-1995") || !strings.Contains(match.Reason, "td-remaster") {
		t.Errorf("%+v", match)
	}
	if got := mustDecode(t, data, sdk.DecodeOptions{}); !got.HasDiagnostic("ambiguous-profile") {
		t.Errorf("decoded as %s with %+v", got.Header.Profile, got.Diagnostics)
	}
	for _, profile := range []string{"td-1995", "td-remaster"} {
		got, _ := decode(data, sdk.DecodeOptions{Profile: profile})
		if got.Header == nil || got.Header.Profile != profile || got.HasDiagnostic("ambiguous-profile") {
			t.Errorf("asked for %s, got %+v", profile, got.Header)
		}
	}
}

func TestFormatAndProfileRestrictTheLayouts(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	data := fixtures.Everything(b).Encode(b).Data
	for _, test := range []struct {
		format, profile string
		code            ir.Code
	}{
		{"ra-record", "", ""},
		{"ra-record", "ra-vanilla-linux", ""},
		{"", "ra-vanilla-linux", ""},
		{"td-record", "", ir.CodeNotRecognised},
		{"ra-record", "td-remaster", ir.CodeUnsupportedVersion},
		{"", "ra-2020", ir.CodeUnsupportedVersion},
	} {
		_, err := decode(data, sdk.DecodeOptions{Format: test.format, Profile: test.profile})
		failure, failed := ir.AsDecodeError(err)
		if failed != (test.code != "") || failed && failure.Code != test.code {
			t.Errorf("%q %q: %v, want %q", test.format, test.profile, err, test.code)
		}
	}
}

func TestTurnsOutweighADoubtfulHeader(t *testing.T) {
	for _, b := range fixtures.Builds() {
		r := fixtures.Everything(b)
		r.GameSpeed = 21 // no build has it
		data := r.Encode(b).Data
		match := probe(data, "")
		if match.Profile != b.Profile || match.Confidence < 50 || match.Confidence >= 90 {
			t.Errorf("%s: %+v", b.Name(), match)
		}
		got := mustDecode(t, data, sdk.DecodeOptions{})
		if got.Header.Profile != b.Profile || !got.HasDiagnostic("doubtful-header") || len(got.events()) != len(b.EventNames()) {
			t.Errorf("%s: %d events, %+v", b.Name(), len(got.events()), got.Diagnostics)
		}
	}
}

func TestANamedProfileIsTakenAgainstDoubts(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	r := fixtures.Everything(b)
	r.GameSpeed, r.Turns = 21, r.Turns[:1]
	data := r.Encode(b).Data
	if _, err := decode(data, sdk.DecodeOptions{}); err == nil {
		t.Error("one turn outweighed a game speed of 21")
	}
	got := mustDecode(t, data, sdk.DecodeOptions{Profile: "ra-vanilla-linux"})
	if !got.HasDiagnostic("doubtful-header") || len(got.events()) != 1 {
		t.Errorf("%d events, %+v", len(got.events()), got.Diagnostics)
	}
}

func TestExperimentalLayoutsAreMarked(t *testing.T) {
	for _, b := range fixtures.Builds() {
		got := mustDecode(t, fixtures.Everything(b).Encode(b).Data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
		experimental := b.Profile == "design" || strings.HasPrefix(b.Profile, "ra-1996") || b.Profile == "td-1995"
		if got.Header.Unverified != experimental || got.HasDiagnostic("experimental-profile") != experimental {
			t.Errorf("%s: unverified %v, %+v", b.Name(), got.Header.Unverified, got.Diagnostics)
		}
	}
}

func TestTheNameAloneIsAWeakHint(t *testing.T) {
	text := []byte("nothing of the kind")
	if match := probe(text, "Record.BIN"); match.Confidence == 0 || match.Confidence > 10 {
		t.Errorf("%+v", match)
	}
	if match := probe(text, "other.bin"); match.Confidence != 0 {
		t.Errorf("%+v", match)
	}
}

// TestOtherFormatsAreNotClaimed probes every file of the corpus.
func TestOtherFormatsAreNotClaimed(t *testing.T) {
	root := corpus.Dir(t)
	seen := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.Contains(path, string(filepath.Separator)+"remastered"+string(filepath.Separator)) && strings.HasSuffix(path, ".bin") {
			return nil
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		head := make([]byte, sdk.ProbeBytes)
		n, _ := file.Read(head)
		seen++
		if match := probe(head[:n], ""); match.Confidence > 0 {
			t.Errorf("%s: %+v", filepath.Base(path), match)
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Fatalf("%d files, %v", seen, err)
	}
}
