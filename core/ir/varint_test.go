// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// wide draws numbers of every length, not only small ones.
func wide(t *rapid.T) uint64 {
	return rapid.Uint64().Draw(t, "bits") >> rapid.IntRange(0, 63).Draw(t, "shift")
}

func TestNumbersAreWrittenAsTheStandardLibraryWritesThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := wide(t)
		want := binary.AppendUvarint(nil, v)
		room := make([]byte, 3+len(want)+wordBytes)
		end := putUvarint(room, 3, v)
		if got := room[3:end]; string(got) != string(want) {
			t.Fatalf("%#x written as % x, want % x", v, got, want)
		}
	})
}

func TestNumbersAreReadAtEveryDistanceFromTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := wide(t)
		rows := binary.AppendUvarint([]byte{0xff}, v)
		end := len(rows)
		rows = append(rows, rapid.SliceOfN(rapid.Byte(), 0, 2*wordBytes).Draw(t, "behind")...)
		if got, next := uvarintAt(rows, 1); got != v || next != end {
			t.Fatalf("% x read as %#x up to %d, want %#x up to %d", rows[1:], got, next, v, end)
		}
	})
}

func TestCutAndOverlongNumbersBreakTheRow(t *testing.T) {
	for name, rows := range map[string][]byte{
		"empty":             {},
		"cut":               {0x80},
		"cut after seven":   {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80},
		"cut after eight":   {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80},
		"more than 64 bits": {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0, 0, 0, 0, 0, 0, 0, 0},
	} {
		if v, next := uvarintAt(rows, 0); next != rowBroken {
			t.Errorf("%s: read as %#x up to %d", name, v, next)
		}
	}
	rows := make([]byte, 2*wordBytes)
	if _, next := uvarintAt(rows, rowBroken); next != rowBroken {
		t.Errorf("behind a broken row reading goes on at %d", next)
	}
}

// FuzzUvarint compares reading with the standard library on any bytes.
func FuzzUvarint(f *testing.F) {
	f.Add([]byte{0x80, 0x00, 1, 2, 3, 4, 5, 6, 7})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, rows []byte) {
		want, size := binary.Uvarint(rows)
		got, next := uvarintAt(rows, 0)
		if size <= 0 && next != rowBroken || size > 0 && (got != want || next != size) {
			t.Fatalf("% x read as %#x up to %d, want %#x up to %d", rows, got, next, want, size)
		}
	})
}
