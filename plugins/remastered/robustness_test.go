// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

// checkSoundness holds what must be true of any input.
func checkSoundness(t interface{ Fatalf(string, ...any) }, data []byte, profile string) {
	for _, native := range []bool{false, true} {
		sent, err := decode(data, sdk.DecodeOptions{Native: native, Profile: profile})
		failure, typed := ir.AsDecodeError(err)
		switch {
		case err != nil && !typed:
			t.Fatalf("not a DecodeError: %v", err)
		case typed && failure.Offset > uint64(len(data)):
			t.Fatalf("offset %d of %d bytes", failure.Offset, len(data))
		case sent.Header == nil:
			if err == nil || sent.Trailer != nil || len(sent.Orders) > 0 {
				t.Fatalf("no header, error %v", err)
			}
			continue
		case sent.Trailer == nil || sent.Trailer.Complete != (err == nil) || sent.Trailer.BytesConsumed > uint64(len(data)):
			t.Fatalf("trailer %+v with error %v", sent.Trailer, err)
		}
		if err := sent.Header.Validate(); err != nil {
			t.Fatalf("%v", err)
		}
		records := len(sent.Lines)
		if !native {
			records = len(sent.events())
		}
		if uint64(records) != sent.Trailer.Commands {
			t.Fatalf("%d records, the trailer counts %d", records, sent.Trailer.Commands)
		}
	}
}

func TestAnyCutKeepsWhatCameBefore(t *testing.T) {
	for _, b := range fixtures.Builds() {
		t.Run(b.Name(), func(t *testing.T) {
			file := fixtures.Everything(b).Encode(b)
			whole := mustDecode(t, file.Data, sdk.DecodeOptions{})
			rapid.Check(t, func(t *rapid.T) {
				keep := rapid.IntRange(0, len(file.Data)-1).Draw(t, "keep")
				if b.Variant != "" && keep == file.HeaderEnd {
					return // also the start of a header with larger structures
				}
				data := file.Data[:keep]
				checkSoundness(t, data, b.Profile)
				sent, err := decode(data, sdk.DecodeOptions{Profile: b.Profile})
				between := keep == file.HeaderEnd || slices.Contains(file.Turns, keep)
				failure, ok := ir.AsDecodeError(err)
				if between != (err == nil) || ok && (failure.Code != ir.CodeTruncated || failure.Offset != uint64(keep)) {
					t.Fatalf("cut at %d: %v", keep, err)
				}
				for i := range sent.Orders {
					if diff := cmp.Diff(whole.Orders[i], sent.Orders[i]); diff != "" {
						t.Fatalf("%s", diff)
					}
				}
				// Every event that ends before the cut is there.
				want := 0
				for _, at := range file.Events {
					if at+b.EventBytes() <= keep {
						want++
					}
				}
				if got := len(sent.events()); got != want && b.Variant == "" {
					t.Fatalf("cut at %d: %d events, want %d", keep, got, want)
				}
			})
		})
	}
}

func TestFlippedBytesNeverPanic(t *testing.T) {
	for _, b := range fixtures.Builds() {
		t.Run(b.Name(), func(t *testing.T) {
			sample := fixtures.Everything(b).Encode(b).Data
			rapid.Check(t, func(t *rapid.T) {
				data := bytes.Clone(sample)
				for range rapid.IntRange(1, 8).Draw(t, "flips") {
					data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] ^= rapid.ByteRange(1, 255).Draw(t, "bits")
				}
				profile := ""
				if rapid.Bool().Draw(t, "named") {
					profile = b.Profile
				}
				checkSoundness(t, data, profile)
			})
		})
	}
}

// TestCorruptedCountsAreBounded: a huge number in any place is an error or
// another reading, never memory by the claimed size.
func TestCorruptedCountsAreBounded(t *testing.T) {
	b := fixtures.FindBuild("td-vanilla-linux")
	sample := fixtures.Everything(b).Encode(b).Data
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	decodes := uint64(0)
	for _, bad := range []uint32{0xFFFFFFFF, 0x7FFFFFFF, 0x0000FFFF} {
		for at := range len(sample) - 3 {
			data := bytes.Clone(sample)
			binary.LittleEndian.PutUint32(data[at:], bad)
			checkSoundness(t, data, b.Profile)
			decodes += 2
		}
	}
	runtime.ReadMemStats(&after)
	const bound = 256 << 10 // the sample has less than 2 KiB
	if each := (after.TotalAlloc - before.TotalAlloc) / decodes; each > bound {
		t.Errorf("%d bytes allocated by one decode on average, bound %d", each, bound)
	}
}
